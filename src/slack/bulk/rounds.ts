// Keeps bulks going: one process at a time sends rows and shows how they stand.
import { TAKE_OVER_MS } from '#lib/with-lease.ts';
import type { Order } from '#orders/order.ts';
import type { FailureReason } from '#orders/payment.ts';
import { isAnswered } from '#payments/bulk/progress.ts';
import type { Bulk } from '#payments/bulk/stored-bulk.ts';
import { backoff } from '#queue/worker.ts';
import { CHANNEL_GONE_CODES } from '#slack/bolt/errors.ts';
import type { SlackContext } from '#slack/context.ts';
import { createRounds } from '#slack/outbox/rounds.ts';
import { type Shown, showBulk, uploadResult, withoutMessage } from './message.ts';

const MINUTE = 60_000;
// Between two rounds: while there is no bulk, while rows are sent, and after the end.
const IDLE_MS = 5_000;
const ROW_MS = 1_000;
const REST_MS = 10_000;
/** Slack takes about 50 edits a minute. */
const EDIT_MS = 3_000;
/** So long after the end other processes' changes are looked for in each round. */
const LIVELY_MS = 10 * MINUTE;
const CHECK_EVERY_MS = 10 * MINUTE;
/** The results wait so long for prompts that still ring. */
const SETTLES_WITHIN_MS = 5 * MINUTE;
/** Links are checked for 30 days, and until then what was paid may be accepted, or go back. */
const CHECKED_FOR_MS = 31 * 24 * 60 * MINUTE;
/** A row lets other work go first this often, as something may be due all the time. */
const MAX_YIELDS = 30;
const NEVER = Number.NEGATIVE_INFINITY;

const BUSY: Readonly<Partial<Record<FailureReason, 'provider' | 'slack'>>> = {
  card_not_posted: 'slack',
  rate_limited: 'provider',
  unavailable: 'provider',
};
type Busy = (typeof BUSY)[FailureReason];

/** What this process remembers of a bulk; all of it may be lost. Times in ms. */
const newMemory = () => ({
  isChanged: false,
  shownAt: NEVER,
  /** Not before, because Slack did not take the message. */
  showAt: NEVER,
  failures: 0,
  yields: 0,
  checkedAt: NEVER,
  /** Who refused the last row: the next row waits for their answer. */
  waitsFor: undefined as Busy,
  queries: 0,
  nextTryAt: NEVER,
  refusedBy: undefined as Busy,
  refusals: 0,
});
type Memory = ReturnType<typeof newMemory>;

