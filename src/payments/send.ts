// Write, call, write: an order is in the ledger and its card in the channel before the service hears of it.
import type { Clock } from '#lib/clock.ts';
import { changeOrder, type Happening } from '#orders/change.ts';
import type { Failure, Order } from '#orders/order.ts';
import { nextLook } from '#orders/watch.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { Ledger } from '#store/store.ts';
import { happeningOf } from './happening.ts';
import type { IpnRegistration } from './ipn-registration.ts';
import { fromOrder, type OrderSettings, orderRequest } from './link.ts';
import { fromPush, pushRequest } from './prompt.ts';
import type { Settle } from './settle.ts';

/** What a form asks for; the rest of the order is made here. */
export type Draft = Pick<
  Order,
  | 'reference'
  | 'kind'
  | 'asked'
  | 'description'
  | 'customer'
  | 'agent'
  | 'channel'
  | 'formId'
  | 'typedReference'
> &
  Partial<Pick<Order, 'prompt' | 'recurring' | 'againOf'>>;

export type Begun =
  | { readonly begun: 'new' | 'already'; readonly order: Order }
  | { readonly begun: 'reference_taken' }
  | { readonly begun: 'account_number_taken'; readonly by: Order };

export type Sending = {
  /** Writes the order down. The same form again gets the order that it made before. Calls nobody. */
  begin(draft: Draft): Promise<Begun>;
  /** Posts the card, calls the service and keeps its answer. Answers the order as it then stands; never sends twice. */
  carryOut(reference: string): Promise<Order>;
  /** The same for an order whose first process died on the way: its card may stand there already. */
  resume(reference: string): Promise<Order>;
  /** A link whose answer was lost is asked for again under its id, which the service answers with the same order. */
  callAgain(order: Order): Promise<Order>;
};

/** A link's lost answer is asked for again this often while the agent waits; then the look queue goes on. */
const LINK_REPEATS = 2;

export function createSending(deps: {
  ledger: Ledger;
  client: ProviderClient;
  registration: IpnRegistration;
  settle: Settle;
  clock: Clock;
  settings: OrderSettings;
  /** Puts the card where people see it; rejects when that cannot be done, and then nothing is sent. */
  postCard: (order: Order, how: { mayStand: boolean }) => Promise<void>;
  /** Turns what went wrong into the failure that is kept and told, with an incident id that the log has too. */
  explain: (error: unknown, order: Order) => Failure;
}): Sending {
  const { ledger, client, registration, settle, clock, settings } = deps;

  async function begin(draft: Draft): Promise<Begun> {
    if (draft.recurring) {
      const [by] = await ledger.findByAccountNumber(draft.recurring.accountNumber);
      // Charges are told apart by account number alone, so one subscriber number serves one order.
      if (by && by.formId !== draft.formId) return { begun: 'account_number_taken', by };
    }
    const now = clock.now();
    const order: Order = {
      ...draft,
      shape: 1,
      version: 0,
      state: 'sending',
      createdAt: now,
      changedAt: now,
      service: {},
      announcements: [],
    };
    const look = nextLook(order, now);
    if (await ledger.insert(order, look === undefined ? {} : { look })) return { begun: 'new', order };
    const already = await ledger.get(draft.reference);
    return already?.formId === draft.formId
      ? { begun: 'already', order: already }
      : { begun: 'reference_taken' };
  }

  async function carryOut(reference: string, { mayStand }: { mayStand: boolean }): Promise<Order> {
    const order = await ledger.get(reference);
    if (!order) throw new Error(`no order ${reference} in the ledger`);
    if (order.state !== 'sending' || order.calledAt !== undefined) return order;
    let notificationId: string;
    try {
      if (!order.card) await deps.postCard(order, { mayStand });
      const known = order.typedReference
        ? await client.getTransactionByMerchantReference(order.reference)
        : undefined;
      if (known) return refuse(order, { reason: 'reference_known', said: '' });
      notificationId = await registration.ensure();
    } catch (error) {
      return refuse(order, deps.explain(error, order));
    }
    const mine = await markCalled(order.reference);
    return mine ? call(mine, notificationId) : ((await ledger.get(reference)) ?? order);
  }

  /** The line between "nothing can have happened" and "something may have": only one process ever gets over it. */
  async function markCalled(reference: string): Promise<Order | undefined> {
    let mine: Order | undefined;
    const kept = await settle.edit(reference, (newest) => {
      mine =
        newest.state === 'sending' && newest.calledAt === undefined
          ? { ...newest, calledAt: clock.now() }
          : undefined;
      return mine;
    });
    return mine && kept;
  }

  async function call(order: Order, notificationId: string, repeats = LINK_REPEATS): Promise<Order> {
    try {
      return await settle.happen(order.reference, await submit(order, notificationId));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome === 'unknown')
        return lost(order, notificationId, error, repeats);
      if (error.code === 'InvalidIpnId' && repeats > 0) {
        // An id of another environment: registered again once. The refusal means that nothing was sent.
        await registration.forget(notificationId);
        return callWithFreshId(order);
      }
      return refuse(order, deps.explain(error, order));
    }
  }

  async function callWithFreshId(order: Order): Promise<Order> {
    let fresh: string;
    try {
      fresh = await registration.ensure();
    } catch (error) {
      return refuse(order, deps.explain(error, order));
    }
    return call(order, fresh, 0);
  }

  async function submit(order: Order, notificationId: string): Promise<Happening> {
    const service = order.prompt
      ? fromPush(await client.push(pushRequest(order, settings, notificationId)))
      : fromOrder(await client.submitOrder(orderRequest(order, settings, notificationId)));
    return { event: 'accepted', service };
  }

  /** The answer was lost. A prompt is only ever asked about; a link is harmless to ask for again. */
  async function lost(order: Order, notificationId: string, error: unknown, repeats: number): Promise<Order> {
    if (order.kind === 'link' && repeats > 0) return call(order, notificationId, repeats - 1);
    deps.explain(error, order);
    try {
      const record = await client.getTransactionByMerchantReference(order.reference);
      const happening = record && happeningOf(record);
      if (order.prompt && happening) return await settle.happen(order.reference, happening);
    } catch {
      // The service cannot be asked either; the look queue goes on asking.
    }
    return settle.edit(order.reference, (newest) =>
      newest.state === 'sending' && newest.doubtAt === undefined
        ? { ...newest, doubtAt: clock.now() }
        : undefined,
    );
  }

  function refuse(order: Order, failure: Failure): Promise<Order> {
    return settle.edit(order.reference, (newest) =>
      changeOrder(newest, { event: 'refused', failure }, clock.now()),
    );
  }

  return {
    begin,
    carryOut: (reference) => carryOut(reference, { mayStand: false }),
    resume: (reference) => carryOut(reference, { mayStand: true }),
    callAgain: async (order) => call(order, await registration.ensure(), 0),
  };
}
