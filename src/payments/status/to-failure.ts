// From an error to the failure that is kept with the order and told; the log gets the rest under the same incident id.
import type { Failure } from '#orders/order.ts';
import { ProviderError } from '#provider/errors.ts';
import { CardNotPosted } from '#slack/delivery/announcements.ts';

/** `record` writes the error to the log and answers its incident id. */
export function createToFailure(record: (error: unknown, about: { reference: string }) => string) {
  return (error: unknown, order: { reference: string }): Failure => {
    const incident = record(error, { reference: order.reference });
    if (error instanceof ProviderError)
      return { reason: error.kind, serviceMessage: error.serviceMessage ?? '', incident };
    if (error instanceof CardNotPosted)
      return { reason: 'card_not_posted', serviceMessage: error.code, incident };
    return { reason: 'unexpected', serviceMessage: '', incident };
  };
}
