// A report’s message and file as they reach Slack: the columns by their order, not by their titles.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asText, isFields } from '#sandbox/slack/json.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import type { Sent } from './agent.ts';
import { cardOf, follow, request } from './request.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ TIME_ZONE: 'Asia/Dubai' });
  // Noon of a Friday in Dubai.
  rig.clock.advance(Date.parse('2031-01-31T08:00:00Z') - rig.clock.now());
  await rig.idle();
});
afterEach(() => rig.stop());

const pay = (sent: Sent, how = {}) => follow(rig, sent, () => rig.provider.customer.pay(sent.reference, how));
const prompt = (words = '1500 Flour') => request(rig, `prompt 0712345678 ${words}`);

async function cancel(sent: Sent): Promise<Sent> {
  return follow(rig, sent, async () => {
    await rig.agent.command(sent.card.channel, '/pay', `cancel ${sent.reference}`);
    await until(() => rig.slack.modal(rig.agent.id)?.submit);
    await rig.agent.submit();
  });
}

/** Types `/pay report …`; the message, once its file is in its thread. */
async function report(words = 'today', channel = rig.slack.channels.sales): Promise<Message> {
  const direct = rig.slack.dmOf(rig.agent.id);
  const [before, files] = [rig.slack.messages(direct).length, rig.slack.files().length];
  await rig.agent.command(channel, '/pay', `report ${words}`);
  await until(() => rig.slack.files()[files]?.content && rig.slack.messages(direct).length > before);
  const message = rig.slack.messages(direct)[before];
  if (!message) throw new Error('there is no report');
  return message;
}

function fileRows(): string[][] {
  return readCsv(String(rig.slack.files().at(-1)?.content).slice(1));
}

/** As PRODUCT.md lists the columns. */
const [REQUESTED_AT, CURRENCY, REQUESTED, PAID, METHOD, CODE, PAYER] = [2, 3, 4, 5, 7, 8, 9];
const [REFERENCE, TRACKING_ID, ACCOUNT, AGENT, CUSTOMER, DESCRIPTION, WHO, CARD] = [
  10, 11, 12, 13, 14, 15, 16, 17,
];

it.each<[kind: string, make: () => Promise<Sent>, paid: number[], who: string]>([
  ['payment', async () => pay(await prompt()), [1500], ''],
  [
    'payment that somebody accepted',
    async () => {
      const sent = await pay(await prompt(), { amount: 1000 });
      await follow(rig, sent, () => rig.agent.click(cardOf(rig, sent), 'accept_as_paid'));
      return sent;
    },
    [1000],
    'Amina Agent',
  ],
  ['payment after a cancel', async () => pay(await cancel(await prompt())), [1500], 'Amina Agent'],
  [
    'reversal',
    async () => {
      const sent = await pay(await prompt());
      return follow(rig, sent, () => rig.provider.customer.reverse(sent.reference));
    },
    [1500, -1500],
    '',
  ],
])('Report file: the columns of a %s are those of its entry', async (_, make, paid, who) => {
  const sent = await make();
  await report();
  const [titles = [], ...rows] = fileRows();
  expect(titles).toHaveLength(18);
  expect(rows.map((row) => Number(row[PAID]))).toEqual(paid);
  const { order_tracking_id, push_account, payment } = rig.provider.find(sent.reference) ?? {};
  for (const row of rows) {
    expect(row[0]).toBe('2031-01-31');
    const columns = [CURRENCY, REQUESTED, METHOD, CODE, PAYER, REFERENCE, TRACKING_ID, ACCOUNT, AGENT];
    expect(columns.map((column) => row[column])).toEqual([
      ...['KES', '1500', 'M-PESA Kenya', payment?.confirmation_code, payment?.payment_account],
      ...[sent.reference, order_tracking_id, push_account, 'Amina Agent'],
    ]);
    expect([row[CUSTOMER], row[DESCRIPTION], row[WHO]]).toEqual(['', 'Flour', who]);
    expect(row[CARD]).toMatch(
      new RegExp(`/archives/${sent.card.channel}/p${sent.card.ts.replace('.', '')}$`),
    );
  }
});

