// Sends requests as fast as they are answered, over connections that stay open. A process of its own, so that it
// shares no event loop with what it measures; written on bare sockets, so that it costs little beside it.
import { connect } from 'node:net';

export type LoadOrder = {
  readonly port: number;
  /** Whole HTTP requests. Each is sent once, in this order. */
  readonly requests: readonly string[];
  readonly connections: number;
};

export type LoadResult = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 200. */
  readonly refused: number;
};

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run({ port, requests, connections }: LoadOrder): Promise<LoadResult> {
  const bytes = requests.map((request) => Buffer.from(request));
  const times = new Float64Array(bytes.length);
  let next = 0;
  let refused = 0;

  function oneConnection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let at = -1;
      let startedAt = 0;
      let text = '';
      const send = () => {
        at = next;
        next += 1;
        const request = bytes[at];
        if (!request) {
          socket.destroy();
          resolve();
          return;
        }
        text = '';
        startedAt = performance.now();
        socket.write(request);
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('data', (chunk: string) => {
        text += chunk;
        if (!isWhole(text)) return;
        times[at] = performance.now() - startedAt;
        if (!text.startsWith('HTTP/1.1 200')) refused += 1;
        send();
      });
      socket.on('error', reject);
      socket.on('close', () => (next < bytes.length ? reject(new Error('cut off')) : resolve()));
    });
  }

  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, oneConnection));
  const ms = performance.now() - startedAt;
  times.sort();
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: (bytes.length / ms) * 1_000, p50Ms: at(0.5), p99Ms: at(0.99), refused };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length);
}
