// Opens Redis for reading everything under Teller's names, or for copying from there or to there.
import { randomUUID } from 'node:crypto';
import { sleep, systemClock, withTimeout } from '#lib/clock.ts';
import type { StoreKeeper, StoreReader } from '#store/records.ts';
import { StoreRefusal, sameStore } from '#store/store-state.ts';
import { addressText, type RedisAddress, readRedisAddress } from './address.ts';
import { type Connection, connect, textsIn } from './connection.ts';
import { createKeeper } from './keeper.ts';
import { createKeys, type Keys } from './keys.ts';
import { COUNT_SERVING, GONE_AFTER_MS, stateIn } from './layout.ts';
import { createLeases } from './leases.ts';
import { createReader } from './reader.ts';
import { describeUnreachable } from './unreachable.ts';

const CONNECT_WAIT_MS = 2_000;
/** A server that writes its file anew, or is started again, may be silent for so long. */
const PATIENCE_MS = 60_000;
const HOLD_MS = 10_000;
const RENEW_MS = 2_000;
const POLL_MS = 500;
/** The one lease here is not among those that are copied. */
const COPYING = 'copying';

/** See StoreReader. Beside a running Teller each order is as it was at one moment, but not all at the same. */
export async function openRedisReader(url: string): Promise<StoreReader> {
  const { connection, keys, address } = await open(url);
  try {
    const reader = createReader(patient(connection), keys, { address });
    // Where nothing is, this says so.
    await reader.key();
    return { ...reader, close: connection.close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * See StoreKeeper. Rejects with a sentence while a Teller uses this, also for ten seconds after one was killed; until it is
 * closed, none begins.
 */
export async function openRedisKeeper(
  url: string,
  { isTarget, holder = randomUUID() }: { isTarget: boolean; holder?: string },
): Promise<StoreKeeper> {
  const { connection, keys, address } = await open(url);
  try {
    const free = await hold(connection, keys, address, holder);
    const close = async () => {
      await free();
      await connection.close();
    };
    const reader = createReader(patient(connection), keys, { address });
    if (!isTarget) await reader.key();
    return { ...reader, ...createKeeper(patient(connection), keys, { address, holder }), close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function open(url: string) {
  const target: RedisAddress = readRedisAddress(url);
  const address = addressText(target);
  const connection = connect(target);
  const keys = createKeys(target.namespace);
  const isThere = connection.established.then(() => true);
  if (!(await withTimeout(systemClock, CONNECT_WAIT_MS, isThere, false))) {
    await connection.close();
    throw new Error(describeUnreachable(target, connection.trouble()));
  }
  try {
    const [layout] = textsIn([await connection.ask(keys.layout, 'GET', keys.layout)]);
    stateIn(layout);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return { connection, keys, address };
}

/** The same, but what gets no answer is asked again for a while. Everything that a copy writes may be written twice. */
function patient(connection: Connection): Connection {
  async function again<Value>(work: () => Promise<Value>): Promise<Value> {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      try {
        return await work();
      } catch (error) {
        if (isRefusal(error) || waitedMs >= PATIENCE_MS) throw error;
        await sleep(systemClock, POLL_MS);
      }
    }
  }
  return {
    ...connection,
    guard: (work) => again(() => connection.guard(work)),
    ask: (...command) => again(() => connection.ask(...command)),
    run: (...script) => again(() => connection.run(...script)),
  };
}

/** What a server refuses begins with a word in capitals; these words mean that it will not for long. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error && error.cause instanceof Error)) return false;
  return /^(?!LOADING|READONLY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN)[A-Z]+ /.test(error.cause.message);
}

/**
 * Keeps Tellers from beginning, then sees whether one is there already: of two that begin together, one sees the other. Once it
 * has run out, because this process stood still, it stays so: a Teller may have begun.
 */
async function hold(
  connection: Connection,
  keys: Keys,
  address: string,
  own: string,
): Promise<() => Promise<void>> {
  const lease = createLeases(connection, { lease: () => keys.copying });
  const release = async () => {
    clearInterval(timer);
    await lease.release(COPYING, own).catch(() => undefined);
  };
  // One that was killed a moment ago holds it for a while.
  for (let waitedMs = 0; !(await lease.acquire(COPYING, HOLD_MS, own)); waitedMs += POLL_MS) {
    // The other store of the same copy, under another address.
    if ((await connection.ask(keys.copying, 'GET', keys.copying)) === own) throw sameStore();
    if (waitedMs > HOLD_MS)
      throw new StoreRefusal(`Another copy from or to ${address} is running. Wait until it ends.`);
    await sleep(systemClock, POLL_MS);
  }
  const timer = setInterval(
    () => void lease.renew(COPYING, own, HOLD_MS).catch(() => undefined),
    RENEW_MS,
  ).unref();
  if (Number(await connection.run(COUNT_SERVING, [keys.serving], [])) === 0) return release;
  await release();
  throw new StoreRefusal(
    `Teller is using ${address}. Stop every Teller that does, wait ${GONE_AFTER_MS / 1_000} seconds, then try again.`,
  );
}
