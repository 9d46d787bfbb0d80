// A server in Slack's place: it hands everything on to the stand-in, and spoils the answers that a test wants to be spoilt.
import { once } from 'node:events';
import { createServer, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Rig } from './rig.ts';

/** Writes the answer to a request that Slack has carried out. */
export type Spoil = (response: ServerResponse) => void;

/** Teller is started anew with this server as Slack's API. `spoil`: the next answer to the method. */
export async function putBefore(rig: Rig) {
  const spoils = new Map<string, Spoil>();
  const target = new URL(rig.slack.apiUrl);
  const server = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming;
    const called = url.replace(target.pathname, '');
    response.on('error', () => {});
    const outgoing = send(
      { host: target.hostname, port: target.port, path: url, method, headers },
      (answer) => {
        const spoil = spoils.get(called);
        spoils.delete(called);
        if (spoil) {
          answer.resume();
          spoil(response);
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await rig.restartWith({ SLACK_API_URL: `http://127.0.0.1:${port}${target.pathname}` });
  return { spoil: (method: string, how: Spoil) => void spoils.set(method, how) };
}
