// Asks an address whether a Teller answers there.
import { describeNetworkFailure } from '#lib/network-failure.ts';
import { parseJson } from '#lib/parse-json.ts';
import { readAtMost } from '#lib/read-at-most.ts';

type AnswerOf =
  | { readonly status: 'teller' }
  | { readonly status: 'unreachable'; readonly why: string }
  /** `what`: what answers in its place, in words. */
  | { readonly status: 'other'; readonly what: string };

const TIMEOUT_MS = 5_000;
/** Teller's own answer has a dozen characters. */
const MAX_BYTES = 1_000;
const MAX_DETAILS = 80;

/** Never rejects. */
export async function tellerAt(url: string): Promise<AnswerOf> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(`${url}/healthz`, { redirect: 'manual', signal });
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const body = type === 'application/json' ? await readAtMost(answer, MAX_BYTES, signal) : undefined;
    if (answer.ok && body && Object(parseJson(new TextDecoder().decode(body))).ok === true)
      return { status: 'teller' };
    await answer.body?.cancel().catch(() => {});
    const details = [type, answer.headers.get('server')].filter(Boolean).join(', ').slice(0, MAX_DETAILS);
    return { status: 'other', what: `HTTP ${answer.status}${details ? ` (${details})` : ''}` };
  } catch (error) {
    return { status: 'unreachable', why: describeNetworkFailure(error) };
  }
}
