// The customers' pages in Chromium: on a phone and a screen, light and dark, printed on A6, for everybody.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Order } from '#orders/order.ts';
import { HOSTILE, orderIn } from '#test/slack/every-order.ts';
import { PAYMENT, received } from '#test/slack/request-samples.ts';
import { textInQr } from '#test/web/read-png.ts';
import { describeWithChromium, keepPicture } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { PAID, PHONE, receiptOn, visit } from './visit-pages.ts';

const BACK: Order = {
  ...PAID,
  state: 'reversed',
  refund: { ...received, amount: { amount: '500', currency: 'KES' }, status: 'paid_back' },
};
const REVIEW: Order = {
  ...PAID,
  state: 'review',
  payments: [{ ...PAYMENT, paid: { amount: '500', currency: 'KES' } }],
};
const LONG: Order = {
  ...PAID,
  description: `${'Flour '.repeat(40)}${'x'.repeat(200)}`,
  payments: [{ ...PAYMENT, confirmationCode: '9'.repeat(60) }],
};
const LINK = orderIn('pending', 'link');

/** Within its margins. */
const A6 = { width: 336, height: 499 };
const WIDE = { width: 1280, height: 800 };

describeWithChromium('the customers’ pages in Chromium', (browser) => {
  it.each([
    ['receipt-phone-light', { viewport: PHONE, colorScheme: 'light' }, PAID],
    ['receipt-phone-dark', { viewport: PHONE, colorScheme: 'dark', locale: 'sw-KE' }, PAID],
    ['receipt-wide-light', { viewport: WIDE, colorScheme: 'light', locale: 'fr-FR' }, BACK],
    ['receipt-wide-dark', { viewport: WIDE, colorScheme: 'dark' }, REVIEW],
    ['receipt-small-long', { viewport: { width: 320, height: 640 } }, LONG],
  ] as const)(
    'the receipt is good for everybody, and nothing runs out of it (%s)',
    async (name, device, order) => {
      await visit(browser(), { ...device, orders: [order] }, async (page, web) => {
        await page.goto(await receiptOn(web, order));
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await faultsOf(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
        await keepPicture(page, name);
      });
    },
  );

  it.each([
    ['paid', '/paid', 'en-KE', 'Thank you'],
    ['cancelled', '/cancelled', 'sw-KE', 'Haijalipwa'],
    ['none', '/r/x', 'fr-FR', 'Pas de reçu'],
  ])('the other pages are good for everybody too (%s)', async (name, path, locale, title) => {
    for (const colorScheme of ['light', 'dark'] as const)
      await visit(browser(), { locale, colorScheme }, async (page, web) => {
        await page.goto(web.url + path);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        expect(await page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
        expect(await faultsOf(page)).toEqual([]);
        await keepPicture(page, `page-${name}-${colorScheme}`);
      });
  });

  it.each(['A6', 'A4'])('the receipt is printed on one page of %s, black on white', async (format) => {
    const description =
      'Two bags of flour, a litre of oil, and their delivery to the shop in Eldoret by Friday';
    const order = { ...BACK, description };
    await visit(browser(), { orders: [order], colorScheme: 'dark', locale: 'fr-FR' }, async (page, web) => {
      await page.goto(await receiptOn(web, order));
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
      const pdf = await page.pdf({ format, preferCSSPageSize: false });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.setViewportSize(format === 'A6' ? A6 : WIDE);
      await keepPicture(page, `receipt-printed-${format}`);
    });
  });

  it('the receipt of hostile text shows it as text', async () => {
    const order = { ...PAID, description: `<img src=x onerror=alert(1)>${HOSTILE.slice(0, 300)}` };
    await visit(browser(), { orders: [order], merchantName: '<h2>Duka</h2>' }, async (page, web) => {
      await page.goto(await receiptOn(web, order));
      expect(await page.locator('img, h2, a, script').count()).toBe(0);
      expect(await page.locator('main').innerText()).toContain('<img src=x onerror=alert(1)>');
    });
  });

  it('the QR code is a picture in a browser, and is read back from what the browser draws', async () => {
    await visit(browser(), { orders: [LINK] }, async (page, web) => {
      const { pathname } = new URL(await web.addresses.qrUrl(LINK.reference));
      await page.goto(web.url + pathname);
      const box = await page.locator('img').boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(300);
      await keepPicture(page, 'qr');
      expect(textInQr(await drawnOn(page))).toBe(LINK.provider.redirectUrl);
    });
  });
});

/** What the browser draws of the picture, pixel by pixel. */
async function drawnOn(page: Page) {
  const size = PHONE.width;
  const drawn = await page.evaluate<string>(`(() => {
    const paper = new OffscreenCanvas(${size}, ${size}).getContext('2d');
    paper.drawImage(document.querySelector('img'), 0, 0, ${size}, ${size});
    const { data } = paper.getImageData(0, 0, ${size}, ${size});
    return Array.from({ length: data.length / 4 }, (_, pixel) => (data[pixel * 4] < 128 ? 1 : 0)).join('');
  })()`);
  return { width: size, height: size, isBlack: (x: number, y: number) => drawn[y * size + x] === '1' };
}
