// What the payment service must answer before an order is requested. A row of a bulk waits for that as well as for its request.
// Called by submit.ts.
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Failure } from '#orders/payment.ts';
import type { IpnRegistration } from '#payments/status/ipn-registration.ts';
import type { createKnownAtService } from './known-at-service.ts';
import { whenFree } from './when-free.ts';
import type { WhyNotNow } from './why-not-now.ts';

/** With `event` nothing is to be requested, else under `ipnId`. With neither the order is left to the next process. */
type FirstAnswers = { readonly event?: OrderEvent; readonly ipnId?: string };

/** The returned function rejects with what the service or the store rejects with. `confirm`: as HeldClaim has it. */
export function createAskFirst({
  known,
  registration,
  whyNotNow,
  clock,
  stopping,
}: {
  known: Pick<ReturnType<typeof createKnownAtService>, 'eventOf'>;
  registration: Pick<IpnRegistration, 'ensure'>;
  whyNotNow: WhyNotNow;
  clock: Clock;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
}) {
  return async (
    order: Order,
    how: { readonly mayAlreadyBePosted: boolean; readonly confirm?: () => Promise<void> },
  ): Promise<FirstAnswers> => {
    async function ask(): Promise<FirstAnswers> {
      const event = await known.eventOf(order, how);
      if (event) return { event };
      try {
        return { ipnId: await registration.ensure() };
      } catch (error) {
        if (stopping.aborted) return {};
        throw error;
      }
    }
    if (!order.bulk) return ask();
    let failure: Failure | undefined;
    const answers = await whenFree(ask, {
      since: clock.now(),
      // Nothing was requested, so there is nothing to save.
      wasRefused: async () => {},
      async mayRepeat() {
        await how.confirm?.();
        failure = await whyNotNow(order);
        return failure === undefined;
      },
      clock,
      signal: stopping,
    });
    return failure ? { event: { event: 'refused', failure } } : (answers ?? {});
  };
}
