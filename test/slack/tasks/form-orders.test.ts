// A form that comes twice: of its two copies one makes the order, and the other must not say that nothing was sent.
import { expect, it } from 'vitest';
import type { Money } from '#lib/money.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import type { CreateResult, Draft } from '#payments/ordering/create-order.ts';
import type { SettleResult } from '#payments/ordering/successors.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import type { FormState } from '#slack/forms/fields.ts';
import type { FormMemory } from '#slack/forms/form-memory.ts';
import type { PromptInput } from '#slack/forms/prompt-form.ts';
import { AGAIN, type Question, tickBox } from '#slack/forms/questions.ts';
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

const promptInput = (msisdn: string, amount: Money = own.amount): PromptInput => ({
  kind: 'prompt',
  reference: undefined,
  amount,
  description: 'Flour',
  channel: 'C1',
  customer: {},
  prompt: { msisdn: msisdn as Msisdn, method: 'MpesaKE' },
});

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
  const input = promptInput('254712345678');
  const filled = { state: {}, memory: { formId: '00'.repeat(16) }, userId: 'U1' };
  const read = await formOrders.read({ status: 'valid', input }, filled);
  if (read.status !== 'ready') throw new Error(`not ready, but ${read.status}`);
  await formOrders.create(read);
  expect(asked).toEqual([cameAt]);
});

/** Sends the form, ticks whatever box it shows, and so on until it is ready: what each box asked. */
async function tickUntilReady(
  formOrders: ReturnType<typeof formOrdersWith>,
  input: PromptInput,
  memory: FormMemory,
): Promise<string[][]> {
  const boxes: string[][] = [];
  let state: FormState = {};
  while (boxes.length < 9) {
    const read = await formOrders.read({ status: 'valid', input }, { state, memory, userId: 'U1' });
    if (read.status === 'ready') return boxes;
    if (read.status !== 'asked') throw new Error(`not asked, but ${read.status}`);
    boxes.push(read.questions.map(({ key }) => key.split('-')[0] ?? ''));
    state = ticked(read.questions);
  }
  throw new Error(`asked for ever: ${boxes.join(' ')}`);
}

function ticked(questions: readonly Question[]): FormState {
  const box = tickBox('again.2', questions);
  if (box.type !== 'input' || box.element.type !== 'checkboxes') throw new Error('no box');
  // Slack takes no more.
  expect(box.element.options[0]?.value?.length).toBeLessThanOrEqual(75);
  return { 'again.2': { [AGAIN]: { selected_options: box.element.options } } } as FormState;
}

/** After every form that comes here. */
const LATER = Date.now() + 3_600_000;
const MEMORY: FormMemory = { formId: '00'.repeat(16), resendOf: sampleOrder('A-1').reference };

/** Of these prompts the first that is not agreed to stands in the way. `asked`: what happens as soon as that was said. */
function formOrdersAfter(sent: Order[], asked: () => void) {
  return formOrdersWith({ status: 'settled' }, undefined, {
    orderCreation: {
      createOrder: async () => ({ status: 'created', order: own }),
      async refusalFor(_, { evenIfSame }) {
        const order = sent.find((one) => typeof evenIfSame === 'function' && !evenIfSame(one));
        if (order) asked();
        return order && { status: 'same_again', order };
      },
    },
  });
}

it('a box that asks of another prompt asks all again that the box before it asked, so no tick is lost', async () => {
  const sent = [sampleOrder('B-1', { createdAt: 1_000 })];
  const formOrders = formOrdersAfter(sent, () => {
    if (sent.length === 1) sent.unshift(sampleOrder('B-2', { createdAt: LATER }));
  });
  const boxes = await tickUntilReady(formOrders, promptInput('254733123456'), MEMORY);
  expect(boxes).toEqual([
    ['network', 'same'],
    ['network', 'same'],
  ]);
});

it.each<[string, boolean, Partial<Order>]>([
  ['named is agreed to, though its request is repeated', true, { lastRequest: { at: LATER } }],
  ['did not name is asked about, if it rings only since', false, { createdAt: 500, requestedAt: LATER }],
])('what a box %s', async (_what, isNamed, later) => {
  const named = sampleOrder('B-1', { createdAt: 1_000 });
  const other = sampleOrder('B-2', { createdAt: 500, state: 'waiting' });
  const sent = [named, other];
  const formOrders = formOrdersAfter(sent, () => {
    sent[isNamed ? 0 : 1] = { ...(isNamed ? named : other), ...later };
  });
  const boxes = await tickUntilReady(formOrders, promptInput('254712345678'), MEMORY);
  expect(boxes).toEqual(isNamed ? [['same']] : [['same'], ['same']]);
});

it('a box may ask all that a form has to ask', async () => {
  const order = sampleOrder('B-1', { createdAt: Date.parse('2049-12-31') });
  const amount = { amount: '249999.99', currency: 'KES' };
  const boxes = await tickUntilReady(
    formOrdersAfter([order], () => {}),
    promptInput('254733123456', amount),
    MEMORY,
  );
  expect(boxes).toEqual([['network', 'cents', 'same']]);
});
