// Every value that SPEC.md's request tables allow may be sent; the wrong ones are in requests.test.ts.
import { expect, test } from 'vitest';
import type { OrderRequest } from '#provider/requests.ts';
import { validateIpnRegistration, validateOrder, validatePush } from '#provider/requests.ts';
import { NOW, order, pushOrder } from './rig.ts';

/** SPEC.md, Order request, written a second time: the bot's own list must not prove itself. */
const CURRENCIES =
  'KES UGX TZS RWF ZMW MWK ZWL BWP ZAR NGN GHS ETB EGP MAD XAF XOF BIF SOS CDF AOA MZN NAD LSL SZL USD GBP EUR JPY CHF CAD AUD CNY INR AED SAR';

test('every currency of the list may be sent', () => {
  for (const currency of CURRENCIES.split(' ') as OrderRequest['currency'][]) {
    expect(validateOrder(order({ currency }), NOW).currency).toBe(currency);
  }
});

test.each(['MpesaKE', 'AirtelKE', 'AirtelUG'] as const)('the payment_method %s may be sent', (method) => {
  expect(validatePush(pushOrder({ payment_method: method }), NOW).payment_method).toBe(method);
});

test.each(['TOP_WINDOW', 'PARENT_WINDOW'] as const)('the redirect_mode %s may be sent', (mode) => {
  expect(validateOrder(order({ redirect_mode: mode }), NOW).redirect_mode).toBe(mode);
});

test.each(['DAILY', 'weekly', 'Monthly', 'qUARTERLY', 'YEARLY'])(
  'the frequency %s is accepted, and sent as it is listed',
  (frequency) => {
    const details = { start_date: '22-11-2026', end_date: '22-12-2027', frequency };
    const recurring = order({ account_number: 'SUB-77', subscription_details: details });
    expect(validateOrder(recurring, NOW).subscription_details?.frequency).toBe(frequency.toUpperCase());
  },
);

test.each(['GET', 'get', 'POST', 'pOsT'])(
  'the ipn_notification_type %s is accepted, and sent as it is listed',
  (type) => {
    const registration = { url: 'http://bot.test/ipn', ipn_notification_type: type };
    expect(validateIpnRegistration(registration).ipn_notification_type).toBe(type.toUpperCase());
  },
);

test('a notification url need be neither HTTPS nor a public host', () => {
  const registration = { url: 'http://no-such-host.invalid/ipn', ipn_notification_type: 'GET' };
  expect(validateIpnRegistration(registration)).toEqual(registration);
});

test.each(['callback_url', 'cancellation_url'])('a %s in plain HTTP may be sent', (field) => {
  expect(validateOrder(order({ [field]: 'http://shop.test/paid' }), NOW)).toMatchObject({
    [field]: 'http://shop.test/paid',
  });
});
