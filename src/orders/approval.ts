// A request for approval: an order above the limit, or a refund, that another person must approve first. Kept inside its
// order, one at a time. Stored, so this is a schema.
import { z } from 'zod';
import { isMore, type Money } from '#lib/money.ts';
import { money } from './payment.ts';

const HOUR_MS = 60 * 60_000;

/** A request that nobody decides in this time (ms) runs out. */
export const RUNS_OUT_AFTER_MS = 24 * HOUR_MS;

/** A prompt that is approved later than this after it was asked for (ms) does not ring by itself: its customer may have gone. */
export const RINGS_WITHIN_MS = 10 * 60_000;

/**
 * `withdrawn`: by who asked. `lapsed`: what was to be approved came to nothing meanwhile. A prompt that is `approved` late waits
 * until its asker sends it, and may still be withdrawn or run out.
 */
const APPROVAL_STATES = ['open', 'approved', 'declined', 'withdrawn', 'run_out', 'lapsed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const approval = z
  .object({
    /** 1 for the first request of an order. Buttons name it, so that an old one never decides a newer request. */
    number: z.int().positive(),
    about: z.enum(['order', 'refund']),
    /** Slack ids. */
    requestedBy: z.string(),
    askedAt: z.number(),
    /** Of an order: what its amount is above. Missing where its currency needs approval at any amount. */
    limit: money.exactOptional(),
    state: z.enum(APPROVAL_STATES),
    /** Who approved, declined or withdrew it. */
    decidedBy: z.string().exactOptional(),
    decidedAt: z.number().exactOptional(),
    /** Why it was declined, in the person's own words. */
    reason: z.string().exactOptional(),
  })
  .readonly();
export type Approval = z.output<typeof approval>;

/** Up to which amounts orders need no approval, one for each currency; undefined when none needs it. */
export type ApprovalAbove = readonly Money[] | undefined;

/** True for more than the amount of its currency. Once there are limits, a currency without one always needs approval. */
export function needsApproval(amount: Money, above: ApprovalAbove): boolean {
  if (!above) return false;
  const limit = limitOf(amount, above);
  return !limit || isMore(amount, limit);
}

/** The amount of its currency above which an order needs approval. */
export function limitOf({ currency }: Money, above: ApprovalAbove): Money | undefined {
  return above?.find((limit) => limit.currency === currency);
}

export function askApproval(
  before: Approval | undefined,
  request: Pick<Approval, 'about' | 'requestedBy' | 'askedAt' | 'limit'>,
): Approval {
  return { number: (before?.number ?? 0) + 1, ...request, state: 'open' };
}

/** When (ms) it runs out if nobody decides. */
export function runsOutAt({ askedAt }: Approval): number {
  return askedAt + RUNS_OUT_AFTER_MS;
}

/** True when an approval at `now` (ms) is too late for a prompt to ring by itself. */
export function isLate({ askedAt }: Approval, now: number): boolean {
  return now - askedAt > RINGS_WITHIN_MS;
}

/** The request as it was decided at `at` (ms), or as it ended by itself. A late approval that ends leaves nobody who decided. */
export function decidedAs(
  { decidedBy: _, ...request }: Approval,
  state: Exclude<ApprovalState, 'open'>,
  at: number,
  by: Pick<Approval, 'decidedBy' | 'reason'> = {},
): Approval {
  return { ...request, state, decidedAt: at, ...by };
}

/** What became of the request to approve the order (decisions.ts). */
export type ApprovalEvent =
  | { readonly event: 'approved'; readonly by: string }
  | { readonly event: 'approval_withdrawn'; readonly by: string }
  | { readonly event: 'approval_declined'; readonly by: string; readonly reason: string }
  | { readonly event: 'approval_ran_out' };

/** How an event of the request leaves it. */
export function requestAfter(request: Approval, event: ApprovalEvent, at: number): Approval {
  const by = 'by' in event ? { decidedBy: event.by } : {};
  const reason = 'reason' in event ? { reason: event.reason } : {};
  return decidedAs(request, DECIDED[event.event], at, { ...by, ...reason });
}

const DECIDED = {
  approved: 'approved',
  approval_declined: 'declined',
  approval_withdrawn: 'withdrawn',
  approval_ran_out: 'run_out',
} as const;
