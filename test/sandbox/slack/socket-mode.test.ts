// The protocol of Socket Mode, message by message.
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { asText, type Fields } from '#sandbox/slack/json.ts';
import { at, callApi, input, modal, openForm, startRig } from './rig.ts';
import { APP_TOKEN, connectApp, openAddress, type SocketApp, startSocketRig } from './socket-app.ts';

const acknowledge = (app: SocketApp, envelope: object) => app.ack({ ...envelope });

describe('an address', () => {
  test('is given for the app token alone', async () => {
    const rig = await startSocketRig();
    expect(await openAddress(rig)).toMatchObject({
      ok: true,
      url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/link\/\?ticket=/),
    });
    const errorFor = async (token: string) => (await openAddress(rig, token)).error;
    expect(await errorFor('xapp-1-another')).toBe('invalid_auth');
    expect((await rig.call('apps.connections.open')).error).toBe('not_allowed_token_type');
    expect((await callApi(rig.slack.apiUrl, 'auth.test', {}, APP_TOKEN)).error).toBe(
      'not_allowed_token_type',
    );
    const without = await startRig();
    expect((await openAddress(without)).error).toBe('invalid_auth');
  });

  test('opens one connection, and a made-up one opens none', async () => {
    const rig = await startSocketRig();
    const url = asText((await openAddress(rig)).url);
    const first = new WebSocket(url);
    await once(first, 'open');
    const refused = async (address: string) => {
      const [error] = await once(new WebSocket(address), 'error');
      return String(error);
    };
    expect(await refused(url)).toContain('401');
    expect(await refused(url.replace(/ticket=.*/, 'ticket=mine'))).toContain('401');
    expect(rig.slack.sockets.count()).toBe(1);
  });
});

test('a connection begins with hello, and pings are answered both ways', async () => {
  const rig = await startSocketRig();
  const socket = new WebSocket(asText((await openAddress(rig)).url));
  const pinged = once(socket, 'ping');
  const [hello] = await once(socket, 'message');
  expect(JSON.parse(String(hello))).toMatchObject({
    type: 'hello',
    num_connections: 1,
    connection_info: { app_id: rig.slack.appId },
  });
  expect(String((await pinged)[0])).toContain('Ping');
  socket.ping('are you there');
  expect(String((await once(socket, 'pong'))[0])).toBe('are you there');
  expect((await connectApp(rig)).received[0]).toMatchObject({ num_connections: 2 });
});

