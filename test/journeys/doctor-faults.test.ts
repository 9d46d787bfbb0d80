// `npm run doctor` between the stand-ins: each fault is found by the script itself, and nothing is changed by looking.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Rig, startRig } from './rig.ts';
import { runScript, settingsOf } from './scripts.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { socket: false });
});
afterEach(() => rig.stop());

type Finding = { readonly status: string; readonly found: string; readonly next?: string };

async function examine(spoilt: Record<string, string | undefined> = {}) {
  const { code, out } = await runScript('doctor', ['--json'], { ...settingsOf(rig), ...spoilt });
  const { findings } = JSON.parse(out) as { findings: readonly Finding[] };
  const of = (status: string) =>
    findings.filter((one) => one.status === status).map((one) => JSON.stringify(one));
  return { code, out, wrong: of('wrong'), warnings: of('warning') };
}

it('Doctor: beside a Teller that runs it finds its port and store in use as they should be', async () => {
  expect(await examine()).toMatchObject({ code: 0, wrong: [] });
});

/** Ten minutes ahead of everybody else. */
const AHEAD = `--import=data:text/javascript,${encodeURIComponent('const now=Date.now;Date.now=()=>now()+600000')}`;

it.each<[string, (rig: Rig) => Record<string, string | undefined>, RegExp]>([
  ['a setting that is missing', () => ({ PUBLIC_URL: undefined }), /PUBLIC_URL/],
  ['a bot token that Slack refuses', () => ({ SLACK_BOT_TOKEN: 'xoxb-another' }), /SLACK_BOT_TOKEN/],
  ['an app token that Slack refuses', () => ({ SLACK_APP_TOKEN: 'xapp-another' }), /SLACK_APP_TOKEN/],
  ['a user group that is not there', () => ({ ALLOWED_USERGROUPS: 'S0GONE' }), /S0GONE/],
  [
    'a secret that the provider refuses',
    () => ({ PROVIDER_CONSUMER_SECRET: 'another' }),
    /PROVIDER_CONSUMER_SECRET/,
  ],
  [
    'a provider that is not there',
    () => ({ PROVIDER_BASE_URL: 'http://127.0.0.1:1/api' }),
    /PROVIDER_BASE_URL/,
  ],
  ['a port of another program', ({ provider }) => ({ PORT: new URL(provider.baseUrl).port }), /PORT/],
  ['a store that cannot be made', () => ({ STORE_URL: 'sqlite:/dev/null/teller.sqlite' }), /\/dev\/null/],
  ['a clock that is ten minutes ahead', () => ({ NODE_OPTIONS: AHEAD }), /clock/i],
])('Doctor: %s is found, and ends with 1', async (_, spoilt, named) => {
  const { code, wrong } = await examine(spoilt(rig));
  expect([code, wrong]).toEqual([1, [expect.stringMatching(named)]]);
});

it('Doctor: a scope that the app lacks is found by name, and ends with 1', async () => {
  await rig.stop();
  rig = await startRig({}, { socket: false, withoutScope: 'im:history' });
  const { code, wrong } = await examine();
  expect([code, wrong]).toEqual([1, [expect.stringContaining('im:history')]]);
});

it('Doctor: without the optional scope files:read it warns that /pay bulk takes no file', async () => {
  await rig.stop();
  rig = await startRig({}, { socket: false, withoutScope: 'files:read' });
  const { code, warnings } = await examine();
  expect([code, warnings.filter((one) => /files:read.*\/pay bulk/.test(one)).length]).toEqual([0, 1]);
});

it('Doctor: it changes nothing at Slack, at the provider and on the disk', async () => {
  await rig.stopBot();
  const before = rig.provider.requests.length;
  const calls = rig.slack.calls.length;
  const file = `${dirname(rig.storeUrl.replace('sqlite:', ''))}/new/teller.sqlite`;
  expect(await examine({ STORE_URL: `sqlite:${file}`, IPN_KEY: 'another-unguessable-key' })).toMatchObject({
    code: 0,
  });
  const operations = rig.provider.requests.slice(before).map(({ operation }) => operation);
  expect(new Set(operations)).toEqual(new Set(['requestToken', 'getIpnList']));
  expect(rig.provider.registrations()).toHaveLength(1);
  const asked = rig.slack.calls.slice(calls).map(({ method }) => method);
  expect(asked.filter((method) => /^(chat|views|files\.up|conversations\.open)/.test(method))).toEqual([]);
  expect(asked).toContain('auth.test');
  expect(existsSync(dirname(file))).toBe(false);
});

it('Doctor: an address that cannot be reached from inside is a warning', async () => {
  const { code, warnings } = await examine({ PUBLIC_URL: 'https://127.0.0.1:1' });
  expect([code, warnings.filter((one) => one.includes('127.0.0.1:1')).length > 0]).toEqual([0, true]);
});

it('Doctor: no secret is shown, whatever is wrong', async () => {
  rig.provider.faults.refuse({ message: 'The key a-secret-4 is unknown' });
  const spoilt = {
    SLACK_BOT_TOKEN: 'xoxb-a-secret-1',
    SLACK_APP_TOKEN: 'xapp-a-secret-2',
    SLACK_SIGNING_SECRET: 'a-secret-3',
    PROVIDER_CONSUMER_KEY: 'a-secret-4',
    PROVIDER_CONSUMER_SECRET: 'a-secret-5',
    IPN_KEY: 'a-secret-6-that-nobody-can-guess',
    METRICS_TOKEN: 'a-secret-8-of-prometheus',
    STORE_URL: 'redis://teller:a-secret-7@127.0.0.1:1',
  };
  const { code, out } = await examine(spoilt);
  expect([code, out.match(/a-secret-\d/g)]).toEqual([1, null]);
});
