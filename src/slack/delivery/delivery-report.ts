// How one announcement's delivery went, for the metrics and the log.
import type { Reporter } from '#observability/reporter.ts';
import type { BotIdentity } from '#slack/connect/identity.ts';
import type { PostFailure } from './post-failure.ts';

/** `direct`: to the agent, because the channel is gone. `undeliverable`: given up. The others are tried again. */
export type Outcome = 'posted' | 'direct' | 'limited' | 'unknown' | 'undeliverable';

/**
 * `kind` is the announcement's, `thread` when a thread could not be searched, or `digest`, whose reference is its channel. `at`:
 * of news for the order's own thread.
 */
export type ReportDelivery = (
  kind: string,
  outcome: Outcome,
  about: { readonly reference: string; readonly at?: number },
  error?: unknown,
) => void;

/** The outcome of a post that is tried again. */
export function retriedOutcome(failure: PostFailure): Outcome {
  return failure.status === 'rate_limited' ? 'limited' : 'unknown';
}

export function createDeliveryReport(deps: {
  announced: (kind: string, outcome: string, about: { reference: string; at?: number }) => void;
  identity: Pick<BotIdentity, 'recheck'>;
  reporter: Reporter;
}): ReportDelivery {
  return (kind, outcome, { reference, at }, error) => {
    deps.announced(kind, outcome, { reference, ...(at === undefined ? {} : { at }) });
    // A revoked token shows here first; asking Slack again makes /readyz say so.
    if (outcome === 'unknown') deps.identity.recheck();
    if (error) {
      const about = { err: error, reference, kind, outcome };
      deps.reporter.warn('an announcement could not be delivered as usual', about);
    }
  };
}