describe('an envelope', () => {
  test('carries a command as JSON, and the answer in its ack is shown', async () => {
    const rig = await startSocketRig();
    const app = await connectApp(rig, (self, envelope) => self.ack(envelope, { text: 'in the ack' }));
    const agent = rig.slack.person(rig.slack.users.agent);
    const result = await agent.command(rig.slack.channels.sales, '/pay', 'prompt 12');
    expect(result).toMatchObject({ sent: true, status: 200, body: '{"text":"in the ack"}' });
    const [envelope] = app.envelopes();
    expect(envelope).toEqual({
      envelope_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'slash_commands',
      accepts_response_payload: true,
      payload: expect.objectContaining({ command: '/pay', text: 'prompt 12', user_id: agent.id }),
    });
    expect(rig.slack.ephemerals(agent.id)).toMatchObject([{ text: 'in the ack' }]);
    expect(rig.received).toEqual([]);
  });

  test('carries a submission, whose answer puts errors at fields or replaces the view', async () => {
    const rig = await startSocketRig();
    const view = modal([input('amount', { type: 'plain_text_input' })]);
    await openForm(rig, view);
    const answers: unknown[] = [
      { response_action: 'errors', errors: { amount: 'No' } },
      { response_action: 'update', view: modal([]) },
    ];
    const app = await connectApp(rig, (self, envelope) => self.ack(envelope, answers.shift()));
    const agent = rig.slack.person(rig.slack.users.agent);
    await agent.submit({ amount: '1' });
    expect(rig.slack.modal(agent.id)?.errors).toEqual({ amount: 'No' });
    await agent.submit();
    expect(rig.slack.modal(agent.id)?.blocks).toEqual([]);
    expect(app.envelopes()).toMatchObject([
      { type: 'interactive', accepts_response_payload: true, payload: { type: 'view_submission' } },
      {},
    ]);
  });

  test('carries an event with its attempt, which expects no answer', async () => {
    const rig = await startSocketRig();
    const app = await connectApp(rig, acknowledge);
    const agent = rig.slack.person(rig.slack.users.agent);
    await agent.mention(rig.slack.channels.sales, 'status');
    await agent.mention(rig.slack.channels.sales, 'status', { retryNum: 2 });
    await agent.shortcut('look_up');
    expect(app.envelopes()).toMatchObject([
      {
        type: 'events_api',
        accepts_response_payload: false,
        retry_attempt: 0,
        retry_reason: '',
        payload: { type: 'event_callback', event: { type: 'app_mention' } },
      },
      { retry_attempt: 2, retry_reason: 'timeout' },
      { type: 'interactive', accepts_response_payload: false, payload: { type: 'shortcut' } },
    ]);
    expect(app.envelopes()[2]).not.toHaveProperty('retry_attempt');
  });

  test('goes to one of several connections, each in its turn', async () => {
    const rig = await startSocketRig();
    const apps = [await connectApp(rig, acknowledge), await connectApp(rig, acknowledge)];
    for (const text of ['1', '2', '3', '4'])
      await rig.slack.person(rig.slack.users.agent).command('sales', '/pay', text);
    const texts = apps.map((app) => app.envelopes().map(({ payload }) => at(payload, 'text')));
    expect(texts).toEqual([
      ['1', '3'],
      ['2', '4'],
    ]);
  });

  test('goes over the preferred connection while that takes any, and over one of the others afterwards', async () => {
    const rig = await startSocketRig();
    const apps = [await connectApp(rig, acknowledge), await connectApp(rig, acknowledge)];
    const agent = rig.slack.person(rig.slack.users.agent);
    const [first, second] = rig.slack.sockets.open();
    rig.slack.sockets.prefer(second);
    for (const text of ['1', '2', '3']) await agent.command('sales', '/pay', text);
    rig.slack.sockets.disconnect('refresh_requested', second);
    await agent.command('sales', '/pay', '4');
    const texts = apps.map((app) => app.envelopes().map(({ payload }) => at(payload, 'text')));
    expect(texts).toEqual([['4'], ['1', '2', '3']]);
    expect(rig.slack.sockets.open()).toEqual([first]);
  });

  test('that nobody acknowledges times out', async () => {
    const rig = await startSocketRig({ ackTimeoutMs: 30 });
    await connectApp(rig, (self) => self.socket.send('not JSON'));
    const agent = rig.slack.person(rig.slack.users.agent);
    const result = await agent.command('sales', '/pay');
    expect(result).toMatchObject({ sent: true, status: 0, problem: 'operation_timeout' });
    expect(rig.slack.ephemerals(agent.id)[0]?.text).toContain('operation_timeout');
  });
});

test('an event that nobody acknowledges comes again, and one that was acknowledged does not', async () => {
  // Enough retries for a machine on which even an answer at once takes longer than this limit.
  const rig = await startSocketRig({ ackTimeoutMs: 500, eventRetryDelaysMs: Array<number>(60).fill(1) });
  const app = await connectApp(rig, (self, envelope) => {
    if (Number(envelope.retry_attempt) >= 2) self.ack(envelope);
  });
  await rig.slack.person(rig.slack.users.agent).mention('sales', 'status');
  await expect.poll(() => rig.slack.deliveries.some(({ ack }) => ack?.status === 200)).toBe(true);
  const attempts = app.envelopes();
  expect(attempts.slice(0, 3).map(({ retry_attempt }) => retry_attempt)).toEqual([0, 1, 2]);
  const eventOf = ({ payload }: Fields) => at(payload, 'event_id');
  expect(new Set(attempts.map(eventOf)).size).toBe(1);
  await rig.slack.person(rig.slack.users.agent).mention('sales', 'another', { retryNum: 2 });
  const [first] = attempts.map(eventOf);
  expect(app.envelopes().filter((envelope) => eventOf(envelope) === first)).toHaveLength(attempts.length);
  expect(new Set(app.envelopes().map(({ envelope_id }) => envelope_id)).size).toBe(app.envelopes().length);
});

