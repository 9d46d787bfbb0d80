// Creates an order in the store, before anything is posted or sent. Refuses what would ask a customer again by a slip: a
// second order from the same form, a second resend of one order, the same prompt again, too many prompts.
import type { Clock } from '#lib/clock.ts';
import { type Money, sameMoney } from '#lib/money.ts';
import type { HeldLease } from '#lib/with-lease.ts';
import { type ApprovalAbove, askApproval, limitOf, needsApproval } from '#orders/approval.ts';
import { mayBeAtProvider } from '#orders/at-provider.ts';
import { NO_CHARGES } from '#orders/charges.ts';
import { dueTimes } from '#orders/deadline.ts';
import { FORMAT, type Order } from '#orders/order.ts';
import { DRAFT_FIELDS, type Draft, pickFields } from '#orders/order-fields.ts';
import { missingMoney, predecessorOf, resentOrderFrom } from '#orders/resends.ts';
import type { OrderSaves } from '#payments/status/order-saves.ts';
import { MAX_TRIES, type OrderUpdates, readChain } from '#payments/status/order-updates.ts';
import type { Schedule } from '#store/queue.ts';
import type { OrderStore } from '#store/store.ts';
import type { Exclusively } from './exclusively.ts';
import type { PromptLimits } from './prompt-limits.ts';
import type { Impossible, Resends } from './resends.ts';

/**
 * `already_created`: by this same form before; it is that order. `same_again`: `order` asked the same number for the same
 * amount within ten minutes, the last of those that are not agreed to. `too_many_prompts`: the number may be prompted again at
 * `retryAt` (ms). `not_the_balance`: `balanceOf` lacks `missing`, and the draft asks for something else. `impossible`: why `resendOf`
 * or `balanceOf` cannot have this resend.
 */
export type CreateResult =
  | { readonly status: 'created' | 'already_created'; readonly order: Order }
  | { readonly status: 'same_again'; readonly order: Order }
  | { readonly status: 'reference_taken' | 'account_number_taken' }
  | { readonly status: 'too_many_prompts'; readonly retryAt: number }
  | { readonly status: 'not_the_balance'; readonly missing: Money }
  | { readonly status: 'impossible'; readonly why: Impossible };

/** The person has agreed to the same prompt again: whichever was sent before, or only to those of which the function says so. */
export type EvenIfSame = boolean | ((sent: Order) => boolean);

/** All reject when the store is down. */
export type OrderCreation = {
  /**
   * Only saves the order; one that needs approval is `waiting`. A form that is sent twice gets one order (`Draft.formId`). `askedAt`:
   * since when (ms) it is wanted, if not since now; a prompt is not sent long after that (orders/still-expected.ts).
   */
  createOrder(draft: Draft, how: { evenIfSame: EvenIfSame; askedAt?: number }): Promise<CreateResult>;
  /**
   * What createOrder would answer instead of creating it; undefined when it would create it. `ahead`: prompts to the number that
   * will be sent before, as in prompt-limits.ts.
   */
  refusalFor(
    draft: Draft,
    how: { evenIfSame: EvenIfSame; ahead?: number },
  ): Promise<CreateResult | undefined>;
};

/** If no process has begun to submit the order by then, or to post the card of one that waits, the check queue takes it up. */
const SUBMITTED_WITHIN_MS = 8_000;

