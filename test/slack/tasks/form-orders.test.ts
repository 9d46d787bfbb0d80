// A form that comes twice: of its two copies one makes the order, and the other must not say that nothing was sent.
import { expect, it } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import type { CreateResult, Draft } from '#payments/ordering/create-order.ts';
import type { SettleResult } from '#payments/ordering/successors.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { contentOfRejection, createFormOrders, type Rejected } from '#slack/tasks/form-orders.ts';
import { notSentAfterAll } from '#slack/text/fields.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const own = sampleOrder('A-2', { resendOf: sampleOrder('A-1').reference, formId: 'form' });
const draft: Draft = own;

function formOrdersWith(
  settled: SettleResult,
  refusal: CreateResult | undefined,
  other: Partial<Parameters<typeof createFormOrders>[0]> = {},
) {
  return createFormOrders({
    orderCreation: {
      createOrder: async () => ({ status: 'created', order: own }),
      refusalFor: async () => refusal,
    },
    successors: { settle: async () => settled },
    channelAccess: {
      check: async () => 'in',
      isShared: async () => false,
      read: async () => ({ access: 'in', isShared: false }),
    },
    identity: { known: () => undefined },
    outbound: { permalink: async () => undefined },
    clock: createMovingClock(),
    timeZone: 'Africa/Nairobi',
    reporter: { error: () => '', warn: () => undefined },
    ...other,
  });
}

it.each<SettleResult>([
  { status: 'waiting', order: own },
  { status: 'paid', order: own },
  { status: 'sent_again', order: own },
  { status: 'sent_again', order: sampleOrder('A-3') },
  { status: 'unsettled', order: sampleOrder('A-1') },
  { status: 'not_cancelled', order: sampleOrder('A-1'), serviceMessage: 'no' },
])('a form that comes twice goes on with the order that its other copy has made: %j', async (settled) => {
  const made = { status: 'already_created', order: own } as const;
  expect(await formOrdersWith(settled, made).settle(draft)).toEqual(made);
  expect(await formOrdersWith(settled, undefined).settle(draft)).toMatchObject({ status: 'refused' });
});

it.each<Rejected>([
  { status: 'asked', questions: [{ key: 'same', sentence: 'The number was asked a minute ago.' }] },
  { status: 'invalid', errors: { msisdn: 'The number was asked a minute ago.' } },
])('a form that cannot be shown again says that nothing was sent, and how it is opened: %j', (rejected) => {
  expect(contentOfRejection(rejected, notSentAfterAll).text).toBe(
    'Nothing was sent. The number was asked a minute ago. Press the button that opened this form again.',
  );
});

it('of an order that may have been saved no form says that nothing was sent', () => {
  const { text } = contentOfRejection({ status: 'not_saved' }, notSentAfterAll);
  expect(text).not.toContain('Nothing was sent');
});

it('an order is wanted since its form came, however long Teller stood still while it read the form', async () => {
  const clock = createMovingClock();
  clock.hold();
  const cameAt = clock.now();
  const asked: unknown[] = [];
  const formOrders = formOrdersWith({ status: 'settled' }, undefined, {
    clock,
    orderCreation: {
      async createOrder(_, { askedAt }) {
        asked.push(askedAt);
        return { status: 'created', order: own };
      },
      refusalFor: async () => undefined,
    },
    channelAccess: {
      async check() {
        clock.advance(3_600_000);
        return 'in';
      },
      isShared: async () => false,
      read: async () => ({ access: 'in', isShared: false }),
    },
  });
  const input = {
    kind: 'prompt',
    reference: undefined,
    amount: own.amount,
    description: 'Flour',
    channel: 'C1',
    customer: {},
    prompt: { msisdn: '254712345678' as Msisdn, method: 'MpesaKE' },
  } as const;
  const filled = { state: {}, memory: { formId: '00'.repeat(16) }, userId: 'U1' };
  const read = await formOrders.read({ status: 'valid', input }, filled);
  if (read.status !== 'ready') throw new Error(`not ready, but ${read.status}`);
  await formOrders.create(read);
  expect(asked).toEqual([cameAt]);
});
