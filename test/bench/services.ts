// Slack and the provider as the bench needs them: they answer at once, keep only which messages were posted, and count.
// The stand-ins of the tests judge and remember everything, and would be measured along.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ServicesCommand =
  | { readonly do: 'listen' }
  /**
   * Notifies about one order after the other, each when the reply to the one before has been posted; answers how long that took.
   */
  | {
      readonly do: 'notify';
      readonly url: string;
      readonly notifications: readonly { readonly trackingId: string; readonly reference: string }[];
    }
  | { readonly do: 'count' };

export type Counts = { readonly statusRequests: number; readonly posts: number; readonly updates: number };
/** For each order how long after its notification the reply came, in ms. */
export type Timings = { readonly replyMs: readonly number[] };

const counts = { statusRequests: 0, posts: 0, updates: 0 };
/** Whoever gave an answer up looks for the message, and would post it again if it were not there. */
const posted: { readonly channel: string; readonly ts: string; readonly metadata: unknown }[] = [];
let repliedAt = 0;
let updated = () => {};

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = performance.now();
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await text(request);
  const say = (value: unknown) => {
    const json = JSON.stringify(value);
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
      .end(json);
  };
  switch (url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) {
    case 'RequestToken':
      return say({ token: 'a-token-of-the-bench', expiryDate: new Date(Date.now() + 3e8).toISOString() });
    case 'RegisterIPN':
      return say({ ipn_id: 'e32182ca-0983-4fa0-91bc-c3bb813ba750', url: 'http://127.0.0.1/', status: '200' });
    case 'GetTransactionStatus': {
      counts.statusRequests += 1;
      return say(record(url.searchParams.get('orderTrackingId') ?? ''));
    }
    case 'auth.test':
      return say({ ok: true, team_id: 'T1', user_id: 'UBOT', bot_id: 'B1', user: 'teller' });
    case 'users.info':
      return say({ ok: true, user: { id: 'U1', team_id: 'T1', name: 'amina' } });
    case 'chat.postMessage': {
      counts.posts += 1;
      repliedAt = at;
      const channel = channelIn(body);
      const ts = `${Date.now() / 1_000}`;
      posted.push({ channel, ts, metadata: JSON.parse(new URLSearchParams(body).get('metadata') ?? 'null') });
      return say({ ok: true, channel, ts });
    }
    case 'conversations.replies':
      return say({ ok: true, messages: posted.filter(({ channel }) => channel === channelIn(body)) });
    case 'chat.update': {
      counts.updates += 1;
      updated();
      return say({ ok: true, channel: channelIn(body), ts: '1.1' });
    }
    default:
      return say({ ok: true, messages: [] });
  }
}

/** SPEC.md, Transaction record: paid as it was asked. */
function record(trackingId: string) {
  return {
    payment_method: 'MpesaKE',
    amount: 1500,
    created_date: '2026-11-21T12:36:10.55',
    // Each payment has its own: orders that share one show each other.
    confirmation_code: trackingId,
    payment_status_description: 'Completed',
    description: '',
    message: 'Request processed successfully',
    payment_account: '2547xxx45678',
    call_back_url: 'http://127.0.0.1/paid',
    status_code: 1,
    merchant_reference: '',
    payment_status_code: '',
    currency: 'KES',
    order_tracking_id: trackingId,
    error: { error_type: null, code: null, message: null },
    status: '200',
  };
}

function channelIn(body: string): string {
  return new URLSearchParams(body).get('channel') ?? '';
}

async function notify(order: Extract<ServicesCommand, { do: 'notify' }>): Promise<Timings> {
  const replyMs: number[] = [];
  for (const { trackingId, reference } of order.notifications) {
    const over = new Promise<void>((resolve) => {
      updated = resolve;
    });
    const sentAt = performance.now();
    const query = `OrderTrackingId=${trackingId}&OrderMerchantReference=${reference}&OrderNotificationType=IPNCHANGE`;
    const answer = await fetch(`${order.url}?${query}`);
    await answer.text();
    if (!answer.ok) throw new Error(`a notification was answered with ${answer.status}`);
    await over;
    replyMs.push(repliedAt - sentAt);
    // The bot saves what it has posted; the next notification should not wait for that.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { replyMs };
}

process.on('message', (order: ServicesCommand) => {
  if (order.do === 'count') process.send?.(counts);
  else if (order.do === 'notify') void notify(order).then((replies) => process.send?.(replies));
  else server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