export function createOrderCreation(deps: {
  orders: Pick<OrderStore, 'get' | 'findByReference' | 'findByAccountNumber'>;
  saves: Pick<OrderSaves, 'insert' | 'insertWith'>;
  updates: Pick<OrderUpdates, 'inTurn'>;
  resends: Pick<Resends, 'planFor'>;
  promptLimits: PromptLimits;
  exclusively: Exclusively;
  approvalAbove: ApprovalAbove;
  /** In which deadlines end and reminders come. */
  timeZone: string;
  /** What orders of the channel are sent with as `branch`; undefined for none. Rejects when the store is down. */
  branchOf: (channel: string) => Promise<string | undefined>;
  clock: Clock;
}): OrderCreation {
  const { orders, saves, updates, resends, promptLimits, exclusively, branchOf, clock } = deps;

  /** Undefined when no order has the reference yet, not in another spelling either: people quote it in any. */
  async function existing(draft: Draft): Promise<CreateResult | undefined> {
    const order = await orders.findByReference(draft.reference);
    if (!order) return undefined;
    return order.formId === draft.formId
      ? { status: 'already_created', order }
      : { status: 'reference_taken' };
  }

  async function create(draft: Draft, askedAt: number | undefined): Promise<CreateResult> {
    const branch = await branchOf(draft.channel);
    const made = newOrder(draft, clock.now(), deps);
    const order = { ...made, changedAt: askedAt ?? made.changedAt, ...(branch ? { branch } : {}) };
    const trigger = { check: order.createdAt + SUBMITTED_WITHIN_MS };
    const predecessor = predecessorOf(draft);
    try {
      if (predecessor) return await updates.inTurn([predecessor], () => createResend(order, trigger));
      if (await saves.insert(order, trigger)) return { status: 'created', order };
    } catch (error) {
      // A write that rejects may have happened all the same.
      const stored = await orders.get(order.reference).catch(() => undefined);
      if (stored?.formId !== order.formId) throw error;
      return { status: 'created', order: stored };
    }
    return (await existing(draft)) ?? { status: 'reference_taken' };
  }

  /** Saves the order and, in the same step, that it follows the newest of its chain: so no order ever has two resends. */
  async function createResend(order: Order, trigger: Schedule): Promise<CreateResult> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const plan = await resends.planFor(order);
      if (plan.status !== 'possible') return { status: 'impossible', why: plan };
      const { newest } = plan;
      const isSaved = await saves.insertWith(order, trigger, {
        before: newest,
        after: { ...newest, resentAs: resentOrderFrom(order) },
        trigger: { deliver: clock.now() },
      });
      if (isSaved) return { status: 'created', order };
      const taken = await existing(order);
      if (taken) return taken;
    }
    throw new Error(`the order before ${order.reference} was changed by others ${MAX_TRIES} times in a row`);
  }

  /** What it replaces is not asked about again. */
  async function replacedBy(draft: Draft) {
    const before = predecessorOf(draft);
    return ((before && (await readChain(orders, before))) ?? []).map(({ reference }) => reference);
  }

  const refusalFor: OrderCreation['refusalFor'] = async (draft, { evenIfSame, ahead = 0 }) => {
    const before = await existing(draft);
    if (before) return before;
    if (draft.recurring) {
      // A charge may name its order by the account number alone, so two orders that are charged may not have the same one.
      const sameNumber = await orders.findByAccountNumber(draft.recurring.accountNumber);
      const mayBeCharged = (order: Order) => order.state !== 'not_sent' || mayBeAtProvider(order);
      if (sameNumber.some(mayBeCharged)) return { status: 'account_number_taken' };
    }
    // Read before the chain: a prompt that somebody sends again at this moment is then known as this chain's own.
    const msisdn = draft.prompt?.msisdn;
    const recent = msisdn ? await promptLimits.sameRecently(msisdn, draft.amount) : [];
    const why = predecessorOf(draft) && (await resends.planFor(draft));
    if (why && why.status !== 'possible') return { status: 'impossible', why };
    const reviewed = draft.balanceOf && (await orders.get(draft.balanceOf));
    const missing = reviewed && missingMoney(reviewed);
    if (missing && !sameMoney(missing, draft.amount)) return { status: 'not_the_balance', missing };
    if (!msisdn) return undefined;
    const replaced = await replacedBy(draft);
    const isAgreed = typeof evenIfSame === 'function' ? evenIfSame : () => evenIfSame;
    const [same] = recent
      .filter((sent) => !replaced.includes(sent.reference) && !isAgreed(sent))
      .sort((a, b) => (b.requestedAt ?? b.createdAt) - (a.requestedAt ?? a.createdAt));
    if (same) return { status: 'same_again', order: same };
    const retryAt = await promptLimits.blockedUntil(msisdn, { ahead });
    return retryAt === undefined ? undefined : { status: 'too_many_prompts', retryAt };
  };

  return {
    refusalFor,
    async createOrder(draft, how) {
      async function createUnlessRefused(held?: HeldLease): Promise<CreateResult> {
        const refusal = await refusalFor(draft, how);
        if (refusal) return refusal;
        await held?.confirm();
        return create(draft, how.askedAt);
      }
      const { prompt, recurring } = draft;
      if (prompt?.msisdn) return promptLimits.exclusively(prompt.msisdn, createUnlessRefused);
      if (!recurring) return createUnlessRefused();
      const busy = 'another order with the same account number is being created';
      return exclusively({ kind: 'names', what: recurring.accountNumber, busy }, createUnlessRefused);
    },
  };
}

function newOrder(
  draft: Draft,
  now: number,
  { approvalAbove, timeZone }: { approvalAbove: ApprovalAbove; timeZone: string },
): Order {
  const limit = limitOf(draft.amount, approvalAbove);
  const request = {
    about: 'order',
    requestedBy: draft.agent,
    askedAt: now,
    ...(limit ? { limit } : {}),
  } as const;
  const approval = needsApproval(draft.amount, approvalAbove) ? askApproval(undefined, request) : undefined;
  return {
    ...pickFields(draft, DRAFT_FIELDS),
    // The message of a bulk counts what is unpaid; a hundred reminders at nine would be noise.
    ...(draft.bulk ? {} : dueTimes(draft, now, timeZone)),
    schemaVersion: FORMAT,
    version: 0,
    state: approval ? 'waiting' : 'sending',
    ...(approval ? { approval } : {}),
    createdAt: now,
    changedAt: now,
    ...(draft.recurring ? { charges: NO_CHARGES } : {}),
    provider: {},
    announcements: [],
  };
}