it('Report file: times are those of TIME_ZONE, which the heading names', async () => {
  const sent = await pay(await prompt());
  await report();
  const [titles = [], row = []] = fileRows();
  expect([titles[1], titles[REQUESTED_AT]].every((title) => title?.includes('Asia/Dubai'))).toBe(true);
  const momentOf = (cell = '') => Date.parse(`${cell.replace(' ', 'T')}+04:00`);
  expect(row[REQUESTED_AT]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(Math.abs(momentOf(row[REQUESTED_AT]) - Number(sent.card.ts) * 1_000)).toBeLessThan(60_000);
  expect(momentOf(row[1])).toBeGreaterThan(momentOf(row[REQUESTED_AT]));
});

it('Report file: the links to its cards cost no call of Slack', async () => {
  for (const words of ['100 Salt', '200 Sugar', '300 Tea']) await pay(await prompt(words));
  const before = rig.slack.callsTo('chat.getPermalink').length;
  await report();
  await rig.idle();
  expect(
    fileRows()
      .slice(1)
      .map((row) => row[CARD] !== ''),
  ).toEqual([true, true, true]);
  // One at most, for the link to the report itself.
  expect(rig.slack.callsTo('chat.getPermalink').length - before).toBeLessThanOrEqual(1);
});

it('Report: the command answers the requester alone with a link to it', async () => {
  await pay(await prompt());
  const { channel, ts } = await report();
  const link = `/archives/${channel}/p${ts.replace('.', '')}`;
  await until(() => JSON.stringify(rig.slack.ephemerals(rig.agent.id)).includes(link));
  expect(JSON.stringify(rig.slack.history(rig.slack.channels.sales))).not.toContain(link);
});

it('Report: a channel shared with another workspace never gets it', async () => {
  await pay(await prompt());
  const { sales, partners } = rig.slack.channels;
  expect(JSON.stringify((await report('today', partners)).blocks)).not.toContain('share_report');
  const message = await report();
  expect(JSON.stringify(message.blocks)).toContain('share_report');
  rig.slack.invite(sales, rig.slack.users.stranger);
  // Who reads a channel is remembered for a while.
  rig.clock.advance(10 * 60_000);
  await rig.idle();
  const [before, answers] = [rig.slack.history(sales).length, rig.slack.ephemerals(rig.agent.id).length];
  await rig.agent.click(message, 'share_report');
  await until(() => rig.slack.ephemerals(rig.agent.id).length > answers);
  await rig.idle();
  expect(rig.slack.history(sales)).toHaveLength(before);
});

it('Report: what is unpaid and what is to review stands in it as it is now', async () => {
  await pay(await prompt('1500 Flour'));
  const unpaid = await request(rig, 'link 777 Fees');
  const review = await pay(await request(rig, 'prompt 0722000001 900 Salt'), { amount: 333 });
  const first = renderMessage(await report());
  expect(first).toContain('KES 777.00 · 1');
  expect(first).toContain('KES 333.00 · 1');
  await cancel(unpaid);
  await follow(rig, review, () => rig.agent.click(cardOf(rig, review), 'accept_as_paid'));
  const second = renderMessage(await report());
  expect(second).not.toContain('KES 777.00');
  expect(second).not.toContain('KES 333.00');
});

it('Report: amounts and counts of its tables are numbers that Slack can sort', async () => {
  await pay(await prompt('1500 Flour'));
  await pay(await request(rig, 'prompt 0733123456 900 Salt'));
  const tables = (await report()).blocks?.filter(({ type }) => type === 'data_table') ?? [];
  const numbersOf = (table: unknown) =>
    [...JSON.stringify(table).matchAll(/"type":"raw_number","value":([\d.]+)/g)].map(([, value]) =>
      Number(value),
    );
  expect(tables.map(numbersOf)).toEqual([
    [1500, 1, 900, 1],
    [2400, 2],
  ]);
});

it.each([
  [1, 0],
  [2, 2],
  [20, 20],
  [21, 4],
  [130, 19],
  [140, 5],
])('Report of %s days: its chart has %s points', async (days, points) => {
  await pay(await prompt());
  const first = new Date(Date.parse('2031-02-01') - days * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const { blocks = [] } = await report(`${first}..2031-01-31`);
  const charts = blocks.filter(({ type }) => type === 'data_visualization');
  expect(charts.length).toBe(points === 0 ? 0 : 1);
  if (points === 0) return;
  const chart = charts[0]?.['chart'];
  const axis = isFields(chart) && isFields(chart['axis_config']) ? chart['axis_config'] : {};
  expect(axis['categories']).toHaveLength(points);
  expect(asText(blocks.at(-1)?.type)).toBe('data_visualization');
});
