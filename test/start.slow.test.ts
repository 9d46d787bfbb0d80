// What whoever starts Teller reads when something about its surroundings is wrong: which setting, and what to do. One
// line for each change, not one for each try.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { BOT_SCOPES } from '#slack/bolt/identity.ts';
import { KNOWS_INVALID_NAMES } from './invalid-names.ts';
import { until } from './journeys/rig.ts';
import { surroundEachTest } from './surroundings.ts';
import { closedAddress, start } from './teller-process.ts';

const surroundings = surroundEachTest();
const goodSettings = () => surroundings().goodSettings;

type Teller = ReturnType<typeof start>;
type Line = { level: string; msg: string };

const lines = (teller: Teller) =>
  teller
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    // Every start here says it, because the stand-in is not Slack.
    .filter(({ msg }) => !msg.startsWith('SLACK_API_URL isn’t Slack’s'));
const warnings = (teller: Teller) =>
  lines(teller).filter(({ level }) => level === 'warn' || level === 'error');
/** The first warning that has these words. */
async function warning(teller: Teller, words: string): Promise<string> {
  const find = () => warnings(teller).find(({ msg }) => msg.includes(words));
  await until(() => find() !== undefined);
  return find()?.msg ?? '';
}
const said = (teller: Teller, msg: string) => until(() => lines(teller).some((line) => line.msg === msg));

