// The work of the look queue: whatever became due, be it by the clock or by a notification, ends here.
import type { Clock } from '#lib/clock.ts';
import { changeOrder } from '#orders/change.ts';
import type { Order } from '#orders/order.ts';
import { lookAfterNotice, nextLook } from '#orders/watch.ts';
import type { Claim, Ledger, NextTurn } from '#store/store.ts';
import type { Ask } from './ask.ts';
import type { Sending } from './send.ts';
import type { Settle } from './settle.ts';

/** A form's own process may take so long from writing down to calling: posting a card takes 65 s at its slowest. */
const START_MS = 90_000;

/** Rejects when the service or the store does, and is then tried again. */
export function createLook(deps: {
  ask: Ask;
  ledger: Ledger;
  settle: Settle;
  sending: Pick<Sending, 'resume' | 'callAgain'>;
  clock: Clock;
}): (claim: Claim) => Promise<NextTurn> {
  const { ask, ledger, settle, sending, clock } = deps;

  function look(order: Order): Promise<Order> {
    if (order.state === 'sending' && order.calledAt === undefined) return resume(order);
    if (order.state === 'sending' && order.kind === 'link') return sending.callAgain(order);
    return ask(order);
  }

  /** The process that wrote it down died before it called: a link is harmless to send now, a prompt is not. */
  async function resume(order: Order): Promise<Order> {
    if (clock.now() - order.createdAt < START_MS) return order;
    if (order.kind === 'link') return sending.resume(order.reference);
    const failure = { reason: 'interrupted', said: '' } as const;
    return settle.edit(order.reference, (newest) =>
      newest.calledAt === undefined
        ? changeOrder(newest, { event: 'refused', failure }, clock.now())
        : undefined,
    );
  }

  return async (claim) => {
    const order = await ledger.get(claim.reference);
    if (!order) return { at: undefined, againAt: undefined };
    const after = await look(order);
    const now = clock.now();
    const at = nextLook(after, now);
    if (at === undefined && after.state === 'pending') {
      await settle.edit(after.reference, (newest) => watchEnded(newest, now));
    }
    return { at, againAt: lookAfterNotice(after, now) };
  };
}

function watchEnded(order: Order, now: number): Order | undefined {
  if (order.unwatchedAt !== undefined || order.kind === 'charge') return undefined;
  const announcement = {
    id: `watch_ended-${order.version + 1}`,
    at: now,
    news: { kind: 'watch_ended' },
  } as const;
  return { ...order, unwatchedAt: now, announcements: [...order.announcements, announcement] };
}
