// An order is paid again under another code: each payment is told, booked and found, and their sum says how the order stands.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { atStart, inLine, SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, shownTo } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { requestBalance } from './balances.ts';
import { openCustomerPages } from './customer-pages.ts';
import { goToNoon } from './noon.ts';
import {
  booked,
  FIRST,
  isRepeated,
  isReversed,
  paidFirst,
  paysWith,
  repliesWith,
  SECOND,
  THIRD,
} from './payments.ts';
import { renderMessage, renderView } from './reading.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

/** A line of the file for each entry of today: its code, what it is, and the money. */
async function fileOfToday(): Promise<string[][]> {
  const before = rig.slack.files().length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
  await until(() => rig.slack.files()[before]?.content !== undefined);
  const [titles = [], ...rows] = readCsv(String(rig.slack.files().at(-1)?.content).slice(1));
  const shown = ['Code', 'Kind', 'Paid'].map((title) => titles.indexOf(title));
  return rows.map((row) => shown.map((place) => row[place] ?? '')).sort();
}

const reports = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));

describe('a second payment with the same amount', () => {
  it('Second payment: told with its code in the thread, the channel and the alerts, once', async () => {
    const channels = alertChannels(rig);
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await isRepeated(rig, sent);
    expect(rig.replies(sent.card)).toHaveLength(2);
    expect(repliesWith(rig, sent, SECOND)).toEqual([expect.stringContaining('KES 1,500.00')]);
    expect(repliesWith(rig, sent, SECOND)[0]).toContain('(also sent to the channel)');
    const alerts = channels.timeline(finance);
    expect(alerts).toHaveLength(2);
    expect(alerts.filter((alert) => alert.includes(SECOND))).toEqual([
      expect.stringContaining('KES 1,500.00'),
    ]);
  });

  it('Second payment: its order is under review with both codes and amounts', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    const card = rig.readCard(sent.card);
    for (const said of [FIRST, SECOND, 'KES 1,500.00', 'KES 3,000.00', '[accept_as_paid]'])
      expect(card).toContain(said);
    expect(card).toMatch(/^:warning:/);
    expect(card).not.toContain('ask_for_rest');
    expect(await answerTo(rig, 'find review')).toContain(sent.reference);
  });

  it('Second payment: both codes find the order', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    for (const code of [FIRST, SECOND, SECOND.toLowerCase()])
      expect(await answerTo(rig, `find ${code}`)).toContain(sent.reference);
    expect(await answerTo(rig, `find ${THIRD}`)).not.toContain(sent.reference);
  });

  it('Second payment: Home, lists and report count both, and the file has a line for each', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await isRepeated(rig, sent);
    expect(await booked(rig)).toContain(SAYS.today(SAYS.inPayments('KES 3,000.00', '2 payments')));
    await rig.agent.openHome();
    await rig.idle();
    const home = rig.slack.home(rig.agent.id);
    expect(home && renderView(home)).toContain(SAYS.today(SAYS.inPayments('KES 3,000.00', '2 payments')));
    expect(await fileOfToday()).toEqual([
      [FIRST, 'Payment', '1500'],
      [SECOND, 'Payment', '1500'],
    ]);
    expect(reports().join()).toContain(SAYS.inPayments('KES 3,000.00', '2 payments'));
  });

  it('Second payment: found by a look-up although nobody notified of it', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND, { notify: false });
    expect(await answerTo(rig, `status ${sent.reference}`)).toContain(SECOND);
    await until(() => repliesWith(rig, sent, SECOND).length === 1);
  });

  it('Old notification: the record of the first payment says nothing new', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    const card = rig.readCard(sent.card);
    await paysWith(rig, sent, FIRST);
    await paysWith(rig, sent, SECOND);
    expect(rig.replies(sent.card)).toHaveLength(2);
    expect(rig.readCard(sent.card)).toBe(card);
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 3,000.00', '2 payments'));
  });
});

describe('a payment after the first one went back', () => {
  it('Payment after a reversal: told with its code, and the order is paid by it', async () => {
    const sent = await paidFirst(rig);
    await isReversed(rig, sent);
    await paysWith(rig, sent, SECOND);
    expect(repliesWith(rig, sent, SECOND)).toEqual([
      expect.stringContaining(SAYS.receivedAmount('KES 1,500.00')),
    ]);
    expect(repliesWith(rig, sent, SECOND)[0]).toContain('(also sent to the channel)');
    expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    expect(rig.readCard(sent.card)).toContain(SECOND);
    expect(await booked(rig)).toContain(
      SAYS.inPaymentsNet('KES 3,000.00', '2 payments', 'KES 1,500.00', 'KES 1,500.00'),
    );
  });

  it('Reversed payment: a late record that calls it completed changes nothing', async () => {
    const sent = await paidFirst(rig);
    await isReversed(rig, sent);
    await paysWith(rig, sent, FIRST);
    expect(rig.readCard(sent.card)).toContain(SAYS.paidBackAmount('KES 1,500.00'));
    await paysWith(rig, sent, SECOND);
    const [card, replies] = [rig.readCard(sent.card), rig.replies(sent.card)];
    await paysWith(rig, sent, FIRST);
    expect(rig.readCard(sent.card)).toBe(card);
    expect(rig.replies(sent.card)).toEqual(replies);
    expect(replies).toHaveLength(3);
  });
});

