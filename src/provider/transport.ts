// One HTTP exchange with the service: time limit over headers and body, size limit, no redirects, and repeats only
// where a repeat is harmless. Network waits run on real time, since the wire knows no other.
import ky from 'ky';
import { sleep, systemClock } from '#lib/clock.ts';
import { ProviderError, withoutPrivate } from './errors.ts';
import { failureName, neverSent } from './network-failure.ts';
import { OPERATIONS, type Operation } from './operations.ts';

export type Call = {
  readonly operation: Operation;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** What came back, whatever its status; nothing in it is judged yet. */
export type Answer = {
  readonly operation: Operation;
  readonly httpStatus: number;
  readonly contentType: string;
  /** The parsed JSON, or undefined when the body is none: HTML, cut off, empty. */
  readonly body: unknown;
  /** Takes out of the service's words what must not be shown. */
  readonly conceal: (text: string) => string;
};

export type Send = (call: Call, token?: string) => Promise<Answer>;

/** Sends a call and reads the answer whole. Throws ProviderError when none came or none could be read. */
export function createTransport(deps: {
  baseUrl: string;
  timeoutMs: number;
  secrets: readonly string[];
}): Send {
  return async (call, token) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), deps.timeoutMs);
    const secrets = token === undefined ? deps.secrets : [...deps.secrets, token];
    const conceal = (text: string) => withoutPrivate(text, secrets);
    const once = async () => ({ ...(await exchange(call, token, controller.signal)), conceal });
    try {
      if (OPERATIONS[call.operation].changes) return await once();
      return await repeatWhileBusy(once, controller.signal);
    } finally {
      clearTimeout(timer);
    }
  };

  async function exchange(call: Call, token: string | undefined, signal: AbortSignal) {
    const { operation } = call;
    const { method, path } = OPERATIONS[operation];
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
      const contentType = response.headers.get('content-type') ?? 'no content type';
      return {
        operation,
        httpStatus: response.status,
        contentType,
        body: parseJson(await readText(response)),
      };
    } catch (error) {
      throw lost(operation, error, { answered, timedOut: signal.aborted, timeoutMs: deps.timeoutMs });
    }
  }
}

const MAX_REPEATS = 2;
const BUSY = new Set([502, 503, 504]);
const LARGEST_ANSWER = 1024 * 1024;

async function repeatWhileBusy(once: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let repeats = 0; ; repeats++) {
    try {
      const answer = await once();
      if (repeats === MAX_REPEATS || !BUSY.has(answer.httpStatus)) return answer;
    } catch (error) {
      if (repeats === MAX_REPEATS || signal.aborted) throw error;
    }
    await sleep(systemClock, 100 * 2 ** repeats * (0.5 + Math.random()), signal);
  }
}

/** The body as text, or undefined when it is longer than any honest answer. */
async function readText(response: Response): Promise<string | undefined> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > LARGEST_ANSWER) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parseWithSource(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && TOO_LONG_A_NUMBER.test(source) ? source : value,
    );
  } catch {
    return undefined;
  }
}

/** A card's confirmation code has 22 digits (SPEC.md, Transaction record); sent as a number it must not be rounded. */
const TOO_LONG_A_NUMBER = /^\d{16,}$/;

// TypeScript's library does not know the reviver's third argument yet.
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

function lost(
  operation: Operation,
  error: unknown,
  facts: { answered: boolean; timedOut: boolean; timeoutMs: number },
): ProviderError {
  const name = failureName(error);
  const refused = !OPERATIONS[operation].changes || (!facts.answered && neverSent(error));
  const summary = facts.timedOut
    ? `no complete answer came within ${facts.timeoutMs} ms.`
    : facts.answered
      ? `the answer was cut off (${name}).`
      : `the service could not be reached (${name}).`;
  return new ProviderError({
    operation,
    kind: facts.answered && !facts.timedOut ? 'unreadable' : 'unavailable',
    outcome: refused ? 'refused' : 'unknown',
    summary,
    // A fresh error: the fetch library's own carries the request, and with it token and body.
    cause: new Error(name),
  });
}
