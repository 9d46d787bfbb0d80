// A bare Socket Mode app: opens connections with `ws`, keeps what comes, and answers only when the test says so.
import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { parseJson } from '#lib/text.ts';
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { callApi, type Rig, startRig } from './rig.ts';

export const APP_TOKEN = 'xapp-1-rig';

export type SocketApp = {
  socket: WebSocket;
  /** Everything that came, `hello` first. */
  received: Fields[];
  /** What came in envelopes. */
  envelopes(): Fields[];
  ack(envelope: Fields | undefined, payload?: unknown): void;
};

export function openAddress(rig: Rig, token = APP_TOKEN): Promise<Fields> {
  return callApi(rig.slack.apiUrl, 'apps.connections.open', {}, token);
}

/** Connects and waits for `hello`. With `onEnvelope`, each envelope is given to it as it comes. */
export async function connectApp(
  rig: Rig,
  onEnvelope: (app: SocketApp, envelope: Fields) => void = () => undefined,
): Promise<SocketApp> {
  const socket = new WebSocket(asText((await openAddress(rig)).url));
  const received: Fields[] = [];
  const app: SocketApp = {
    socket,
    received,
    envelopes: () => received.filter(({ envelope_id }) => envelope_id !== undefined),
    ack: (envelope, payload) => socket.send(JSON.stringify({ envelope_id: envelope?.envelope_id, payload })),
  };
  socket.on('message', (data) => {
    const message = parseJson(String(data));
    if (!isFields(message)) return;
    received.push(message);
    if (message.envelope_id !== undefined) onEnvelope(app, message);
  });
  await once(socket, 'open');
  await expect.poll(() => received.length).toBeGreaterThan(0);
  return app;
}

export function startSocketRig(options: Parameters<typeof startRig>[0] = {}): Promise<Rig> {
  return startRig({ appToken: APP_TOKEN, ...options });
}
