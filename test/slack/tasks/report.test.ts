// What whoever asks for a report gets: a direct message with the file in its thread, and a link to it.
import { describe, expect, test } from 'vitest';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { startReportRig } from './report-rig.ts';

describe('a report', () => {
  test('a report comes as a direct message with its file in the thread, and the command answers with a link to it', async () => {
    const { slack, replies, direct, answers, ask, keep, threadIn } = await startReportRig();
    await keep('A');
    await keep('B', { agent: slack.users.secondAgent });
    await ask('today');
    const [card, file, ...more] = threadIn(direct);
    expect(card).toContain('KES 200.00 in 2 payments');
    expect(card).toContain('| Amina Agent | KES 100.00 | 1 |');
    expect(card).toContain('| Brian Agent | KES 100.00 | 1 |');
    expect(card).toContain('[Post to channel]');
    expect(file).toMatch(/^\[file: Payments, \w+day \d+ \w+ \d{4}\]$/);
    expect(more).toEqual([]);
    expect(slack.messages(slack.channels.sales)).toEqual([]);
    expect(answers()).toEqual([expect.stringContaining('in your direct messages')]);
    const [message] = slack.messages(direct);
    const url = `https://sandbox.slack.com/archives/${direct}/p${message?.ts.replace('.', '')}`;
    expect(JSON.stringify(replies[0]?.blocks)).toContain(url);
    const [stored] = slack.files();
    expect(stored?.name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    const [titles = [], ...records] = readCsv(String(stored?.content).slice(1));
    const agents = records.map((record) => record[titles.indexOf('Agent')]);
    expect(agents).toEqual(['Amina Agent', 'Brian Agent']);
  });

  test('a report links each line of its file to the card, of a charge to the card of its recurring order', async () => {
    const { slack, ask, keep } = await startReportRig();
    const card = { channel: 'C7', ts: '1700000000.000100', contentHash: 'x' };
    await keep('A', { card });
    await keep('B', { kind: 'charge', chargeOf: referenceOf('A') });
    await keep('C');
    await ask();
    const [titles = [], ...records] = readCsv(String(slack.files()[0]?.content).slice(1));
    const url = 'https://sandbox.slack.com/archives/C7/p1700000000000100';
    expect(records.map((record) => record[titles.indexOf('Card')])).toEqual([url, url, '']);
    expect(slack.callsTo('chat.getPermalink')).toEqual([]);
  });

  test('a report asks Slack for each name once, and shows the id of a person whom Slack does not know', async () => {
    const { slack, direct, ask, keep, threadIn } = await startReportRig();
    await keep('A');
    await keep('B');
    await keep('C', { agent: 'U0NOBODY00' });
    await ask();
    await ask();
    expect(threadIn(direct)[0]).toContain('| U0NOBODY00 | KES 100.00 | 1 |');
    const asked = slack.callsTo('users.info').map(({ args }) => args['user']);
    expect(asked.filter((user) => user === slack.users.agent)).toHaveLength(1);
  });

  test.each(['me', 'today by me', '<@AGENT> today', 'today of <@AGENT|amina>'])(
    'a report of %j has the payments and the open orders of that person alone',
    async (words) => {
      const { slack, store, direct, ask, keep, threadIn } = await startReportRig();
      await keep('A');
      await keep('B', { agent: slack.users.secondAgent });
      const amount = { amount: '7', currency: 'KES' };
      for (const agent of [slack.users.agent, slack.users.secondAgent])
        await store.orders.insert(sampleOrder(`O-${agent}`, { agent, state: 'pending', amount }));
      await ask(words.replace('AGENT', slack.users.agent));
      const [card] = threadIn(direct);
      expect(card).toContain('Payments of Amina Agent, ');
      expect(card).toContain('KES 100.00 in 1 payment ·');
      expect(card).toContain('*Still unpaid now*\nKES 7.00 · 1');
    },
  );

  test.each(['<@U0A> <@U0B>', 'today by <@U0A> and me', '<@U0A> 2026-10 <@U0B>'])(
    'a report of %j is asked for again with one name, because it is about one person or everybody',
    async (words) => {
      const { slack, answers, ask, keep } = await startReportRig();
      await keep('A');
      await ask(words);
      expect(answers()).toEqual([expect.stringMatching(/one person or about everybody\. .*name one/i)]);
      expect(slack.callsTo('chat.postMessage')).toEqual([]);
    },
  );

  test('a report that names one person twice is that person’s', async () => {
    const { slack, direct, ask, keep, threadIn } = await startReportRig();
    await keep('A');
    await keep('B', { agent: slack.users.secondAgent });
    await ask(`<@${slack.users.agent}> me`);
    expect(threadIn(direct)[0]).toContain('Payments of Amina Agent, ');
  });

  test('a report says what is still unpaid and to review now, and leaves out what Teller no longer checks', async () => {
    const { store, direct, ask, keep, threadIn } = await startReportRig();
    await keep('A');
    await keep('B', { state: 'review', amount: { amount: '90', currency: 'KES' } });
    const open = { state: 'pending', amount: { amount: '50', currency: 'KES' } } as const;
    await store.orders.insert(sampleOrder('C', open));
    await store.orders.insert(sampleOrder('D', { ...open, checksEndedAt: 1 }));
    await store.orders.insert(sampleOrder('E', { ...open, state: 'failed' }));
    await ask();
    const [card] = threadIn(direct);
    expect(card).toContain('*Still unpaid now*\nKES 50.00 · 1');
    expect(card).toContain('*To review now*\nKES 100.00 · 1');
  });

  test('a report asked for in the direct message needs no answer, and cannot be posted from there', async () => {
    const { replies, direct, ask, keep, threadIn } = await startReportRig();
    await keep('A');
    await ask('', direct);
    expect(threadIn(direct)).toHaveLength(2);
    expect(threadIn(direct)[0]).not.toContain('[Post to channel]');
    expect(replies).toEqual([]);
  });

  test('a report asked for in a channel that another workspace reads cannot be posted there', async () => {
    const { slack, direct, ask, keep, threadIn } = await startReportRig();
    await keep('A');
    await ask('', slack.channels.partners);
    expect(threadIn(direct)[0]).not.toContain('[Post to channel]');
  });

  test.each([
    [{ kind: 'reset' }, 'did not say whether it took the report'],
    [{ kind: 'rateLimited', retryAfterSeconds: 30 }, 'Slack asks Teller to go slower'],
    [{ kind: 'error', code: 'restricted_action' }, 'did not take the report'],
  ] as const)('a report that Slack does not take is answered with why (%#)', async (fault, words) => {
    const { slack, direct, answers, ask, keep } = await startReportRig();
    await keep('A');
    slack.faults.next('chat.postMessage', fault);
    await ask();
    expect(slack.messages(direct)).toEqual([]);
    expect(answers()).toEqual([expect.stringContaining(words)]);
  });

  test('a report whose tables Slack refuses is posted as text, and the log says so once', async () => {
    const { slack, warnings, direct, ask, keep } = await startReportRig();
    await keep('A');
    for (let times = 0; times < 2; times += 1) {
      slack.faults.next('chat.postMessage', { kind: 'error', code: 'invalid_blocks' });
      await ask('week');
    }
    const cards = slack.messages(direct).filter(({ thread_ts, ts }) => !thread_ts || thread_ts === ts);
    for (const card of cards) {
      expect(renderMessage(card)).toContain('• Amina Agent: KES 100.00 in 1 payment');
      expect(renderMessage(card)).not.toContain('[table');
    }
    expect(cards).toHaveLength(2);
    expect(warnings).toEqual([expect.stringContaining('posted as text')]);
  });

  test.each([
    ['files.getUploadURLExternal', { kind: 'error', code: 'missing_scope' }, 'needs the scope files:write'],
    ['files.getUploadURLExternal', { kind: 'rateLimited', retryAfterSeconds: 9 }, 'to go slower'],
    ['upload', { kind: 'http500' }, 'did not say whether it took the file'],
    ['files.completeUploadExternal', { kind: 'error', code: 'file_not_found' }, '(file_not_found)'],
  ] as const)('a report whose file fails at %s says so in its thread (%#)', async (step, fault, words) => {
    const { slack, replies, direct, ask, keep, threadIn } = await startReportRig();
    await keep('A');
    slack.faults.next(step, fault);
    await ask('', direct);
    expect(threadIn(direct)).toEqual([expect.stringContaining('KES 100.00'), expect.stringContaining(words)]);
    expect(replies).toEqual([]);
  });

  test('a report of a period without payments says so to the person alone, and has no file', async () => {
    const { slack, answers, ask, keep } = await startReportRig();
    await keep('A', { state: 'failed' });
    await keep('B');
    await ask('2020-02');
    expect(answers()).toEqual([
      expect.stringMatching(/no payments in the books for February 2020\. Days begin at midnight in Nairobi/),
    ]);
    expect(slack.callsTo('chat.postMessage')).toEqual([]);
    expect(slack.files()).toEqual([]);
  });

  test('a report of a day without payments says so when the day still takes some', async () => {
    const { answers, ask } = await startReportRig();
    await ask('today');
    await ask('2020-02');
    const [today, closed] = answers();
    expect(today).toMatch(/no payments in the books for today, .*\. Not final.* payments of .* still count/);
    expect(closed).not.toContain('Not final');
  });

  test.each([
    ['tuesday', 'Use today, yesterday, week, month,'],
    ['2026-02-30', 'There is no such day'],
    ['2020-01-02..2020-01-01', 'ends before it begins'],
    ['2020-01..2022-01', 'at most 366 days'],
    ['9000-01', 'has not begun yet'],
  ])('a report asked for as %j is answered with how to ask', async (words, expected) => {
    const { slack, answers, ask, keep } = await startReportRig();
    await keep('A');
    await ask(words);
    expect(answers()).toEqual([expect.stringContaining(expected)]);
    expect(slack.callsTo('chat.postMessage')).toEqual([]);
  });
});
