// What README and docs/operations.md say about setting Teller up is what the code does: settings, .env.example, the manifest
// for HTTP, Redis.
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config.ts';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { startRig } from '#test/journeys/rig.ts';
import { readManifest, readYaml, type Yaml } from '#test/manifest.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { codeIn, documentAt, file } from './documents.ts';

const readme = documentAt('README.md');
const operations = documentAt('docs/operations.md');

const REQUIRED: Record<string, string> = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  PROVIDER_BASE_URL: 'https://pay.test/api',
  PROVIDER_CONSUMER_KEY: 'key',
  PROVIDER_CONSUMER_SECRET: 'secret',
  PUBLIC_URL: 'https://teller.test',
};
const OVER_HTTP = { ...REQUIRED, SLACK_SIGNING_SECRET: 'shh' };
const OVER_SOCKET = { ...REQUIRED, SLACK_APP_TOKEN: 'xapp-1' };

describe('the table of settings in docs/operations.md', () => {
  const table = operations.rows('Settings');
  const namesWith = (standard: string) =>
    table.filter(([, cell]) => cell === standard).map(([name = '']) => name);
  const optional = table.filter(([, cell = '']) => !cell.startsWith('required'));
  const written = (standard: string) => (standard === 'not set' ? '' : standard.slice(1, -1));

  it('names only settings that Teller reads', () => {
    for (const [name = ''] of table)
      expect(trial({ ...OVER_HTTP, [name]: '!' }), name).not.toEqual(trial(OVER_HTTP));
  });

  it('says which are required', () => {
    expect(namesWith('required').sort()).toEqual(Object.keys(REQUIRED).sort());
    for (const name of Object.keys(REQUIRED)) {
      expect(trial({ ...OVER_HTTP, [name]: '' })).toContain(`${name}: is missing`);
      expect(trial({ ...OVER_SOCKET, [name]: '' })).toContain(`${name}: is missing`);
    }
  });

  it('says that the signing secret is for HTTP and the app-level token for Socket Mode', () => {
    expect(namesWith('required over HTTP')).toEqual(['SLACK_SIGNING_SECRET']);
    expect(trial(REQUIRED)).toContain('SLACK_SIGNING_SECRET: is missing');
    expect(trial(OVER_HTTP)).toMatchObject({ port: 3000 });
    expect(trial(OVER_SOCKET)).toMatchObject({ port: 3000 });
  });

  it('gives each other one the default that it has', () => {
    for (const [name = '', standard = ''] of optional) {
      expect(standard, name).toMatch(/^(not set|`[^`]+`)$/);
      expect(trial({ ...OVER_HTTP, [name]: written(standard) }), name).toEqual(trial(OVER_HTTP));
    }
  });

  it('writes addresses of Redis as they are read', () => {
    const [, , meaning = ''] = operations.rowOf('Settings', '`STORE_URL`');
    const address = codeIn(meaning).find((code) => code.startsWith('redis://')) ?? '';
    expect(codeIn(meaning)).toEqual(expect.arrayContaining(['rediss://', '?cluster=true', '?replicas=1']));
    const read = {
      host: 'host',
      port: 6379,
      username: 'user',
      password: 'password',
      database: 0,
      replicas: 0,
    };
    expect(readRedisAddress(address)).toEqual({ ...read, tls: false, cluster: false });
    const secure = address.replace('redis://', 'rediss://');
    expect(readRedisAddress(`${secure}?cluster=true`)).toEqual({ ...read, tls: true, cluster: true });
    expect(readRedisAddress(`${address}?replicas=1`)).toMatchObject({ ...read, replicas: 1 });
    expect(trial({ ...OVER_HTTP, STORE_URL: address })).toMatchObject({ storeUrl: address });
  });

  it('has every setting that the README needs for a first start', () => {
    const named = readme.tables('Settings').flatMap(([cell = '']) => codeIn(cell));
    expect(named).toEqual(expect.arrayContaining([...Object.keys(OVER_HTTP), ...Object.keys(OVER_SOCKET)]));
    const known = table.map(([name]) => name);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('agrees with .env.example, which starts Teller in Socket Mode once the empty lines are filled in', () => {
    const example = file('.env.example');
    const empty = Object.keys(parseEnv(example));
    expect(empty.sort()).toEqual(Object.keys(OVER_SOCKET).sort());
    const offered = Object.fromEntries(
      [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    const standards = Object.fromEntries(
      optional.map(([name = '', standard = '']) => [name, written(standard)]),
    );
    const { SLACK_APP_TOKEN: _, ...others } = standards;
    expect(offered).toEqual({ ...others, SLACK_SIGNING_SECRET: '' });
    expect(trial({ ...offered, ...OVER_SOCKET })).toEqual(trial(OVER_SOCKET));
  });
});

describe('the manifest for HTTP of docs/operations.md', () => {
  const [excerpt = ''] = operations.drawings('Slack over HTTP', 'yaml');
  const path = '/slack/events';
  const url = `https://YOUR-PUBLIC-URL${path}`;

  it('is manifest.yml with an address for everything that Slack sends, and without Socket Mode', () => {
    const { features, settings, ...others } = readManifest();
    expect(changed(readYaml(file('manifest.yml')), readYaml(excerpt))).toEqual({
      ...others,
      features: {
        ...features,
        slash_commands: features.slash_commands.map((command) => ({ ...command, url })),
      },
      settings: {
        ...settings,
        event_subscriptions: { ...settings.event_subscriptions, request_url: url },
        interactivity: {
          ...settings.interactivity,
          request_url: url,
          message_menu_options_url: url,
        },
        socket_mode_enabled: false,
      },
    });
  });

  it('leads to where Teller refuses what Slack has not signed, and in Socket Mode to nothing', async () => {
    const answers = [];
    for (const socket of [false, true]) {
      const rig = await startRig({}, { socket });
      onTestFinished(rig.stop);
      answers.push((await fetch(`${rig.botUrl}${path}`, { method: 'POST' })).status);
    }
    expect(answers).toEqual([401, 404]);
  });
});

describe('what docs/operations.md wants of Redis', () => {
  const settings = (operations.drawings('Scaling out')[0] ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

  it.skipIf(NO_REDIS)(`leaves nothing to be warned of${LEFT_OUT}`, async () => {
    expect(await warningsWith(settings)).toEqual([]);
  });

  it.skipIf(NO_REDIS)(`says what the faster way may lose, as the warning does${LEFT_OUT}`, async () => {
    const [faster] = codeIn(operations.section('Scaling out')).filter((code) =>
      code.startsWith('appendfsync'),
    );
    const warnings = await warningsWith([...settings, (faster ?? '').split(' ')]);
    expect(warnings).toEqual([expect.stringContaining('lose the last two seconds')]);
  });
});

/** The later of two settings of the same name counts. */
async function warningsWith(settings: readonly (readonly string[])[]): Promise<string[]> {
  const server = await startRedis(settings.flatMap(([name = '', value = '']) => [`--${name}`, value]));
  onTestFinished(() => server.remove());
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const store = await openStore(server.url, { clock: systemClock, warn });
  onTestFinished(() => store.close());
  await store.ping();
  return warnings;
}

/** As a person would edit it: what is new is added, what is there already is replaced, lists item by item. */
function changed(before: Yaml | undefined, change: Yaml): Yaml {
  if (typeof change !== 'object') return change;
  if (isList(change))
    return change.map((item, index) => changed(isList(before) ? before[index] : undefined, item));
  const known = typeof before === 'object' && !isList(before) ? before : {};
  const entries = Object.entries(change).map(([key, value]) => [key, changed(known[key], value)] as const);
  return { ...known, ...Object.fromEntries(entries) };
}

function isList(yaml: Yaml | undefined): yaml is readonly Yaml[] {
  return Array.isArray(yaml);
}

/** The configuration that these settings make, or what is said about them. */
function trial(settings: Record<string, string>): unknown {
  try {
    return readConfig(settings);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}
