// Pesapal’s records of payments whose amount, currency or status is missing, or written in another way than its interface says.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  answerTo,
  createLink,
  openForm,
  payFor,
  press,
  repliesOf,
  type Sent,
  sendPrompt,
  shownTo,
  theCard,
} from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const UNSTATED = SAYS.amountNotSaid;

/** The customer pays, and the record says `said` in place of what is there. */
async function pay({ reference }: Sent, said: Readonly<Record<string, unknown>>): Promise<void> {
  rig.agent.close();
  await rig.provider.customer.pay(reference, { notify: false });
  await sayOf(reference, said);
}

/** The record changes; `undefined` takes a field out of it. */
async function sayOf(reference: string, said: Readonly<Record<string, unknown>>): Promise<void> {
  Object.assign(rig.provider.find(reference)?.payment ?? {}, said);
  rig.clock.advance(60_000);
  await rig.provider.notify(reference);
}

async function paidUnstated(said: Readonly<Record<string, unknown>> = { currency: null }): Promise<Sent> {
  const sent = await sendPrompt(rig);
  await pay(sent, said);
  await repliesOf(rig, sent.card, 1, '[accept_as_paid]');
  return sent;
}

const newest = ({ card }: Sent) => rig.cards().find(({ ts }) => ts === card.ts) ?? card;

describe('Payment without an amount', () => {
  it.each([
    ['no currency', { currency: null }],
    ['no amount', { amount: undefined }],
    ['an amount of zero', { amount: 0 }],
    ['words as its amount', { amount: 'KES' }],
  ])('with %s goes to review, told once', async (_, said) => {
    const sent = await paidUnstated(said);
    const [reply] = await repliesOf(rig, sent.card, 1, UNSTATED);
    expect(reply).toContain(SAYS.checkDashboardAfter(UNSTATED));
    expect(rig.readCard(sent.card)).toContain(SAYS.checkDashboard);
    await press(rig, newest(sent), 'check_order');
    await until(() => shownTo(rig).join().includes(UNSTATED.slice(0, -1)));
    await rig.provider.notify(sent.reference, { copies: 3 });
    for (const wait of [60_000, 600_000, 3_600_000]) {
      rig.clock.advance(wait);
      await rig.idle();
    }
    expect(rig.replies(sent.card)).toHaveLength(1);
    const shown = [rig.readCard(sent.card), ...rig.replies(sent.card)].join('\n');
    expect(shown).not.toMatch(/send_again|00 paid|KES 0\.00|missing/);
  });

  it('is settled by a later record with the amount, without a notification', async () => {
    const { card, reference } = await paidUnstated();
    Object.assign(rig.provider.find(reference)?.payment ?? {}, { currency: 'KES' });
    rig.clock.advance(600_000);
    const replies = await repliesOf(rig, card, 2, 'KES 1,500.00 paid ·');
    expect(replies[1]).toContain(SAYS.receivedAmount('KES 1,500.00'));
  });

  it('stays in review with figures when the later record has another amount', async () => {
    const { card, reference } = await paidUnstated();
    await sayOf(reference, { currency: 'KES', amount: 175 });
    const replies = await repliesOf(rig, card, 2, SAYS.missingAmount('KES 1,325.00'));
    expect(replies[1]).toContain(SAYS.receivedInPart('KES 175.00', 'KES 1,500.00'));
    expect(rig.readCard(card)).not.toContain(UNSTATED);
  });

  it('can be accepted as paid, and its amount is told later', async () => {
    const sent = await paidUnstated();
    await rig.agent.click(newest(sent), 'accept_as_paid');
    await repliesOf(rig, sent.card, 2, SAYS.acceptedAmount('KES 1,500.00'));
    expect(rig.readCard(sent.card)).toContain(SAYS.acceptedByPerson(`@${rig.agent.id}`));
    expect(rig.readCard(sent.card)).not.toContain('[send_receipt]');
    await sayOf(sent.reference, { currency: 'KES', amount: 175 });
    const replies = await repliesOf(rig, sent.card, 3, SAYS.acceptedAsPaidOf('KES 1,500.00'));
    expect(replies[2]).toContain(SAYS.receivedAmount('KES 175.00'));
  });

  it('is accepted by nobody who has not read the amount that came since', async () => {
    const sent = await paidUnstated();
    const old = newest(sent);
    Object.assign(rig.provider.find(sent.reference)?.payment ?? {}, { currency: 'KES', amount: 175 });
    await rig.agent.click(old, 'accept_as_paid', { isOld: true });
    await repliesOf(rig, sent.card, 2, SAYS.missingAmount('KES 1,325.00'));
    expect(rig.readCard(sent.card)).not.toContain(SAYS.acceptedLower);
  });

  it('is in no sum, and is found and alerted without a made-up amount', async () => {
    const channels = alertChannels(rig);
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on over 1000');
    await paidUnstated();
    await until(() => channels.timeline(finance).length === 1);
    expect(channels.timeline(finance)[0]).toContain(UNSTATED);
    expect(await answerTo(rig, 'find review')).toContain(UNSTATED.slice(0, -1));
    await payFor(rig, await createLink(rig));
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
    const messages = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
    await until(() => messages().some((text) => text.includes(SAYS.toReviewNow)));
    const report = messages().join('\n');
    expect(report).toContain(SAYS.inPayments('KES 2,500.00', '1 payment'));
    expect(report).toContain(SAYS.amountNotStated('1'));
    expect(report).not.toContain('KES 1,500.00');
  });

  it('of a charge goes to review in the link’s thread', async () => {
    const sent = await createLink(rig, {
      frequency: 'MONTHLY',
      start_date: '2031-01-15',
      end_date: '2031-12-15',
    });
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.isPaid);
    const { order_tracking_id: id } = await rig.provider.customer.charge(sent.reference, { notify: false });
    Object.assign(rig.provider.find(id)?.payment ?? {}, { amount: null });
    await rig.provider.notify(id);
    const replies = await repliesOf(rig, sent.card, 2, SAYS.chargesPaid('1', '12'));
    expect(replies[1]).toContain(UNSTATED);
    expect(replies[1]).toContain('[accept_as_paid]');
  });
});

describe('Payment', () => {
  it.each([
    ['with its amount as text', { amount: '1,500.00' }],
    ['with its status as text', { status_code: '1' }],
    ['with float noise above', { amount: 1500.0000000002 }],
    ['with float noise below', { amount: 1499.996 }],
  ])('%s is paid', async (_, said) => {
    const sent = await sendPrompt(rig);
    await pay(sent, said);
    const [reply] = await repliesOf(rig, sent.card, 1, 'KES 1,500.00 paid ·');
    expect(reply).toContain(SAYS.receivedAmount('KES 1,500.00'));
  });

  it('of UGX 4,999.6 is not UGX 5,000', async () => {
    await openForm(rig, 'link 5000 UGX School fees');
    await rig.agent.submit();
    const sent = await theCard(rig, SAYS.waitingForPayment);
    await pay(sent, { amount: 4999.6 });
    await repliesOf(rig, sent.card, 1, SAYS.paidInPart('UGX 4,999.6', 'UGX 5,000'));
  });
});
