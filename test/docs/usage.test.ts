// What README and docs/usage.md say to whoever uses Teller, compared with the code: commands, buttons, shortcuts, steps.
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseMsisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { MAX_DAYS, readPeriod } from '#payments/reports/period.ts';
import { homeView } from '#slack/cards/home.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { statusCard } from '#slack/cards/status.ts';
import { ALERT_MODES } from '#slack/delivery/alert-channels.ts';
import { outcomeView } from '#slack/forms/outcome.ts';
import { OTHER_WORDS, readFirstWord } from '#slack/tasks/first-word.ts';
import { COMMAND_WORDS, helpMessage } from '#slack/tasks/help.ts';
import { unwrap } from '#slack/text/unwrap.ts';
import { repliesOf, sendPrompt } from '#test/journeys/agent.ts';
import { startRig } from '#test/journeys/rig.ts';
import { readManifest, type StepParameter } from '#test/manifest.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { EVERY_STATE_AND_KIND, FAILURE, orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { readLinkWords, readPromptWords } from '#test/slack/forms/kenyan-words.ts';
import { codeIn, documentAt, quotedIn } from './documents.ts';

const COMMANDS = 'What people can do';
const AFTER_THE_COMMAND = 'Words after the command';
const WITHOUT_A_COMMAND = 'Without a command';
const { features, functions } = readManifest();
const readme = documentAt('README.md');
const usage = documentAt('docs/usage.md');
const paragraph = (title: string, start: string) =>
  usage
    .section(title)
    .split('\n\n')
    .find((text) => text.trim().startsWith(start)) ?? '';

it('docs/usage.md shows a thread as it really looks', async () => {
  const rig = await startRig();
  onTestFinished(rig.stop);
  const { card, reference } = await sendPrompt(rig, {
    id: 'INV-2041',
    first_name: 'Jane',
    last_name: 'Wanjiru',
  });
  await rig.provider.customer.decline(reference);
  await repliesOf(rig, card, 1, '00 not paid');
  rig.clock.advance(60_000);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 2, '00 paid ·');

  const plain = (text: string) =>
    text
      .replace(/([A-Z][a-z]{2} \d+, \d{4} )?\d+:\d{2} [AP]M/g, 'TIME')
      .replace(/\bS\d{4}K\d{4}\b/g, 'CODE')
      .replace(/:white_check_mark:/g, '✅')
      .replace(/[│*]|[┌└]─+|\(edited\)/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const shown = rig.slack
    .thread(card.channel, card.ts)
    .map((message) => `Teller ${renderMessage(message, { nameOf: rig.slack.nameOf })}`);
  const [drawn = ''] = usage.drawings('A card and its thread');
  expect(plain(drawn)).toBe(plain(`#sales ${shown.join(' ')}`));
});

describe('the README’s table of commands', () => {
  it('has every word of Teller in the order of its help', () => {
    const words = readme.rows(COMMANDS).map(([usage = '']) => /^\/pay (\w+)/.exec(usage)?.[1]);
    expect(words).toEqual([...COMMAND_WORDS]);
  });

  it('writes each as the help does, which alone does not list itself', () => {
    const offered = codeIn(unwrap(JSON.stringify(helpMessage('/pay').blocks)));
    expect(readme.rows(COMMANDS).map(([words]) => words)).toEqual([...offered, '/pay help']);
  });

  it('is for the command of the manifest', () => {
    expect(features.slash_commands.map(({ command }) => command)).toEqual(['/pay']);
  });
});

