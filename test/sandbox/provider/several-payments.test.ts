// Several payments under one order: the record shows only the newest (PROVIDER-FACTS).

import { expect, it } from 'vitest';
import type { SandboxPayment } from '#sandbox/provider/orders.ts';
import { startReadyMerchant } from './merchant.ts';

const QUIETLY = { notify: false } as const;

async function ordered() {
  const { provider, push, pushOrder, status } = await startReadyMerchant();
  const trackingId = String((await push(pushOrder)).body.order_tracking_id);
  return { provider, ...provider.customer, readStatus: async () => (await status(trackingId)).body };
}

const shown = ({ amount, confirmation_code }: SandboxPayment) => ({ amount, confirmation_code });

it('the record shows only the newest payment or reversal, and each payment keeps its code', async () => {
  const { provider, pay, reverse, readStatus } = await ordered();
  const first = await pay('order-1', { ...QUIETLY, amount: 60 });
  const second = await pay('order-1', { ...QUIETLY, again: true, amount: 40 });
  expect(second.confirmation_code).not.toBe(first.confirmation_code);
  expect(await readStatus()).toMatchObject({ status_code: 1, ...shown(second) });
  await reverse('order-1', { ...QUIETLY, confirmation_code: first.confirmation_code });
  expect(await readStatus()).toMatchObject({ status_code: 3, ...shown(first) });
  expect(provider.find('order-1')?.payments).toEqual([second, { ...first, status_code: 3 }]);
  await reverse('order-1', { ...QUIETLY, confirmation_code: second.confirmation_code, isNamed: false });
  expect(await readStatus()).toMatchObject({ status_code: 3, amount: 40, confirmation_code: '' });
  const third = await pay('order-1', { ...QUIETLY, again: true });
  expect(await readStatus()).toMatchObject({ status_code: 1, ...shown(third) });
});

it('a failed record may look like a receipt, and a payment may have no code', async () => {
  const { pay, decline, readStatus } = await ordered();
  const receipt = { amount: 60, confirmation_code: 'SCJ8JQ26SW' };
  await decline('order-1', { ...QUIETLY, ...receipt });
  expect(await readStatus()).toMatchObject({ status_code: 2, ...receipt });
  await pay('order-1', { ...QUIETLY, confirmation_code: '' });
  expect(await readStatus()).toMatchObject({ status_code: 1, confirmation_code: '' });
});
