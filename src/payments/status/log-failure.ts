// From an error to the Failure that is saved with the order and shown to people. Logs the error under the same incident id.
import type { Reporter } from '#observability/reporter.ts';
import type { Failure } from '#orders/payment.ts';
import { ProviderError } from '#provider/errors.ts';

export type LogFailure = (error: unknown, about: { readonly reference?: string }) => Failure;

/** The order's card could not be posted, so the order is not sent: the team would not see its outcome. */
export class CardNotPosted extends Error {
  override name = 'CardNotPosted';
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`the card could not be posted (${code})`, { cause });
    this.code = code;
  }
}

export function createLogFailure(reporter: Reporter): LogFailure {
  return (error, { reference }) => {
    const incident = reporter.error(error, reference === undefined ? {} : { reference });
    if (error instanceof ProviderError) {
      const reason = isAboutRegistration(error) ? 'not_registered' : error.kind;
      return { reason, providerMessage: error.providerMessage ?? '', incident };
    }
    if (error instanceof CardNotPosted)
      return { reason: 'card_not_posted', providerMessage: error.code, incident };
    return { reason: 'unexpected', providerMessage: '', incident };
  };
}

/** Nothing is wrong with the order, so whoever asked for it cannot correct it. */
function isAboutRegistration({ operation, kind, code }: ProviderError): boolean {
  return code === 'InvalidIpnId' || (operation === 'registerIpn' && kind === 'invalid_request');
}
