// The fetch of Slack's libraries, with limits that they do not have: of time for the whole answer, and of its size.
import { readAtMost } from '#lib/async.ts';
import { startLimit } from '#lib/clock.ts';

/** Above every answer that Teller asks for; a page of a conversation is the largest. */
const MAX_BYTES = 10_000_000;

/**
 * A fetch that rejects when the whole answer has not come after `timeoutMs`, or is longer than MAX_BYTES once it is unpacked,
 * and that follows no redirect. An answer that breaks off rejects as well, so that it counts as lost, as one that never came.
 */
export function createLimitedFetch(timeoutMs: number): typeof fetch {
  return async (input, init = {}) => {
    const limit = startLimit(timeoutMs);
    const signal = init.signal ? AbortSignal.any([limit.signal, init.signal]) : limit.signal;
    try {
      const response = await fetch(input, { ...init, redirect: 'error', signal });
      const { status, statusText, headers } = response;
      const body = await readAtMost(response, MAX_BYTES, signal);
      if (!body) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
      // A status such as 204 may have no body, not even an empty one.
      return new Response(body.length > 0 ? body : null, { status, statusText, headers });
    } finally {
      limit.end();
    }
  };
}

/** slack.com, for governments slack-gov.com, and all below them, over HTTPS and on its usual port. */
export function isOfSlack({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && /(^|\.)slack(-gov)?\.com$/.test(hostname);
}
