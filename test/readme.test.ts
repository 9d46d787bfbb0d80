// The README held against the code: whatever it lists is what there is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config.ts';
import { renderMessage } from '#sandbox/slack/render.ts';
import { readCommand } from '#sandbox/terminal-words.ts';
import { helpMessage } from '#slack/tasks/help.ts';
import { ROOMS } from './floors.ts';
import { repliesOf, sendPrompt } from './journeys/agent.ts';
import { startRig } from './journeys/rig.ts';
import { readManifest } from './manifest.ts';

const ROOT = join(import.meta.dirname, '..');
const file = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readme = file('README.md');

/** Title → text, in the README's order. */
const sections = new Map(
  readme
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))] as const),
);
const section = (title: string) => sections.get(title) ?? '';
/** The cells of the rows whose first cell is code, without its backticks. */
const rows = (title: string) =>
  [...section(title).matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, name = '', rest = '']) => [
    name,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
const drawings = (title: string) =>
  [...section(title).matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

it('has its parts in the order of the house', () => {
  expect([...sections.keys()]).toEqual([
    'What it looks like',
    'Try it in two minutes',
    'Put it in your workspace',
    'Settings',
    'Commands',
    'When something goes wrong',
    'Scale out',
    'The floors',
    'Permissions',
    'Decisions',
    'Contributing',
  ]);
});

it('shows a thread as it really looks', async () => {
  const rig = await startRig();
  onTestFinished(rig.stop);
  const { card, reference } = await sendPrompt(rig, {
    id: 'INV-2041',
    first_name: 'Jane',
    last_name: 'Wanjiru',
  });
  await rig.provider.customer.decline(reference);
  await repliesOf(rig, card, 1, '*Not paid*');
  rig.clock.advance(60_000);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 2, '*Paid*');

  const plain = (text: string) =>
    text
      .replace(/[A-Z][a-z]{2} \d+, \d{4} \d+:\d{2} [AP]M/g, 'TIME')
      .replace(/(Confirmation code|Account number): \w+/g, '$1: CODE')
      .replace(/:white_check_mark:/g, '✅')
      .replace(/[│*]|[┌└]─+|\(edited\)/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const shown = rig.slack
    .thread(card.channel, card.ts)
    .map((message) => `Teller ${renderMessage(message, { nameOf: rig.slack.nameOf })}`);
  expect(plain(drawings('What it looks like')[0] ?? '')).toBe(plain(`#sales ${shown.join(' ')}`));
});

describe('its table of settings', () => {
  const table = rows('Settings');
  const required = table.filter(([, standard]) => standard === 'required').map(([name = '']) => name);
  const enough: Record<string, string> = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_SIGNING_SECRET: 'shh',
    PROVIDER_BASE_URL: 'https://pay.test/api',
    PROVIDER_CONSUMER_KEY: 'key',
    PROVIDER_CONSUMER_SECRET: 'secret',
    PUBLIC_URL: 'https://teller.test',
  };

  it('names every setting that is read, and no other', () => {
    const read = [...file('src/config.ts').matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(read.length).toBeGreaterThan(10);
    expect(table.map(([name]) => name).sort()).toEqual(read.sort());
    for (const [name = ''] of table)
      expect(trial({ ...enough, [name]: '!' }), name).not.toEqual(trial(enough));
  });

  it('says which are required', () => {
    expect(required.sort()).toEqual(Object.keys(enough).sort());
    for (const name of required) expect(trial({ ...enough, [name]: '' })).toContain(`${name}: is missing`);
    expect(trial(enough)).toMatchObject({ port: 3000 });
  });

  it('gives each other one the default that it has', () => {
    for (const [name = '', standard = ''] of table.filter(([name = '']) => !required.includes(name))) {
      expect(standard, name).toMatch(/^(not set|`[^`]+`)$/);
      const written = standard === 'not set' ? '' : standard.slice(1, -1);
      expect(trial({ ...enough, [name]: written }), name).toEqual(trial(enough));
    }
  });

  it('agrees with .env.example, which starts Teller once the empty lines are filled in', () => {
    const example = file('.env.example');
    const offered = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const standards = table
      .filter(([name = '']) => !required.includes(name))
      .map(([name = '', standard = '']) => [name, standard === 'not set' ? '' : standard.slice(1, -1)]);
    expect(offered.sort()).toEqual(standards.sort());
    expect(Object.keys(parseEnv(example)).sort()).toEqual(required.sort());
    expect(trial({ ...Object.fromEntries(offered), ...enough })).toEqual(trial(enough));
  });
});

it('names only words that the sandbox understands', () => {
  const title = 'Try it in two minutes';
  const typed = (drawings(title)[1] ?? '').trim().split('\n');
  const named = [...section(title).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  expect(typed.length).toBeGreaterThan(3);
  expect(named).toContain('help');
  for (const line of [...typed, ...named]) expect(readCommand(line).do, line).not.toMatch(/^(ask|nothing)$/);
});

it('gives a reason for every scope of the manifest, and asks for no other', () => {
  const reasons = rows('Permissions');
  expect(reasons.map(([scope]) => scope).sort()).toEqual(readManifest().oauth_config.scopes.bot);
  for (const [scope, why = ''] of reasons) expect(why, scope).not.toBe('');
});

it('lists the commands that Teller offers in its help, and no other', () => {
  const help = JSON.stringify(helpMessage('/pay').blocks);
  const offered = [...help.matchAll(/`(\/pay [^`]+)`/g)].map(([, usage]) => usage);
  expect(rows('Commands').map(([usage]) => usage)).toEqual(offered);
  expect(offered).toContain('/pay help');
});

it('explains every fault that /readyz can name, and no other', () => {
  const faults = [...file('src/bot.ts').matchAll(/^ {6}\['([^']+)', /gm)].map(([, fault]) => fault);
  const explained = [...section('When something goes wrong').matchAll(/^\| `\/readyz`: \*([^*]+)\* /gm)];
  expect(faults.length).toBeGreaterThan(2);
  expect(explained.map(([, fault]) => fault).sort()).toEqual(faults.sort());
});

describe('its map of the floors', () => {
  const [map = ''] = drawings('The floors');
  const source = readdirSync(join(ROOT, 'src'), { withFileTypes: true });
  const rooms = source.filter((entry) => entry.isDirectory()).map(({ name }) => name);

  it('shows every room and every file of the roof, and no other', () => {
    expect([...map.matchAll(/\b(\w+)\//g)].map(([, room]) => room).sort()).toEqual(rooms.sort());
    const roof = source.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect([...map.matchAll(/\b\w+\.ts\b/g)].map(([name]) => name).sort()).toEqual(roof.sort());
  });

  it('has each room on the floor on which the imports are checked', () => {
    for (const line of map.split('\n')) {
      const [, floor] = /^ +(\d) {2,}/.exec(line) ?? [];
      for (const [, room = ''] of line.matchAll(/\b(\w+)\//g))
        expect(ROOMS[room]?.floor, room).toBe(floor === undefined ? 0.5 : Number(floor));
    }
  });

  it('says in a line what each room is for', () => {
    const lines = rows('The floors').map(([room]) => room);
    expect(lines.sort()).toEqual(rooms.map((room) => `src/${room}/`).sort());
  });
});

describe('what it tells people to use', () => {
  const code = [...readme.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

  it('are scripts that exist', () => {
    const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))\b/g)].map(
      ([, run, own]) => run ?? own ?? '',
    );
    expect(new Set(named)).toEqual(new Set(['sandbox', 'start', 'test', 'check', 'format']));
    for (const name of named) expect(scripts).toHaveProperty(name);
  });

  it('are files and folders that exist, but for those that Teller or its user makes', () => {
    const made = ['.env', 'teller.sqlite-wal'];
    const paths = code.filter(
      (text) =>
        /^\.?[\w-][\w.-]*(\/[\w.-]+)*\/?$/.test(text) &&
        /\/|^\.|\.(ts|yml|json|md|sqlite.*)$|^(LICENSE|Dockerfile)$/.test(text),
    );
    expect(paths).toEqual(
      expect.arrayContaining(['manifest.yml', '.ci/run', 'src/slack/tasks/prompt.ts', 'LICENSE']),
    );
    expect(paths.filter((path) => !made.includes(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('are on no machine and no registry of ours', () => {
    const texts = [
      'README.md',
      'manifest.yml',
      '.env.example',
      '.ci/run',
      'Dockerfile',
      '.dockerignore',
      'LICENSE',
    ];
    for (const path of texts) {
      expect(file(path), path).not.toMatch(
        /\/(work|home\/(?!node\/)\w+|root|Users|tmp)\b|registry|artifactory|\blocalhost:\d/i,
      );
      const hosts = [...file(path).matchAll(/\bhttps?:\/\/([^\s/:`'"]+)/g)].map(([, host]) => host);
      const known = ['teller.example.com', 'slack.com', 'YOUR-PUBLIC-URL', '127.0.0.1'];
      expect(hosts.filter((host = '') => !known.includes(host))).toEqual([]);
    }
  });
});

/** The configuration that these settings make, or what is said about them. */
function trial(settings: Record<string, string>): unknown {
  try {
    return readConfig(settings);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}
