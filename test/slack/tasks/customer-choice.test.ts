// Whose number a submitted form takes, on a real store, when something has happened to the customer's order meanwhile.
import { WebClient } from '@slack/web-api';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { createCustomers } from '#payments/finding/customers.ts';
import { customerOf } from '#slack/forms/customer-choice.ts';
import { withCustomer } from '#slack/forms/fill-in-customer.ts';
import { readMemory } from '#slack/forms/form-memory.ts';
import { linkForm } from '#slack/forms/link-form.ts';
import { promptForm } from '#slack/forms/prompt-form.ts';
import { createCustomerChoice } from '#slack/tasks/customer-choice.ts';
import { openStore } from '#store/open.ts';
import { fillIn } from '#test/slack/fill-in.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const opening = {
  memory: { formId: '0123456789abcdef0123456789abcdef' },
  channel: 'C1',
  defaultCurrency: 'KES',
  warnings: [],
  prefill: {},
};
const jane = sampleOrder('INV-1', { customer: { firstName: 'Jane', phone: '254712345678' as Msisdn } });

/** What comes of a form that shows `shown`, while the store has `stored`. */
async function submitted(form: typeof promptForm | typeof linkForm, shown: Order, stored: Order | undefined) {
  const store = await openStore('sqlite::memory:', { clock: systemClock });
  onTestFinished(() => store.close());
  if (stored) await store.orders.insert(stored);
  const { submitted } = createCustomerChoice({
    client: new WebClient('xoxb-1'),
    customers: createCustomers(store),
    orders: store.orders,
    clock: systemClock,
    reporter: { error: () => '', warn: () => {} },
    recorder: { recordFirstSometimes: async () => {} },
  });
  const view = withCustomer(form(opening), customerOf(shown), { isNew: true });
  return submitted({ state: fillIn(view), memory: readMemory(view.private_metadata ?? '') });
}

test.each([
  ['prompt', promptForm],
  ['link', linkForm],
] as const)('a %s takes the number of the customer whom its form shows', async (_, form) => {
  expect(await submitted(form, jane, jane)).toMatchObject({
    status: 'ready',
    customer: { reference: 'INV-1', phone: '254712345678' },
  });
});

test.each([
  ['prompt', promptForm],
  ['link', linkForm],
] as const)('a %s is refused when the customer’s order, or the number in it, is gone', async (_, form) => {
  const refused = {
    status: 'invalid',
    errors: { customer: expect.stringContaining('no longer has this customer') },
  };
  expect(await submitted(form, jane, undefined)).toEqual(refused);
  expect(await submitted(form, jane, { ...jane, customer: {} })).toEqual(refused);
});

test('a link to a customer without a number takes the one that is typed into its form', async () => {
  const ann = sampleOrder('INV-2', { customer: { email: 'ann@example.com' } });
  expect(await submitted(linkForm, ann, ann)).toMatchObject({ status: 'ready' });
});
