// The README held against the code: whatever it shows is what there is. Its settings and commands have files of their own.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { ROOMS } from './floors.ts';
import { repliesOf, sendPrompt } from './journeys/agent.ts';
import { startRig } from './journeys/rig.ts';
import { readManifest } from './manifest.ts';
import { codeIn, drawings, file, ROOT, readme, rows, section, sections } from './readme.ts';

it('has its parts in the order of the house', () => {
  expect([...sections.keys()]).toEqual([
    'What it looks like',
    'Try it in two minutes',
    'Put it in your workspace',
    'Settings',
    'Commands',
    'When something goes wrong',
    'Scale out',
    'Performance',
    'Operating it',
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

it('gives a reason for every scope of the manifest, and asks for no other', () => {
  const reasons = rows('Permissions');
  expect(reasons.map(([scope]) => scope).sort()).toEqual(readManifest().oauth_config.scopes.bot);
  for (const [scope, why = ''] of reasons) expect(why, scope).not.toBe('');
});

it('gives each decision a line of its own, with its why', () => {
  const lines = section('Decisions').trim().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(line).toMatch(/^- \*\*[^*]+\.\*\* .{20,}[.]$/);
  expect(new Set(lines.map((line) => line.split('**')[1])).size).toBe(lines.length);
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
  it('are scripts that exist', () => {
    const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))\b/g)].map(
      ([, run, own]) => run ?? own ?? '',
    );
    expect(new Set(named)).toEqual(
      new Set(['sandbox', 'start', 'test', 'check', 'format', 'bench', 'chaos', 'screenshots']),
    );
    for (const name of named) expect(scripts).toHaveProperty(name);
  });

  it('are files and folders that exist, but for those that Teller or its user makes', () => {
    const made = ['.env', 'teller.sqlite-wal'];
    const paths = codeIn(readme).filter(
      (text) =>
        /^\.?[\w-][\w.-]*(\/[\w.-]+)*\/?$/.test(text) &&
        /\/|^\.|\.(ts|yml|json|md|sqlite.*)$|^(LICENSE|Dockerfile)$/.test(text),
    );
    expect(paths).toEqual(
      expect.arrayContaining(['manifest.yml', '.ci/run', 'src/slack/tasks/prompt.ts', 'LICENSE']),
    );
    expect(paths.filter((path) => !made.includes(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('are parts of its own that exist', () => {
    const named = [...readme.matchAll(/(?:under|see) "([^"]+)"/g)].map(([, title = '']) => title);
    expect(named).toContain('Scale out');
    expect(named.filter((title) => !sections.has(title))).toEqual([]);
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
