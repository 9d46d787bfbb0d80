// A sandbox with a scripted app behind it: the tests say what the app answers and see what reached it.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { parseJson } from '#lib/text.ts';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { type SlackSandbox, type SlackSandboxOptions, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { ANSWER_MS, TRIGGER_MS } from '#test/patience.ts';

export const SIGNING_SECRET = 'rig-signing-secret';
export const BOT_TOKEN = 'xoxb-rig-token';

/** One request that reached the app: a command's fields, an interaction's or an event's JSON. */
export type Received = { payload: Fields; headers: IncomingHttpHeaders; signed: boolean };

/** What the scripted app does with a request; nothing: an empty 200. */
export type Script = (received: Received, response: ServerResponse) => unknown;

export type Rig = {
  slack: SlackSandbox;
  received: Received[];
  /** Replaces what the app does from now on. */
  app(script: Script): void;
  call(method: string, args?: Fields): Promise<Fields>;
  /** Posts to a response_url. */
  respond(url: unknown, body: Fields): Promise<{ status: number; answer: Fields }>;
};

export async function startRig(options: Partial<SlackSandboxOptions> = {}): Promise<Rig> {
  const slack = await startSlackSandbox({
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    // With a clock of the test's own no time goes by on a busy machine.
    ...(options.now ? {} : { triggerMs: TRIGGER_MS }),
    ackTimeoutMs: ANSWER_MS,
    pictureMs: ANSWER_MS,
    ...options,
  });
  const received: Received[] = [];
  let script: Script = () => undefined;

  const app = createServer(KEEP_IDLE, async (request, response) => {
    const body = await text(request);
    const one = {
      payload: payloadOf(body),
      headers: request.headers,
      signed: isSigned(body, request.headers),
    };
    received.push(one);
    const answer = await script(one, response);
    if (response.headersSent || response.destroyed || answer === SILENT) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer === undefined ? '' : JSON.stringify(answer));
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const address = app.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  slack.connect(`http://127.0.0.1:${address.port}/slack/events`);

  onTestFinished(async () => {
    app.closeAllConnections();
    app.close();
    await slack.stop();
  });

  return {
    slack,
    received,
    app(next) {
      script = next;
    },
    call: (method, args = {}) => callApi(slack.apiUrl, method, args),
    async respond(url, body) {
      const answer = await post(asText(url), JSON.stringify(body), { 'content-type': 'application/json' });
      return { status: answer.status, answer: await fieldsIn(answer) };
    },
  };
}

/** A script's answer that never comes. */
export const SILENT = Symbol('silent');

export async function callApi(
  apiUrl: string,
  method: string,
  args: Fields,
  token = BOT_TOKEN,
): Promise<Fields> {
  const headers = { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${token}` };
  return fieldsIn(await post(apiUrl + method, JSON.stringify(args), headers));
}

export function post(url: string, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers });
}

/** A value inside JSON, by its path: `at(payload, 'actions', 0, 'value')`. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const step of path) here = Object(here)[step];
  return here;
}

export function messagesOf(answer: Fields): unknown {
  return at(answer, 'response_metadata', 'messages');
}

export const plain = (text: string) => ({ type: 'plain_text', text });

export const button = (actionId: string, value: string, more: Fields = {}) => ({
  type: 'button',
  text: plain(`Press ${value}`),
  action_id: actionId,
  value,
  ...more,
});

export const actions = (...elements: Fields[]) => [{ type: 'actions', block_id: 'buttons', elements }];

export const input = (blockId: string, element: Fields, more: Fields = {}) => ({
  type: 'input',
  block_id: blockId,
  label: plain(blockId),
  element: { action_id: blockId, ...element },
  ...more,
});

export const modal = (blocks: Fields[], more: Fields = {}) => ({
  type: 'modal',
  title: plain('A form'),
  submit: plain('Send'),
  callback_id: 'form',
  blocks,
  ...more,
});

/** Opens a modal on the agent's screen the way an app does: with the trigger of a shortcut. */
export async function openForm(rig: Rig, view: Fields, channel?: string): Promise<Fields> {
  const agent = rig.slack.person(rig.slack.users.agent);
  await (channel === undefined ? agent.shortcut('open') : agent.command(channel, '/pay'));
  return rig.call('views.open', { trigger_id: rig.received.at(-1)?.payload.trigger_id, view });
}

function payloadOf(body: string): Fields {
  const json = parseJson(body);
  if (isFields(json)) return json;
  const form = new URLSearchParams(body);
  const payload = parseJson(form.get('payload') ?? '');
  return isFields(payload) ? payload : Object.fromEntries(form);
}

function isSigned(body: string, headers: IncomingHttpHeaders): boolean {
  const base = `v0:${asText(headers['x-slack-request-timestamp'])}:${body}`;
  return (
    headers['x-slack-signature'] === `v0=${createHmac('sha256', SIGNING_SECRET).update(base).digest('hex')}`
  );
}

async function fieldsIn(response: Response): Promise<Fields> {
  const value: unknown = parseJson(await response.text());
  if (!isFields(value)) throw new Error(`HTTP ${response.status} without a JSON object`);
  return value;
}
