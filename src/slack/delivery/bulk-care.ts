// What is done for one bulk in one round: the next row when its turn has come, the message when it should look different, the
// end.
import type { Clock } from '#lib/clock.ts';
import type { Bulks } from '#payments/bulk/bulks.ts';
import { isAnswered, type Progress } from '#payments/bulk/progress.ts';
import type { RowSent } from '#payments/bulk/send-rows.ts';
import type { Bulk } from '#payments/bulk/stored-bulk.ts';
import { backoff } from '#queue/worker.ts';
import { CHANNEL_GONE_CODES } from '#slack/connect/error-codes.ts';
import { type BulkMessages, type Shown, withoutMessage } from './bulk-message.ts';

/** Slack takes about 50 edits a minute of all messages together. */
const EDIT_EVERY_MS = 3_000;
/** Without a change that this process has seen; another one may have changed its orders. */
const CHECK_EVERY_MS = 10 * 60_000;
const MINUTE = 60_000;
/** For so long after the end other processes' changes are looked for in each round. */
const LIVELY_MS = 10 * MINUTE;
/** For so long the file with the results waits for prompts that still ring. */
const SETTLES_WITHIN_MS = 5 * MINUTE;
/** Links are checked for 30 days, and until then what was paid may be accepted, or go back. */
const CHECKED_FOR_MS = 31 * 24 * 60 * MINUTE;
/** A row waits for other work this often in a row, then goes all the same: what is due all the time must not stop it. */
const MAX_YIELDS = 30;

const NEVER = Number.NEGATIVE_INFINITY;

/** What this process remembers of a bulk; all of it may be lost. */
type Memory = {
  shownAt: number;
  /** Not before (ms), after Slack did not take it. */
  showAt: number;
  failures: number;
  yields: number;
  /** When (ms) an ended one was last checked. */
  checkedAt: number;
  /** The last row failed because the service was not there, or Slack: the next waits until it answers. */
  waitsFor: 'service' | 'slack' | undefined;
  /** No row before (ms). */
  nextTryAt: number;
  tries: number;
  /** How many rows in a row failed because their cards could not be posted. */
  unposted: number;
  /** How many rows in a row the provider refused as busy for as long as they waited (submit.ts). */
  untaken: number;
};