test('one of two connections is asked to end, or is cut, and the other goes on', async () => {
  const rig = await startSocketRig();
  const apps = [await connectApp(rig, acknowledge), await connectApp(rig, acknowledge)];
  const [first, second] = rig.slack.sockets.open();
  rig.slack.sockets.disconnect('refresh_requested', first);
  await expect.poll(() => apps[0]?.received.at(-1)).toMatchObject({ type: 'disconnect' });
  expect(rig.slack.sockets.open()).toEqual([second]);
  await rig.slack.person(rig.slack.users.agent).command('sales', '/pay');
  expect(apps.map((app) => app.envelopes().length)).toEqual([0, 1]);
  expect(apps[1]?.received.at(-1)).not.toMatchObject({ type: 'disconnect' });

  const third = await connectApp(rig, acknowledge);
  rig.slack.sockets.cut(second);
  expect(rig.slack.sockets.count()).toBe(1);
  await rig.slack.person(rig.slack.users.agent).command('sales', '/pay');
  expect(third.envelopes()).toHaveLength(1);
});

describe('without a connection', () => {
  test('people get an error at once, and events wait for the next one', async () => {
    const rig = await startSocketRig({ eventRetryDelaysMs: Array<number>(40).fill(50) });
    const first = await connectApp(rig, acknowledge);
    rig.slack.sockets.cut();
    await once(first.socket, 'close');
    const agent = rig.slack.person(rig.slack.users.agent);
    expect((await agent.command('sales', '/pay')).problem).toBe('dispatch_failed');
    const { acks } = await agent.mention('sales', 'status');
    expect(acks).toMatchObject([{ status: 0, problem: 'dispatch_failed' }]);
    const second = await connectApp(rig, acknowledge);
    await expect.poll(() => second.envelopes().length).toBe(1);
    expect(second.envelopes()[0]).toMatchObject({
      retry_attempt: expect.any(Number),
      retry_reason: 'timeout',
      payload: { event: { type: 'app_mention' } },
    });
    expect(rig.received).toEqual([]);
  });

  test('and before the first one, things go over HTTP', async () => {
    const rig = await startSocketRig();
    await rig.slack.person(rig.slack.users.agent).command('sales', '/pay');
    expect(rig.received).toHaveLength(1);
  });
});

test.each(['refresh_requested', 'warning'] as const)(
  'after a disconnect with %s nothing new comes over that connection, but an ack still counts',
  async (reason) => {
    const rig = await startSocketRig();
    const old = await connectApp(rig);
    const agent = rig.slack.person(rig.slack.users.agent);
    const slow = agent.command('sales', '/pay', 'slow');
    await expect.poll(() => old.envelopes().length).toBe(1);
    rig.slack.sockets.disconnect(reason);
    await expect.poll(() => old.received.at(-1)).toMatchObject({ type: 'disconnect', reason });
    expect(rig.slack.sockets.count()).toBe(0);

    const fresh = await connectApp(rig, acknowledge);
    await agent.command('sales', '/pay', 'next');
    expect(fresh.envelopes()).toHaveLength(1);
    expect(old.envelopes()).toHaveLength(1);
    old.ack(old.envelopes()[0]);
    expect(await slow).toMatchObject({ status: 200 });
  },
);

test('the end of the sandbox ends connections and what still waits', async () => {
  const rig = await startSocketRig();
  const app = await connectApp(rig);
  const waiting = rig.slack.person(rig.slack.users.agent).shortcut('look_up');
  await expect.poll(() => app.envelopes().length).toBe(1);
  const closed = once(app.socket, 'close');
  await rig.slack.stop();
  await closed;
  expect((await waiting).problem).toBe('dispatch_failed');
});
