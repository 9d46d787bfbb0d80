// The page behind redirect_url.

import { describe, expect, it } from 'vitest';
import { startReadyMerchant, startReceiver } from './merchant.ts';

async function opened(changes: Record<string, unknown> = {}) {
  const receiver = await startReceiver();
  const merchant = await startReadyMerchant({ url: receiver.url });
  const { body } = await merchant.submit({ ...merchant.order, ...changes });
  const url = String(body.redirect_url);
  const press = (action: string, form: Record<string, string> = {}) =>
    fetch(`${url}/${action}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const read = async () => (await fetch(url)).text();
  return { ...merchant, receiver, trackingId: String(body.order_tracking_id), url, press, read };
}

describe('SPEC Order creation response: redirect_url, where the customer pays', () => {
  it('shows what is to be paid, with a button to pay and one to decline', async () => {
    const { read, url } = await opened();
    const page = await read();
    const path = new URL(url).pathname;
    for (const part of ['KES 100.5', 'Two bags of maize', 'order-1', `"${path}/pay"`, `"${path}/decline"`])
      expect(page).toContain(part);
  });

  it('escapes what the merchant wrote, as SPEC Order request says that the description is shown to the customer', async () => {
    const { read } = await opened({ description: `<script>alert("1")</script> & 'more'` });
    const page = await read();
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
    expect(page).not.toContain('<script');
  });

  it('FACTS Browser return: paying leads to callback_url with the ids appended to its query', async () => {
    const { press, trackingId, receiver, status } = await opened();
    const response = await press('pay', { payment_method: 'Visa' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `http://shop.test/back?shop=7&OrderTrackingId=${trackingId}&OrderMerchantReference=order-1`,
    );
    expect((await status(trackingId)).body).toMatchObject({ status_code: 1, payment_method: 'Visa' });
    expect(receiver.received).toHaveLength(1);
  });

  it('declining leads to cancellation_url, before its fragment, or else to callback_url', async () => {
    const declined = await opened({ cancellation_url: 'http://shop.test/sorry#top' });
    const response = await declined.press('decline');
    expect(response.headers.get('location')).toBe(
      `http://shop.test/sorry?OrderTrackingId=${declined.trackingId}&OrderMerchantReference=order-1#top`,
    );
    expect((await declined.status(declined.trackingId)).body.status_code).toBe(2);
    expect(await declined.read()).toContain('try again');

    const without = await opened();
    expect((await without.press('decline')).headers.get('location')).toContain('/back?shop=7&');
  });

  it('takes the money once, however often the button is pressed', async () => {
    const { press, receiver, read } = await opened();
    await press('pay');
    const again = await press('pay');
    await press('decline');
    expect(again.status).toBe(303);
    expect(receiver.received).toHaveLength(1);
    expect(await read()).toContain('is paid');
  });

  it('sends nobody to an address that is none', async () => {
    const { press } = await opened({ callback_url: 'javascript:alert(1)' });
    const response = await press('pay');
    expect(response.status).toBe(200);
    expect(response.headers.has('location')).toBe(false);
  });

  it('knows no other pages', async () => {
    const { url, press } = await opened();
    expect((await fetch(`${url}0`)).status).toBe(404);
    expect((await fetch(`${url}/pay`)).status).toBe(404);
    expect((await press('refund')).status).toBe(404);
  });
});
