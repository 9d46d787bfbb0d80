// A process that meets trouble at its start, while it works, or at its end.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProviderSandbox } from '#sandbox/provider/provider.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { SlackSandbox } from '#sandbox/slack/workspace.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { shownTo } from './journeys/agent.ts';
import { insist } from './journeys/insist.ts';
import { readingOf } from './journeys/reading.ts';
import { until } from './journeys/rig.ts';
import { storedOrder } from './peek.ts';
import { surroundEachTest } from './surroundings.ts';
import { closedAddress, start } from './teller-process.ts';

const surroundings = surroundEachTest();
const goodSettings = () => surroundings().httpSettings;
let provider: ProviderSandbox;
let slack: SlackSandbox;
beforeEach(() => {
  ({ provider, slack } = surroundings());
});

describe('the process', () => {
  it('a process with an unknown kind of store ends with 1, says so, and repeats no password', async () => {
    const teller = start({ ...goodSettings(), STORE_URL: 'postgres://teller:hunter2@127.0.0.1:1' });
    expect(await teller.ended).toEqual({ code: 1, signal: null });
    expect(teller.errors()).toContain(
      'STORE_URL: must start with sqlite:, redis:// or rediss://, such as sqlite:data/teller.sqlite',
    );
    expect(teller.errors()).not.toContain('hunter2');
  });

  it('a process that became ready ends with 0 on SIGINT too', async () => {
    const teller = start(goodSettings());
    await until(async () => (await teller.ask('/readyz')).status === 200);
    teller.child.kill('SIGINT');
    expect(await teller.ended).toEqual({ code: 0, signal: null });
  });

  it('a process that gets SIGTERM while it loads its files ends with 0', async () => {
    const stopIt = "url.endsWith('/src/bot.ts') && process.kill(process.pid, 'SIGTERM')";
    const code = `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => (${stopIt}, next(url, context)) })`;
    const teller = start({ ...goodSettings(), NODE_OPTIONS: preload(code) });
    expect(await teller.ended).toEqual({ code: 0, signal: null });
    expect(teller.errors()).toBe('');
  });

  describe('in Socket Mode', () => {
    it('a process in Socket Mode needs no signing secret and no way in for Slack, becomes ready, opens forms, and ends with 0', async () => {
      const teller = start(surroundings().goodSettings);
      await until(async () => (await teller.ask('/readyz')).status === 200);
      expect(slack.sockets.count()).toBe(1);
      const route = await fetch(`${await teller.url()}/slack/events`, { method: 'POST' });
      expect(route.status).toBe(404);
      await openForm('link 1500 Flour', 'create_link');
      teller.child.kill('SIGTERM');
      expect(await teller.ended).toEqual({ code: 0, signal: null });
    });

    it('a process in Socket Mode with a token that Slack refuses says that there is no connection, repeats no token, and ends with 0', async () => {
      const teller = start({ ...surroundings().goodSettings, SLACK_APP_TOKEN: 'xapp-of-somebody-else' });
      const faults = [SAYS.slackNotConnected];
      await until(async () => {
        const { status, body } = await teller.ask('/readyz');
        expect({ status, body }).toEqual({ status: 503, body: { ready: false, faults } });
        return teller.log().includes('invalid_auth');
      });
      expect(teller.log()).not.toContain('xapp-of-somebody-else');
      teller.child.kill('SIGTERM');
      expect(await teller.ended).toEqual({ code: 0, signal: null });
    });
  });

  it('a process starts while its Redis is away, says so without the password, and ends with 0', async () => {
    const teller = start({ ...goodSettings(), STORE_URL: 'redis://teller:hunter2@127.0.0.1:1' });
    const { status, body } = await teller.ask('/readyz');
    expect(status).toBe(503);
    expect(body).toMatchObject({ faults: expect.arrayContaining([SAYS.storeUnreachable]) });
    expect(teller.log()).toContain('Redis can’t be reached at');
    teller.child.kill('SIGTERM');
    expect(await teller.ended).toEqual({ code: 0, signal: null });
    expect(teller.log() + teller.errors()).not.toContain('hunter2');
  });

  it('a process completes what it has in hand before it ends', async () => {
    const teller = start(goodSettings());
    await until(async () => (await teller.ask('/readyz')).status === 200);
    slack.connect(`${await teller.url()}/slack/events`);
    const agent = await openForm('prompt 0712345678 1500 Flour', 'send_prompt');
    const answer = Promise.withResolvers<void>();
    provider.faults.slow(answer.promise, { operation: 'push' });
    await agent.submit();
    await until(() => provider.faults.list()[0]?.hits === 1);
    expect(slack.modal(agent.id)).toBeUndefined();
    expect(cardText()).toContain(SAYS.sending.toLowerCase());

    teller.child.kill('SIGTERM');
    await takesNothingNew(teller);
    answer.resolve();
    expect(await teller.ended).toEqual({ code: 0, signal: null });
    await completedPrompt();
  });

  it('a process with a rejection that nobody handles logs it with an incident, and goes on', async () => {
    const teller = start({
      ...goodSettings(),
      NODE_OPTIONS: onSignal("Promise.reject(new Error('a bug in a corner'))"),
    });
    await until(async () => (await teller.ask('/readyz')).status === 200);
    for (const count of [1, 2]) {
      teller.child.kill('SIGUSR2');
      await until(() => teller.incidents().length === count);
    }
    expect(teller.incidents()).toMatchObject([
      { level: 'error', err: { message: 'a bug in a corner' }, what: 'unhandled error' },
      { level: 'error', err: { message: 'a bug in a corner' }, what: 'unhandled error' },
    ]);
    expect((await teller.ask('/readyz')).status).toBe(200);
    teller.child.kill('SIGTERM');
    expect(await teller.ended).toEqual({ code: 0, signal: null });
  });

  it('a process with an exception that nobody catches logs it with an incident, completes what it has in hand, and ends with 1', async () => {
    const teller = start({
      ...goodSettings(),
      NODE_OPTIONS: onSignal("throw new Error('a bug in a corner')"),
    });
    await until(async () => (await teller.ask('/readyz')).status === 200);
    slack.connect(`${await teller.url()}/slack/events`);
    const agent = await openForm('prompt 0712345678 1500 Flour', 'send_prompt');
    const answer = Promise.withResolvers<void>();
    provider.faults.slow(answer.promise, { operation: 'push' });
    await agent.submit();
    await until(() => provider.faults.list()[0]?.hits === 1);
    teller.child.kill('SIGUSR2');
    // Another one changes nothing about the way it ends.
    teller.child.kill('SIGUSR2');
    await takesNothingNew(teller);
    answer.resolve();
    expect(await teller.ended).toEqual({ code: 1, signal: null });
    const [incident] = teller.incidents();
    expect(incident).toMatchObject({
      err: { message: 'a bug in a corner' },
      what: 'uncaught exception; stopping',
    });
    expect(teller.log()).toContain('Teller has stopped');
    await completedPrompt();
  });

  it('a process starts while the payment service is down, says so, and recovers', async () => {
    const address = await closedAddress(provider.baseUrl);
    const teller = start({ ...goodSettings(), PROVIDER_BASE_URL: address.url });
    // At first it may not have heard from Slack either.
    const faults = ['the notification URL isn’t registered yet'];
    await until(async () => {
      expect(await teller.ask('/readyz')).toEqual({ status: 503, body: { ready: false, faults } });
      return true;
    });
    expect((await teller.ask('/healthz')).status).toBe(200);
    await address.open();
    await until(async () => (await teller.ask('/readyz')).status === 200);
    expect(provider.registrations()).toHaveLength(1);
  });

  it('a process starts while Slack is down, says so, and recovers', async () => {
    const address = await closedAddress(slack.apiUrl);
    const teller = start({ ...goodSettings(), SLACK_API_URL: address.url });
    await until(() => provider.registrations().length === 1);
    await until(async () => {
      const { status, body } = await teller.ask('/readyz');
      expect(status).toBe(503);
      expect(body).toMatchObject({
        faults: ['Slack rejects the bot token or can’t be reached'],
      });
      return true;
    });
    await address.open();
    await until(async () => (await teller.ask('/readyz')).status === 200);
  });

  it('a process with everything down still answers, and ends with 0', async () => {
    const addresses = await Promise.all([closedAddress(provider.baseUrl), closedAddress(slack.apiUrl)]);
    const [service, chat] = addresses.map(({ url }) => url);
    const teller = start({ ...goodSettings(), PROVIDER_BASE_URL: service, SLACK_API_URL: chat });
    expect((await teller.ask('/healthz')).status).toBe(200);
    expect((await teller.ask('/readyz')).status).toBe(503);
    teller.child.kill('SIGTERM');
    expect(await teller.ended).toEqual({ code: 0, signal: null });
  });
});

