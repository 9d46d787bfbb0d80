// Guards against prompting one phone again by a slip: the same amount within ten minutes is asked about, and a fourth
// unpaid prompt is refused. Counted in the store, so all replicas see the same. Called in this folder, when an order is made and before it is sent.
import type { Clock } from '#lib/clock.ts';
import { type Money, sameMoney } from '#lib/money.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { HeldLease } from '#lib/with-lease.ts';
import { RUNS_OUT_AFTER_MS } from '#orders/approval.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';
import type { Exclusively } from './exclusively.ts';

/** Both rules look back for so long. */
const RECENT_MS = 10 * 60_000;

/** So many prompts that are not paid may go to one number within that time. */
export const MAX_UNPAID = 3;

/** A prompt may wait for approval before it is sent, so prompts of this age may have rung lately. */
const MAX_AGE_MS = RUNS_OUT_AFTER_MS + RECENT_MS;

export type PromptLimits = ReturnType<typeof createPromptLimits>;

/** All that it does rejects when the store is down. */
export function createPromptLimits(deps: {
  orders: Pick<OrderStore, 'promptsTo'>;
  exclusively: Exclusively;
  clock: Clock;
}) {
  const { orders, exclusively, clock } = deps;

  return {
    /**
     * Runs `work` while no other process creates or sends a prompt to this number; rejects when one takes too long. `work`
     * confirms that before it saves, and begins anew when it stood still and another process may have sent one.
     */
    exclusively: <Value>(msisdn: Msisdn, work: (held: HeldLease) => Promise<Value>): Promise<Value> =>
      exclusively(
        {
          kind: 'prompts',
          what: `prompts to ${msisdn}`,
          busy: 'another prompt to the same number is being created',
        },
        work,
      ),
    /**
     * The prompts for the same amount with which the same number was asked in the last ten minutes, the newest order first: one
     * that waited for approval, or was left by a process that died, rings later than it was made. One that waits still, however
     * long, can ring at any moment.
     */
    async sameRecently(msisdn: Msisdn, amount: Money): Promise<Order[]> {
      const now = clock.now();
      const prompts = await orders.promptsTo(msisdn, now - MAX_AGE_MS);
      return prompts.filter(
        (order) =>
          sameMoney(order.amount, amount) &&
          order.state !== 'not_sent' &&
          (order.state === 'waiting' || (order.requestedAt ?? order.createdAt) >= now - RECENT_MS),
      );
    },
    /**
     * From when (ms) the number may be prompted again; undefined when it may be now. `own`: not counted. `ahead`: so many
     * prompts, fewer than MAX_UNPAID, will be sent to it before.
     */
    async blockedUntil(
      msisdn: Msisdn,
      { own, ahead = 0 }: { own?: Reference; ahead?: number } = {},
    ): Promise<number | undefined> {
      const now = clock.now();
      const prompts = await orders.promptsTo(msisdn, now - MAX_AGE_MS);
      const rang = prompts
        .filter(({ state, reference }) => !wasPaid(state) && state !== 'not_sent' && reference !== own)
        .flatMap(({ requestedAt }) => requestedAt ?? [])
        .filter((at) => at > now - RECENT_MS)
        .sort((a, b) => b - a);
      const oldest = rang[MAX_UNPAID - 1 - ahead];
      return oldest === undefined ? undefined : oldest + RECENT_MS;
    },
  };
}
