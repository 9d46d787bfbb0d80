// What the addresses of receipts and QR codes answer: nothing that tells strangers which order there is, and nothing that is kept.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLink, repliesOf, type Sent } from './agent.ts';
import { openCustomerPages } from './customer-pages.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let paid: Sent;
let receipt: string;
let qr: string;

/** The addresses that Slack was given for an order, in this form. */
function addressIn(pattern: RegExp): string {
  const found = JSON.stringify([
    rig.slack.calls.map(({ args }) => args),
    rig.slack.ephemerals(rig.agent.id),
  ]).match(pattern);
  if (!found) throw new Error(`no address ${pattern}`);
  return found[0];
}

beforeAll(async () => {
  rig = await startRig();
  paid = await createLink(rig);
  rig.agent.close();
  await rig.agent.click(paid.card, 'show_qr');
  await rig.idle();
  qr = addressIn(/http:[^"\\]+\/q\/[^"\\]+\.png/);
  const { status } = await fetch(qr);
  expect(status).toBe(200);
});
afterAll(() => rig.stop());

/** All that a reader could compare, apart from the time. */
async function whole(url: string): Promise<string> {
  const answer = await fetch(url);
  const headers = [...answer.headers].filter(([name]) => name !== 'date');
  return JSON.stringify([answer.status, headers, await answer.text()]);
}

it('QR code: it is kept nowhere and found by no search', async () => {
  const answer = await fetch(qr);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
  const head = await fetch(qr, { method: 'HEAD' });
  expect([head.status, await head.text(), (await fetch(qr, { method: 'DELETE' })).status]).toEqual([
    200,
    '',
    405,
  ]);
});

it('QR code: no other address near it leads to one', async () => {
  for (const other of [
    qr.replace('.png', ''),
    qr.replace('.png', '.PNG'),
    `${qr}.png`,
    qr.replace('/q/', '/q/A'),
  ])
    expect([other, (await fetch(other)).status]).toEqual([other, 404]);
});

it('Receipt: of an order that is not paid it looks as for a token that opens nothing', async () => {
  await rig.provider.customer.pay(paid.reference);
  await repliesOf(rig, paid.card, 1, ':white_check_mark:');
  await rig.agent.click(rig.cards()[0] ?? paid.card, 'send_receipt');
  await rig.idle();
  receipt = addressIn(/http:[^"\\\s>|]+\/r\/[\w.~-]+/);
  expect((await fetch(receipt)).status).toBe(200);
  const nothing = await whole(`${rig.botUrl}/r/x`);
  expect(nothing.startsWith('[404,')).toBe(true);
  const other = await createLink(rig);
  const pages = await openCustomerPages(rig);
  expect(await pages.receipt(other.reference)).toBe(await pages.receipt('NONE-1'));
  const wrong = [
    `${receipt}x`,
    receipt.replace('/r/', '/r/A'),
    qr.replace('/q/', '/r/'),
    qr.replace('/q/', '/r/').replace('.png', ''),
  ];
  for (const url of wrong) expect([url, await whole(url)]).toEqual([url, nothing]);
  expect((await fetch(receipt.replace('/r/', '/q/').concat('.png'))).status).toBe(404);
});

it('Receipt: it is kept nowhere, found by no search, and loads and sends nothing', async () => {
  const answer = await fetch(receipt);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    vary: 'accept-language',
  });
  expect(await answer.text()).not.toMatch(
    /<script|javascript:|\son\w+=|https?:\/\/|<img|<link|<iframe|url\(|@import/i,
  );
  const head = await fetch(receipt, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
    200,
    '',
    answer.headers.get('content-length'),
  ]);
  const post = await fetch(receipt, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
});
