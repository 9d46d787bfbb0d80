// The task behind `/pay report`, with a real store and the stand-in for Slack, without the bot around it.
import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import { createOutbound } from '#slack/delivery/outbound.ts';
import { createReportTask } from '#slack/tasks/report.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { silentLogger } from '#test/sandbox/slack/silent-logger.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

let slack: SlackSandbox;
let store: Store;
let task: ReturnType<typeof createReportTask>;
let replies: string[];
beforeEach(async () => {
  slack = await startSlackSandbox({ signingSecret: 'secret', botToken: 'xoxb-1' });
  store = await openStore('sqlite::memory:', { clock: systemClock });
  const client = new WebClient('xoxb-1', {
    slackApiUrl: slack.apiUrl,
    logger: silentLogger,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  replies = [];
  task = createReportTask({
    orders: store.orders,
    client,
    outbound: createOutbound(client),
    channelAccess: createChannelAccess(client),
    clock: systemClock,
    timeZone: 'Africa/Nairobi',
  });
});
afterEach(async () => {
  await slack.stop();
  await store.close();
});

const ask = (words = '', channel = slack.channels.sales) =>
  task({
    userId: slack.users.agent,
    channel,
    words,
    reply: async (text) => {
      replies.push(text);
    },
  });

async function keep(name: string, own: Partial<Order> = {}): Promise<void> {
  const payment = {
    paid: { amount: '100', currency: 'KES' },
    method: 'MpesaKE',
    confirmationCode: 'SCJ8JQ26SW',
    payer: '2547xxx45678',
    paidAt: Date.now(),
  };
  await store.orders.insert(sampleOrder(name, { state: 'paid', agent: slack.users.agent, payment, ...own }));
}

function threadIn(channel: string): string[] {
  const [root] = slack.messages(channel);
  return root ? slack.thread(channel, root.ts).map((message) => renderMessage(message)) : [];
}

describe('a report', () => {
  test('a report is posted in the channel of the command, with the payments as a file in its thread', async () => {
    await keep('A');
    await keep('B', { agent: slack.users.secondAgent });
    await ask('today');
    const [card, file, ...more] = threadIn(slack.channels.sales);
    expect(card).toContain('KES 200.00 in 2 payments');
    expect(card).toContain('• Amina Agent: KES 100.00 in 1 payment');
    expect(card).toContain('• Brian Agent: KES 100.00 in 1 payment');
    expect(file).toMatch(/^\[file: Payments of today, \d{4}-\d\d-\d\d\]$/);
    expect([more, replies]).toEqual([[], []]);
    const [stored] = slack.files();
    expect(stored?.name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    const records = readCsv(String(stored?.content).slice(1));
    expect(records.slice(1).map((record) => record.at(-3))).toEqual(['Amina Agent', 'Brian Agent']);
  });

  test('a report asks Slack for each name once, and shows the id of a person whom Slack does not know', async () => {
    await keep('A');
    await keep('B');
    await keep('C', { agent: 'U0NOBODY00' });
    await ask();
    await ask();
    expect(threadIn(slack.channels.sales)[0]).toContain('• U0NOBODY00: KES 100.00 in 1 payment');
    const asked = slack.callsTo('users.info').map(({ args }) => args['user']);
    expect(asked.filter((user) => user === slack.users.agent)).toHaveLength(1);
  });

  test.each(['finance', 'leads'] as const)(
    'a report asked for in %s, where Teller is not, is a direct message, and says so',
    async (name) => {
      await keep('A');
      await ask('', slack.channels[name]);
      expect(slack.messages(slack.channels[name])).toEqual([]);
      expect(threadIn(slack.dmOf(slack.users.agent))).toEqual([
        expect.stringContaining('KES 100.00'),
        expect.stringContaining('[file: '),
      ]);
      expect(replies).toEqual([expect.stringContaining('direct messages with Teller')]);
    },
  );

  test('a report asked for in the direct message is posted there, without a note that it is elsewhere', async () => {
    await keep('A');
    await ask('', slack.channels.dm);
    expect(threadIn(slack.channels.dm)).toHaveLength(2);
    expect(replies).toEqual([]);
  });

  test('a report that Slack refuses in the channel is posted to the person directly', async () => {
    await keep('A');
    slack.faults.next('chat.postMessage', { kind: 'error', code: 'restricted_action' });
    await ask();
    expect(threadIn(slack.channels.dm)).toHaveLength(2);
    expect(replies).toEqual([expect.stringContaining('direct messages with Teller')]);
  });

  test('a report is not posted twice when Slack’s answer to the post is lost', async () => {
    await keep('A');
    slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await ask();
    expect(slack.messages(slack.channels.sales)).toHaveLength(1);
    expect(threadIn(slack.channels.sales)).toHaveLength(2);
    expect(replies).toEqual([]);
  });

  test.each([
    [{ kind: 'reset' }, 'did not say whether it took the report'],
    [{ kind: 'rateLimited', retryAfterSeconds: 30 }, 'Slack asks Teller to go slower'],
  ] as const)(
    'a report that Slack does not take is answered with why, to the person alone (%#)',
    async (fault, words) => {
      await keep('A');
      slack.faults.next('chat.postMessage', fault);
      await ask();
      expect(slack.messages(slack.channels.sales)).toEqual([]);
      expect(replies).toEqual([expect.stringContaining(words)]);
    },
  );

  test.each([
    ['files.getUploadURLExternal', { kind: 'error', code: 'missing_scope' }, 'needs the scope files:write'],
    ['files.getUploadURLExternal', { kind: 'rateLimited', retryAfterSeconds: 9 }, 'to go slower'],
    ['upload', { kind: 'http500' }, 'did not say whether it took the file'],
    ['files.completeUploadExternal', { kind: 'error', code: 'file_not_found' }, '(file_not_found)'],
  ] as const)('a report whose file fails at %s says so in its thread (%#)', async (step, fault, words) => {
    await keep('A');
    slack.faults.next(step, fault);
    await ask();
    expect(threadIn(slack.channels.sales)).toEqual([
      expect.stringContaining('KES 100.00'),
      expect.stringContaining(words),
    ]);
    expect(replies).toEqual([]);
  });

  test('a report whose file fails, and the note about that in the thread too, is answered to the person alone', async () => {
    await keep('A');
    slack.faults.next('files.getUploadURLExternal', { kind: 'error', code: 'missing_scope' });
    slack.faults.next('chat.postMessage', { kind: 'slow', ms: 0 });
    slack.faults.next('chat.postMessage', { kind: 'error', code: 'is_archived' });
    await ask();
    expect(threadIn(slack.channels.sales)).toHaveLength(1);
    expect(replies).toEqual([expect.stringContaining('needs the scope files:write')]);
  });

  test('a report of a period without payments says so to the person alone, and has no file', async () => {
    await keep('A', { state: 'failed' });
    await keep('B');
    await ask('2020-02');
    expect(replies).toEqual([
      expect.stringMatching(
        /^There are no payments of 2020-02-01 to 2020-02-29\. Days begin at midnight in Nairobi/,
      ),
    ]);
    expect(slack.callsTo('chat.postMessage')).toEqual([]);
    expect(slack.files()).toEqual([]);
  });

  test.each([
    ['tuesday', 'Use today, yesterday, week, month,'],
    ['2026-02-30', 'There is no such day'],
    ['2020-01-02..2020-01-01', 'ends before it begins'],
    ['2020-01..2022-01', 'at most 366 days'],
    ['9000-01', 'has not begun yet'],
  ])('a report asked for as %j is answered with how to ask', async (words, expected) => {
    await keep('A');
    await ask(words);
    expect(replies).toEqual([expect.stringContaining(expected)]);
    expect(slack.callsTo('chat.postMessage')).toEqual([]);
  });
});
