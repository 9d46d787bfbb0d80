// An order that the customer does not answer: after a while the phone no longer asks for the PIN, and one day the
// scheduled checks end. It can still be paid, and a notification then makes a check due. Called by payments/status.
import { announce } from './announcement.ts';
import { isDeadlineOver } from './deadline.ts';
import { isOpen } from './lifecycle.ts';
import type { Order } from './order.ts';

/** A prompt rings for about a minute; so long (ms) after its request the customer will not answer it any more. */
const PROMPT_OVER_AFTER_MS = 3 * 60_000;

/** The order with `noPinAt` when its prompt is over at `now` (ms) without an answer; undefined when nothing changes. */
export function endPrompt(order: Order, now: number): Order | undefined {
  const { kind, state, requestedAt, noPinAt } = order;
  if (kind !== 'prompt' || state !== 'pending' || requestedAt === undefined || noPinAt !== undefined)
    return undefined;
  return now - requestedAt < PROMPT_OVER_AFTER_MS ? undefined : { ...order, noPinAt: now };
}

/**
 * The order with `checksEndedAt` when its schedule is over at `now` (ms) and it is still unpaid, or when its deadline is over
 * and the provider refuses to cancel it; undefined when nothing changes. People are told, except of a failed order without such
 * a deadline, because they were told that it was not paid. Charges are in no list.
 */
export function endChecks(order: Order, now: number): Order | undefined {
  if (order.checksEndedAt !== undefined || order.kind === 'charge' || !isOpen(order.state)) return undefined;
  const ended = { ...order, checksEndedAt: now };
  if (order.state === 'failed' && !isDeadlineOver(order, now)) return ended;
  const noAnswer = order.failure ?? { reason: 'unavailable', providerMessage: '' };
  const unsent = order.state === 'sending' ? { noAnswer } : {};
  return announce(ended, { kind: 'checks_ended', ...unsent }, now);
}
