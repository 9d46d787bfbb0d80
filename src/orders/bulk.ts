// That an order is a row of a bulk, many orders that one person asks for with one file. Stored, so this is a schema.
import { z } from 'zod';

/** `row`: as the spreadsheet of its file numbers it. `threadTs`: the bulk's message, in whose thread the card is posted. */
export const ofBulk = z
  .object({ id: z.string(), row: z.int().positive(), threadTs: z.string().exactOptional() })
  .readonly();
export type OfBulk = z.output<typeof ofBulk>;

/**
 * Of a row whose request the payment service has refused as too frequent: when (ms) it was last requested. `isRefused`: that did
 * certainly nothing, so it may be requested again by whoever takes this off in a save.
 */
export const lastRequest = z
  .object({ at: z.number(), isRefused: z.literal(true).exactOptional() })
  .readonly();
type LastRequest = z.output<typeof lastRequest>;

/**
 * True when no request for it can have had any effect: it was never requested, or each request was certainly refused. A link
 * whose answer was lost once may be there whatever a repeat says.
 */
export function isUnrequested(order: {
  readonly state: string;
  readonly requestedAt?: number;
  readonly outcomeUnknownAt?: number;
  readonly lastRequest?: LastRequest;
}): boolean {
  const { state, requestedAt, outcomeUnknownAt, lastRequest: last } = order;
  const isRefused = last?.isRefused === true && outcomeUnknownAt === undefined;
  return state === 'sending' && (requestedAt === undefined || isRefused);
}

/** When (ms) it was last requested: from then on its phone rings. Undefined before the first request. */
export function lastRequestedAt(order: {
  readonly requestedAt?: number;
  readonly lastRequest?: LastRequest;
}): number | undefined {
  return order.lastRequest?.at ?? order.requestedAt;
}

/** When (ms) its customer was last asked: when it was last requested, or created where it has not been. */
export function lastAskedAt(
  order: Parameters<typeof lastRequestedAt>[0] & { readonly createdAt: number },
): number {
  return lastRequestedAt(order) ?? order.createdAt;
}

/** A process that lives has requested a refused row again by then (ms); when-free.ts has its pauses. */
const REPEATED_WITHIN_MS = 30_000;

/** After standing still for longer (ms) a bulk does not go on by itself: nobody expects its prompts to ring by then. */
export const GOES_ON_WITHIN_MS = 60 * 60_000;

/** True when the row of a bulk, whose process died before it was sent, may still be sent by itself. */
function mayStillBeSent(
  { bulk, createdAt }: { readonly bulk?: OfBulk; readonly createdAt: number },
  now: number,
): boolean {
  return bulk !== undefined && now - createdAt <= GOES_ON_WITHIN_MS;
}

/** True when a row waits to be requested again and the process that was to do it has died. */
export function isLeftRefused(
  order: {
    readonly state: string;
    readonly lastRequest?: LastRequest;
    readonly bulk?: OfBulk;
    readonly createdAt: number;
  },
  now: number,
): boolean {
  const { state, lastRequest: last } = order;
  return (
    state === 'sending' &&
    last?.isRefused === true &&
    now - last.at > REPEATED_WITHIN_MS &&
    mayStillBeSent(order, now)
  );
}