describe('docs/usage.md', () => {
  it('says of every first word what it means, and of no other', () => {
    const rows = usage.tables(AFTER_THE_COMMAND).flatMap(([words = '', meaning = '']) => {
      const [meant = ''] = codeIn(meaning);
      const isWord = COMMAND_WORDS.includes(meant.split(' ')[0] ?? '');
      return !isWord ? [] : codeIn(words).map((typed) => ({ typed: typed.replace('/pay ', ''), meant }));
    });
    for (const { typed, meant } of rows) {
      const [task = '', ...words] = meant.split(' ');
      expect(readFirstWord(typed), typed).toMatchObject({
        task,
        words: words.join(' ') || expect.any(String),
      });
    }
    const named = rows.map(({ typed }) => typed).filter((typed) => !/\d/.test(typed));
    expect(named).toEqual([...OTHER_WORDS]);
  });

  it('names only amounts that are understood', () => {
    const amounts = codeIn(paragraph(AFTER_THE_COMMAND, 'Amounts'));
    expect(amounts.length).toBeGreaterThan(3);
    for (const amount of amounts) expect(readLinkWords(amount), amount).toHaveProperty('amount');
  });

  it('shows orders of the words that all mean the same', () => {
    const ways = codeIn(paragraph(AFTER_THE_COMMAND, '- `0712345678 1500'));
    expect(ways.length).toBeGreaterThan(3);
    for (const words of ways) {
      const { phone = '', amount, description, warnings } = readPromptWords(words);
      expect(parseMsisdn(phone, 'KE'), words).toEqual({ ok: true, value: '254712345678' });
      expect({ amount, description, warnings }, words).toEqual({ amount: '1500', description: 'Flour' });
    }
  });

  it('shows as doubtful only words for which a form would ask', () => {
    const [, table = ''] = usage.section(AFTER_THE_COMMAND).split('Teller does not guess.');
    const rows = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, words = '']) => words);
    expect(rows.length).toBeGreaterThan(3);
    for (const words of rows) {
      const { amount, warnings = [] } = readPromptWords(words);
      expect({ amount, isAsked: warnings.length > 0 }, words).toEqual({ isAsked: true });
    }
    const checked = codeIn(paragraph(AFTER_THE_COMMAND, 'Some readings'));
    expect(
      checked.map((words) => [readPromptWords(words).amount, readPromptWords(words).warnings?.length]),
    ).toEqual([
      ['2500', 1],
      ['30450', 1],
      ['1500', 1],
    ]);
  });

  it('names only periods that are understood, every one with a name among them', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const periods = codeIn(paragraph(AFTER_THE_COMMAND, 'Periods of a report')).map((words) =>
      readPeriod(words, { now, timeZone: 'Africa/Nairobi' }),
    );
    const names = periods.map((read) => (read.ok ? (read.value.name ?? 'days') : read.fault));
    expect(new Set(names)).toEqual(
      new Set(['today', 'yesterday', 'week', 'month', 'last week', 'last month', 'days']),
    );
    expect(paragraph(AFTER_THE_COMMAND, 'Periods of a report')).toContain(`at most ${MAX_DAYS} days`);
  });

  it('says what each way of alerts means', () => {
    const list = [...usage.section('Alerts of a channel').matchAll(/^- `(\w+)`: \S/gm)];
    expect(list.map(([, mode]) => mode)).toEqual([...ALERT_MODES]);
  });
});

