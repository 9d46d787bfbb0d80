// What Bolt and its listeners make of signed requests: each is answered at once, whoever listens for it and whatever fails.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { createSlackApp } from '#slack/connect/app.ts';
import { createReceive } from '#slack/connect/receive.ts';
import { COMMAND, EVENTS, eventOf, INTERACTIONS, interactionOf, USER, VIEW } from './payload-samples.ts';

const SECRET = 'shh';
/** No timer rings here, so that whatever is answered was answered at once, however slow the machine is. */
async function start() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
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
    return { status: response.status, text: await response.text() };
  }
  return {
    app,
    reporter,
    logged,
    event: (payload: object) => send(JSON.stringify(payload), 'application/json'),
    command: (fields: object) =>
      send(new URLSearchParams(Object.entries(fields)).toString(), 'application/x-www-form-urlencoded'),
    interaction: (payload: object) =>
      send(
        new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
        'application/x-www-form-urlencoded',
      ),
  };
}

describe('what nobody listens for', () => {
  it.each([
    ['a button', INTERACTIONS.press],
    ['a form', INTERACTIONS.form],
    ['a form that is closed', interactionOf('view_closed', { view: VIEW })],
    ['a shortcut', INTERACTIONS.shortcut],
    ['a message shortcut', INTERACTIONS.onMessage],
    ['options', INTERACTIONS.options],
    ['a type of interaction that came later', interactionOf('block_dreams', {})],
    ['an event', eventOf({ type: 'team_join', user: USER })],
    ['a step', eventOf(EVENTS.step)],
    ['a type of request that came later', { type: 'something_new' }],
  ])('%s is answered at once, and nothing is logged', async (_, payload) => {
    const { event, interaction, logged } = await start();
    const { status, text } = await ('event' in payload ? event : interaction)(payload);
    expect([status, text]).toEqual([200, '']);
    expect(logged).toEqual([]);
  });

  it('the word that Slack holds back events is answered at once, and logged in our words', async () => {
    const { event, logged } = await start();
    const { status } = await event({ type: 'app_rate_limited', team_id: 'T1', minute_rate_limited: 1 });
    expect(status).toBe(200);
    expect(logged).toEqual([
      { message: 'Slack holds back events for a minute, because there were too many' },
    ]);
  });
});

describe('a listener', () => {
  const { form } = INTERACTIONS;

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
    const { status } = await interaction(form);
    expect(status).toBe(500);
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

describe('what lacks a field that Slack always sends', () => {
  it('what lacks a field is answered with 400 and told in the log, and no listener hears of it', async () => {
    const { app, interaction, logged } = await start();
    const heard: string[] = [];
    app.use(async () => void heard.push('something'));
    const { user: _, ...nobody } = INTERACTIONS.press;
    expect((await interaction(nobody)).status).toBe(400);
    const what = { message: 'Slack sent something that cannot be read; it was refused', where: 'user' };
    expect(logged).toEqual([what]);
    expect(heard).toEqual([]);
  });

  it('a field that Teller does not read may have any form', async () => {
    const { interaction, event, command, logged } = await start();
    const odd = { team: 7, enterprise: [], authorizations: 'x', is_enterprise_install: {} };
    const sent = [
      await interaction({ ...INTERACTIONS.press, ...odd }),
      await event({ ...eventOf({ ...EVENTS.mention, item: null, subteam: null }), ...odd }),
      await command({ ...COMMAND, enterprise_id: '7' }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(logged).toEqual([]);
  });
});

describe('whatever Slack sends', () => {
  const whole = fc.constantFrom<object>(
    ...Object.values(EVENTS).map(eventOf),
    ...Object.values(INTERACTIONS),
    COMMAND,
  );
  /** The payload with one of its values, at any depth, replaced by another or taken away. */
  const damaged = fc
    .tuple(whole, fc.nat(), fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }))
    .map(([payload, at, other]) => {
      let left = at % JSON.stringify(payload).split(':').length;
      const replaced = (key: string, value: unknown) => {
        if (key === '') return value;
        left -= 1;
        return left === 0 ? other : value;
      };
      return JSON.parse(JSON.stringify(payload, replaced)) as unknown;
    });

  it('whatever Slack sends ends with one answer, within its time, and never with a rejection', async () => {
    const { app, reporter } = await start();
    app.command(/.*/, async ({ ack }) => ack());
    app.action('press', async ({ ack }) => ack());
    app.view('form', async ({ ack, view }) => {
      view.id.trim();
      await ack();
    });
    app.shortcut('form', async ({ ack }) => ack());
    app.event('message', async ({ event }) => void event.channel.trim());
    const receive = createReceive({ app, reporter });
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.jsonValue(), fc.anything()), async (payload) => {
        const answers: string[] = [];
        await receive({
          payload,
          ack: async () => void answers.push('ack'),
          refuse: async (why) => void answers.push(why),
        });
        expect(answers).toEqual([expect.stringMatching(/^(ack|unreadable|failed)$/)]);
      }),
      { numRuns: 2_000 },
    );
  });
});
