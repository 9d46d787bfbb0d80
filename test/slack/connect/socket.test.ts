// What whoever runs Teller reads when Slack answers, but the socket that it names cannot be opened or does not last.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { SocketModeReceiver } from '@slack/bolt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '#lib/clock.ts';
import { createLog } from '#observability/log.ts';
import { createReporter } from '#observability/reporter.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { createSlackApp } from '#slack/connect/app.ts';
import { slackLogger } from '#slack/connect/clients.ts';
import { createSocket } from '#slack/connect/socket.ts';
import { createWayOut } from '#slack/connect/way-out.ts';
import { startSocket } from './start-socket.ts';

test('a socket that cannot be opened is reported with its reason', async () => {
  const slack = createServer((_, response) => {
    // Nothing listens on the first port of all.
    response.setHeader('content-type', 'application/json').end('{"ok":true,"url":"ws://127.0.0.1:1/"}');
  }).listen(0, '127.0.0.1');
  await once(slack, 'listening');
  onTestFinished(() => void slack.close());
  const address = slack.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const apiUrl = `http://127.0.0.1:${address.port}/api/`;
  const { failures, isConnected } = startSocket(apiUrl, { wayOut: createWayOut(), clock: systemClock });
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  expect(failures[0]?.sentence).toContain('The connection to Slack (Socket Mode) broke off');
  expect(failures[0]?.error).toBeInstanceOf(Error);
  expect(isConnected()).toBe(false);
});

test('a frame whose reason has no text is left out with a warning, and nothing else comes of it', async () => {
  const receiver = new SocketModeReceiver({
    appToken: 'xapp-1',
    logger: slackLogger({ error: () => '', warn: () => {} }),
  });
  const warnings: string[] = [];
  createSocket({
    client: receiver.client,
    wayOut: createWayOut(),
    receive: async () => {},
    apiUrl: 'http://127.0.0.1:1/api/',
    clock: systemClock,
    reporter: { warn: (sentence) => warnings.push(sentence), failing: () => {}, working: () => {} },
  });
  receiver.client.emit('ws_message', '{"type":"disconnect","reason":{"toString":1,"valueOf":1}}', false);
  await expect.poll(() => warnings).toEqual(['Slack sent a frame that cannot be read; it was left out']);
});

/** Slack's stand-in, and Teller's connection to it. `log` is what whoever runs Teller reads, `pauses` is before each new try. */
async function startTeller() {
  const slack = await startSlackSandbox({ signingSecret: 'shh', botToken: 'xoxb-1', appToken: 'xapp-1' });
  onTestFinished(() => slack.stop());
  const moving = createMovingClock();
  // A pause that ends by itself is over before a test on a slow machine has looked.
  moving.freeze();
  const pauses: number[] = [];
  const clock: Clock = {
    now: moving.now,
    after(delayMs, callback) {
      if (!LIMITS_MS.includes(delayMs)) pauses.push(delayMs);
      return moving.after(delayMs, callback);
    },
  };
  const log: string[] = [];
  const write = (line: string) => void log.push((JSON.parse(line) as { msg: string }).msg);
  const teller = createSlackApp({
    botToken: 'xoxb-1',
    apiUrl: slack.apiUrl,
    signingSecret: undefined,
    appToken: 'xapp-1',
    identity: { known: () => undefined },
    clock,
    reporter: createReporter(createLog('info', [], { write })),
  });
  onTestFinished(() => teller.stop());
  teller.start();
  const { sockets, faults } = slack;
  return { sockets, faults, advance: moving.advance, log, pauses, isConnected: teller.isConnected };
}

const OPEN_MS = 20_000;
const LASTS_MS = 5_000;
/** All but the pauses. */
const LIMITS_MS = [OPEN_MS, OPEN_MS + 2_000, LASTS_MS];
const STANDS = 'The connection to Slack stands (Socket Mode)';
const NOT_OPENED = 'Slack did not open the connection (Socket Mode) within 20 seconds; trying again';
const ENDED_SOON = 'The connection to Slack (Socket Mode) ended as soon as it stood; trying again';

describe.each([
  ['an upgrade that is never answered', { kind: 'hang' }],
  ['an upgrade that no hello follows', { kind: 'hang', afterWork: true }],
] as const)('%s', (_, fault) => {
  test('is given up after twenty seconds, closed, reported once, and tried again', async () => {
    const { sockets, faults, advance, log, pauses, isConnected } = await startTeller();
    faults.next('socket', fault, 2);
    await expect.poll(sockets.asked).toBe(1);
    advance(OPEN_MS - 1);
    expect(log).toEqual([]);
    advance(1);
    await expect.poll(() => [pauses, sockets.held()]).toEqual([[1_000], 0]);
    expect(log).toEqual([NOT_OPENED]);
    advance(1_000);
    await expect.poll(sockets.asked).toBe(2);
    expect(isConnected()).toBe(false);
    advance(OPEN_MS);
    await expect.poll(() => [pauses, sockets.held()]).toEqual([[1_000, 2_000], 0]);
    advance(2_000);
    await expect.poll(isConnected).toBe(true);
    expect(log).toEqual([NOT_OPENED, STANDS]);
  });
});

test('a client that does not notice that its socket was ended is left alone two seconds later, and Slack is asked anew', async () => {
  const slack = await startSlackSandbox({ signingSecret: 'shh', botToken: 'xoxb-1', appToken: 'xapp-1' });
  onTestFinished(() => slack.stop());
  slack.faults.next('socket', { kind: 'hang' });
  const clock = createMovingClock();
  clock.hold();
  const wayOut = { ...createWayOut(), shut: () => {} };
  const { failures, isConnected } = startSocket(slack.apiUrl, { wayOut, clock });
  await expect.poll(slack.sockets.asked).toBe(1);
  clock.advance(OPEN_MS);
  clock.advance(2_000);
  await expect.poll(() => failures).toMatchObject([{ sentence: NOT_OPENED }]);
  clock.advance(1_000);
  await expect.poll(isConnected).toBe(true);
});

test('a connection that ends as soon as it stands is opened again after longer and longer pauses, and reported once', async () => {
  const { sockets, faults, advance, log, pauses, isConnected } = await startTeller();
  faults.next('socket', { kind: 'lostAnswer' }, 3);
  await expect.poll(() => pauses).toEqual([1_000]);
  advance(1_000);
  await expect.poll(() => pauses).toEqual([1_000, 2_000]);
  advance(2_000);
  await expect.poll(() => pauses).toEqual([1_000, 2_000, 4_000]);
  advance(4_000);
  await expect.poll(isConnected).toBe(true);
  expect(sockets.asked()).toBe(4);
  expect(log).toEqual([STANDS, ENDED_SOON]);
  advance(LASTS_MS);
  expect(log).toEqual([STANDS, ENDED_SOON, STANDS]);
  sockets.cut();
  await expect.poll(sockets.asked).toBe(5);
  await expect.poll(isConnected).toBe(true);
  expect(pauses).toHaveLength(3);
});

test.each(['refresh_requested', 'warning'] as const)(
  'a connection that Slack renews for %s as soon as it stands is opened again without a pause',
  async (reason) => {
    const { sockets, log, pauses, isConnected } = await startTeller();
    await expect.poll(isConnected).toBe(true);
    sockets.disconnect(reason);
    await expect.poll(sockets.asked).toBe(2);
    await expect.poll(isConnected).toBe(true);
    expect([pauses, log]).toEqual([[], [STANDS]]);
  },
);
