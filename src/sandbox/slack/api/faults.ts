// What can go wrong with Slack, switched on per method and number of times while the sandbox runs.

export type Fault =
  /** The work is done and the answer comes after a while, or when `until` has ended. */
  | { kind: 'slow'; ms: number }
  | { kind: 'slow'; until: Promise<unknown> }
  /** HTTP 429; without `retryAfterSeconds` there is no Retry-After header. Nothing was done. */
  | { kind: 'rateLimited'; retryAfterSeconds?: number }
  /** `{ok: false, error: code}`. Nothing was done. */
  | { kind: 'error'; code: string }
  | { kind: 'tokenRevoked' }
  /** What a download answers when Slack does not know who asks: 200 and a web page. */
  | { kind: 'loginPage' }
  | { kind: 'http500' }
  /** The connection is cut before any work. */
  | { kind: 'reset' }
  /** The work is done, then the connection is cut. */
  | { kind: 'lostAnswer' }
  /** The work is done, then the answer is HTTP 500. */
  | { kind: 'http500AfterWork' }
  /** Never an answer, until the caller gives up or the sandbox stops; the work is done only with `afterWork`. */
  | { kind: 'hang'; afterWork?: boolean };

/**
 * `method` is a Web API method, `response_url`, `upload`, `picture`, `download`, `socket`, or `*` for all of them. To `socket`,
 * where the app opens a connection, `reset`, `lostAnswer` (the connection ends after `hello`) and `hang` (no answer; with
 * `afterWork` a connection without `hello`) may happen.
 */
export type Faults = {
  next(method: string, fault: Fault, times?: number): void;
  always(method: string, fault: Fault): void;
  /** Ends the faults of one method, or all of them. */
  off(method?: string): void;
  /** Slack's posting rate for each channel, about one message a second with a small burst; undefined: no limit. */
  limitPosting(limit: PostingLimit | undefined): void;
};

type PostingLimit = { everyMs: number; burst: number };

export type FaultPlan = Faults & {
  take(method: string): Fault | undefined;
  /** Uses one turn to post in a channel; the fault to answer with when there is none left. */
  takePostingTurn(channel: string): Fault | undefined;
};

export function createFaults(now: () => number): FaultPlan {
  let plan: { method: string; fault: Fault; left: number }[] = [];
  let limit: PostingLimit | undefined;
  const turns = new Map<string, { left: number; at: number }>();

  function add(method: string, fault: Fault, left: number) {
    plan.push({ method, fault, left });
  }

  return {
    next: (method, fault, times = 1) => add(method, fault, times),
    always: (method, fault) => add(method, fault, Number.POSITIVE_INFINITY),

    off(method) {
      plan = method === undefined ? [] : plan.filter((entry) => entry.method !== method);
    },

    limitPosting(wanted) {
      limit = wanted;
      turns.clear();
    },

    take(method) {
      const entry = plan.find((candidate) => candidate.method === method || candidate.method === '*');
      if (!entry) return undefined;
      entry.left -= 1;
      if (entry.left <= 0) plan = plan.filter((other) => other !== entry);
      return entry.fault;
    },

    takePostingTurn(channel) {
      if (!limit) return undefined;
      const last = turns.get(channel) ?? { left: limit.burst, at: now() };
      const left = Math.min(limit.burst, last.left + (now() - last.at) / limit.everyMs);
      turns.set(channel, { left: left >= 1 ? left - 1 : left, at: now() });
      if (left >= 1) return undefined;
      const waitMs = (1 - left) * limit.everyMs;
      return { kind: 'rateLimited', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
    },
  };
}
