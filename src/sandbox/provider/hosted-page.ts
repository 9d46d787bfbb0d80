// The page behind redirect_url, where a customer pays or declines and is then sent back to the merchant with the
// tracking id and the reference, never with the outcome (PROVIDER-FACTS, Browser return).

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { escapeHtml } from '#lib/text.ts';
import { type Customer, usualMethod } from './customer.ts';
import { isWebAddress, withParameters } from './formats.ts';
import { isPaid, type OrderBook, type SandboxOrder } from './orders.ts';

const METHODS = { MpesaKE: 'M-Pesa', AirtelKE: 'Airtel Kenya', AirtelUG: 'Airtel Uganda', Visa: 'Visa card' };

export const PAGE_PATH = '/page/';

type Reply = { status: number; headers: Record<string, string>; body: string };

export function createHostedPage({ orders, customer }: { orders: OrderBook; customer: Customer }) {
  /** Serves GET /page/<tracking id> and POST /page/<tracking id>/pay or /decline. */
  return async function serve(request: IncomingMessage, response: ServerResponse, path: string) {
    const { status, headers, body } = await replyTo(request, path);
    response.writeHead(status, headers).end(body);
  };

  async function replyTo(request: IncomingMessage, path: string): Promise<Reply> {
    const [trackingId = '', action] = path.slice(PAGE_PATH.length).split('/');
    const order = orders.withTrackingId(trackingId);
    if (!order) return page(404, 'Not found', '<p>This payment doesn’t exist.</p>');
    if (action === undefined) return page(200, 'Complete your payment', orderBody(order));
    if (request.method !== 'POST' || (action !== 'pay' && action !== 'decline'))
      return page(404, 'Not found', '<p>Go back to the payment page.</p>');

    const form = new URLSearchParams(await text(request));
    const payment_method = form.get('payment_method') ?? usualMethod(order);
    if (!isPaid(order)) {
      if (action === 'pay') await customer.pay(trackingId, { payment_method, ...amountIn(form) });
      else await customer.decline(trackingId, { payment_method });
    }
    return backToMerchant(order, action);
  }
}

/** What the customer chose to pay, when it is a number above 0; else the order's amount is paid. */
function amountIn(form: URLSearchParams): { amount?: number } {
  const amount = Number(form.get('amount')?.replaceAll(',', ''));
  return amount > 0 && Number.isFinite(amount) ? { amount } : {};
}

function backToMerchant(order: SandboxOrder, action: 'pay' | 'decline'): Reply {
  const address = (action === 'decline' ? order.cancellation_url : undefined) ?? order.callback_url;
  // A callback_url is accepted unseen, so it may be anything.
  if (!isWebAddress(address)) return page(200, 'Done', '<p>You can close this page.</p>');
  const location = withParameters(new URL(address).href, {
    OrderTrackingId: order.order_tracking_id,
    OrderMerchantReference: order.id,
  });
  return { status: 303, headers: { location }, body: '' };
}

function orderBody(order: SandboxOrder): string {
  const facts = `<p class="amount">${escapeHtml(`${order.currency} ${order.amount}`)}</p>
<p>${escapeHtml(order.description)}</p><p class="small">Reference ${escapeHtml(order.id)}</p>`;
  if (isPaid(order)) return `${facts}<p>This order is paid. Thank you.</p>`;
  const failed = order.payment ? '<p>The last attempt failed. You can try again.</p>' : '';
  const usual = usualMethod(order);
  const options = Object.entries(METHODS)
    .map(
      ([value, words]) => `<option value="${value}"${value === usual ? ' selected' : ''}>${words}</option>`,
    )
    .join('');
  const action = `${PAGE_PATH}${order.order_tracking_id}`;
  return `${facts}${failed}<form method="post">
<label>Pay with <select name="payment_method">${options}</select></label>
<details><summary>Pay another amount</summary>
<label>Amount in ${escapeHtml(order.currency)} <input name="amount" inputmode="decimal" autocomplete="off" value="${order.amount}"></label>
</details>
<button class="pay" formaction="${action}/pay">Pay</button>
<button formaction="${action}/decline">Decline</button>
</form>`;
}

function page(status: number, title: string, content: string): Reply {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 24rem; margin: 10vh auto; padding: 0 1rem; overflow-wrap: anywhere }
.amount { font-size: 2rem; margin: 0 }
.small { opacity: .7 }
form { display: grid; gap: .75rem }
button, select, input { font: inherit; padding: .6rem 1rem; border: 1px solid #8888; border-radius: .5rem }
.pay { background: #18794e; color: #fff }
</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
    'cache-control': 'no-store',
  };
  return { status, headers, body };
}
