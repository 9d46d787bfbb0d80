// Handles notification requests (IPN) for server.ts: checks the key, reads the notification, has it saved, and only then
// answers. A notification is no proof of a payment (payments/status/notifications.ts).

import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reporter } from '#observability/reporter.ts';
import type { KeyStanding } from '#payments/status/ipn-keys.ts';
import type { Notifications, ReceiveResult } from '#payments/status/notifications.ts';
import { ipnAnswer, readIpnNotification } from './ipn-notification.ts';

const MAX_BYTES = 64 * 1024;

/** Above this many at the same time the answer is 503, so that a flood does not slow down Slack's requests. */
const MAX_CONCURRENT = 256;

const NOT_FOUND = '{"message":"Not found"}';

type IpnHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  query: URLSearchParams,
) => Promise<void>;

/** What became of a request. `not_kept`: it could not be saved. `turned_away`: too many at the same time. */
export type IpnResult = ReceiveResult | 'unreadable' | 'not_kept' | 'turned_away';

/**
 * Handles `GET` and `POST /ipn/<key>`. A wrong key is answered like an unknown address, and so is a former one unless the
 * notification is about an order of ours. When the notification cannot be saved the answer is 500, after which the provider may
 * send it again.
 */
export function createIpnHandler(deps: {
  key: string;
  /** Of another key; rejects when the store is down. */
  standingOfKey: (key: string) => Promise<KeyStanding>;
  notifications: Pick<Notifications, 'receiveNotification'>;
  countNotification: (result: IpnResult) => void;
  reporter: Reporter;
}): IpnHandler {
  const { notifications, countNotification, reporter } = deps;
  const isKey = secretCheck(deps.key);
  let running = 0;

  const receive: IpnHandler = async (request, response, key, query) => {
    const standing = isKey(key) ? 'accepted' : await deps.standingOfKey(key).catch(() => undefined);
    // Not logged: anybody can send a wrong key, and the store's outage is in the log already.
    if (!standing) return answer(response, 500, '{"message":"Try again later"}');
    if (standing === 'unknown') return answer(response, 404, NOT_FOUND);
    const body = request.method === 'POST' ? await readBody(request) : '';
    const notification = body === undefined ? undefined : readIpnNotification(query, body);
    if (!notification) {
      if (standing === 'former') return answer(response, 404, NOT_FOUND);
      countNotification('unreadable');
      const status = body === undefined ? 413 : 400;
      return answer(response, status, '{"message":"No OrderTrackingId and OrderMerchantReference"}');
    }
    try {
      const result = await notifications.receiveNotification(notification);
      if (standing === 'former' && result === 'not_ours') return answer(response, 404, NOT_FOUND);
      countNotification(result);
    } catch (error) {
      countNotification('not_kept');
      reporter.error(error, { what: 'a notification could not be kept' });
      return answer(response, 500, ipnAnswer(notification, 500));
    }
    answer(response, 200, ipnAnswer(notification, 200));
  };

  return async (request, response, key, query) => {
    if (running >= MAX_CONCURRENT) {
      countNotification('turned_away');
      response.setHeader('retry-after', '1');
      return answer(response, 503, '{"message":"Too many notifications at once; send it again"}');
    }
    running += 1;
    try {
      await receive(request, response, key, query);
    } finally {
      running -= 1;
    }
  };
}

/**
 * The body as text, or undefined when it is longer than MAX_BYTES. The rest is then read and dropped, because a sender
 * who is cut off never sees the answer. Rejects when the connection breaks.
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  return size > MAX_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

/** With a content-length, Node sends head and body together. */
function answer(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

/** The answer takes equally long wherever the two differ, and says nothing of the length: digests are compared, not the texts. */
export function secretCheck(meant: string): (given: string) => boolean {
  const digest = hash('sha256', meant, 'buffer');
  return (given) => timingSafeEqual(hash('sha256', given, 'buffer'), digest);
}
