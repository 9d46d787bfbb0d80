// Whether an order may be sent again, or its balance be requested, by what the store knows. The provider is asked once the new
// order is stored (settle-chain.ts).
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { planResend, predecessorOf, type ResendPlan } from '#orders/resends.ts';
import { readChain } from '#payments/status/order-updates.ts';
import type { OrderStore } from '#store/store.ts';

/** What a new order is made from. `balanceOf`: the order under review whose missing part it asks for. */
export type Origin = { readonly resendOf?: Reference; readonly balanceOf?: Reference };

/** `sent_again`: `order` was made meanwhile from the one that is to be followed. */
export type Impossible =
  | Exclude<ResendPlan, { status: 'possible' }>
  | { readonly status: 'sent_again'; readonly order: Order }
  | { readonly status: 'unknown_order' };

/** All reject when the store is down. */
export type Resends = {
  /** For a press: which order is the newest of the chain, by what the store knows. Calls nobody. */
  plan(origin: Origin): Promise<ResendPlan | Impossible>;
  /** For a form, which may have been opened long ago: possible only while nothing else follows its order. */
  planFor(origin: Origin): Promise<ResendPlan | Impossible>;
};

export function createResends({ orders }: { orders: Pick<OrderStore, 'get'> }): Resends {
  const plan: Resends['plan'] = async (origin) => {
    const named = predecessorOf(origin);
    const chain = named && (await readChain(orders, named));
    return chain ? planResend(chain, origin.balanceOf) : { status: 'unknown_order' };
  };

  const planFor: Resends['planFor'] = async (origin) => {
    const found = await plan(origin);
    if (found.status !== 'possible' || found.newest.reference === predecessorOf(origin)) return found;
    return { status: 'sent_again', order: found.newest };
  };

  return { plan, planFor };
}
