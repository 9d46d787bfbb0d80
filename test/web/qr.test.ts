// The QR code over HTTP: read back as a camera would, there only while the order can be paid.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { orderIn } from '#test/slack/every-order.ts';
import { qrPng } from '#web/qr.ts';
import { pixelsOf, textInQr } from './read-png.ts';
import { type Rig, startWeb } from './rig.ts';

const LINK = orderIn('pending', 'link');

const pathOf = async (web: Rig, { reference }: Pick<Order, 'reference'> = LINK) =>
  new URL(await web.addresses.qrUrl(reference)).pathname;

describe('the QR code', () => {
  test('the QR code is a picture of the payment page’s address, large enough for a camera', async () => {
    const web = await startWeb({ orders: [LINK] });
    const answer = await web.get(await pathOf(web));
    expect(answer.status).toBe(200);
    const pixels = pixelsOf(Buffer.from(await answer.arrayBuffer()));
    expect(textInQr(pixels)).toBe(LINK.service.redirectUrl);
    expect(pixels.width).toBe(pixels.height);
    expect(pixels.width).toBeGreaterThanOrEqual(300);
    expect(web.read).toHaveLength(1);
  });

  test('the QR code is kept nowhere and found by no search', async () => {
    const web = await startWeb({ orders: [LINK] });
    const answer = await web.get(await pathOf(web));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
  });

  test('the QR code is answered to HEAD without its body, and to nothing else', async () => {
    const web = await startWeb({ orders: [LINK] });
    const path = await pathOf(web);
    const head = await web.get(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'image/png',
      '',
    ]);
    expect((await web.get(path, { method: 'DELETE' })).status).toBe(405);
  });

  test.each(['paid', 'review', 'cancelled', 'reversed', 'not_sent', 'sending', 'waiting'] as const)(
    'the QR code of an order that is %s is not there',
    async (state) => {
      const order = orderIn(state, 'link');
      const web = await startWeb({ orders: [order] });
      const answer = await web.get(await pathOf(web));
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
    },
  );

  test('the QR code of an address that no code can hold is not there', async () => {
    const order = { ...LINK, service: { redirectUrl: `https://pay.test/${'x'.repeat(2_400)}` } };
    const web = await startWeb({ orders: [order] });
    expect((await web.get(await pathOf(web))).status).toBe(404);
    expect(web.reported).toEqual([]);
  });

  test('a token that opens nothing, or a receipt, has no QR code', async () => {
    const web = await startWeb({ orders: [LINK] });
    const good = await pathOf(web);
    const receipt = new URL(await web.addresses.receiptUrl(LINK.reference)).pathname;
    for (const path of [
      '/q',
      '/q/',
      '/q/.png',
      '/q/x.png',
      good.replace('.png', ''),
      good.replace('.png', '.PNG'),
      `${good}.png`,
      `${receipt.replace('/r/', '/q/')}.png`,
    ])
      expect([path, (await web.get(path)).status]).toEqual([path, 404]);
  });

  test('while the store is down the QR code answers 503, and the log has no token', async () => {
    const fault = new Error('the disk is gone');
    const web = await startWeb({ orderOf: () => Promise.reject(fault) });
    const answer = await web.get(await pathOf(web));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(web.reported).toEqual([{ error: fault, route: '/q' }]);
  });
});

describe('the picture', () => {
  test.each([20, 60, 100, 300, 1_000, 2_331])('an address of %i characters is read back', (length) => {
    const url = 'https://pay.test/'.padEnd(length, 'aZ09-_=&?');
    expect(textInQr(pixelsOf(qrPng(url)))).toBe(url);
  });

  test('the picture has four white squares on each side, and can lose a tenth of the code', () => {
    const { width, isBlack, height } = pixelsOf(qrPng('https://pay.test/iframe?OrderTrackingId=af2234da'));
    const blackAt = Array.from({ length: width }, (_, at) => at).filter((x) =>
      Array.from({ length: height }, (_, y) => y).some((y) => isBlack(x, y)),
    );
    const [first = 0] = blackAt;
    // The corner square of every code is seven squares wide.
    const runs = Array.from({ length: width }, (_, x) => isBlack(x, first)).indexOf(false, first) - first;
    expect(first).toBeGreaterThanOrEqual((runs / 7) * 4);
    expect(width - 1 - (blackAt.at(-1) ?? 0)).toBe(first);
    const middle = width / 2;
    const isLost = (x: number, y: number) => Math.hypot(x - middle, y - middle) < width / 10;
    const damaged = { width, height, isBlack: (x: number, y: number) => !isLost(x, y) && isBlack(x, y) };
    expect(textInQr(damaged)).toContain('https://pay.test');
  });
});
