// What a customer's browser gets at Teller's addresses: the landing pages, a receipt, a QR code, and nothing without a true token.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent } from './agent.ts';
import { type Rig, startRig } from './rig.ts';
import { answerTo, JANE, lastOf, whatsApp } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

async function browse(url: string, language = 'en') {
  const answer = await fetch(url, { headers: { 'accept-language': language, connection: 'close' } });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), page: await answer.text() };
}

/** The address of a receipt, as the customer gets it by WhatsApp. */
async function receiptOf(sent: Sent): Promise<string> {
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.paid);
  await answerTo(rig, sent, 'send_receipt');
  return /http\S+\/r\/\S+$/.exec(whatsApp(rig).searchParams.get('text') ?? '')?.[0] ?? '';
}

async function qrOf(sent: Sent): Promise<string> {
  await answerTo(rig, sent, 'show_qr');
  return /http[^"]+\/q\/[^"]+\.png/.exec(JSON.stringify(lastOf(rig).blocks))?.[0] ?? '';
}

async function makeLink(): Promise<Sent> {
  const sent = await createLink(rig, JANE);
  rig.agent.close();
  return sent;
}

it.each([
  ['/paid', 'sw-KE,sw;q=0.9,en;q=0.5', 'sw'],
  ['/paid', 'fr', 'fr'],
  ['/paid', 'de', 'en'],
  ['/cancelled', 'sw', 'sw'],
  ['/cancelled', 'fr-CA', 'fr'],
  ['/cancelled', 'en-KE', 'en'],
])('Landing page: %s in the browser’s language %s', async (path, accepted, language) => {
  const { status, headers, page } = await browse(rig.botUrl + path, accepted);
  expect([status, headers['content-language']]).toEqual([200, language]);
  expect(page).toContain('Duka la Amina');
  expect(page).toContain(`lang="${language}"`);
  const english = (await browse(rig.botUrl + path)).page.replace('lang="en"', `lang="${language}"`);
  if (language === 'en') expect(page).toBe(english);
  else expect(page).not.toBe(english);
});

it('Landing page: it is the same for everybody, and loads nothing', async () => {
  const { reference } = await createLink(rig);
  const { order_tracking_id = '' } = rig.provider.find(reference) ?? {};
  const facts = new URLSearchParams({
    OrderTrackingId: order_tracking_id,
    OrderMerchantReference: '<script>alert(1)</script>',
    amount: '2500',
  });
  for (const path of ['/paid', '/cancelled']) {
    const { headers, page } = await browse(rig.botUrl + path);
    expect((await browse(`${rig.botUrl}${path}?${facts}`)).page).toBe(page);
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\/|<img|<link|<iframe/i);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src/),
    });
  }
});

it('Landing page: /cancelled makes Teller check the order', async () => {
  rig.clock.hold();
  const { card, reference } = await createLink(rig);
  rig.provider.faults.noNotification();
  await rig.provider.customer.pay(reference);
  await rig.idle();
  expect(rig.replies(card)).toEqual([]);
  const { order_tracking_id } = rig.provider.find(reference) ?? {};
  await browse(`${rig.botUrl}/cancelled?OrderTrackingId=${order_tracking_id}`);
  await repliesOf(rig, card, 1, SAYS.paid);
});

it.each([
  ['en', /not a tax invoice/],
  ['sw', /ankara/],
  ['fr', /vaut pas facture/],
])(
  'Receipt: in %s it names the merchant and the money, and says it is no tax invoice',
  async (language, no) => {
    const { status, headers, page } = await browse(await receiptOf(await makeLink()), language);
    expect([status, headers['content-language']]).toEqual([200, language]);
    expect(page).toContain('Duka la Amina');
    expect(page).toMatch(/2.500/);
    expect(page).toMatch(no);
    expect(page).not.toMatch(/712345678|712 ?345 ?678/);
  },
);

it('Receipt and QR code: no cache keeps them, and no page may show them inside it', async () => {
  for (const url of [await qrOf(await makeLink()), await receiptOf(await makeLink())])
    expect(await browse(url)).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      },
    });
});

type Addresses = { readonly receipt: string; readonly other: string; readonly qr: string };
const tokenIn = (url: string) => url.replace(/^.*\//, '').replace(/\.png$/, '');

it.each<[string, (addresses: Addresses) => string]>([
  ['of a QR code, at /r/,', ({ receipt, qr }) => receipt.replace(tokenIn(receipt), tokenIn(qr))],
  [
    'with the reference of another order',
    ({ receipt, other }) => receipt.replace(/\.[^./]+$/, other.match(/\.[^./]+$/)?.[0] ?? ''),
  ],
  [
    'with a character changed',
    ({ receipt }) => receipt.replace(/\/r\/./, (start) => `/r/${start.endsWith('A') ? 'B' : 'A'}`),
  ],
  ['without its last character', ({ receipt }) => receipt.slice(0, -1)],
  ['that is a reference alone', ({ receipt }) => receipt.replace(/\/r\/.*\./, '/r/')],
])('Tokens: a token %s opens nothing', async (_, change) => {
  const sent = await makeLink();
  const qr = await qrOf(sent);
  expect((await browse(qr)).status).toBe(200);
  const receipt = await receiptOf(sent);
  const other = await receiptOf(await makeLink());
  for (const url of [receipt, other]) expect((await browse(url)).status).toBe(200);
  const changed = change({ receipt, other, qr });
  expect([receipt, other]).not.toContain(changed);
  expect((await browse(changed)).status).toBe(404);
});
