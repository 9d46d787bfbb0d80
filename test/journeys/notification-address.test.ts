// The notification address, request by request: how a notification may be written, what is answered, and what is refused.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockStore } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  // Without time no check of the schedule comes before a notification.
  rig.clock.hold();
});
afterEach(() => rig.stop());

type Values = { readonly id: string; readonly reference: string };
type Written = { readonly query?: string; readonly body?: string; readonly type?: string };

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const named = ([id, reference, type]: readonly [string, string, string], values: Values) => ({
  [id]: values.id,
  [reference]: values.reference,
  [type]: 'RECURRING',
});
const PASCAL = ['OrderTrackingId', 'OrderMerchantReference', 'OrderNotificationType'] as const;
const CAMEL = ['orderTrackingId', 'orderMerchantReference', 'orderNotificationType'] as const;
const UPPER = ['ORDERTRACKINGID', 'ORDERMERCHANTREFERENCE', 'ORDERNOTIFICATIONTYPE'] as const;
const LOWER = ['ordertrackingid', 'ordermerchantreference', 'ordernotificationtype'] as const;
const asQuery = (values: Record<string, string>) => new URLSearchParams(values).toString();

async function notify({ query = '', body, type = JSON_TYPE }: Written, url = rig.ipnUrl) {
  const post = body === undefined ? {} : { method: 'POST', body };
  const headers = { 'content-type': type, connection: 'close' };
  const answer = await fetch(`${url}?${query}`, { ...post, headers });
  return { status: answer.status, text: await answer.text() };
}

it.each<{ how: string; write: (values: Values) => Written }>([
  { how: 'GET', write: (values) => ({ query: asQuery(named(PASCAL, values)) }) },
  { how: 'GET in small letters', write: (values) => ({ query: asQuery(named(LOWER, values)) }) },
  { how: 'POST of JSON', write: (values) => ({ body: JSON.stringify(named(CAMEL, values)) }) },
  { how: 'POST of JSON in capitals', write: (values) => ({ body: JSON.stringify(named(UPPER, values)) }) },
  { how: 'POST of a form', write: (values) => ({ body: asQuery(named(PASCAL, values)), type: FORM_TYPE }) },
  { how: 'POST of a query', write: (values) => ({ query: asQuery(named(CAMEL, values)), body: '' }) },
])('Notification: by $how it is read, and answered with what it named', async ({ write }) => {
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference, { notify: false });
  const id = rig.provider.find(reference)?.order_tracking_id ?? '';
  const { status, text } = await notify(write({ id, reference }));
  expect([status, text]).toEqual([
    200,
    `{"orderNotificationType":"RECURRING","orderTrackingId":"${id}","orderMerchantReference":"${reference}","status":200}`,
  ]);
  await repliesOf(rig, card, 1, SAYS.paid);
});

it('Notification: at another address it is not there, and nothing is looked up', async () => {
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference, { notify: false });
  const id = rig.provider.find(reference)?.order_tracking_id ?? '';
  const query = asQuery(named(PASCAL, { id, reference }));
  const key = new URL(rig.ipnUrl).pathname.replace('/ipn/', '');
  const nowhere = await notify({ query }, `${rig.botUrl}/nowhere`);
  for (const path of ['/ipn', '/ipn/', '/ipn/guess', `/ipn/${key}x`, `/ipn/${key.slice(1)}`, `/IPN/${key}`])
    expect([path, await notify({ query }, rig.botUrl + path)]).toEqual([path, { ...nowhere, status: 404 }]);
  await rig.idle();
  expect(rig.provider.requestsTo('getTransactionStatus')).toEqual([]);
  expect(rig.replies(card)).toEqual([]);
});

it.each<[string, number, Written]>([
  ['one that names no order', 400, { query: 'OrderNotificationType=IPNCHANGE' }],
  ['one that is no JSON', 400, { body: '{' }],
  ['one of 70 kB', 413, { query: 'OrderTrackingId=x', body: 'x'.repeat(70_000) }],
])('Notification: %s is refused with %i, and Teller goes on', async (_, status, written) => {
  expect((await notify(written)).status).toBe(status);
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
});

it('Notification: 500 while the store takes nothing, and announced after a retry', async () => {
  const { card, reference } = await sendPrompt(rig);
  await rig.idle();
  await rig.provider.customer.pay(reference, { notify: false });
  const id = rig.provider.find(reference)?.order_tracking_id ?? '';
  const notification = { query: asQuery(named(PASCAL, { id, reference })) };
  const release = await lockStore(rig);
  const refused = await notify(notification);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([500, expect.objectContaining({ status: 500 })]);
  await release();
  await rig.idle();
  expect(rig.replies(card)).toEqual([]);
  expect((await notify(notification)).status).toBe(200);
  await repliesOf(rig, card, 1, SAYS.paid);
});
