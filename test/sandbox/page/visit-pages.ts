// Customers' pages in a browser, over a web server with the orders of a test.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Order } from '#orders/order.ts';
import { orderIn } from '#test/slack/every-order.ts';
import { PAYMENT } from '#test/slack/request-samples.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { type Rig, startWeb } from '#test/web/rig.ts';

export const PHONE = { width: 390, height: 760 };

export const PAID: Order = {
  ...orderIn('paid', 'prompt'),
  reference: referenceOf('BR6ZC-VV9H9'),
  amount: PAYMENT.paid,
  description: 'Two bags of flour',
  payments: [PAYMENT],
  changedAt: PAYMENT.paidAt,
};

/** The address of the order's receipt on this server. */
export async function receiptOn(web: Rig, { reference }: Order): Promise<string> {
  return web.url + new URL(await web.addresses.receiptUrl(reference)).pathname;
}

/** Plays a scene on a page; whatever the browser complains about fails it, such as what the page's policy forbids. */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions & { orders?: readonly Order[]; merchantName?: string },
  scene: (page: Page, web: Rig) => Promise<void>,
) {
  const { orders = [PAID], merchantName = 'Duka la Amina', ...context } = options;
  const web = await startWeb({ orders, merchantName });
  const opened = await browser.newContext({ locale: 'en-KE', viewport: PHONE, ...context });
  try {
    const page = await opened.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await scene(page, web);
    // Chromium says so of every answer that is no success.
    expect(complaints.filter((text) => !/status of (404|503)/.test(text))).toEqual([]);
  } finally {
    await opened.close();
  }
}
