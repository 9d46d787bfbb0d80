// What the key `layout` says of everything under these names: its format, and whether it is an unfinished copy of another store,
// or everything was moved to another one. And the processes that serve it, which say so every two seconds: no copy begins
// beside one of them, and none of them begins beside a copy.
import { randomUUID } from 'node:crypto';
import { FORMAT } from '#orders/order.ts';
import type { StoreState } from '#store/records.ts';
import { checkOwn, otherFormat, StoreRefusal } from '#store/store-state.ts';
import { type Commands, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';

export const OWN = String(FORMAT);
const COPY_OF = `${FORMAT} copy of `;
const MOVED_TO = `${FORMAT} moved to `;

export const copyOf = (address: string) => `${COPY_OF}${address}`;
export const movedTo = (address: string) => `${MOVED_TO}${address}`;

/** `layout`: undefined where nothing is yet. Throws a StoreRefusal for another format. */
export function stateIn(layout = OWN): StoreState {
  if (layout === OWN) return { status: 'own' };
  if (layout.startsWith(COPY_OF)) return { status: 'copy', from: layout.slice(COPY_OF.length) };
  if (layout.startsWith(MOVED_TO)) return { status: 'moved', to: layout.slice(MOVED_TO.length) };
  throw otherFormat('This store', layout.replace(/ .*/s, ''));
}

function checkUsable([layout, copying]: readonly (string | undefined)[]): void {
  checkOwn(stateIn(layout));
  if (copying !== undefined)
    throw new StoreRefusal('This store is being copied. Try again when the copy ends.');
}

const BEAT_MS = 2_000;
/** A process that was killed, or cannot reach Redis, counts as serving for so long. */
export const GONE_AFTER_MS = 10_000;

const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

// KEYS: serving, layout, copying. ARGV: the process, how long it counts (ms). Output: layout and copying.
const BEAT = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return redis.call('MGET', KEYS[2], KEYS[3])`;

// KEYS: serving. Output: how many processes serve.
export const COUNT_SERVING = `${NOW}
return redis.call('ZCOUNT', KEYS[1], now, '+inf')`;

/** `now` tells the time that passes (ms). */
export function createLayout({ ask, run }: Commands, keys: Keys, now = () => performance.now()) {
  const own = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let isUsable = false;
  /** Until then this process counts as serving, by its own clock. */
  let countsUntil = 0;

  async function beat(): Promise<void> {
    const until = now() + GONE_AFTER_MS;
    const touched = [keys.serving, keys.layout, keys.copying];
    const said = textsIn(await run(BEAT, touched, [own, String(GONE_AFTER_MS)]));
    countsUntil = until;
    heed(said);
  }

  function heed(said: readonly (string | undefined)[]): void {
    isUsable = false;
    checkUsable(said);
    isUsable = true;
  }

  return {
    /**
     * Whether nothing was wrong when it was last looked at. Not once this process counts as gone, because it was cut
     * off or stood still: a copy may have begun.
     */
    isUsable: () => isUsable && (timer === undefined || now() < countsUntil),
    /** Throws a StoreRefusal when Teller must not work with what is there. A process that serves says so in the same step. */
    async check(): Promise<void> {
      if (timer === undefined) heed(textsIn(await ask(keys.layout, 'MGET', keys.layout, keys.copying)));
      else await beat();
    },
    /** Says from now on that this process serves. A server that is away is no reason to reject: it hears it later. */
    async serve(): Promise<void> {
      timer ??= setInterval(() => void beat().catch(() => undefined), BEAT_MS).unref();
      try {
        await beat();
      } catch (error) {
        if (!(error instanceof StoreRefusal)) return;
        await leave();
        throw error;
      }
    },
    leave,
  };

  async function leave(): Promise<void> {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    await ask(keys.serving, 'ZREM', keys.serving, own).catch(() => undefined);
  }
}
