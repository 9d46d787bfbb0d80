// Why an order may not be requested at this moment, by what the store knows: an order that it was made from has been paid, it is
// a row and its bulk is over, its number has had too many prompts, or somebody has sent the same one since the row's order was
// created. Called by submit.ts right before each request.

import type { Clock } from '#lib/clock.ts';
import { isMore, sameMoney } from '#lib/money.ts';
import { dayOf } from '#lib/time.ts';
import type { OfBulk } from '#orders/bulk.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { missingMoney, planResend, predecessorOf } from '#orders/resends.ts';
import { readChain } from '#payments/status/order-updates.ts';
import type { MethodLimits } from '#provider/methods.ts';
import type { OrderStore } from '#store/store.ts';
import type { PromptLimits } from './prompt-limits.ts';

/** Undefined when it may. Rejects when the store is down. */
export type WhyNotNow = (order: Order) => Promise<Failure | undefined>;

export function createWhyNotNow({
  orders,
  promptLimits,
  isBulkOver,
  isAgreed,
}: {
  orders: Pick<OrderStore, 'get'>;
  promptLimits: Pick<PromptLimits, 'sameRecently' | 'blockedUntil'>;
  /** True when no row of the bulk may be requested any more. */
  isBulkOver: (id: string) => Promise<boolean>;
  /** True when whoever confirmed the bulk has agreed to send the row although the same prompt was `sent`. */
  isAgreed: (row: OfBulk, sent: Order) => Promise<boolean>;
}): WhyNotNow {
  /** A row may be requested an hour after it was created, and nobody looks at it by then as somebody looks at a form. */
  async function wasSentBesides({ reference, amount, bulk, prompt }: Order): Promise<boolean> {
    if (!bulk || !prompt?.msisdn) return false;
    for (const sent of await promptLimits.sameRecently(prompt.msisdn, amount))
      if (sent.reference !== reference && !(await isAgreed(bulk, sent))) return true;
    return false;
  }

  /** Posting the card can take a minute, and the customer may pay an earlier order of the chain meanwhile. */
  async function chainFault(order: Order): Promise<Pick<Failure, 'reason' | 'order'> | undefined> {
    const before = predecessorOf(order);
    const chain = (before && (await readChain(orders, before))) ?? [];
    const [first, ...others] = chain.filter(({ reference }) => reference !== order.reference);
    if (!first) return undefined;
    const plan = planResend([first, ...others], order.balanceOf);
    if (plan.status === 'waiting') return { reason: 'order_state', order: plan.order.reference };
    if (plan.status !== 'possible') return { reason: 'paid_meanwhile', order: plan.order.reference };
    const reviewed = chain.find(({ reference }) => reference === order.balanceOf);
    const missing = reviewed && missingMoney(reviewed);
    if (!missing || sameMoney(missing, order.amount)) return undefined;
    return { reason: 'paid_meanwhile', order: reviewed.reference };
  }

  return async (order) => {
    const { bulk, prompt } = order;
    const fault = await chainFault(order);
    if (fault) return { ...fault, providerMessage: '' };
    if (bulk && (await isBulkOver(bulk.id))) return { reason: 'bulk_over', providerMessage: '' };
    const msisdn = prompt?.msisdn;
    if (!msisdn) return undefined;
    if (await wasSentBesides(order)) return { reason: 'same_again', providerMessage: '' };
    const retryAt = await promptLimits.blockedUntil(msisdn, { own: order.reference });
    return retryAt === undefined ? undefined : { reason: 'too_many_prompts', providerMessage: '', retryAt };
  };
}

/** What no longer holds; undefined when everything does. Never rejects. */
export type WhatNoLongerHolds = (order: Order) => Promise<Failure | undefined>;

export function createWhatNoLongerHolds(deps: {
  methodLimits: MethodLimits;
  /** Whether Teller can still post in the channel. Never rejects. */
  mayPostIn: (channel: string) => Promise<boolean>;
  clock: Clock;
}): WhatNoLongerHolds {
  const { methodLimits, mayPostIn, clock } = deps;

  return async (order) => {
    const { prompt, recurring, amount } = order;
    const limit = prompt && { amount: methodLimits[prompt.method], currency: amount.currency };
    const reason =
      limit && isMore(amount, limit)
        ? 'over_limit'
        : isDeadlineOver(order, clock.now())
          ? 'deadline_passed'
          : recurring && recurring.startDay <= dayOf(clock.now())
            ? 'first_day_passed'
            : !(await mayPostIn(order.channel))
              ? 'card_not_posted'
              : undefined;
    return reason && { reason, providerMessage: '' };
  };
}
