// A load balancer: each request goes to the next replica, or to the one that a test names, and on to another when that one is
// not there.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';

type Balancer = {
  /** The replica that answered the newest request; undefined before the first. */
  lastToAnswer(): number | undefined;
  /** From now on each request is tried with this replica first; `undefined` ends that. */
  prefer(replica: number | undefined): void;
  stop(): Promise<void>;
};

export async function startBalancer(port: number, replicas: readonly number[]): Promise<Balancer> {
  let turn = 0;
  let lastToAnswer: number | undefined;
  let preferred: number | undefined;

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (let tries = 0; tries <= replicas.length; tries += 1) {
      if (tries > 0 || preferred === undefined) turn += 1;
      const replica = (tries === 0 ? preferred : undefined) ?? turn % replicas.length;
      const answer = await ask(replicas[replica] ?? 0, incoming, body).catch(() => undefined);
      if (answer) {
        lastToAnswer = replica;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
    }
    response.writeHead(502).end();
  }

  const server = createServer(KEEP_IDLE, (incoming, response) => {
    forward(incoming, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    lastToAnswer: () => lastToAnswer,
    prefer(replica) {
      preferred = replica;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function ask(port: number, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { method, url, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}
