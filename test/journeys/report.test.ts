// Agents collect payments, and somebody asks for the totals and the payments behind them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PayDetails } from '#sandbox/provider/customer.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent, theCard, tick } from './agent.ts';
import { dayInNairobi, goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let brian: Person;
beforeEach(async () => {
  rig = await startRig();
  brian = rig.slack.person(rig.slack.users.secondAgent);
});
afterEach(() => rig.stop());

const DAY_MS = 24 * 60 * 60_000;

/** Yesterday to tomorrow, so that a test that runs over midnight is still in it. */
const aroundNow = () =>
  `${dayInNairobi(rig.clock.now() - DAY_MS)}..${dayInNairobi(rig.clock.now() + DAY_MS)}`;

/** An agent sends a prompt or link, and the customer pays. So long after the last one that Slack's limit of posts delays nothing. */
async function collect(agent: Person, words: string, how: PayDetails = {}): Promise<Sent> {
  rig.clock.advance(10_000);
  await agent.command(rig.slack.channels.sales, '/pay', words);
  await until(() => /== (send_prompt|create_link) ==/.test(rig.readModal(agent)));
  const before = rig.cards().length;
  await agent.submit();
  if (rig.readModal(agent).includes('☐')) await tick(rig, agent);
  await until(
    () =>
      rig.cards().length > before &&
      (rig.readModal(agent) === '' || rig.readModal(agent).includes(SAYS.linkReady)),
  );
  const sent = await theCard(rig, SAYS.waitingFor);
  await rig.provider.customer.pay(sent.reference, how);
  await repliesOf(rig, sent.card, 1, SAYS.hasPaidInIt);
  return sent;
}

async function report(words: string, { by = rig.agent, channel = rig.slack.channels.sales } = {}) {
  await by.command(channel, '/pay', `report ${words}`);
}

/** The newest report and the messages of its thread, once the file is there. */
async function reportIn(channel: string): Promise<string[]> {
  const find = () => rig.slack.messages(channel).findLast(({ text }) => text.startsWith(SAYS.payments));
  await until(() => {
    const found = find();
    return found && rig.slack.thread(channel, found.ts).length > 1;
  });
  return rig.slack
    .thread(channel, find()?.ts ?? '')
    .map((message) => renderMessage(message, { nameOf: rig.slack.nameOf }));
}

const directOf = (person: Person) => rig.slack.dmOf(person.id);

/** What the person reads in a new report. */
async function reportOf(words: string, by: Person = rig.agent): Promise<string> {
  const count = () =>
    rig.slack.messages(directOf(by)).filter(({ text }) => text.startsWith(SAYS.payments)).length;
  const before = count();
  await report(words, { by });
  await until(() => count() > before);
  const [totals = ''] = await reportIn(directOf(by));
  return totals;
}

/** Noon of the day in Nairobi on which the clock stands, or of a later one. */
function rowsOfFile(): Record<string, string>[] {
  const file = rig.slack.files().at(-1);
  const text = String(file?.content);
  expect(text.startsWith('\ufeff')).toBe(true);
  const [titles = [], ...records] = readCsv(text.slice(1));
  return records.map((record) =>
    Object.fromEntries(titles.map((title, index) => [title, record[index] ?? ''])),
  );
}

const noteTo = (person: Person) => rig.slack.ephemerals(person.id).at(-1)?.text ?? '';

describe('a report', () => {
  it('a report is a direct message with totals by currency, method and agent, and every entry as a line of its file', async () => {
    const first = await collect(rig.agent, 'prompt 0733123456 1500.50 =HYPERLINK("https://evil.example")');
    await collect(brian, 'prompt 0712345678 500 Soap');
    await collect(brian, 'link 12.50 USD Consulting', { payment_method: 'Visa' });
    await collect(rig.agent, 'link 2500 Fees', { amount: 2000 });
    const returned = await collect(brian, 'prompt 0712345678 900 Shoes');
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(returned.reference);
    await repliesOf(rig, returned.card, 2, SAYS.paidBackAmount('00'));

    await report(aroundNow());
    const [totals = '', file, ...more] = await reportIn(directOf(rig.agent));
    for (const line of [
      SAYS.inPaymentsDaysBefore('KES 4,900.50', '4 payments', 'KES 0.00'),
      '| M-PESA Kenya | KES | KES 3,400.00 | 3 |',
      '| Amina Agent | KES | KES 3,500.50 | 2 |',
      '| Brian Agent | KES | KES 1,400.00 | 2 |',
      SAYS.inPaymentsDaysBefore('USD 12.50', '1 payment', 'USD 0.00'),
      '| Visa | USD | USD 12.50 | 1 |',
      '– KES 900.00 · 1',
    ])
      expect(totals.split('\n')).toContain(line);
    expect(totals).toContain(SAYS.reviewSection('KES 2,000.00', '1'));
    expect(totals).toContain(SAYS.notFinal);
    expect(totals).toContain(SAYS.daysBegin);
    expect(file).toMatch(/^\[file: Payments, /);
    expect(more).toEqual([]);
    expect(rig.cards().filter(({ text }) => text.startsWith(SAYS.payments))).toEqual([]);
    await until(() => noteTo(rig.agent).includes(SAYS.inDirectMessages));

    const rows = rowsOfFile();
    const shown = rows.map((row) =>
      ['Paid', 'Requested', 'Currency', 'Kind', 'Agent'].map((title) => row[title]),
    );
    expect(shown.sort()).toEqual([
      ['-900', '900', 'KES', 'Reversal', 'Brian Agent'],
      ['12.5', '12.5', 'USD', 'Payment', 'Brian Agent'],
      ['1500.5', '1500.5', 'KES', 'Payment', 'Amina Agent'],
      ['2000', '2500', 'KES', 'Payment', 'Amina Agent'],
      ['500', '500', 'KES', 'Payment', 'Brian Agent'],
      ['900', '900', 'KES', 'Payment', 'Brian Agent'],
    ]);
    const { channel, ts } = first.card;
    expect(rows.find((row) => row['Reference'] === first.reference)).toMatchObject({
      Description: `'=HYPERLINK("https://evil.example")`,
      'Time (Africa/Nairobi)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      Card: `https://sandbox.slack.com/archives/${channel}/p${ts.replace('.', '')}`,
    });
    expect(String(rig.slack.files().at(-1)?.content)).not.toContain('712345678');
  });

  it('a payment of one day that goes back on the next leaves the first day as it was, and stands on the second', async () => {
    const day = goToNoon(rig);
    const sold = await collect(rig.agent, 'prompt 0712345678 1500 Flour');
    rig.clock.advance(DAY_MS);
    const closed = await reportOf(day);
    expect(closed).toContain(SAYS.inPayments('KES 1,500.00', '1 payment'));
    expect(closed).not.toContain(SAYS.notFinal);
    await rig.provider.customer.reverse(sold.reference);
    await repliesOf(rig, sold.card, 2, SAYS.paidBackAmount('00'));
    const again = await reportOf(day);
    expect(again.replace(SAYS.asItWasLine, '')).toBe(closed.replace(SAYS.asItWasLine, ''));
    const next = await reportOf('today');
    expect(next).toContain(SAYS.inPaymentsBeforeByThisTime('KES 0.00', '0 payments', 'KES'));
    expect(next).toContain(SAYS.paidBackSection('KES 1,500.00', '1'));
    expect(rowsOfFile().map((row) => [row['Kind'], row['Paid'], row['Day']])).toEqual([
      ['Reversal', '-1500', dayInNairobi(rig.clock.now())],
    ]);
  });

  it('a payment that Teller learns of when its day is closed counts when it is learned, and is marked', async () => {
    const day = goToNoon(rig);
    rig.clock.advance(10_000);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'link 2500 Fees');
    await until(() => rig.readModal().includes('== create_link =='));
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    const { card, reference } = await theCard(rig, SAYS.waitingFor);
    await rig.stopBot();
    await rig.provider.customer.pay(reference);
    rig.clock.advance(DAY_MS);
    await rig.startBot();
    await repliesOf(rig, card, 1, SAYS.hasPaidInIt);
    const today = await reportOf('today');
    const paidDay = new Date(day).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    });
    expect(today).toContain(SAYS.inPaymentsBeforeByThisTime('KES 2,500.00', '1 payment', 'KES 0.00'));
    expect(today).toContain(SAYS.lateLearned(paidDay));
    expect(rowsOfFile().map((row) => row['Kind'])).toEqual([`Payment, paid ${paidDay}`]);
    await report(day);
    await until(() => noteTo(rig.agent).includes(SAYS.noPaymentsInBooks));
  });

  it('a report of today is compared with as much of yesterday, and one of a person is that person’s', async () => {
    goToNoon(rig);
    await collect(rig.agent, 'prompt 0712345678 100 Early');
    rig.clock.advance(2 * 60 * 60_000);
    await collect(brian, 'prompt 0712345678 30 Late');
    rig.clock.advance(DAY_MS - 60 * 60_000);
    await collect(brian, 'prompt 0722000111 7 Next day');
    expect(await reportOf('')).toContain(
      SAYS.inPaymentsBeforeByThisTime('KES 7.00', '1 payment', 'KES 100.00'),
    );
    expect(await reportOf('yesterday')).toContain(
      SAYS.inPaymentsBefore('KES 130.00', '2 payments', 'KES 0.00'),
    );
    expect(await reportOf('yesterday me')).toContain(SAYS.paymentsOf);
    expect(await reportOf(`yesterday <@${brian.id}>`)).toContain(SAYS.inPayments('KES 30.00', '1 payment'));
  });

  it('a report is posted in the channel by its button, computed anew, and says as of when', async () => {
    await collect(rig.agent, 'prompt 0712345678 1500 Flour');
    await report(aroundNow());
    await reportIn(directOf(rig.agent));
    await collect(brian, 'prompt 0722000111 500 Soap');
    const message = rig.slack
      .messages(directOf(rig.agent))
      .find(({ text }) => text.startsWith(SAYS.payments));
    if (!message) throw new Error('no report');
    await rig.agent.click(message, 'share_report');
    const [totals, file] = await reportIn(rig.slack.channels.sales);
    expect(totals).toContain(SAYS.inPayments('KES 2,000.00', '2 payments'));
    expect(totals).toContain(SAYS.asItWas);
    expect(totals).not.toContain('[share_report]');
    expect(file).toMatch(/^\[file: Payments, /);
  });

  it('a report whose tables Slack refuses is posted as text', async () => {
    await collect(rig.agent, 'prompt 0712345678 1500 Flour');
    rig.slack.faults.next('chat.postMessage', { kind: 'error', code: 'invalid_blocks' });
    expect(await reportOf(aroundNow())).toContain(
      SAYS.byAgentInPayments('Amina Agent', 'KES 1,500.00', '1 payment'),
    );
  });

  it('a report that is asked for where Teller is not comes as a direct message too', async () => {
    await collect(rig.agent, 'prompt 0712345678 1500 Flour');
    await report(aroundNow(), { channel: rig.slack.channels.finance });
    const [totals] = await reportIn(directOf(rig.agent));
    expect(totals).toContain(SAYS.inPayments('KES 1,500.00', '1 payment'));
    await until(() => noteTo(rig.agent).includes(SAYS.directMessagesWith));
    expect(rig.slack.messages(rig.slack.channels.finance)).toEqual([]);
  });

  it('a report of a time without payments says so, and posts nothing', async () => {
    await report('2020-02');
    await until(() => noteTo(rig.agent).includes(SAYS.noPaymentsInBooksFor('for February 2020')));
    await rig.idle();
    expect(rig.slack.messages(directOf(rig.agent))).toEqual([]);
    expect(rig.slack.files()).toEqual([]);
  });

  it('a report of words that are no period is answered with examples', async () => {
    await report('next tuesday');
    await until(() => noteTo(rig.agent).includes(SAYS.periodExamples));
  });

  it('a report is refused to a guest', async () => {
    await collect(rig.agent, 'prompt 0712345678 1500 Flour');
    const guest = rig.slack.person(rig.slack.users.guest);
    await report(aroundNow(), { by: guest });
    await until(() => noteTo(guest).includes(SAYS.onlyFullMembers));
    await rig.idle();
    expect(rig.slack.messages(directOf(guest))).toEqual([]);
    expect(rig.slack.files()).toEqual([]);
  });
});