/** Everything rejects when the store is down. */
export function createBulkCare(deps: { bulks: Bulks; messages: BulkMessages; clock: Clock }) {
  const { bulks, messages, clock } = deps;
  const memories = new Map<string, Memory>();
  const changed = new Set<string>();

  function memoryOf({ id }: Bulk): Memory {
    const memory = memories.get(id) ?? {
      ...{ shownAt: NEVER, showAt: NEVER, checkedAt: NEVER, nextTryAt: NEVER },
      ...{ failures: 0, yields: 0, tries: 0, unposted: 0, untaken: 0, waitsFor: undefined },
    };
    memories.set(id, memory);
    return memory;
  }

  /** True when the next row may be sent. */
  async function isClear(memory: Memory): Promise<boolean> {
    if (memory.waitsFor === 'slack' || clock.now() < memory.nextTryAt) return false;
    if (memory.waitsFor === 'service' && !(await isServiceThere(memory))) return false;
    if (memory.yields < MAX_YIELDS && (await bulks.isAnythingDue())) {
      memory.yields += 1;
      return false;
    }
    memory.yields = 0;
    return true;
  }

  async function isServiceThere(memory: Memory): Promise<boolean> {
    try {
      await bulks.askService();
      memory.waitsFor = undefined;
      memory.tries = 0;
      return true;
    } catch {
      memory.tries += 1;
      memory.nextTryAt = clock.now() + backoff(memory.tries);
      return false;
    }
  }

  /** Why the bulk cannot go on in this channel; else remembers what the next row has to wait for. */
  function troubleOf(sent: RowSent, memory: Memory): 'channel_gone' | undefined {
    if (sent.status !== 'sent') return undefined;
    const failure = sent.order.state === 'not_sent' ? sent.order.failure : undefined;
    const isUntaken = failure?.reason === 'rate_limited' || failure?.reason === 'unavailable';
    if (failure?.reason !== 'card_not_posted') memory.unposted = 0;
    if (!isUntaken) memory.untaken = 0;
    if (!failure) return undefined;
    const { reason, serviceMessage } = failure;
    if (reason === 'card_not_posted') {
      if (CHANNEL_GONE_CODES.has(serviceMessage)) return 'channel_gone';
      memory.waitsFor = 'slack';
      memory.showAt = NEVER;
      memory.shownAt = NEVER;
      // Slack may take edits and no posts: it limits each by itself. A limit lasts a minute, and may be told again.
      memory.unposted += 1;
      memory.nextTryAt = clock.now() + MINUTE * 2 ** memory.unposted;
    }
    if (isUntaken || reason === 'credentials') memory.waitsFor = 'service';
    if (isUntaken) {
      // The service may answer what it is asked, and take no requests: it limits each by itself.
      memory.untaken += 1;
      memory.nextTryAt = clock.now() + MINUTE * 2 ** memory.untaken;
    }
    return undefined;
  }

  async function sendRow(bulk: Bulk, memory: Memory, movedAt: number): Promise<Bulk> {
    if (!bulk.message || !(await isClear(memory))) return bulk;
    // Once more, because the process may have stood still while it asked that.
    const over = await bulks.whyOver(bulk, movedAt);
    if (over) return bulks.end(bulk, over);
    const { bulk: after, sent } = await bulks.sendNext(bulk);
    if (sent.status === 'none') return bulks.end(after, { ending: 'sent' });
    const trouble = troubleOf(sent, memory);
    return trouble ? bulks.end(after, { ending: trouble }) : after;
  }

  /** `isNow`: without waiting for the pace of edits. */
  async function show(
    bulk: Bulk,
    memory: Memory,
    isNow: boolean,
  ): Promise<{ bulk: Bulk; progress: Progress }> {
    const progress = await bulks.progressOf(bulk);
    const now = clock.now();
    const isDue = isNow || !bulk.message || now - memory.shownAt >= EDIT_EVERY_MS;
    if (!isDue || now < memory.showAt) return { bulk, progress };
    const result = remember(await messages.show(bulk, progress), memory);
    if (result.status !== 'gone') return { bulk: result.bulk, progress };
    return { bulk: await withoutChannel(result.bulk), progress };
  }

  /** Its message goes to the person who asked; where that cannot be posted either, there is nobody to tell. */
  async function withoutChannel(bulk: Bulk): Promise<Bulk> {
    const ended = bulk.state === 'running' ? await bulks.end(bulk, { ending: 'channel_gone' }) : bulk;
    if (ended.isDirect) return bulks.save({ ...ended, isReported: true });
    return bulks.save({ ...withoutMessage(ended), isDirect: true });
  }

  function remember(result: Shown, memory: Memory): Shown {
    const now = clock.now();
    if (result.status === 'failed') {
      memory.failures += 1;
      const { failure } = result;
      memory.showAt =
        now + (failure.status === 'rate_limited' ? failure.retryAfterMs : backoff(memory.failures));
      return result;
    }
    memory.failures = 0;
    memory.shownAt = now;
    if (memory.waitsFor === 'slack') memory.waitsFor = undefined;
    return result;
  }

  /** Once every prompt has been answered, or nobody waits for it any more. */
  async function report(bulk: Bulk, progress: Progress, memory: Memory): Promise<Bulk> {
    const endedMs = clock.now() - (bulk.endedAt ?? 0);
    const isSettled = progress.rows.every(isAnswered) || endedMs > SETTLES_WITHIN_MS;
    if (bulk.isReported || !bulk.message || !isSettled || clock.now() < memory.showAt) return bulk;
    const result = remember(await messages.uploadResult(bulk, progress), memory);
    return result.status === 'gone' ? withoutChannel(result.bulk) : result.bulk;
  }

  return {
    /** One of its orders has changed here. */
    changed: (id: string) => void changed.add(id),
    /** True when that has not been shown yet. */
    hasChanges: () => changed.size > 0,

    /** `isItsTurn`: of several the oldest is sent first. `movedAt`: as whyOver has it. */
    async running(
      bulk: Bulk,
      { isItsTurn, movedAt }: { isItsTurn: boolean; movedAt: number },
    ): Promise<void> {
      const memory = memoryOf(bulk);
      changed.delete(bulk.id);
      const over = await bulks.whyOver(bulk, movedAt);
      const after = over
        ? await bulks.end(bulk, over)
        : isItsTurn
          ? await sendRow(bulk, memory, movedAt)
          : bulk;
      await show(after, memory, after.state === 'ended');
    },

    async ended(bulk: Bulk): Promise<void> {
      const memory = memoryOf(bulk);
      const now = clock.now();
      if (now - memory.shownAt < EDIT_EVERY_MS) return;
      const isLively = !bulk.isReported || now - (bulk.endedAt ?? 0) < LIVELY_MS;
      const isDue = isLively || changed.has(bulk.id) || now - memory.checkedAt >= CHECK_EVERY_MS;
      if (!isDue) return;
      changed.delete(bulk.id);
      // Once for each process.
      if (memory.checkedAt === NEVER) await bulks.eraseRows(bulk.id);
      memory.checkedAt = now;
      const { bulk: shown, progress } = await show(bulk, memory, false);
      const reported = await report(shown, progress, memory);
      const isLeft = now - (bulk.begunAt ?? 0) > CHECKED_FOR_MS;
      if (!isLeft || !reported.isReported || memory.failures > 0) return;
      memories.delete(bulk.id);
      await bulks.leave(bulk.id);
    },
  };
}
