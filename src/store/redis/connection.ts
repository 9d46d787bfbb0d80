// One connection for the whole store, by node-redis. After an outage a new one is made; meanwhile every call rejects soon.
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, createCluster } from '@keyv/redis';
import { systemClock, withTimeout } from '#lib/clock.ts';
import { buildPrefix, type RedisAddress } from './address.ts';
import type { Script } from './scripts.ts';
import { describeRefusal, describeUnreachable, isRefusal } from './unreachable.ts';

export type Connection = ReturnType<typeof connect>;

/** How long an answer may take, or a connection. What was asked may still happen after that. */
const ANSWER_MS = 2_000;
const LAST_LOOK_MS = 100;
/** How long replicas may take for a copy, when they are waited for. */
const COPY_MS = 1_500;
/** An idle connection is asked this often whether it lives, and is dropped when it has been silent for longer. */
const PING_INTERVAL_MS = 1_000;
const SILENT_MS = 10_000;
/** Pause between attempts to connect. */
const RETRY_MS = 100;
/** A connection that seems to stand is made anew this often at most. */
const RENEW_MS = 5_000;
/** Calls look so often for a new connection: a process that only stood still finds that its own was lost. */
const LOOKS = 50;
const LOOK_EVERY_MS = 10;

/** Begins to connect and goes on until a connection stands. Never rejects because the server is down now. */
export function connect(address: RedisAddress) {
  const { cluster, replicas } = address;
  const client = createRedisClient(address, () => !closed && RETRY_MS);
  const prefix = buildPrefix(address);
  const inFlight = new Set<Promise<unknown>>();
  let closed = false;
  let openedAt = 0;
  let lost: Promise<void> | undefined;
  let trouble = 'it has not answered yet';

  // Key values of each name listen, too.
  client.setMaxListeners(0);
  // Without a listener an error ends the process.
  client.on('error', (error: unknown) => {
    trouble = describeError(error);
  });
  // An attempt may be under way when the store is closed.
  client.on('ready', () => closed && end());
  const established = open();

  /** Resolves once a connection stands. A client of one server goes on by itself when the first attempt has failed. */
  async function open(): Promise<void> {
    while (!closed && !client.isOpen) {
      openedAt = performance.now();
      const greeted = client.connect().then(() => send<string>(['PING']));
      // The client of a cluster may wait for a node that is gone.
      const limited = cluster ? withTimeout(systemClock, RENEW_MS, greeted, 'no answer') : greeted;
      const answer = await limited.catch(describeError);
      // A server that wants a password lets anybody connect who sends none, and then refuses each command.
      if (answer.startsWith('NOAUTH') || (cluster && !isReady())) {
        trouble = answer;
        end();
      }
      if (!client.isOpen) await pause(RETRY_MS);
    }
  }

  function end(): void {
    try {
      if (client.isOpen) client.destroy();
    } catch {
      // It was closing by itself.
    }
  }

  /** A cluster is ready when its nodes are known. They are asked as they are. */
  function isReady(): boolean {
    return 'slots' in client ? client.masters.length > 0 : client.isReady;
  }

  /** All keys lie on one node of a cluster, which is the one that is asked. */
  function send<Reply>(command: string[]): Promise<Reply> {
    return 'slots' in client ? client.sendCommand(prefix, false, command) : client.sendCommand(command);
  }

  /** Looks are counted, because the clock goes on while the process stands still. */
  async function lookForConnection() {
    for (let looks = 0; looks < LOOKS && !isReady(); looks += 1) await pause(LOOK_EVERY_MS);
  }

  /** Does `work` with the client, within the limits of every call. */
  async function guard<Value>(work: () => Promise<Value>): Promise<Value> {
    // Only the first calls that miss the connection wait for the next one.
    lost ??= isReady() || closed ? undefined : lookForConnection();
    await lost;
    if (closed) throw new Error('The store is closed.');
    if (!isReady()) throw new Error(describeUnreachable(address, trouble), { cause: new Error(trouble) });
    lost = undefined;
    const task = inTime(work());
    inFlight.add(task);
    try {
      return await task;
    } catch (cause) {
      const reason = describeError(cause);
      // Another server may lead by now. While replicas are waited for, silence does not say so.
      const mayBeOld = reason.startsWith('READONLY') || (!isRefusal(reason) && (cluster || replicas === 0));
      if (mayBeOld && isReady() && performance.now() - openedAt > RENEW_MS) {
        end();
        void open();
      }
      throw new Error(describeRefusal(address, reason), { cause });
    } finally {
      inFlight.delete(task);
    }
  }

  async function runScript<Reply>({ lua, sha }: Script, keys: readonly string[], args: readonly string[]) {
    const rest = [String(keys.length), ...keys.map((key) => prefix + key), prefix, ...args];
    try {
      return await send<Reply>(['EVALSHA', sha, ...rest]);
    } catch (error) {
      if (!describeError(error).startsWith('NOSCRIPT')) throw error;
      return send<Reply>(['EVAL', lua, ...rest]);
    }
  }

  /** What was written is lost with its server unless replicas have it: then Redis has not done what was asked. */
  async function waitForReplicas<Reply>(reply: Reply): Promise<Reply> {
    if (replicas === 0) return reply;
    const copies = await send<number>(['WAIT', String(replicas), String(COPY_MS)]);
    if (copies < replicas) throw new Error(`${copies} of ${replicas} replicas have it`);
    return reply;
  }

  return {
    client,
    isReady,
    /** Waits for the first connection, and never rejects. */
    established,
    /** What the last attempt to connect ended with, in words without secrets. */
    trouble: () => trouble,
    /** What every key of this Teller begins with. */
    prefix,
    /** The replies to these commands, which are sent together. */
    ask: <Reply>(...commands: readonly string[][]) => guard(() => Promise.all(commands.map(send<Reply>))),
    /** `keys` come without the prefix, which is the script's first argument. */
    run: <Reply>(script: Script, keys: readonly string[], args: readonly string[] = []) =>
      guard(() => runScript<Reply>(script, keys, args)),
    write: <Reply>(script: Script, keys: readonly string[], args: readonly string[]) =>
      guard(() => runScript<Reply>(script, keys, args).then(waitForReplicas)),
    /** For what goes to the client past `ask`, `run` and `write`. */
    guard,
    waitForReplicas,
    async close(): Promise<void> {
      if (closed) return;
      closed = true;
      await Promise.allSettled(inFlight);
      if (isReady()) end();
    },
  };
}

/** Its commands are never queued for later: what cannot be sent now rejects, and nothing that was given up is sent after all. */
function createRedisClient(address: RedisAddress, reconnectStrategy: () => number | false) {
  const { host, port, tls, username, password, database } = address;
  const options = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
  };
  const socket = {
    connectTimeout: ANSWER_MS,
    socketTimeout: SILENT_MS,
    reconnectStrategy,
    ...(tls ? { tls: true as const, ...(isIP(host) ? {} : { servername: host }) } : {}),
  };
  return address.cluster
    ? createCluster({ rootNodes: [{ socket: { host, port } }], defaults: { ...options, socket } })
    : createClient({ ...options, database, socket: { ...socket, host, port } });
}

const SILENT = Symbol('silent');

/** A short look follows the long one: timers come before sockets, and after this process stood still an answer may lie there. */
async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  for (const ms of [ANSWER_MS - LAST_LOOK_MS, LAST_LOOK_MS]) {
    const answer = await withTimeout(systemClock, ms, work, SILENT);
    if (answer !== SILENT) return answer;
  }
  throw new Error(`no answer within ${ANSWER_MS} ms`);
}

/** An address that means several machines fails with an error that says nothing but its code. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
