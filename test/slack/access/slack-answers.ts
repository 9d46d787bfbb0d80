// A Slack that answers each method as the test says, on a real port, and a client for it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { silentLogger } from '#test/sandbox/slack/silent-logger.ts';

/** By method. A string is an error code; undefined hangs up; a function is called with the fields of each request. */
export type Answers = Record<string, object | string | undefined | ((fields: URLSearchParams) => object)>;

export async function startSlackAnswers(answers: Answers) {
  const asked: string[] = [];
  const sent: URLSearchParams[] = [];
  const server = createServer(KEEP_IDLE, async (request, response) => {
    const method = (request.url ?? '').replace('/api/', '');
    const fields = new URLSearchParams(await text(request));
    asked.push(method);
    sent.push(fields);
    const found = answers[method];
    const answer = typeof found === 'function' ? found(fields) : found;
    if (answer === undefined) return void response.socket?.destroy();
    const body = typeof answer === 'string' ? { ok: false, error: answer } : { ok: true, ...answer };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const client = new WebClient('xoxb-1', {
    slackApiUrl: `http://127.0.0.1:${address.port}/api/`,
    logger: silentLogger,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  return { client, asked, sent };
}
