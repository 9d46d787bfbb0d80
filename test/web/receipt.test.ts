// The receipt over HTTP: who sees it, what a browser may do with it, and what is said in its place.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { HOSTILE, hostile, msisdn, orderIn, PHONE } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { type Rig, startWeb } from './rig.ts';

const PAID: Order = { ...orderIn('paid', 'prompt'), description: 'Two bags of <flour> & "sugar"' };
const OTHER = { ...orderIn('paid', 'link'), reference: referenceOf('INV-2') };

const pathOf = async (web: Rig, { reference }: Pick<Order, 'reference'>) =>
  new URL(await web.addresses.receiptUrl(reference)).pathname;

async function open(order: Order, headers: Record<string, string> = {}) {
  const web = await startWeb({ orders: [order] });
  const answer = await web.get(await pathOf(web, order), { headers });
  return { web, answer, page: await answer.text() };
}

/** Everything of an answer that its reader could compare, but the time. */
async function wholeAnswer(answer: Response): Promise<string> {
  const headers = [...answer.headers].filter(([name]) => name !== 'date');
  return JSON.stringify([answer.status, headers, await answer.text()]);
}

describe('the receipt', () => {
  test('the receipt is in the merchant’s name, with what was paid, and every text is only text', async () => {
    const { answer, page } = await open(PAID);
    expect(answer.status).toBe(200);
    for (const words of [
      'Duka la Amina',
      'Receipt',
      'KES\u00a01,234,567.50',
      'SCJ8JQ26SW',
      'INV-1',
      'M-PESA Kenya',
    ])
      expect(page).toContain(words);
    expect(page).toContain('Two bags of &lt;flour&gt; &amp; &quot;sugar&quot;');
    expect(page).toContain('Thank you for your payment.');
    expect(page).toContain('This is not a tax invoice.');
    expect(page).not.toContain(PHONE);
  });

  test('the receipt is kept nowhere, found by no search, shown inside no other page, and loads and sends nothing', async () => {
    const { answer, page } = await open(PAID);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      vary: 'accept-language',
    });
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\/|<img|<link|<iframe|url\(|@import/i);
  });

  test('the receipt is harmless whatever the order says', async () => {
    const { answer, page } = await open(hostile({ ...PAID, customer: { phone: msisdn() } }));
    expect(answer.status).toBe(200);
    expect(page).not.toContain(HOSTILE.slice(0, 20));
    expect(page).not.toContain('<!channel>');
    expect(page).toContain('&lt;!channel&gt;');
  });

  test.each([
    ['sw-KE,sw;q=0.9', 'sw', 'Risiti', 'Asante kwa malipo yako.'],
    ['fr-FR', 'fr', 'Reçu', 'Merci pour votre paiement.'],
    ['de', 'en', 'Receipt', 'Thank you for your payment.'],
  ])('the receipt speaks the browser’s language (%s)', async (accepted, language, title, thanks) => {
    const { answer, page } = await open(PAID, { 'accept-language': accepted });
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(thanks);
    expect(answer.headers.get('content-language')).toBe(language);
  });

  test('the receipt of what was paid back says so and thanks for nothing', async () => {
    const { page } = await open(orderIn('reversed', 'prompt'));
    expect(page).toContain('All of it was paid back to you on');
    expect(page).not.toContain('Thank you');
    expect(page).toContain('This is not a tax invoice.');
  });

  test('the receipt is answered to HEAD without its body, and to nothing else', async () => {
    const web = await startWeb({ orders: [PAID] });
    const path = await pathOf(web, PAID);
    const head = await web.get(path, { method: 'HEAD' });
    const get = await web.get(path);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    const post = await web.get(path, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('no receipt', () => {
  test('an order that is not paid and a token that opens nothing get the same page after as many reads of the store', async () => {
    const waiting = { ...orderIn('pending', 'link'), reference: referenceOf('INV-3') };
    const web = await startWeb({ orders: [waiting, PAID, OTHER] });
    const good = await pathOf(web, PAID);
    const other = await pathOf(web, OTHER);
    const wrong = [
      '/r/x',
      `${good}x`,
      good.replace('/r/', '/r/A'),
      // One order's proof with the other's name.
      `${good.split('.')[0]}.${other.split('.')[1]}`,
      new URL(await web.addresses.qrUrl(PAID.reference)).pathname.replace('/q/', '/r/'),
      new URL(await web.addresses.qrUrl(PAID.reference)).pathname.replace('/q/', '/r/').replace('.png', ''),
      await pathOf(web, { reference: referenceOf('NONE-1') }),
    ];
    const unpaid = await wholeAnswer(await web.get(await pathOf(web, waiting)));
    expect(unpaid).toContain('There is no receipt here yet.');
    expect(unpaid.startsWith('[404,')).toBe(true);
    for (const path of wrong) expect(await wholeAnswer(await web.get(path)), path).toBe(unpaid);
    expect(web.read).toHaveLength(1 + wrong.length);
    expect(web.reported).toEqual([]);
  });

  test('the page in place of a receipt speaks the browser’s language and is kept nowhere', async () => {
    const web = await startWeb();
    const answer = await web.get('/r/x', { headers: { 'accept-language': 'sw' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain('Bado hakuna risiti hapa.');
  });

  test.each(['/r', '/r/', '/r/a/b', '/R/x'])('the address %s is none', async (path) => {
    const web = await startWeb();
    const answer = await web.get(path);
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
  });
});

describe('while the store is down', () => {
  const fault = new Error('the disk is gone');
  const down = () => Promise.reject(fault);

  test('the receipt’s page asks to try again in a minute, and the log has no token', async () => {
    const web = await startWeb({ orderOf: down });
    for (const path of [await pathOf(web, PAID), '/r/x', `/./r/x`, `//r/x`]) {
      const answer = await web.get(path, { headers: { 'accept-language': 'fr' } });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const page = await answer.text();
      expect(page).toContain('Veuillez réessayer dans une minute.');
      expect(page).not.toContain('disk');
    }
    expect(web.reported).toEqual(Array.from({ length: 4 }, () => ({ error: fault, route: '/r' })));
  });

  test('the receipt’s page says the same when the store cannot say which order a token is of', async () => {
    const { addresses } = await startWeb();
    const web = await startWeb({ addresses: { ...addresses, orderOfReceipt: down } });
    expect((await web.get('/r/x')).status).toBe(503);
  });
});
