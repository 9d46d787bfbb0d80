// One connection for the whole store. It reconnects by itself after an outage, and meanwhile every call rejects soon.
import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisAddress } from './address.ts';
import { createRedisClient, isCluster, isReady, send } from './client.ts';
import { describeRefusal, describeUnreachable } from './unreachable.ts';

export type Connection = ReturnType<typeof connect>;

/** What orders and leases use of a connection. */
export type Commands = Pick<Connection, 'ask' | 'run'>;

/** How long an answer may take. What was asked may still happen after that (see OrderStore). */
const ANSWER_MS = 2_000;
const ANSWER_LOOK_EVERY_MS = 100;
/** How long replicas may take for a copy, when they are waited for. */
const COPY_MS = 1_500;
/** That a cluster's nodes have moved is noticed only by connecting anew, which is done this often at most. */
const RENEW_MS = 5_000;
/** Pause after a first connection that failed. */
const RETRY_MS = 500;
/** Calls look so often for a new connection: a process that only stood still finds that it has lost its own. */
const LOOKS = 50;
const LOOK_EVERY_MS = 10;

/** Begins to connect and goes on until it works. Never rejects because the server is down now. */
export function connect(address: RedisAddress) {
  const client = createRedisClient(address, () => !closed);
  const hashes = new Map<string, string>();
  const inHand = new Set<Promise<unknown>>();
  const first = Promise.withResolvers<void>();
  let closed = false;
  let renewedAt = 0;
  /** When a WAIT was last answered. Redis answers nothing else on the connection before, so others get no answer in time. */
  let waitedAt = Number.NEGATIVE_INFINITY;
  let lost: Promise<void> | undefined;
  let trouble = 'it has not answered yet';

  // Without a listener an error ends the process.
  client.on('error', (error: unknown) => {
    trouble = sentenceOf(error);
  });
  client.on('ready', () => {
    // An attempt that was under way when the store was closed.
    if (closed) end();
  });
  void open();

  async function open(): Promise<void> {
    renewedAt = performance.now();
    try {
      await client.connect();
      await checkPassword();
      first.resolve();
    } catch (error) {
      trouble = sentenceOf(error);
      if (!closed && !client.isOpen) setTimeout(() => !closed && !client.isOpen && void open(), RETRY_MS);
    }
  }

  /** A server that wants a password lets anybody connect who sends none, and then refuses each command. */
  async function checkPassword(): Promise<void> {
    const answer = await inTime(send(client, undefined, ['PING'])).catch(sentenceOf);
    if (!String(answer).startsWith('NOAUTH')) return;
    end();
    throw new Error(String(answer));
  }

  function end(): void {
    try {
      if (client.isOpen) client.destroy();
    } catch {
      // It was closing by itself.
    }
  }

  /** Connects anew: the connection stands but nobody answers, or the server no longer takes writes. */
  function renew(): void {
    if (closed || !isReady(client)) return;
    if (isCluster(client) && performance.now() - renewedAt < RENEW_MS) return;
    end();
    void open();
  }

  /** Whether there is a connection, or comes one soon after the first call that missed it. */
  async function isConnected(): Promise<boolean> {
    if (!isReady(client)) {
      lost ??= lookForConnection();
      await lost;
    }
    if (isReady(client)) lost = undefined;
    return isReady(client);
  }

  /** Counted by looks, and not by the clock, which goes on while the process stands still. */
  async function lookForConnection(): Promise<void> {
    for (let looks = 0; looks < LOOKS && !isReady(client); looks += 1) await pause(LOOK_EVERY_MS);
  }

  /** `work`, which uses the client in another way, with the same limits as `ask`. */
  async function guard<Value>(work: () => Promise<Value>): Promise<Value> {
    const isUp = closed || (await isConnected());
    if (closed) throw new Error('The store is closed.');
    if (!isUp) throw new Error(describeUnreachable(address, trouble), { cause: new Error(trouble) });
    const task = inTime(work());
    inHand.add(task);
    try {
      return await task;
    } catch (cause) {
      // A cluster's client that connects anew looks into a table of nodes that is still empty.
      const isUnknown = cause instanceof TypeError && isCluster(client);
      const reason = isUnknown ? 'which node of the cluster has it is not known yet' : sentenceOf(cause);
      // A server's own refusal begins with a word in capitals; anything else in a cluster may be a node that has moved.
      const isSilent = reason.startsWith('no answer') && performance.now() - waitedAt > ANSWER_MS;
      if (isSilent || reason.startsWith('READONLY') || (isCluster(client) && !/^[A-Z]+ /.test(reason)))
        renew();
      throw new Error(describeRefusal(address, reason), { cause });
    } finally {
      inHand.delete(task);
    }
  }

  /** What `work` wrote is lost with its server unless a replica has it: then Redis has not done what was asked. */
  async function copied<Value>(key: string, work: Promise<Value>): Promise<Value> {
    const value = await work;
    const { replicas } = address;
    if (replicas === 0) return value;
    const copies = Number(await send(client, key, ['WAIT', String(replicas), String(COPY_MS)]));
    waitedAt = performance.now();
    if (copies < replicas) throw new Error(`${copies} of ${replicas} replicas have it`);
    return value;
  }

  async function runScript(lua: string, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const sha = hashes.get(lua) ?? hash('sha1', lua);
    hashes.set(lua, sha);
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return await send(client, keys[0], ['EVALSHA', sha, ...rest]);
    } catch (error) {
      if (!sentenceOf(error).startsWith('NOSCRIPT')) throw error;
      return send(client, keys[0], ['EVAL', lua, ...rest]);
    }
  }

  return {
    client,
    /** One command. In a cluster `key` decides which node is asked. Commands of one moment are sent together. */
    ask: (key: string | undefined, ...command: readonly string[]) =>
      guard(() => {
        const answer = send(client, key, command);
        return key === undefined ? answer : copied(key, answer);
      }),
    /** A Lua script over `keys`, which share one slot. It runs as a whole or not at all. */
    run: (lua: string, keys: readonly string[], args: readonly string[]) =>
      guard(() => {
        const [key] = keys;
        const answer = runScript(lua, keys, args);
        return key === undefined ? answer : copied(key, answer);
      }),
    /** The same for a `write` of the key that goes past `ask` and `run`. */
    guardWrite: <Value>(key: string, write: () => Promise<Value>) => guard(() => copied(key, write())),
    guard,
    /** Resolves at the first connection; until then it waits, and it never rejects. */
    established: first.promise,
    /** What the last attempt to connect ended with, in words without secrets. */
    trouble: () => trouble,
    async close(): Promise<void> {
      if (closed) return;
      closed = true;
      await Promise.allSettled(inHand);
      if (isReady(client)) end();
    },
  };
}

/** Counted by looks as well. Timers come before sockets: an answer may lie there that this process could not read yet. */
function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks * ANSWER_LOOK_EVERY_MS < ANSWER_MS) return;
      clearInterval(timer);
      reject(new Error(`no answer within ${ANSWER_MS} ms`));
    }, ANSWER_LOOK_EVERY_MS);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

/** An address that means several machines fails with an error that says nothing but its code. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** A reply that must be a list of texts, with undefined where there is none. */
export function textsIn(reply: unknown): (string | undefined)[] {
  return listIn(reply).map((item) => {
    if (item === null) return undefined;
    if (typeof item !== 'string') throw new TypeError('Redis answered with something that is no text');
    return item;
  });
}

/** A reply that must be a list. */
export function listIn(reply: unknown): unknown[] {
  if (!Array.isArray(reply)) throw new TypeError('Redis answered with something that is no list');
  return reply;
}
