// The customer's side of the sandbox's prompt: pays, declines, is charged again, gets the money back.
import { isPaid, isRecurring, type SandboxOrder } from './provider/orders.ts';
import type { Patiently } from './terminal-agent.ts';
import type { Payment } from './terminal-words.ts';
import type { Town } from './town.ts';

type Order = Readonly<SandboxOrder>;

/** Each deed is done to the newest order that fits, or to the one that is named. */
export function createCustomerDeeds(deps: {
  town: Pick<Town, 'provider'>;
  print: (text: string) => void;
  patiently: Patiently;
}) {
  const { print, patiently } = deps;
  const { provider } = deps.town;

  /** The order, or a sentence that there is none. */
  async function find(reference: string | undefined, fits: (order: Order) => boolean, none: string) {
    const order = await patiently(() =>
      reference === undefined
        ? provider.orders().findLast((candidate) => candidate.kind !== 'charge' && fits(candidate))
        : provider.find(reference),
    );
    if (!order) print(reference === undefined ? none : `The payment service has no order "${reference}".`);
    return order;
  }

  function tell({ id }: Order, what: string) {
    print(`(the customer of ${id} ${what})`);
  }

  return {
    async pay({ reference, ...how }: Payment) {
      const order = await find(reference, isOpen, 'No order is open. Send a prompt or create a link first.');
      if (!order) return;
      tell(order, `pays ${moneyOf(order, how)}`);
      await provider.customer.pay(order.order_tracking_id, how);
    },

    async decline(reference: string | undefined) {
      const order = await find(reference, isOpen, 'No order is open, so there is nothing to decline.');
      if (!order) return;
      tell(order, 'declines');
      await provider.customer.decline(order.order_tracking_id);
    },

    async charge({ reference, ...how }: Payment) {
      const none = 'No order is recurring. In the form of /pay link, set frequency, start_date and end_date.';
      const order = await find(reference, isRecurring, none);
      if (!order) return;
      tell(order, `is charged again: ${moneyOf(order, how)}`);
      await provider.customer.charge(order.order_tracking_id, how);
    },

    async reverse(reference: string | undefined) {
      const order = await find(reference, isCompleted, 'Nothing is paid, so nothing can go back.');
      if (!order) return;
      tell(order, 'gets the money back');
      await provider.customer.reverse(order.order_tracking_id);
    },
  };
}

/** One that was declined is still open: it can be paid after all. */
function isOpen(order: Order): boolean {
  return !isPaid(order) && order.cancelledAt === undefined;
}

function isCompleted({ payment }: Order): boolean {
  return payment?.status_code === 1;
}

function moneyOf(order: Order, how: Payment): string {
  return `${how.currency ?? order.currency} ${how.amount ?? order.amount}`;
}