describe('at the start', () => {
  it('a taken port is named with its setting and what to do, and nothing else is said', async () => {
    const { port } = new URL(surroundings().slack.apiUrl);
    const teller = start({ ...goodSettings(), PORT: port });
    expect(await teller.ended).toEqual({ code: 1, signal: null });
    expect(teller.errors()).toBe(
      `Port ${port} is taken by another program, perhaps another Teller. Stop it, or set PORT to a free port.\n`,
    );
    expect(teller.log()).toBe('');
  });

  it('a store file that cannot be made is named with its setting', async () => {
    const { folder } = surroundings();
    await writeFile(join(folder, 'a-file'), '');
    const teller = start({ ...goodSettings(), STORE_URL: `sqlite:${folder}/a-file/teller.sqlite` });
    expect(await teller.ended).toEqual({ code: 1, signal: null });
    expect(teller.errors()).toContain(
      `${folder}/a-file is a file, not a folder. Correct the address (STORE_URL).`,
    );
  });

  it('each change of state is one line: listening, connected to Slack, the service answers, stopped', async () => {
    const teller = start(goodSettings());
    await until(async () => (await teller.ask('/readyz')).status === 200);
    await said(teller, 'Connected to Slack as @teller in Sandbox');
    await said(teller, 'Connected to Pesapal; notifications are registered');
    const { port } = new URL(await teller.url());
    teller.child.kill('SIGTERM');
    expect(await teller.ended).toEqual({ code: 0, signal: null });
    const [first, ...others] = lines(teller).map(({ msg }) => msg);
    expect(first).toBe(`Teller is listening on port ${port}`);
    expect(others.sort()).toEqual([
      'Connected to Pesapal; notifications are registered',
      'Connected to Slack (Socket Mode)',
      'Connected to Slack as @teller in Sandbox',
      'Connected to the store',
      'Teller has stopped',
    ]);
    expect(warnings(teller)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'on a terminal each change of state is a plain line, and no line is JSON',
    async () => {
      // script(1) gives the command a terminal of its own.
      const command = `'${process.execPath}' src/main.ts`;
      const child = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
        cwd: join(import.meta.dirname, '..'),
        env: { PATH: process.env.PATH, ...goodSettings() },
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let shown = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        shown += text;
      });
      await until(() => shown.includes('notifications are registered'));
      await until(() => shown.includes('Connected to Slack as @teller in Sandbox'));
      const ended = once(child, 'close');
      // Ctrl-C, as typed.
      child.stdin.write('\u0003');
      await ended;
      expect(shown).toMatch(
        /^\d\d:\d\d:\d\d Teller is listening on port \d+\r\n\d\d:\d\d:\d\d warn: SLACK_API_URL isn’t Slack’s: .*\r\n/,
      );
      expect(shown).toContain('Teller has stopped');
      expect(shown).not.toContain('{');
    },
  );

  describe('without a way out', () => {
    it('a service whose name is not known is said once, with host, reason and setting', async () => {
      const unknown = { PROVIDER_BASE_URL: 'https://pay.invalid/api', NODE_OPTIONS: KNOWS_INVALID_NAMES };
      const teller = start({ ...goodSettings(), ...unknown });
      const said = await warning(teller, 'pay.invalid');
      expect(said).toMatch(/pay\.invalid can’t be reached: .*ENOTFOUND/);
      expect(said).toContain('PROVIDER_BASE_URL');
      await secondTry(teller);
      expect(warnings(teller)).toHaveLength(1);
    });

    it('a service that cannot be reached is said once, and once that it can be reached again', async () => {
      const address = await closedAddress(surroundings().provider.baseUrl);
      const { host } = new URL(address.url);
      const teller = start({ ...goodSettings(), PROVIDER_BASE_URL: address.url });
      expect(await warning(teller, host)).toContain('ECONNREFUSED');
      await address.open();
      await said(teller, 'Connected to Pesapal; notifications are registered');
      expect(warnings(teller)).toHaveLength(1);
    });

    it('a restart without a way to the service says so, although the registration is in the store', async () => {
      const before = start(goodSettings());
      await until(async () => (await before.ask('/readyz')).status === 200);
      before.child.kill('SIGTERM');
      await before.ended;
      surroundings().provider.faults.down();
      const teller = start(goodSettings());
      expect(await warning(teller, 'Pesapal isn’t available.')).toContain('PROVIDER_BASE_URL');
    });

    it('a Slack that cannot be reached is said once, and once that it is connected, over the socket as well', async () => {
      const address = await closedAddress(surroundings().slack.apiUrl);
      const { host } = new URL(address.url);
      const teller = start({ ...goodSettings(), SLACK_API_URL: address.url });
      const told = await warning(teller, host);
      expect(told).toContain('ECONNREFUSED');
      expect(told).toContain('SLACK_API_URL');
      await address.open();
      await until(async () => (await teller.ask('/readyz')).status === 200);
      await said(teller, 'Connected to Slack as @teller in Sandbox');
      expect(warnings(teller)).toHaveLength(1);
    });
  });

  describe('with a wrong setting that only the other side can tell', () => {
    it('a base URL that answers 404 is named, with what it should look like', async () => {
      const teller = start({ ...goodSettings(), PROVIDER_BASE_URL: `${surroundings().provider.baseUrl}/v9` });
      const told = await warning(teller, 'HTTP 404');
      expect(told).toContain('PROVIDER_BASE_URL');
      expect(told).toContain('up to /Auth/RequestToken');
      expect(told).not.toContain('Try again later');
    });

    it('a base URL at which a web page answers is named, with what it should look like', async () => {
      const site = createServer((_, response) =>
        response.setHeader('content-type', 'text/html').end('<p>Hello'),
      );
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void site.close());
      const address = site.address();
      if (!address || typeof address === 'string') throw new Error('no port');
      const teller = start({ ...goodSettings(), PROVIDER_BASE_URL: `http://127.0.0.1:${address.port}` });
      const told = await warning(teller, 'text/html');
      expect(told).toContain('PROVIDER_BASE_URL');
      expect(told).toContain('up to /Auth/RequestToken');
    });

    it('a wrong consumer secret names both keys and the base URL, and shows none of them', async () => {
      const teller = start({ ...goodSettings(), PROVIDER_CONSUMER_SECRET: 'a-wrong-secret' });
      const told = await warning(teller, 'PROVIDER_CONSUMER_KEY');
      expect(told).toContain('PROVIDER_CONSUMER_SECRET');
      expect(told).toContain('PROVIDER_BASE_URL');
      expect(warnings(teller)).toHaveLength(1);
      expect(teller.log()).not.toContain('a-wrong-secret');
    });

    it('a bot token that Slack refuses is named', async () => {
      const teller = start({ ...goodSettings(), SLACK_BOT_TOKEN: 'xoxb-of-somebody-else' });
      expect(await warning(teller, 'SLACK_BOT_TOKEN')).toContain('invalid_auth');
      expect(warnings(teller)).toHaveLength(1);
      expect(teller.log()).not.toContain('xoxb-of-somebody-else');
    });

    it('a bot token that lacks a scope is named with the scope and what to do, once, and Teller works', async () => {
      const scopes = BOT_SCOPES.filter((scope) => scope !== 'im:write');
      const slack = await startSlackSandbox({ signingSecret: 's', botToken: 'xoxb-stand-in-token', scopes });
      onTestFinished(() => slack.stop());
      const teller = start({
        ...surroundings().httpSettings,
        SLACK_SIGNING_SECRET: 's',
        SLACK_API_URL: slack.apiUrl,
      });
      expect(await warning(teller, 'is missing the scope')).toBe(
        'SLACK_BOT_TOKEN is missing the scope im:write. Paste the current manifest.yml into the Slack app, then install it again.',
      );
      await until(async () => (await teller.ask('/readyz')).status === 200);
    });

    it('an app token that Slack refuses is named, once', async () => {
      const teller = start({ ...goodSettings(), SLACK_APP_TOKEN: 'xapp-of-somebody-else' });
      expect(await warning(teller, 'SLACK_APP_TOKEN')).toContain('invalid_auth');
      await secondTry(teller);
      expect(warnings(teller)).toHaveLength(1);
      expect(teller.log()).not.toContain('xapp-of-somebody-else');
    });
  });
});

/** Longer than the pause before the second try to reach Slack or the provider. */
async function secondTry(teller: Teller): Promise<void> {
  const from = performance.now();
  await until(() => {
    expect(teller.child.exitCode).toBeNull();
    return performance.now() - from > 2_500;
  });
}
