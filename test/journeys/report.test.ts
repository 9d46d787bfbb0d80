// Agents collect payments, and somebody asks for the totals and the payments behind them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#lib/days.ts';
import type { PayDetails } from '#sandbox/provider/customer.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { repliesOf, type Sent, theCard, tick } from './agent.ts';
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
const aroundNow = () => `${dayOf(rig.clock.now() - DAY_MS)}..${dayOf(rig.clock.now() + DAY_MS)}`;

/** An agent sends a prompt or link, and the customer pays. So long after the last one that Slack's limit of posts delays nothing. */
async function collect(agent: Person, words: string, how: PayDetails = {}): Promise<Sent> {
  rig.clock.advance(10_000);
  await agent.command(rig.slack.channels.sales, '/pay', words);
  await until(() => /\[(Send prompt|Create link)\]/.test(rig.readModal(agent)));
  await agent.submit();
  await until(() => /is being asked|is ready|☐/.test(rig.readModal(agent)));
  if (rig.readModal(agent).includes('☐')) await tick(rig, agent);
  await until(() => /is being asked|is ready/.test(rig.readModal(agent)));
  const sent = await theCard(rig, 'Waiting for');
  await rig.provider.customer.pay(sent.reference, how);
  await repliesOf(rig, sent.card, 1, '*Paid');
  return sent;
}

async function report(words: string, { by = rig.agent, channel = rig.slack.channels.sales } = {}) {
  await by.command(channel, '/pay', `report ${words}`);
}

/** The report and the messages of its thread, once the file is there. */
async function reportIn(channel: string): Promise<string[]> {
  const find = () => rig.slack.messages(channel).find(({ text }) => text.startsWith('Payments of'));
  await until(() => {
    const found = find();
    return found && rig.slack.thread(channel, found.ts).length > 1;
  });
  return rig.slack
    .thread(channel, find()?.ts ?? '')
    .map((message) => renderMessage(message, { nameOf: rig.slack.nameOf }));
}

function rowsOfFile(): Record<string, string>[] {
  const [file, ...more] = rig.slack.files();
  expect(more).toEqual([]);
  const text = String(file?.content);
  expect(text.startsWith('\ufeff')).toBe(true);
  const [titles = [], ...records] = readCsv(text.slice(1));
  return records.map((record) =>
    Object.fromEntries(titles.map((title, index) => [title, record[index] ?? ''])),
  );
}

const noteTo = (person: Person) => rig.slack.ephemerals(person.id).at(-1)?.text ?? '';

describe('a report', () => {
  it('a report has the totals by currency, method and agent in the channel, and every payment as a file in its thread', async () => {
    const first = await collect(rig.agent, 'prompt 0712345678 1500.50 =HYPERLINK("https://evil.example")');
    await collect(brian, 'prompt 0712345678 500 Soap');
    await collect(brian, 'link 12.50 USD Consulting', { payment_method: 'Visa' });
    await collect(rig.agent, 'link 2500 Fees', { amount: 2000 });
    const returned = await collect(brian, 'prompt 0712345678 900 Shoes');
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(returned.reference);
    await repliesOf(rig, returned.card, 2, '*Paid back');

    await report(aroundNow());
    const [totals = '', file, ...more] = await reportIn(rig.slack.channels.sales);
    for (const line of [
      'KES 4,000.50 in 3 payments',
      '• M-PESA Kenya: KES 4,000.50 in 3 payments',
      '• Amina Agent: KES 3,500.50 in 2 payments',
      '• Brian Agent: KES 500.00 in 1 payment',
      'USD 12.50 in 1 payment',
      '• Visa: USD 12.50 in 1 payment',
      '• Brian Agent: USD 12.50 in 1 payment',
      'Paid back to customers, and not counted in the totals: KES 900.00 in 1 payment.',
    ])
      expect(totals.split('\n')).toContain(line);
    expect(totals).toContain('1 payment is not what was asked.');
    expect(totals).toContain('Days begin at midnight in Nairobi.');
    expect(file).toMatch(/^\[file: Payments of /);
    expect(more).toEqual([]);

    const rows = rowsOfFile();
    const shown = rows.map((row) =>
      ['Amount', 'Currency', 'In the totals', 'State', 'Agent'].map((title) => row[title]),
    );
    expect(shown.sort()).toEqual([
      ['12.5', 'USD', 'yes', 'Paid', 'Brian Agent'],
      ['1500.5', 'KES', 'yes', 'Paid', 'Amina Agent'],
      ['2000', 'KES', 'yes', 'Paid, but not what was asked: please review', 'Amina Agent'],
      ['500', 'KES', 'yes', 'Paid', 'Brian Agent'],
      ['900', 'KES', 'no', 'Paid back to the customer', 'Brian Agent'],
    ]);
    expect(rows.find((row) => row['Reference'] === first.reference)).toMatchObject({
      Description: `'=HYPERLINK("https://evil.example")`,
      Phone: '254 7•• ••• 678',
      'Paid at': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/),
    });
    expect(String(rig.slack.files()[0]?.content)).not.toContain('712345678');
  });

  it('a report that is asked for where Teller is not comes as a direct message', async () => {
    await collect(rig.agent, 'prompt 0712345678 1500 Flour');
    await report(aroundNow(), { channel: rig.slack.channels.finance });
    const [totals] = await reportIn(rig.slack.dmOf(rig.agent.id));
    expect(totals).toContain('KES 1,500.00 in 1 payment');
    await until(() => noteTo(rig.agent).includes('direct messages with Teller'));
    expect(rig.slack.messages(rig.slack.channels.finance)).toEqual([]);
  });

  it('a report of a time without payments says so, and posts nothing', async () => {
    await report('2020-02');
    await until(() => noteTo(rig.agent).includes('There are no payments of 2020-02-01 to 2020-02-29.'));
    await rig.idle();
    expect(rig.slack.messages(rig.slack.channels.sales)).toEqual([]);
    expect(rig.slack.files()).toEqual([]);
  });

  it('a report of words that are no period is answered with examples', async () => {
    await report('last tuesday');
    await until(() => noteTo(rig.agent).includes('2026-10-01..2026-10-15'));
    expect(noteTo(rig.agent)).toContain('Use today, yesterday, week, month');
  });

  it('a report is refused to a guest', async () => {
    await collect(rig.agent, 'prompt 0712345678 1500 Flour');
    const guest = rig.slack.person(rig.slack.users.guest);
    await report(aroundNow(), { by: guest });
    await until(() => noteTo(guest).includes('full members'));
    await rig.idle();
    expect(
      rig.slack.messages(rig.slack.channels.sales).filter(({ text }) => text.startsWith('Payments of')),
    ).toEqual([]);
    expect(rig.slack.files()).toEqual([]);
  });
});
