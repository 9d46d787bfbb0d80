// An address that stays the same while what stands behind it changes, as a proxy or a name in the DNS does. It can also hold
// back what goes through it.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

type Relay = {
  readonly port: number;
  /** From now on it leads there. What is open breaks. */
  switchTo(port: number): void;
  /** From now on nothing goes through, and nothing breaks. */
  hold(): void;
  stop(): Promise<void>;
};

/** `delayMs`: how long everything takes on its way to the target and back. */
export async function startRelay(target: number, { delayMs = 0 } = {}): Promise<Relay> {
  const open = new Set<Socket>();
  let port = target;
  let isHeld = false;

  const server = createServer((socket) => {
    const through = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, through],
      [through, socket],
    ] as const) {
      open.add(from);
      from.setNoDelay();
      from.on('data', (data) => {
        if (isHeld) return;
        if (delayMs === 0) to.write(data);
        else setTimeout(() => isHeld || to.destroyed || to.write(data), delayMs);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');

  function breakAll(): void {
    for (const socket of open) socket.destroy();
  }
  return {
    port: address.port,
    switchTo(next) {
      port = next;
      breakAll();
    },
    hold() {
      isHeld = true;
    },
    async stop() {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}
