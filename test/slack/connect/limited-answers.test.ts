// Answers of Slack that are endless, slow or huge end at a limit, on each of the ways on which Teller asks Slack something.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { WebAPIRequestError } from '@slack/web-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import { createSlackApp } from '#slack/connect/app.ts';
import { createSlackClients } from '#slack/connect/clients.ts';
import { postFailureOf } from '#slack/delivery/post-failure.ts';

const HUGE = 100_000_000;
const CHUNK = Buffer.alloc(100_000, 'x');

/** Each answers as Slack never does. `written` counts the bytes of each answer. */
const ANSWERS = {
  'never comes': () => {},
  'comes one byte a second': (response) => {
    response.write('{');
    const slowly = setInterval(() => response.write(' '), 1_000);
    response.on('close', () => clearInterval(slowly));
  },
  'has 100 MB': (response, written) => pour(response, response, written),
  'unpacks to 100 MB': (response, written) => {
    response.setHeader('content-encoding', 'gzip');
    const gzip = createGzip();
    gzip.pipe(response);
    pour(response, gzip, written);
  },
  'breaks off': (response) => {
    response.setHeader('content-length', '100');
    response.write('{"ok":true', () => response.destroy());
  },
} satisfies Record<string, (response: ServerResponse, written: Written) => void>;

type Written = number[];
type Answer = keyof typeof ANSWERS;
const KINDS = Object.keys(ANSWERS) as Answer[];

/** Writes 100 MB as fast as they are taken, until the connection is closed. */
function pour(response: ServerResponse, to: NodeJS.WritableStream, written: Written): void {
  const own = written.push(0) - 1;
  let bytes = 0;
  const more = () => {
    while (bytes < HUGE && !response.destroyed) {
      bytes += CHUNK.length;
      written[own] = bytes;
      if (!to.write(CHUNK)) return void to.once('drain', more);
    }
    to.end();
  };
  more();
}

async function slackThat(kind: Answer) {
  const written: Written = [];
  const server = createServer((request, response) => {
    request.resume();
    response.on('error', () => {});
    ANSWERS[kind](response, written);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  return { url, apiUrl: `${url}/api/`, written };
}

const LIMIT_MS = 250;
const quiet: Reporter & StateReporter = {
  error: () => '7f3a-91c2',
  warn: () => {},
  failing: () => {},
  working: () => {},
};

function appOf(apiUrl: string, reporter = quiet) {
  return createSlackApp({
    botToken: 'xoxb-1',
    apiUrl,
    signingSecret: 'shh',
    appToken: 'xapp-1',
    identity: { known: () => undefined },
    clock: systemClock,
    reporter,
    timeoutMs: LIMIT_MS,
  });
}

/** It has ended long before everything was there. */
function expectStopped(written: Written): void {
  for (const bytes of written) expect(bytes).toBeLessThan(HUGE);
}

describe.each(KINDS)('an answer of Slack that %s', (kind) => {
  test('counts as lost, so that what was posted is looked for', async () => {
    const { apiUrl, written } = await slackThat(kind);
    const clients = createSlackClients({
      token: 'xoxb-1',
      apiUrl,
      reporter: quiet,
      limited: () => {},
      timeoutsMs: { interaction: LIMIT_MS, announcements: LIMIT_MS },
    });
    await Promise.all(
      Object.values(clients).map(async (client) => {
        const error: unknown = await client.chat
          .postMessage({ channel: 'C1', text: 'x' })
          .catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(WebAPIRequestError);
        expect(postFailureOf(error)).toMatchObject({ status: 'unknown' });
      }),
    );
    expectStopped(written);
  });

  test('ends what waits for it: an answer to a person, and the end of a step', async () => {
    const { url, apiUrl, written } = await slackThat(kind);
    const { app } = appOf(apiUrl);
    const ended: string[] = [];
    app.command('/pay', async ({ ack, respond, client }) => {
      await ack();
      await respond('x').catch(() => ended.push('respond'));
      await client.functions
        .completeSuccess({ function_execution_id: 'F1', outputs: {} })
        .catch(() => ended.push('step'));
    });
    const body = {
      command: '/pay',
      text: '',
      response_url: `${url}/commands/1`,
      user_id: 'U1',
      team_id: 'T1',
    };
    await app.processEvent({ body, ack: async () => {} });
    expect(ended).toEqual(['respond', 'step']);
    expectStopped(written);
  });

  test('in place of the socket’s address is reported, and asked for again', async () => {
    const { apiUrl, written } = await slackThat(kind);
    const failures: string[] = [];
    const { start, stop } = appOf(apiUrl, {
      ...quiet,
      failing: (_, sentence) => void failures.push(sentence),
    });
    onTestFinished(stop);
    void start();
    await expect.poll(() => failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^Slack at 127\.0\.0\.1:\d+ cannot be reached: .*Trying again\.$/);
    expectStopped(written);
  });
});
