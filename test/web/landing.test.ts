// The page after paying or leaving: in the merchant's name, without any fact of the order, and it makes a check due.
import { describe, expect, test } from 'vitest';
import { startWeb } from './rig.ts';

const TRACKING = 'af2234da-03ee-4b60-b2dd-dd746bcda1bd';

describe.each(['paid', 'cancelled'] as const)('the page /%s', (path) => {
  test('the customer’s page is in the merchant’s name, and forbids scripts, outside content and referrers', async () => {
    const web = await startWeb();
    const answer = await web.get(`/${path}`);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('Duka la Amina');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'/,
    );
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    // The service may show it inside its own page.
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\/|<img|<link|<iframe/i);
  });

  test('the customer’s page shows nothing of its address and is the same for everybody', async () => {
    const web = await startWeb();
    const plain = await (await web.get(`/${path}`)).text();
    const query = new URLSearchParams({
      OrderTrackingId: TRACKING,
      OrderMerchantReference: '<script>alert(1)</script>',
      amount: '1500',
      merchantName: 'Mallory',
    });
    const page = await (await web.get(`/${path}?${query}`)).text();
    expect(page).toBe(plain);
  });

  test('the customer’s page makes a check of the order due after it was sent', async () => {
    const web = await startWeb();
    await web.get(`/${path}?OrderTrackingId=${TRACKING}&OrderMerchantReference=INV-1`);
    await expect.poll(() => web.returned).toEqual([TRACKING]);
  });

  test('the customer’s page makes no check due when its address names no order', async () => {
    const web = await startWeb();
    await web.get(`/${path}`);
    await web.get(`/${path}?OrderTrackingId=`);
    expect(web.returned).toEqual([]);
  });

  test('the customer’s page is sent also when the check cannot be saved', async () => {
    const web = await startWeb({ returns: () => Promise.reject(new Error('the disk is full')) });
    const answer = await web.get(`/${path}?OrderTrackingId=${TRACKING}`);
    expect([answer.status, (await answer.text()).includes('</html>')]).toEqual([200, true]);
    await expect.poll(() => web.reported).toMatchObject([{ route: `/${path}` }]);
  });
});

describe('the page', () => {
  test('the merchant’s name is text on the customer’s page, whatever is in it', async () => {
    const web = await startWeb({ merchantName: `<b onclick="x('&')">Duka</b>` });
    const page = await (await web.get('/paid')).text();
    expect(page).toContain('&lt;b onclick=&quot;x(&#39;&amp;&#39;)&quot;&gt;Duka&lt;/b&gt;');
    expect(page).not.toContain('<b ');
  });

  test('the page after paying does not say that it was paid, and the page after leaving says that nothing was taken from who did not pay', async () => {
    const web = await startWeb();
    const paid = await (await web.get('/paid')).text();
    expect(paid).toContain('If you have just paid');
    expect(paid).not.toContain('You will hear');
    expect(await (await web.get('/cancelled')).text()).toContain('If you did not pay, no money was taken');
  });

  test.each([
    ['/paid', 'sw-KE,sw;q=0.9,en;q=0.5', 'sw', 'Kama umelipa sasa hivi'],
    ['/paid', 'fr', 'fr', 'Si vous venez de payer'],
    ['/paid', 'de', 'en', 'If you have just paid'],
    ['/cancelled', 'sw', 'sw', 'Kama hukulipa, hakuna pesa iliyochukuliwa'],
    ['/cancelled', 'fr-CA', 'fr', 'Si vous n’avez pas payé, aucune somme n’a été prélevée'],
  ])('the page %s speaks the browser’s language (%s)', async (path, accepted, language, words) => {
    const web = await startWeb();
    const answer = await web.get(path, { headers: { 'accept-language': accepted } });
    const page = await answer.text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(words);
    expect(answer.headers.get('content-language')).toBe(language);
    expect(answer.headers.get('vary')).toBe('accept-language');
  });
});
