// Requests a refund from the provider once it is approved: the time is saved, then the call is made, then the
// answer is saved. A call whose answer was lost is made once more, within an hour, and never again (orders/refunding.ts). The
// work of the queue `check`, whose claim holds other processes off.
import type { Clock } from '#lib/clock.ts';
import { toNumber } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { isInHand, type Refund } from '#orders/refund.ts';
import { markRefundCall, type RefundOutcome, refundAnswered, withUnknownRefund } from '#orders/refunding.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import { LIMITS } from '#provider/limits.ts';
import { plainCharacters } from '#provider/plain-characters.ts';
import { checkStillExpected, StoodStill } from './request-marks.ts';

/**
 * Resolves to the order as saved; to the same order when its refund needs no call now. `confirm` comes right before the time is
 * saved. Rejects when the store is down or the claim is lost, and never because of the provider.
 */
export type CarryOutRefund = (order: Order, confirm: () => Promise<void>) => Promise<Order>;

/** Names by Slack id. Never rejects. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function createCarryOutRefund(deps: {
  client: Pick<ProviderClient, 'requestRefund'>;
  updates: Pick<OrderUpdates, 'updateOrder' | 'updateWith'>;
  clock: Clock;
  namesOf: NamesOf;
  logFailure: LogFailure;
}): CarryOutRefund {
  const { client, updates, clock, namesOf, logFailure } = deps;

  async function call(reference: Reference, refund: Refund, username: string): Promise<RefundOutcome> {
    const { confirmationCode, amount, remarks, requestedAt, repeatedAt } = refund;
    const request = { confirmationCode, amount: toNumber(amount), username, remarks };
    try {
      // While the process stood still, another one may have asked once more, and an approver may have ended it.
      const check = () => checkStillExpected(repeatedAt ?? requestedAt, clock.now());
      const answer = await client.requestRefund(request, check);
      return answer.status === 'refused'
        ? { status: 'refused', failure: { reason: 'declined', providerMessage: answer.message } }
        : { status: answer.status };
    } catch (error) {
      if (error instanceof StoodStill)
        return { status: 'refused', failure: { reason: 'interrupted', providerMessage: '' } };
      const isRefused = error instanceof ProviderError && error.outcome === 'refused';
      return { status: isRefused ? 'refused' : 'lost', failure: logFailure(error, { reference }) };
    }
  }

  async function usernameOf({ requestedBy, approvedBy = '' }: Refund): Promise<string> {
    const names = await namesOf([requestedBy, approvedBy]);
    const nameOf = (id: string) => ({ id, name: names.get(id) ?? id });
    return refundUsername(nameOf(requestedBy), nameOf(approvedBy));
  }

  return async (order, confirm) => {
    const { reference, refund } = order;
    if (!refund || !isInHand(refund)) return order;
    const username = await usernameOf(refund);
    await confirm();
    const { status, order: marked } = await updates.updateWith(reference, (newest) =>
      markRefundCall(newest, clock.now()),
    );
    if (status === 'lapsed') return marked;
    if (status === 'none' || !marked.refund) {
      // The process that asked for the second time has died, or none could ask in time.
      return updates.updateOrder(reference, (newest) => withUnknownRefund(newest, clock.now()));
    }
    const outcome = await call(reference, marked.refund, username);
    const isRepeat = status === 'repeat';
    return updates.updateOrder(reference, (newest) =>
      refundAnswered(newest, outcome, { isRepeat, at: clock.now() }),
    );
  };
}

type Person = { readonly id: string; readonly name: string };

/** Both people in the plain characters that the provider keeps of `username`; by id whose name has none. */
export function refundUsername(asker: Person, approver: Person): string {
  const longest = Math.floor((LIMITS.username - APPROVED_BY.length) / 2);
  return [asker, approver].map((person) => plainName(person).slice(0, longest).trim()).join(APPROVED_BY);
}

const APPROVED_BY = ', approved by ';

function plainName({ id, name }: Person): string {
  const plain = plainCharacters(name);
  return /[a-z0-9]/i.test(plain) ? plain : id;
}
