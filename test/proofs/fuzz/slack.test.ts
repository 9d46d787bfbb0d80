// What comes from Slack over both ways, with something wrong: a signed body and a frame of the socket end with one answer, and
// a whole Teller in a process of its own lives on and finds no fault of its own in any of it.

import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { SocketModeReceiver } from '@slack/bolt';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Envelope } from '#sandbox/slack/delivery/envelope.ts';
import { createSlackApp, createSocket, createWayOut } from '#slack/bolt/app.ts';
import { slackLogger } from '#slack/bolt/clients.ts';
import { readPayload } from '#slack/bolt/payloads.ts';
import { createReceive, type Incoming, receiveSigned } from '#slack/bolt/receive.ts';
import { type Rig, startRig } from '#test/journeys/rig.ts';
import { howMany } from '#test/proofs/how-many.ts';
import { start } from '#test/teller-process.ts';
import { expectHarmless, expectQuick } from './harmless.ts';
import { everyTextIn, jsonFrom, jsonTextFrom, otherTextIn, textFrom } from './mutated.ts';
import { recordSamples } from './slack-samples.ts';

const reporter = { error: () => '', warn: () => {}, failing: () => {}, working: () => {} };
const APP = { botToken: 'xoxb-1', apiUrl: 'http://127.0.0.1:1/api/', identity: { known: () => undefined } };
const FORM = 'application/x-www-form-urlencoded';

let rig: Rig;
let samples: readonly Envelope[];
beforeAll(async () => {
  rig = await startRig({}, { socket: false });
  samples = await recordSamples(rig);
});
afterAll(() => rig.stop());

/** As Slack writes it over HTTP: events as JSON, commands as a form, interactions as JSON in a form. */
function bodyOf(kind: Envelope['kind'], payload: unknown): { body: string; contentType: string } {
  if (kind === 'events_api') return { body: JSON.stringify(payload) ?? '', contentType: 'application/json' };
  const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const fields = Object.entries(Object(payload)).map(([name, value]) => [name, textOf(value)]);
  const form =
    kind === 'interactive' ? { payload: JSON.stringify(payload) ?? '' } : Object.fromEntries(fields);
  return { body: new URLSearchParams(form).toString(), contentType: FORM };
}

/** Samples of one shape are read in the same way. */
function shapeOf(payload: unknown): string {
  const { type, event } = Object(payload) as { type?: string; event?: { type: string } };
  return `${type} ${event?.type}`;
}

const damaged = () =>
  fc
    .constantFrom(...samples)
    .chain(({ kind, payload }) => jsonFrom([payload]).map((value) => bodyOf(kind, value)));

function createListeningApp() {
  const { app } = createSlackApp({
    ...APP,
    signingSecret: 'shh',
    appToken: undefined,
    clock: systemClock,
    reporter,
  });
  app.command(/.*/, async ({ ack }) => ack());
  app.view(/.*/, async ({ ack, view }) => ack({ response_action: 'errors', errors: { [view.id]: 'x' } }));
  app.action(/.*/, async ({ ack }) => ack());
  return app;
}

test('any body that Slack has signed is answered with 200 or 400, and once', async () => {
  const receive = createReceive({ app: createListeningApp(), reporter });
  const wholeBodies = samples.map(({ kind, payload }) => bodyOf(kind, payload).body);
  const text = fc.record({
    body: textFrom(wholeBodies),
    contentType: fc.constantFrom(FORM, 'application/json', ''),
  });
  await expectHarmless(
    fc.oneof(damaged(), text),
    async ({ body, contentType }) => {
      const socket = new Socket();
      const request = new IncomingMessage(socket);
      request.headers['content-type'] = contentType;
      const response = new ServerResponse(request);
      receiveSigned(receive, Buffer.from(body), request, response);
      while (!response.writableEnded) await turnOfTheLoop();
      expect([200, 400]).toContain(response.statusCode);
      socket.destroy();
    },
    2_000,
  );
});

