// The notification endpoint: kept durably before it is answered, never believed, never expensive.
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Notifications, ReceiveResult } from '#payments/status/notifications.ts';
import { ipnAnswer, readIpnNotification } from './ipn-notification.ts';
import { readBody } from './read-body.ts';

const MAX_BYTES = 64 * 1024;

/** More at once are asked to come again, so that a flood of notifications never holds up the people in Slack. */
const MAX_CONCURRENT = 256;

export type IpnHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  query: URLSearchParams,
) => Promise<void>;

/** What became of a request; `turned_away`: too many at once. */
export type IpnResult = ReceiveResult | 'unreadable' | 'not_kept' | 'turned_away';

/**
 * Handles `GET` and `POST /ipn/<key>`. A wrong key is answered like any unknown address. When the notification cannot
 * be kept the answer is 500, so that the service may try again.
 */
export function createIpnHandler(deps: {
  key: string;
  notifications: Pick<Notifications, 'receiveNotification'>;
  heard: (result: IpnResult, error?: unknown) => void;
}): IpnHandler {
  let inHand = 0;
  const secret = digestOf(deps.key);

  return async (request, response, key, query) => {
    if (inHand >= MAX_CONCURRENT) {
      deps.heard('turned_away');
      response.setHeader('retry-after', '1');
      answer(response, 503, '{"message":"Too many notifications at once; send it again"}');
      return;
    }
    inHand += 1;
    try {
      await receive(request, response, key, query);
    } finally {
      inHand -= 1;
    }
  };

  async function receive(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    query: URLSearchParams,
  ): Promise<void> {
    if (!timingSafeEqual(digestOf(key), secret)) {
      answer(response, 404, '{"message":"Not found"}');
      return;
    }
    const body = request.method === 'POST' ? await readBody(request, MAX_BYTES) : '';
    const notification = body === undefined ? undefined : readIpnNotification(query, body);
    if (!notification) {
      deps.heard('unreadable');
      answer(
        response,
        body === undefined ? 413 : 400,
        '{"message":"No OrderTrackingId and OrderMerchantReference"}',
      );
      return;
    }
    try {
      deps.heard(await deps.notifications.receiveNotification(notification));
    } catch (error) {
      deps.heard('not_kept', error);
      answer(response, 500, ipnAnswer(notification, 500));
      return;
    }
    answer(response, 200, ipnAnswer(notification, 200));
  }
}

/** With its length said, it leaves in one piece. */
function answer(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

/** Of equal length whatever was sent, so that comparing takes the same time for any guess. */
function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