export function createBulkRounds(context: () => SlackContext) {
  const memories = new Map<string, Memory>();
  /** Rows are being sent here, so rounds come by themselves. */
  let isSending = false;

  function memoryOf(id: string): Memory {
    const memory = memories.get(id) ?? newMemory();
    memories.set(id, memory);
    return memory;
  }

  async function round(ctx: SlackContext): Promise<number> {
    const all = await ctx.payments.bulks.running();
    const first = all.find(({ state }) => state === 'running');
    isSending = first !== undefined;
    // That another file has begun is no row's turn.
    const movedAt = Math.max(...all.map(({ movedAt: at = 0, begunAt }) => (at === begunAt ? 0 : at)));
    for (const id of memories.keys()) if (!all.some((bulk) => bulk.id === id)) memories.delete(id);
    const results = await Promise.allSettled(
      all.map((bulk) =>
        bulk.state === 'running'
          ? moveOn(ctx, bulk, memoryOf(bulk.id), bulk === first, movedAt)
          : followUp(ctx, bulk, memoryOf(bulk.id)),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    if (first) return ROW_MS;
    return [...memories.values()].some(({ isChanged }) => isChanged) ? EDIT_MS : REST_MS;
  }

  const options = { name: 'bulks', does: 'Sending bulks', maxPause: 1 };
  const { trigger, run } = createRounds(context, options, async (ctx, signal, pause) => {
    const { bulks } = ctx.payments;
    if ((await bulks.running()).length === 0) return IDLE_MS;
    // The lease is held for as long as rows are sent.
    async function sendAll(): Promise<number> {
      for (;;) {
        const waitMs = await round(ctx);
        if (signal.aborted || !isSending) return waitMs;
        await pause(waitMs);
      }
    }
    return bulks.lead(sendAll, () => TAKE_OVER_MS);
  });

  return {
    bulkChanged: trigger,
    runBulks: run,
    orderOfBulkChanged({ bulk }: Order): void {
      if (!bulk) return;
      memoryOf(bulk.id).isChanged = true;
      if (!isSending) trigger();
    },
  };
}

async function moveOn(ctx: SlackContext, bulk: Bulk, memory: Memory, isItsTurn: boolean, movedAt: number) {
  const { bulks } = ctx.payments;
  memory.isChanged = false;
  const over = await bulks.whyOver(bulk, movedAt);
  let moved = bulk;
  if (over) moved = await bulks.end(bulk, over);
  else if (isItsTurn) moved = await sendRow(ctx, bulk, memory, movedAt);
  await show(ctx, moved, memory);
}

async function followUp(ctx: SlackContext, bulk: Bulk, memory: Memory): Promise<void> {
  const { bulks } = ctx.payments;
  const now = ctx.clock.now();
  if (now - memory.shownAt < EDIT_MS) return;
  const endedMs = now - (bulk.endedAt ?? 0);
  const isLively = !bulk.isReported || endedMs < LIVELY_MS;
  if (!isLively && !memory.isChanged && now - memory.checkedAt < CHECK_EVERY_MS) return;
  memory.isChanged = false;
  // The process that ended the bulk may have died before it erased the rows.
  if (memory.checkedAt === NEVER) await bulks.eraseRows(bulk.id);
  memory.checkedAt = now;
  const { bulk: shown, progress } = await show(ctx, bulk, memory);
  const isSettled = progress.rows.every(isAnswered) || endedMs > SETTLES_WITHIN_MS;
  const isReportDue = !shown.isReported && shown.message && isSettled && ctx.clock.now() >= memory.showAt;
  const reported = isReportDue ? await settle(ctx, await uploadResult(ctx, shown, progress), memory) : shown;
  const isLeft = now - (bulk.begunAt ?? 0) > CHECKED_FOR_MS;
  if (isLeft && reported.isReported && memory.failures === 0) await bulks.leave(bulk.id);
}

async function sendRow(ctx: SlackContext, bulk: Bulk, memory: Memory, movedAt: number): Promise<Bulk> {
  const { bulks } = ctx.payments;
  if (!bulk.message || !(await mayRowBeSent(ctx, memory))) return bulk;
  // Once more, because the process may have stalled while it found that out.
  const over = await bulks.whyOver(bulk, movedAt);
  if (over) return bulks.end(bulk, over);
  const { bulk: after, sent } = await bulks.sendNext(bulk);
  if (sent.status === 'none') return bulks.end(after, { ending: 'sent' });
  const isChannelGone = sent.status === 'sent' && noteFailure(ctx, sent.order, memory);
  return isChannelGone ? bulks.end(after, { ending: 'channel_gone' }) : after;
}

async function mayRowBeSent({ clock, payments: { bulks } }: SlackContext, memory: Memory): Promise<boolean> {
  if (memory.waitsFor === 'slack' || clock.now() < memory.nextTryAt) return false;
  if (memory.waitsFor === 'provider') {
    try {
      await bulks.askProvider();
    } catch {
      memory.queries += 1;
      memory.nextTryAt = clock.now() + backoff(memory.queries);
      return false;
    }
    memory.waitsFor = undefined;
    memory.queries = 0;
  }
  const isYielding = memory.yields < MAX_YIELDS && (await bulks.isAnythingDue());
  memory.yields = isYielding ? memory.yields + 1 : 0;
  return !isYielding;
}

/** True when the bulk's channel is gone. */
function noteFailure({ clock }: SlackContext, { state, failure }: Order, memory: Memory): boolean {
  const reason = state === 'not_sent' ? failure?.reason : undefined;
  if (reason === 'card_not_posted' && CHANNEL_GONE_CODES.has(failure?.providerMessage ?? '')) return true;
  const busy = reason && BUSY[reason];
  memory.refusals = busy === memory.refusedBy ? memory.refusals + 1 : 1;
  memory.refusedBy = busy;
  if (busy || reason === 'credentials') memory.waitsFor = busy ?? 'provider';
  // A limit lasts a minute, and Slack or the provider may name it again.
  if (busy) memory.nextTryAt = clock.now() + MINUTE * 2 ** memory.refusals;
  if (busy === 'slack') {
    memory.showAt = NEVER;
    memory.shownAt = NEVER;
  }
  return false;
}

/** Shows the bulk at the pace of edits; the first time, and at the end, at once. */
async function show(ctx: SlackContext, bulk: Bulk, memory: Memory) {
  const progress = await ctx.payments.bulks.progressOf(bulk);
  const now = ctx.clock.now();
  const isDue = bulk.state === 'ended' || !bulk.message || now - memory.shownAt >= EDIT_MS;
  if (!isDue || now < memory.showAt) return { bulk, progress };
  return { bulk: await settle(ctx, await showBulk(ctx, bulk, progress), memory), progress };
}

async function settle(ctx: SlackContext, shown: Shown, memory: Memory): Promise<Bulk> {
  const { bulks } = ctx.payments;
  const now = ctx.clock.now();
  const { bulk, failure, isGone } = shown;
  if (failure && !isGone) {
    memory.failures += 1;
    const waitMs = failure.status === 'rate_limited' ? failure.retryAfterMs : backoff(memory.failures);
    memory.showAt = now + waitMs;
    return bulk;
  }
  memory.failures = 0;
  memory.shownAt = now;
  if (memory.waitsFor === 'slack') memory.waitsFor = undefined;
  if (!isGone) return bulk;
  // The message goes to the person who asked, or where that fails too, to nobody.
  const ended = bulk.state === 'running' ? await bulks.end(bulk, { ending: 'channel_gone' }) : bulk;
  return bulks.save(
    ended.isDirect ? { ...ended, isReported: true } : { ...withoutMessage(ended), isDirect: true },
  );
}