describe('a second payment that is the missing part', () => {
  it('Missing part: told with its code, and the order is paid with the sum', async () => {
    const sent = await paidFirst(rig, { amount: 1000 });
    expect(rig.readCard(sent.card)).toContain('[ask_for_rest KES 500.00]');
    await paysWith(rig, sent, SECOND, { amount: 500 });
    await isRepeated(rig, sent);
    expect(rig.replies(sent.card)).toHaveLength(2);
    expect(repliesWith(rig, sent, SECOND)).toEqual([expect.stringContaining('KES 500.00')]);
    const card = rig.readCard(sent.card);
    expect(card).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    expect(card).not.toMatch(/ask_for_rest|accept_as_paid/);
    for (const code of [FIRST, SECOND]) expect(card).toContain(code);
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,500.00', '2 payments'));
  });

  it('Missing part: the receipt has the sum and both codes', async () => {
    const sent = await paidFirst(rig, { amount: 1000 });
    await paysWith(rig, sent, SECOND, { amount: 500 });
    const receipt = await openCustomerPages(rig).receipt(sent.reference);
    expect(receipt).toMatch(inLine(/^200 /, SAYS.receiptPaidFor('KES 1,500.00')));
    for (const code of [FIRST, SECOND]) expect(receipt).toContain(code);
  });

  it('Missing part under another code: an order for it is not needed, and its payment is one too many', async () => {
    const sent = await paidFirst(rig, { amount: 1000 });
    const rest = await requestBalance(rig, sent);
    await paysWith(rig, sent, SECOND, { amount: 500 });
    expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    expect(rig.readCard(rest.card)).toContain(SAYS.cancelThisOne);
    await paysWith(rig, rest, THIRD);
    await rig.idle();
    for (const { card } of [sent, rest]) expect(rig.readCard(card)).toContain(SAYS.paidTwice);
  });

  it('Part of the missing part: the order asks only for what is left', async () => {
    const sent = await paidFirst(rig, { amount: 1000 });
    await paysWith(rig, sent, SECOND, { amount: 200 });
    expect(rig.readCard(sent.card)).toContain('[ask_for_rest KES 300.00]');
    await paysWith(rig, sent, THIRD, { amount: 300 });
    expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,500.00', '3 payments'));
  });

  it('Part in another currency: under review with both, and nothing is added up', async () => {
    const sent = await paidFirst(rig, { amount: 1000 });
    await paysWith(rig, sent, SECOND, { amount: 500, currency: 'UGX' });
    const card = rig.readCard(sent.card);
    expect(card).toMatch(/^:warning:/);
    for (const said of [FIRST, 'KES 1,000.00', SECOND, 'UGX 500']) expect(card).toContain(said);
    expect(card).not.toMatch(/1,500\.00 paid|ask_for_rest/);
  });
});

describe('a payment after less was accepted as paid', () => {
  async function acceptedThenPaid() {
    const sent = await paidFirst(rig, { amount: 175 });
    const old = structuredClone(newest(rig, sent.card));
    await rig.agent.click(old, 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
    await rig.idle();
    await paysWith(rig, sent, SECOND, { amount: 500 });
    return { sent, old };
  }

  it('Payment after accepting: under review again with everything, and the sum is accepted', async () => {
    const { sent } = await acceptedThenPaid();
    const review = rig.readCard(sent.card);
    expect(review).toMatch(/^:warning:/);
    for (const said of [FIRST, SECOND, '675.00', '[accept_as_paid]']) expect(review).toContain(said);
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
    expect(rig.readCard(sent.card)).toContain(SAYS.paidAmount('KES 675.00'));
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 675.00', '2 payments'));
  });

  it('Accept as paid: a press on the card of before accepts nothing, and says what has come', async () => {
    const { sent, old } = await acceptedThenPaid();
    await rig.agent.click(old, 'accept_as_paid', { isOld: true });
    await until(() => shownTo(rig).at(-1)?.includes('675.00'));
    await rig.idle();
    expect(rig.readCard(sent.card)).toMatch(/^:warning:/);
    expect(rig.readCard(sent.card)).not.toContain(SAYS.acceptedBy);
  });
});
