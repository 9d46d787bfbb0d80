// What Bolt and its listeners make of signed requests: each is answered at once, whoever listens for it and whatever fails.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { createSlackApp } from '#slack/connect/app.ts';
import { createReceive } from '#slack/connect/receive.ts';

const SECRET = 'shh';
const USER = { id: 'U1', team_id: 'T1' };

async function start() {
  const logged: unknown[] = [];
  const reporter = {
    error: (error: unknown, about: object) => {
      logged.push({ error, ...about });
      return '0000-0000';
    },
    warn: (message: string, about: object = {}) => void logged.push({ message, ...about }),
    failing: (_: string, sentence: string) => void logged.push(sentence),
    working: () => {},
  };
  const { app, listener } = createSlackApp({
    botToken: 'xoxb-1',
    apiUrl: 'http://127.0.0.1:1/api/',
    signingSecret: SECRET,
    appToken: undefined,
    identity: { known: () => undefined },
    clock: systemClock,
    reporter,
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  async function send(body: string, contentType: string) {
    const stamp = String(Math.floor(Date.now() / 1_000));
    const hash = createHmac('sha256', SECRET).update(`v0:${stamp}:${body}`).digest('hex');
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
      method: 'POST',
      body,
      headers: {
        'content-type': contentType,
        'x-slack-request-timestamp': stamp,
        'x-slack-signature': `v0=${hash}`,
        connection: 'close',
      },
    });
    const answer = { status: response.status, text: await response.text() };
    return { ...answer, ms: performance.now() - startedAt };
  }
  return {
    app,
    reporter,
    logged,
    event: (payload: object) => send(JSON.stringify(payload), 'application/json'),
    interaction: (payload: object) =>
      send(
        new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
        'application/x-www-form-urlencoded',
      ),
  };
}

const eventOf = (event: object) => ({ type: 'event_callback', team_id: 'T1', event_id: 'Ev1', event });
const interactionOf = (type: string, more: object) => ({ type, user: USER, team: { id: 'T1' }, ...more });

describe('what nobody listens for', () => {
  it.each([
    ['a button', interactionOf('block_actions', { actions: [{ type: 'button', action_id: 'gone' }] })],
    ['a form', interactionOf('view_submission', { view: { callback_id: 'gone' } })],
    ['a form that is closed', interactionOf('view_closed', { view: { callback_id: 'gone' } })],
    ['a shortcut', interactionOf('shortcut', { callback_id: 'gone' })],
    [
      'a message shortcut',
      interactionOf('message_action', { callback_id: 'gone', channel: { id: 'C1' }, message: {} }),
    ],
    ['options', interactionOf('block_suggestion', { action_id: 'gone', value: 'x' })],
    ['a type of interaction that came later', interactionOf('block_dreams', {})],
    ['an event', eventOf({ type: 'team_join', user: USER })],
    [
      'a step',
      eventOf({ type: 'function_executed', function_execution_id: 'Fx1', function: { callback_id: 'gone' } }),
    ],
    ['a type of request that came later', { type: 'something_new' }],
  ])('%s is answered at once, and nothing is logged', async (_, payload) => {
    const { event, interaction, logged } = await start();
    const { status, text, ms } = await ('event' in payload ? event : interaction)(payload);
    expect([status, text]).toEqual([200, '']);
    expect(ms).toBeLessThan(1_000);
    expect(logged).toEqual([]);
  });

  it('the word that Slack holds back events is answered at once, and logged in our words', async () => {
    const { event, logged } = await start();
    const { status, ms } = await event({ type: 'app_rate_limited', team_id: 'T1', minute_rate_limited: 1 });
    expect(status).toBe(200);
    expect(ms).toBeLessThan(1_000);
    expect(logged).toEqual([
      { message: 'Slack holds back events for a minute, because there were too many' },
    ]);
  });
});

describe('a listener', () => {
  const form = interactionOf('view_submission', { view: { callback_id: 'form' } });

  it('a listener’s answer is the body of the response, and only the first one counts', async () => {
    const { app, interaction, logged } = await start();
    app.view('form', async ({ ack }) => {
      await ack({ response_action: 'errors', errors: { amount: 'More than nothing' } });
      await ack();
    });
    const { status, text } = await interaction(form);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      response_action: 'errors',
      errors: { amount: 'More than nothing' },
    });
    expect(logged).toEqual([]);
  });

  it('a listener that fails before it answers is answered with 500, and reported once', async () => {
    const { app, interaction, logged } = await start();
    app.view('form', async () => {
      throw new Error('a bug');
    });
    const { status, ms } = await interaction(form);
    expect(status).toBe(500);
    expect(ms).toBeLessThan(1_000);
    expect(logged).toEqual([
      { error: expect.objectContaining({ message: 'a bug' }), what: 'a Slack request failed' },
    ]);
  });

  it('a listener whose answer cannot be sent any more goes on with its work', async () => {
    const { app, reporter, logged } = await start();
    const done: string[] = [];
    app.view('form', async ({ ack }) => {
      await ack();
      done.push('the work');
    });
    const gone = new Error('the socket is closed');
    await createReceive({ app, reporter })({
      payload: form,
      ack: () => Promise.reject(gone),
      refuse: () => Promise.reject(gone),
    });
    expect(done).toEqual(['the work']);
    expect(logged).toEqual([{ message: 'Slack could not be answered', err: gone }]);
  });
});
