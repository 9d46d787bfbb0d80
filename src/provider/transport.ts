// One HTTP call to the provider for client.ts: time limit over headers and body, size limit, no redirects, and repeats
// only of calls that change nothing. Network waits use real time, because the network does.
import ky from 'ky';
import { readAtMost } from '#lib/async.ts';
import { sleep, startLimit, systemClock } from '#lib/clock.ts';
import { describeNetworkFailure, failureName, neverSent } from '#lib/network-failure.ts';
import { ProviderError, redact } from './errors.ts';
import { OPERATIONS, type Operation } from './operations.ts';

export type Call = {
  readonly operation: Operation;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** The provider's response, of any status, before anybody has judged it. */
export type Answer = {
  readonly operation: Operation;
  readonly httpStatus: number;
  readonly contentType: string;
  /** The parsed JSON; undefined when the body is not JSON (HTML, cut off, empty) or too long. */
  readonly body: unknown;
  /** Takes secrets, tokens and phone numbers out of the provider's text. */
  readonly redact: (text: string) => string;
};

export type Send = (call: Call, token?: string) => Promise<Answer>;

/** Sends a call and reads the whole response. Rejects with ProviderError when none came. */
export function createTransport(deps: {
  baseUrl: string;
  timeoutMs: number;
  secrets: readonly string[];
}): Send {
  return (call, token) => {
    const { signal, end } = startLimit(deps.timeoutMs);
    const once = () => sendOnce(call, token, signal);
    return (OPERATIONS[call.operation].changes ? once() : repeatWhileBusy(once, signal)).finally(end);
  };

  async function sendOnce(call: Call, token: string | undefined, signal: AbortSignal): Promise<Answer> {
    const { operation } = call;
    const { method, path, maxAnswerBytes } = OPERATIONS[operation];
    const secrets = token === undefined ? deps.secrets : [...deps.secrets, token];
    let answered = false;
    try {
      const response = await ky(path, {
        prefix: deps.baseUrl,
        method,
        headers: {
          accept: 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(call.body === undefined ? {} : { json: call.body }),
        ...(call.query === undefined ? {} : { searchParams: call.query }),
        redirect: 'error',
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        signal,
      });
      answered = true;
      return {
        operation,
        httpStatus: response.status,
        contentType: response.headers.get('content-type') ?? 'no content type',
        body: parseJson(await readAtMost(response, maxAnswerBytes, signal)),
        redact: (text) => redact(text, secrets),
      };
    } catch (error) {
      throw noAnswer(operation, error, { ...deps, answered, timedOut: signal.aborted });
    }
  }
}

const MAX_REPEATS = 2;
const BUSY_STATUSES = new Set([502, 503, 504]);

async function repeatWhileBusy(once: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let repeats = 0; ; repeats++) {
    try {
      const answer = await once();
      if (repeats === MAX_REPEATS || !BUSY_STATUSES.has(answer.httpStatus)) return answer;
    } catch (error) {
      if (repeats === MAX_REPEATS || signal.aborted) throw error;
    }
    await sleep(systemClock, 100 * 2 ** repeats * (0.5 + Math.random()), signal);
  }
}

/** Numbers of 16 digits and more stay text, so that a card's confirmation code is not rounded (SPEC.md, Transaction record). */
function parseJson(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  try {
    // The reviver is called for every value, which takes seconds for the longest list of registrations.
    if (!/\d{16}/.test(text)) return JSON.parse(text);
    return parseWithSource(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && /^\d{16,}$/.test(source) ? source : value,
    );
  } catch {
    return undefined;
  }
}

// TypeScript's library does not know the reviver's third argument yet.
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** The error for a call without a complete response. */
function noAnswer(
  operation: Operation,
  error: unknown,
  facts: { baseUrl: string; answered: boolean; timedOut: boolean; timeoutMs: number },
): ProviderError {
  const name = failureName(error);
  // The host only: the rest of the address may have a password in it.
  const { host } = new URL(facts.baseUrl);
  const refused = !OPERATIONS[operation].changes || (!facts.answered && neverSent(error));
  const summary = facts.timedOut
    ? `no complete answer came from ${host} within ${facts.timeoutMs} ms.`
    : facts.answered
      ? `the answer of ${host} was cut off (${name}).`
      : `${host} can’t be reached: ${describeNetworkFailure(error)}.`;
  return new ProviderError({
    operation,
    kind: facts.answered && !facts.timedOut ? 'unreadable' : 'unavailable',
    outcome: refused ? 'refused' : 'unknown',
    summary,
    // A new error: the fetch library's own has the request in it, with token and body.
    cause: new Error(name),
  });
}
