// What makes an order recurring, clause by clause of SPEC.md.

import { describe, expect, it } from 'vitest';
import { startReadyMerchant } from './merchant.ts';

describe('SPEC subscription_details', () => {
  it('SPEC Order request: account_number and subscription_details make an order recurring', async () => {
    const { submit, subscription, provider } = await startReadyMerchant();
    expect((await submit(subscription)).body.error).toBeNull();
    await expect(provider.customer.charge('sub-1', { notify: false })).resolves.toHaveProperty(
      'order_tracking_id',
    );
  });

  it('SPEC Order request: account_number alone, sent without subscription_details, makes no recurring order', async () => {
    const { submit, order, provider } = await startReadyMerchant();
    expect((await submit({ ...order, account_number: 'ACC-9' })).body.error).toBeNull();
    await expect(provider.customer.charge('order-1')).rejects.toThrow('not recurring');
  });

  it.each(['start_date', 'end_date', 'frequency'])(
    'SPEC subscription_details: %s is required',
    async (field) => {
      const { submit, subscription } = await startReadyMerchant();
      const subscription_details = { ...subscription.subscription_details, [field]: undefined };
      const { body } = await submit({ ...subscription, subscription_details });
      expect(body.error?.message).toBe(`The subscription_details.${field} field is required`);
    },
  );

  it.each(['2024-05-01', '2024-05-01T00:00:00Z', '1-5-2024', '31-02-2025', '01/05/2024', '05-31-2024'])(
    'SPEC subscription_details: dates have the format dd-MM-yyyy, so %s is rejected',
    async (date) => {
      const { submit, subscription } = await startReadyMerchant();
      for (const field of ['start_date', 'end_date']) {
        const subscription_details = { ...subscription.subscription_details, [field]: date };
        const { body } = await submit({ ...subscription, subscription_details });
        expect(body.error?.message).toContain(
          `subscription_details.${field} must have the format dd-MM-yyyy`,
        );
      }
    },
  );

  it('SPEC subscription_details: the start must be in the future', async () => {
    const { submit, subscription } = await startReadyMerchant();
    const starting = (start_date: string) => ({
      ...subscription,
      subscription_details: { ...subscription.subscription_details, start_date },
    });
    for (const past of ['17-03-2024', '18-03-2024'])
      expect((await submit(starting(past))).body.error?.message).toContain('in the future');
    expect((await submit(starting('19-03-2024'))).body.error).toBeNull();
  });

  it('SPEC subscription_details: the range is not validated, an end before the start is accepted', async () => {
    const { submit, subscription } = await startReadyMerchant();
    const subscription_details = { ...subscription.subscription_details, end_date: '01-01-2020' };
    expect((await submit({ ...subscription, subscription_details })).body.error).toBeNull();
  });

  it('SPEC subscription_details: the frequency is one of five, case insensitive', async () => {
    const { submit, subscription } = await startReadyMerchant();
    const every = (frequency: string, id: string) => ({
      ...subscription,
      id,
      subscription_details: { ...subscription.subscription_details, frequency },
    });
    for (const frequency of ['DAILY', 'weekly', 'Monthly', 'qUARTERLY', 'YEARLY'])
      expect((await submit(every(frequency, frequency))).body.error, frequency).toBeNull();
    expect((await submit(every('HOURLY', 'h'))).body.error?.message).toContain('frequency');
  });
});