describe('what docs/usage.md offers without a command', () => {
  const named = (first: string) =>
    [...new Set(quotedIn(usage.rowOf(WITHOUT_A_COMMAND, first)[1] ?? ''))].sort();
  const namesOf = (type: 'global' | 'message') =>
    features.shortcuts.filter((shortcut) => shortcut.type === type).map(({ name }) => name);

  it('are the shortcuts of the manifest', () => {
    expect(named('the shortcuts, anywhere in Slack')).toEqual(namesOf('global').sort());
    expect(named('the menu of any message')).toEqual(namesOf('message').sort());
  });

  it('are words that a mention and a direct message understand', () => {
    const wordsIn = (row: string) => codeIn(usage.rowOf(WITHOUT_A_COMMAND, row)[1] ?? '');
    const tasksOf = (words: readonly string[]) => words.map((text) => readFirstWord(text).task);
    expect(tasksOf(wordsIn('any thread').map((code) => code.replace('@Teller ', '')))).toEqual([
      'find',
      'help',
    ]);
    const [command, ...direct] = wordsIn('a direct message to Teller');
    expect(command).toBe('/pay');
    expect(tasksOf(direct)).toEqual(['find', 'open', 'report', 'help', 'prompt']);
  });

  it('are the buttons of cards in all their states', () => {
    const unanswered = orderIn('pending', 'prompt', { noPinAt: 1 });
    const paidTooLittle = orderIn('review', 'prompt', {
      payments: [{ ...PAYMENT, paid: { amount: '1', currency: 'KES' } }],
    });
    const { approval } = orderIn('waiting', 'prompt');
    const approvedLate = orderIn(
      'waiting',
      'prompt',
      approval && { approval: { ...approval, state: 'approved' } },
    );
    const orders = EVERY_STATE_AND_KIND.map(([state, kind]) => orderIn(state, kind));
    const cards = [...orders, unanswered, paidTooLittle, approvedLate].map(orderCard);
    const labels = labelsIn(cards).map((label) => label.replace(/KES [\d,.]+/, 'KES …'));
    expect(named('a card')).toEqual(labels);
  });

  it('are the buttons of answers', () => {
    const order = orderIn('pending', 'link');
    const how = { query: 'INV-1', cardUrl: 'https://slack.test/1', canShare: true, now: order.changedAt };
    const paid = orderIn('paid', 'prompt');
    const answers = [{ order }, { order, stale: FAILURE }, { order: paid }].map((found) =>
      statusCard({ status: 'ours', ...found }, how),
    );
    expect(named('an answer to a look-up')).toEqual(labelsIn(answers));
    const outcome = outcomeView('Payment link', order);
    expect(named('the window after sending a link')).toEqual(labelsIn(outcome));
  });

  it('are the buttons of Home with more open orders than it shows, and of an approver’s', () => {
    const listed = (order: Order) => ({ order, cardUrl: undefined });
    const pair = [orderIn('pending', 'prompt'), orderIn('failed', 'link')].map(listed);
    const open = Array.from({ length: 8 }, () => pair).flat();
    const sums = [{ money: { amount: '1', currency: 'KES' }, count: open.length }];
    const work = { today: [], open: sums, isAll: true };
    const order = orderIn('waiting', 'prompt');
    const waiting = order.approval ? [{ order, request: order.approval, cardUrl: undefined }] : [];
    const views = [true, false].map((isOn) =>
      homeView({
        open,
        work,
        recent: [listed(orderIn('paid', 'link'))],
        approver: { waiting, isToldDirectly: isOn },
        switches: { isToldOfPaid: isOn, isReminded: isOn },
        now: 0,
      }),
    );
    expect(named("Teller's Home tab")).toEqual(labelsIn(views));
  });

  it('are the steps of the manifest, with all that they ask for and hand on', () => {
    const titles = Object.values(functions).map(({ title }) => title);
    expect(named('Workflow Builder')).toEqual([...titles].sort());
    const listed = (parameters: Record<string, StepParameter>) =>
      Object.values(parameters)
        .map(({ title }) => title.toLowerCase())
        .join(', ');
    for (const step of Object.values(functions)) {
      expect(usage.rowOf('Steps of Workflow Builder', `*${step.title}*`).slice(1)).toEqual([
        listed(step.input_parameters),
        listed(step.output_parameters),
      ]);
    }
  });
});

/** The labels of all buttons and of all items of menus in it, each once, in order of the alphabet. */
function labelsIn(shown: unknown): string[] {
  const text = JSON.stringify(shown);
  const pressed = [
    ...text.matchAll(/"type":"button".*?"text":"([^"]+)"/g),
    ...text.matchAll(/\{"text":\{"type":"plain_text","text":"([^"]+)"\},"value":/g),
  ];
  return [...new Set(pressed.map(([, label = '']) => label))].sort();
}
