// Puts a network in memory in the place of this process's own: who listens is found by its port, and nothing leaves the
// process. For processes that do nothing else: it is never undone.
import { Agent } from 'node:http';
import { Server } from 'node:net';
import { theMachine } from './ambient.ts';
import { simulatedFetch } from './fetch.ts';
import { currentProcess, outsideOfProcesses, type SimulatedProcess } from './processes.ts';
import { clearWires, createWires, type Wire } from './wire.ts';

type Listener = { readonly server: Server; readonly owner: SimulatedProcess | undefined };

const listeners = new Map<number, Listener>();
const ports = new WeakMap<Server, number>();
let nextPort = 20_000;

/** Nobody listens any more, and the next free port is the first one again. */
export function resetNetwork(): void {
  listeners.clear();
  clearWires();
  nextPort = 20_000;
}

/** The next one on which nobody has listened yet. */
export async function simulatedPort(): Promise<number> {
  return nextPort++;
}

function listen(server: Server, wanted: unknown): void {
  const port = Number(wanted) || nextPort++;
  if (listeners.has(port)) throw new Error(`port ${port} is taken`);
  const owner = currentProcess();
  listeners.set(port, { server, owner });
  ports.set(server, port);
  // Also ends the timer with which Node looks for slow requests, which would keep the dead bot in memory.
  owner?.onKill(() => server.close());
  theMachine().scheduler.after(0, () => inside(owner, () => server.emit('listening')));
}

function close(server: Server, done: unknown): void {
  const port = ports.get(server);
  if (port !== undefined && listeners.get(port)?.server === server) listeners.delete(port);
  ports.delete(server);
  if (typeof done === 'function') server.once('close', () => done());
  const owner = currentProcess();
  theMachine().scheduler.after(0, () => inside(owner, () => server.emit('close')));
}

function connect(port: number): Wire {
  const { scheduler } = theMachine();
  const listener = listeners.get(port);
  const [here, there] = createWires(listener?.owner, port);
  scheduler.note(`connects to ${port}`);
  if (listener) inside(listener.owner, () => listener.server.emit('connection', there));
  else {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    const owner = currentProcess();
    scheduler.after(0, () => inside(owner, () => here.destroy(refused)));
  }
  return here;
}

function inside(owner: SimulatedProcess | undefined, work: () => void): void {
  if (!owner) outsideOfProcesses(work);
  else if (owner.isAlive()) owner.run(work);
}

export function replaceNetwork(): void {
  Object.assign(Server.prototype, {
    listen(this: Server, port: unknown) {
      listen(this, port);
      return this;
    },
    address(this: Server) {
      return { address: '127.0.0.1', family: 'IPv4', port: ports.get(this) };
    },
    close(this: Server, done?: unknown) {
      close(this, done);
      return this;
    },
  });
  Object.defineProperty(Server.prototype, 'listening', {
    get(this: Server) {
      return ports.has(this);
    },
  });
  Object.assign(Agent.prototype, {
    createConnection: (options: { port?: number | string }) => connect(Number(options.port)),
  });
  Object.assign(globalThis, { fetch: simulatedFetch });
}