test('ten kilobytes of what Slack sends, in every field or in place of it, are read in ten milliseconds', () => {
  const receive = async ({ payload }: Incoming) => void readPayload(payload);
  function enter(body: string, contentType: string): void {
    const request = new IncomingMessage(new Socket());
    request.headers['content-type'] = contentType;
    receiveSigned(receive, Buffer.from(body), request, new ServerResponse(request));
  }
  for (const contentType of [FORM, 'application/json']) expectQuick((text) => enter(text, contentType));
  expectQuick((text) => enter(FORM, text));
  const oneOfEach = new Map(samples.map(({ payload }) => [shapeOf(payload), payload]));
  for (const payload of oneOfEach.values()) expectQuick((text) => readPayload(everyTextIn(payload, text)));
});

test('any frame of the socket is read or left out, and none ends the process', async () => {
  const { client } = new SocketModeReceiver({
    appToken: 'xapp-1',
    logger: slackLogger(reporter),
    autoReconnectEnabled: false,
  });
  const received: Incoming[] = [];
  const socket = { wayOut: createWayOut(), apiUrl: APP.apiUrl, clock: systemClock, reporter };
  createSocket({ ...socket, client, receive: async (incoming) => void received.push(incoming) });
  const frames = samples.map(({ kind, payload }) => ({
    envelope_id: 'e-1',
    type: kind,
    accepts_response_payload: true,
    payload,
  }));
  const control = [
    { type: 'hello', num_connections: 1 },
    { type: 'disconnect', reason: 'warning' },
  ];
  await expectHarmless(jsonTextFrom([...frames, ...control]), (text) => {
    received.length = 0;
    client.emit('ws_message', text, false);
    expect(received.length).toBeLessThanOrEqual(1);
  });
  expectQuick((text) => client.emit('ws_message', text, false));
});

test('a whole Teller answers whatever Slack has signed, finds no fault of its own, and lives on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'teller-fuzz-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const teller = start({
    SLACK_BOT_TOKEN: 'xoxb-stand-in-token',
    SLACK_SIGNING_SECRET: 'a-signing-secret-of-the-stand-in',
    SLACK_API_URL: rig.slack.apiUrl,
    PROVIDER_BASE_URL: rig.provider.baseUrl,
    PROVIDER_CONSUMER_KEY: rig.provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: rig.provider.consumerSecret,
    PUBLIC_URL: 'http://127.0.0.1:1',
    PORT: '0',
    STORE_URL: `sqlite:${join(folder, 'teller.sqlite')}`,
  });
  rig.slack.connect(`${await teller.url()}/slack/events`);
  const otherText = fc
    .constantFrom(...samples)
    .chain(({ kind, payload }) => otherTextIn(payload).map((value) => bodyOf(kind, value)));
  await fc.assert(
    fc.asyncProperty(fc.oneof(otherText, damaged()), async ({ body, contentType }) => {
      const { status } = await rig.slack.sendRaw(body, { contentType });
      expect([200, 400]).toContain(status);
      expect(
        teller
          .incidents()
          .map(errorOf)
          .filter((error) => OWN_FAULT.test(error)),
      ).toEqual([]);
    }),
    { numRuns: howMany({ short: 100, full: 1_000 }) },
  );
  expect(teller.child.exitCode).toBeNull();
  expect(await teller.ask('/healthz')).toMatchObject({ status: 200 });
});

/**
 * Not what Slack or the provider answered to a call with something wrong in it, but code of ours that did not expect its input.
 */
const OWN_FAULT =
  /^(Type|Range|Reference|Syntax|Zod|URI)Error: (?:(?!\n +at ).|\n(?! +at ))*\n +at [^\n]*\/src\//;

function errorOf({ err }: Record<string, unknown>): string {
  const { type, message, stack } = Object(err) as Record<string, unknown>;
  return `${type}: ${message} ${stack}`;
}
