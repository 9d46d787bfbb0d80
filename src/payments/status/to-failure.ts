// From an error to the failure that is kept with the order and shown to people. The log gets the error itself, under the
// same incident id.
import type { Reporter } from '#observability/reporter.ts';
import type { Failure } from '#orders/payment.ts';
import { ProviderError } from '#provider/errors.ts';

/** Logs `error` and answers the failure for the order of this reference. */
export type ToFailure = (error: unknown, about: { readonly reference: string }) => Failure;

/** The order's card could not be posted. Nothing is sent then, because the team would not see the outcome. */
export class CardNotPosted extends Error {
  override name = 'CardNotPosted';
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`the card could not be posted (${code})`, { cause });
    this.code = code;
  }
}

export function createToFailure(reporter: Reporter): ToFailure {
  return (error, { reference }) => {
    const incident = reporter.error(error, { reference });
    if (error instanceof ProviderError)
      return { reason: error.kind, serviceMessage: error.serviceMessage ?? '', incident };
    if (error instanceof CardNotPosted)
      return { reason: 'card_not_posted', serviceMessage: error.code, incident };
    return { reason: 'unexpected', serviceMessage: '', incident };
  };
}
