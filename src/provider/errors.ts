// The only error that provider/ throws. `kind` decides what people read about it. `outcome` says whether the request may
// have taken effect anyway; look at it before anything is sent again.
import type { Operation } from './operations.ts';

export type ErrorKind =
  | 'credentials'
  | 'invalid_request'
  | 'declined'
  | 'not_found'
  | 'order_state'
  | 'rate_limited'
  | 'unavailable'
  | 'unreadable';

/** `refused`: the provider did nothing. `unknown`: it may have done it, so check with the provider before sending again. */
export type Outcome = 'refused' | 'unknown';

/** One field of a request and what is wrong with it; `field` is the name in SPEC.md, nested ones joined by dots. */
export type FieldFault = { readonly field: string; readonly message: string };

type Facts = {
  operation: Operation;
  kind: ErrorKind;
  outcome: Outcome;
  /** One sentence without private data. */
  summary: string;
  code?: string | undefined;
  providerMessage?: string | undefined;
  httpStatus?: number | undefined;
  fields?: readonly FieldFault[];
  cause?: Error | undefined;
};

/** A call that failed, or whose outcome is unknown. Safe to log: it has no secret and no phone number in it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly operation: Operation;
  readonly kind: ErrorKind;
  readonly outcome: Outcome;
  /** The provider's own code, exactly as sent: SPEC.md wants codes compared exactly. */
  readonly code: string | undefined;
  /** The provider's own message, or its code where it sent no message; undefined when it sent neither. */
  readonly providerMessage: string | undefined;
  /** Undefined when no response came, or nothing was sent. */
  readonly httpStatus: number | undefined;
  /** The request's invalid fields, where they are known. */
  readonly fields: readonly FieldFault[];

  constructor(facts: Facts) {
    const warning = facts.outcome === 'unknown' ? ` ${warningOf(facts)}` : '';
    super(
      `${facts.operation}: ${facts.summary} ${nextStepOf(facts)}${warning}`,
      facts.cause ? { cause: facts.cause } : undefined,
    );
    this.operation = facts.operation;
    this.kind = facts.kind;
    this.outcome = facts.outcome;
    this.code = facts.code;
    this.providerMessage = facts.providerMessage || facts.code;
    this.httpStatus = facts.httpStatus;
    this.fields = facts.fields ?? [];
  }
}

/** The provider's text without tokens, `secrets` and anything long enough for a phone number; at most 500 characters. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, HIDDEN);
  return clean
    .replace(/eyJ[\w-]+(\.[\w-]*){0,2}/g, HIDDEN)
    .replace(/(?<![\w-])\+?\d[\d\s().-]{5,}\d(?!\w)/g, (found) =>
      found.replace(/\D/g, '').length >= MIN_PHONE_DIGITS ? HIDDEN : found,
    )
    .slice(0, 500);
}

const HIDDEN = '•••';

/** A calendar date has eight digits; a phone number with its country code has more. */
const MIN_PHONE_DIGITS = 9;

/** A transaction does not show that its refund was requested. */
function warningOf({ operation }: Facts): string {
  const check = operation === 'requestRefund' ? 'Check the Pesapal dashboard' : 'Look the transaction up';
  return `It may have taken effect. ${check} before you try again.`;
}

/** They come from the web server before the application: the address is wrong, not what was sent. */
const WRONG_ADDRESS: ReadonlySet<number> = new Set([404, 405, 415]);

/**
 * True when the provider, which has taken the token, does not have the operation. SPEC.md does not show all that Teller asks for. A
 * wrong base URL is none of it: then the request for a token fails.
 */
export function isMissing(operation: Operation, error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError) || error.operation !== operation) return false;
  return error.httpStatus === 404 || error.httpStatus === 405;
}

const CHECK_BASE_URL =
  'Check PROVIDER_BASE_URL: it must be Pesapal’s address up to /Auth/RequestToken, such as https://pay.example.com/api.';

/** What is sent to register is the notification URL, which is made from one setting. */
const CHECK_PUBLIC_URL =
  'Check PUBLIC_URL: it must be an address that Pesapal can reach, such as https://teller.example.com.';

function nextStepOf({ operation, kind, code, httpStatus = 0 }: Facts): string {
  if (WRONG_ADDRESS.has(httpStatus)) return CHECK_BASE_URL;
  // The id was got with other keys, or from another environment.
  if (code === 'InvalidIpnId') return NEXT_STEP.credentials;
  return operation === 'registerIpn' && kind === 'invalid_request' ? CHECK_PUBLIC_URL : NEXT_STEP[kind];
}

const NEXT_STEP = {
  credentials:
    'Check PROVIDER_CONSUMER_KEY and PROVIDER_CONSUMER_SECRET, and whether they belong to PROVIDER_BASE_URL.',
  invalid_request: 'Correct the request and send it again.',
  declined: 'Change the order, or contact Pesapal.',
  not_found: 'Check the reference or tracking id.',
  order_state: 'Look up the order’s current state.',
  rate_limited: 'Wait a few seconds before you try again.',
  unavailable: 'If this continues, check PROVIDER_BASE_URL, the network and Pesapal’s status.',
  unreadable: `${CHECK_BASE_URL} Or a proxy answers instead of Pesapal.`,
} satisfies Record<ErrorKind, string>;
