// What whoever runs Teller reads when Slack answers, but the socket that it names cannot be opened.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { SocketModeReceiver } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { slackLogger } from '#slack/connect/clients.ts';
import { createSocket } from '#slack/connect/socket.ts';

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
  const logger = slackLogger({ error: () => '', warn: () => {} });
  const receiver = new SocketModeReceiver({
    appToken: 'xapp-1',
    logger,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } } },
  });
  const failures: { sentence: string; error: unknown }[] = [];
  const socket = createSocket({
    client: receiver.client,
    receive: async () => {},
    apiUrl,
    clock: systemClock,
    reporter: {
      warn: () => {},
      failing: (_, sentence, error) => failures.push({ sentence, error }),
      working: () => {},
    },
  });
  socket.start();
  onTestFinished(() => socket.stop());
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  expect(failures[0]?.sentence).toContain('The connection to Slack (Socket Mode) broke off');
  expect(failures[0]?.error).toBeInstanceOf(Error);
  expect(socket.isConnected()).toBe(false);
});

test('a frame whose reason has no text is left out with a warning, and nothing else comes of it', async () => {
  const receiver = new SocketModeReceiver({
    appToken: 'xapp-1',
    logger: slackLogger({ error: () => '', warn: () => {} }),
  });
  const warnings: string[] = [];
  createSocket({
    client: receiver.client,
    receive: async () => {},
    apiUrl: 'http://127.0.0.1:1/api/',
    clock: systemClock,
    reporter: { warn: (sentence) => warnings.push(sentence), failing: () => {}, working: () => {} },
  });
  receiver.client.emit('ws_message', '{"type":"disconnect","reason":{"toString":1,"valueOf":1}}', false);
  await expect.poll(() => warnings).toEqual(['Slack sent a frame that cannot be read; it was left out']);
});
