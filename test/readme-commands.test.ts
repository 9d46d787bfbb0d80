// What the README says to whoever uses Teller: its words, its buttons and shortcuts, and its sentences in trouble.
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_DAYS, readPeriod } from '#payments/reports/period.ts';
import { homeView } from '#slack/cards/home.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { statusCard } from '#slack/cards/status.ts';
import { ALERT_MODES } from '#slack/delivery/alert-channels.ts';
import { readLinkWords } from '#slack/forms/command-words.ts';
import { outcomeView } from '#slack/forms/outcome.ts';
import { COMMAND_WORDS, helpMessage } from '#slack/tasks/help.ts';
import { readManifest, type StepParameter } from './manifest.ts';
import { codeIn, file, quotedIn, ROOT, rowOf, rows, section, tables } from './readme.ts';
import { EVERY_STATE_AND_KIND, FAILURE, orderIn } from './slack/every-order.ts';

const COMMANDS = 'Commands';
const { features, functions } = readManifest();
/** The paragraph or list that begins so. */
const part = (start: string) =>
  section(COMMANDS)
    .split(/\n\n(?!- )/)
    .find((text) => text.trim().startsWith(start)) ?? '';

describe('its table of commands', () => {
  it('has every word of Teller in the order of its help', () => {
    const words = rows(COMMANDS).map(([usage = '']) => /^\/pay (\w+)/.exec(usage)?.[1]);
    expect(words).toEqual([...COMMAND_WORDS]);
  });

  it('writes each as the help does, which alone does not list itself', () => {
    const offered = codeIn(JSON.stringify(helpMessage('/pay').blocks));
    expect(rows(COMMANDS).map(([usage]) => usage)).toEqual([...offered, '/pay help']);
  });

  it('is for the command of the manifest', () => {
    expect(features.slash_commands.map(({ command }) => command)).toEqual(['/pay']);
  });

  it('is followed by amounts that are understood', () => {
    const amounts = codeIn(part('Behind the command'));
    expect(amounts.length).toBeGreaterThan(3);
    for (const amount of amounts) expect(readLinkWords(amount), amount).toHaveProperty('amount');
  });

  it('is followed by periods that are understood, every named one among them', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const periods = codeIn(part('Periods of a report')).map((words) => readPeriod(words, now));
    const names = periods.map((read) => (read.ok ? (read.value.name ?? 'days') : read.fault));
    expect(new Set(names)).toEqual(new Set(['today', 'yesterday', 'week', 'month', 'days']));
    expect(part('Periods of a report')).toContain(`at most ${MAX_DAYS} days`);
  });

  it('is followed by what each way of alerts means', () => {
    const list = [...part('Alerts of a channel').matchAll(/^- `(\w+)`: \S/gm)];
    expect(list.map(([, mode]) => mode)).toEqual([...ALERT_MODES]);
  });
});

describe('what it offers without a command', () => {
  const named = (first: string) => quotedIn(rowOf(COMMANDS, first)[1] ?? '').sort();
  const namesOf = (type: 'global' | 'message') =>
    features.shortcuts.filter((shortcut) => shortcut.type === type).map(({ name }) => name);

  it('are the shortcuts of the manifest', () => {
    expect(named('the shortcuts, anywhere in Slack')).toEqual(namesOf('global').sort());
    expect(named('the menu of any message')).toEqual(namesOf('message').sort());
  });

  it('are the words that a mention understands', () => {
    const words = codeIn(rowOf(COMMANDS, 'any thread')[1] ?? '').map((code) => code.split(' ')[1]);
    const understood = [...file('src/slack/listen-events.ts').matchAll(/\bword === '(\w+)'/g)];
    expect(new Set(words)).toEqual(new Set(understood.map(([, word]) => word)));
  });

  it('are the buttons of cards in all their states', () => {
    const cards = EVERY_STATE_AND_KIND.map(([state, kind]) => orderCard(orderIn(state, kind)));
    expect(named('a card')).toEqual(labelsIn(cards));
  });

  it('are the buttons of answers', () => {
    const order = orderIn('pending', 'link');
    const how = { query: 'INV-1', cardUrl: 'https://slack.test/1', canShare: true, now: order.changedAt };
    const answers = [{}, { stale: FAILURE }].map((more) =>
      statusCard({ status: 'ours', order, ...more }, how),
    );
    expect(named('an answer to a look-up')).toEqual(labelsIn(answers));
    const outcome = outcomeView('Payment link', order, 'Duka');
    expect(named('the window after sending a link')).toEqual(labelsIn(outcome));
  });

  it('are the buttons of Home', () => {
    const open = [orderIn('pending', 'prompt'), orderIn('failed', 'link')];
    expect(named("Teller's Home tab")).toEqual(
      labelsIn(homeView({ open, isAll: true, recent: [orderIn('paid', 'link')] })),
    );
  });

  it('are the steps of the manifest, with all that they ask for and hand on', () => {
    const titles = Object.values(functions).map(({ title }) => title);
    expect(named('Workflow Builder')).toEqual([...titles].sort());
    const listed = (parameters: Record<string, StepParameter>) =>
      Object.values(parameters)
        .map(({ title }) => title.toLowerCase())
        .join(', ');
    for (const step of Object.values(functions)) {
      expect(rowOf(COMMANDS, `*${step.title}*`).slice(1)).toEqual([
        listed(step.input_parameters),
        listed(step.output_parameters),
      ]);
    }
  });
});

describe('what it says when something goes wrong', () => {
  const TROUBLE = 'When something goes wrong';
  const troubles = tables(TROUBLE).map(([seen = '', means = '', mend = '']) => ({ seen, means, mend }));

  it('explains every fault that /readyz can name, and no other', () => {
    const faults = [...file('src/bot.ts').matchAll(/^ {6}\['([^']+)', /gm)].map(([, fault]) => fault);
    const explained = troubles
      .filter(({ seen }) => seen.startsWith('`/readyz`:'))
      .flatMap(({ seen }) => quotedIn(seen));
    expect(faults.length).toBeGreaterThan(3);
    expect(explained.sort()).toEqual(faults.sort());
  });

  it('quotes only what Teller really says', () => {
    const source = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/sandbox/**'] })
      .map(file)
      .join('\n');
    const quoted = troubles.flatMap(({ seen }) => quotedIn(seen));
    expect(quoted.length).toBeGreaterThan(15);
    expect(quoted.filter((words) => !source.includes(words))).toEqual([]);
  });

  it('says for each what to do', () => {
    expect(troubles.length).toBeGreaterThan(20);
    for (const { seen, mend } of troubles) expect(mend, seen).not.toBe('');
  });
});

/** The labels of all buttons in it, each once, in order of the alphabet. */
function labelsIn(shown: unknown): string[] {
  const buttons = JSON.stringify(shown).matchAll(/"type":"button".*?"text":"([^"]+)"/g);
  return [...new Set([...buttons].map(([, label = '']) => label))].sort();
}