/** Types `/pay …` and waits for the form. */
async function openForm(words: string, form: 'send_prompt' | 'create_link'): Promise<Person> {
  const agent = slack.person(slack.users.agent);
  await insist(
    () => agent.command(slack.channels.sales, '/pay', words),
    () => shownTo({ slack, agent }).join(),
    () => slack.modal(agent.id)?.callback_id === form,
  );
  return agent;
}

/** What people read on the only card. */
function cardText(): string {
  const { cards, readCard } = readingOf(slack, slack.person(slack.users.agent));
  return cards().map(readCard).join();
}

/** The process that ended has stored how the provider answered; the next one shows it on the card and sends no second prompt. */
async function completedPrompt(): Promise<void> {
  const [reference = ''] = provider.prompts.map(({ id }) => id);
  const { folder } = surroundings();
  const stored = await storedOrder({ storeUrl: `sqlite:${join(folder, 'teller.sqlite')}` }, reference);
  expect(stored.state).toBe('pending');
  start(goodSettings());
  await until(() => cardText().includes(SAYS.waitingForPin));
  expect(provider.prompts).toHaveLength(1);
}

/** Waits until a process that was told to stop is about it; it still runs then. */
async function takesNothingNew({ child, ask }: ReturnType<typeof start>): Promise<void> {
  await until(() =>
    ask('/healthz').then(
      () => false,
      () => true,
    ),
  );
  expect(child.exitCode).toBeNull();
}

/** NODE_OPTIONS with which a process runs the code when it gets SIGUSR2: an error outside of everything that Teller does. */
function onSignal(code: string): string {
  return preload(`process.on('SIGUSR2', () => { ${code} })`);
}

/** NODE_OPTIONS with which a process runs the code before its own. */
function preload(code: string): string {
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
}
