// Every limit of SPEC.md's request tables: what breaks one is named and never sent.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#provider/limits.ts';
import type { OrderRequest, PushRequest } from '#provider/requests.ts';
import { validateOrder } from '#provider/requests.ts';
import { createRig, errorOf, NOW, order, pushOrder, type Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const subscription = { start_date: '22-11-2026', end_date: '22-12-2026', frequency: 'DAILY' };
const recurring = (details: Record<string, unknown>) => ({
  account_number: 'SUB-77',
  subscription_details: { ...subscription, ...details },
});

const faults: [string, Record<string, unknown>][] = [
  ['id', { id: '' }],
  ['id', { id: 'x'.repeat(51) }],
  ['id', { id: 'INV 1' }],
  ['id', { id: 'INV/1' }],
  ['id', { id: 'ünï' }],
  ['id', { id: undefined }],
  ['currency', { currency: 'XXX' }],
  ['currency', { currency: 'kes' }],
  ['amount', { amount: 0 }],
  ['amount', { amount: -1 }],
  ['amount', { amount: Number.NaN }],
  ['amount', { amount: Number.POSITIVE_INFINITY }],
  ['amount', { amount: '1500' }],
  ['description', { description: '' }],
  ['description', { description: ' \n ' }],
  ['callback_url', { callback_url: 'shop.test/paid' }],
  ['callback_url', { callback_url: 'ftp://shop.test' }],
  ['callback_url', { callback_url: 'http:shop.test' }],
  ['cancellation_url', { cancellation_url: 'javascript:alert(1)' }],
  ['notification_id', { notification_id: 'abc' }],
  ['billing_address', { billing_address: undefined }],
  ['billing_address', { billing_address: null }],
  ['billing_address.email_address', { billing_address: { email_address: `${'x'.repeat(51)}@shop.test` } }],
  ['billing_address.first_name', { billing_address: { first_name: 'x'.repeat(51) } }],
  ['billing_address.middle_name', { billing_address: { middle_name: 'x'.repeat(51) } }],
  ['billing_address.last_name', { billing_address: { last_name: 'x'.repeat(51) } }],
  ['billing_address.country_code', { billing_address: { country_code: 'KENY' } }],
  ['billing_address.surname', { billing_address: { surname: 'Mwangi' } }],
  ['branch', { branch: 'x'.repeat(31) }],
  ['redirect_mode', { redirect_mode: 'NEW_WINDOW' }],
  ['account_number', { account_number: 'SUB-77' }],
  ['account_number', { subscription_details: subscription }],
  ['account_number', { ...recurring({}), account_number: 'x'.repeat(51) }],
  ['subscription_details.start_date', recurring({ start_date: '2026-11-22' })],
  ['subscription_details.start_date', recurring({ start_date: '31-02-2027', end_date: '01-12-2027' })],
  ['subscription_details.start_date', recurring({ start_date: '1-12-2026' })],
  ['subscription_details.start_date', recurring({ start_date: '21-11-2026' })],
  ['subscription_details.start_date', recurring({ start_date: '22-11-2025' })],
  ['subscription_details.end_date', recurring({ end_date: '30-02-2027' })],
  ['subscription_details.end_date', recurring({ end_date: undefined })],
  ['subscription_details.end_date', recurring({ start_date: '02-01-2027', end_date: '03-12-2026' })],
  ['subscription_details.frequency', recurring({ frequency: 'HOURLY' })],
  ['subscription_details.interval', recurring({ interval: 1 })],
  ['callbackUrl', { callbackUrl: 'https://shop.test' }],
];

describe('nothing is sent when', () => {
  test.each(faults)('%s is wrong: %j', async (field, wrong) => {
    const error = await errorOf(rig.client.submitOrder({ ...order(), ...wrong } as OrderRequest));
    expect(error).toMatchObject({ operation: 'submitOrder', kind: 'invalid_request', outcome: 'refused' });
    expect(error.fields.map((fault) => fault.field)).toEqual([field]);
    expect(error.message).toContain(field);
    expect(rig.service.calls).toEqual([]);
  });

  test.each(faults)('%s of a push is wrong: %j', async (field, wrong) => {
    const error = await errorOf(rig.client.push({ ...pushOrder(), ...wrong } as PushRequest));
    expect(error).toMatchObject({ operation: 'push', kind: 'invalid_request', outcome: 'refused' });
    expect(error.fields.map((fault) => fault.field)).toEqual([field]);
    expect(rig.service.calls).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['msisdn', { msisdn: '0712345678' }],
    ['msisdn', { msisdn: '+254712345678' }],
    ['msisdn', { msisdn: '254 712 345678' }],
    ['msisdn', { msisdn: '' }],
    ['msisdn', { msisdn: 254712345678 }],
    ['msisdn', { msisdn: undefined }],
    ['payment_method', { payment_method: 'MpesaTZ' }],
    ['payment_method', { payment_method: 'mpesake' }],
    ['phone', { phone: '254712345678' }],
  ])('%s of a push is wrong: %j', async (field, wrong) => {
    const error = await errorOf(rig.client.push({ ...pushOrder(), ...wrong } as PushRequest));
    expect(error.fields.map((fault) => fault.field)).toEqual([field]);
    expect(error.message).not.toMatch(/\d{6}/);
    expect(rig.service.calls).toEqual([]);
  });

  test('nothing is sent when a plain order has the fields of a push', async () => {
    const error = await errorOf(rig.client.submitOrder(pushOrder()));
    expect(error.fields.map((fault) => fault.field)).toEqual(['msisdn', 'payment_method']);
  });

  test('nothing is sent when several fields are wrong, and all are named', async () => {
    const error = await errorOf(rig.client.submitOrder(order({ id: '', amount: 0, branch: 'x'.repeat(31) })));
    expect(new Set(error.fields.map((fault) => fault.field))).toEqual(new Set(['id', 'amount', 'branch']));
  });

  test.each([
    [{ url: 'bot.test', ipn_notification_type: 'GET' }, 'url'],
    [{ url: 'https://bot.test', ipn_notification_type: 'PUT' }, 'ipn_notification_type'],
    [{ url: 'https://bot.test', ipn_notification_type: 'DELETE' }, 'ipn_notification_type'],
    [{ url: 'https://bot.test', ipn_notification_type: 'GET', method: 'GET' }, 'method'],
  ])('nothing is sent when a registration is wrong: %j', async (request, field) => {
    const error = await errorOf(rig.client.registerIpn(request));
    expect(error).toMatchObject({ operation: 'registerIpn', kind: 'invalid_request', outcome: 'refused' });
    expect(error.fields.map((fault) => fault.field)).toEqual([field]);
    expect(rig.service.calls).toEqual([]);
  });

  test('nothing is sent when the order to cancel has no proper tracking id', async () => {
    expect(await errorOf(rig.client.cancelOrder('INV-2041'))).toMatchObject({
      kind: 'invalid_request',
      outcome: 'refused',
    });
    expect(rig.service.calls).toEqual([]);
  });
});

describe('what keeps to the limits may be sent:', () => {
  test('every text of the maximum length may be sent', () => {
    const longest = (field: keyof typeof LIMITS) => 'x'.repeat(LIMITS[field]);
    const full = order({
      id: longest('id'),
      branch: longest('branch'),
      description: 'x'.repeat(5_000),
      billing_address: {
        email_address: longest('email_address'),
        first_name: longest('first_name'),
        middle_name: longest('middle_name'),
        last_name: longest('last_name'),
        country_code: longest('country_code'),
      },
      account_number: longest('account_number'),
      subscription_details: subscription,
    });
    expect(validateOrder(full, NOW)).toEqual(full);
  });

  test('a subscription may start tomorrow in East Africa, though it is not yet tomorrow elsewhere', () => {
    const lateEvening = Date.parse('2026-11-21T20:59:59Z');
    const details = order(recurring({ start_date: '22-11-2026' }));
    expect(validateOrder(details, lateEvening)).toEqual(details);
    expect(() => validateOrder(details, lateEvening + 1_000)).toThrow('must be in the future');
  });

  test('a subscription of one day, and on a leap day, may be sent', () => {
    const details = order(recurring({ start_date: '29-02-2028', end_date: '29-02-2028' }));
    expect(validateOrder(details, NOW)).toEqual(details);
  });

  test('any id of up to 50 of the allowed characters may be sent, and no other', () => {
    const allowed = [...'ABCXYZabcxyz0189-_.:'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...allowed), { minLength: 1, maxLength: 50 }), (letters) => {
        expect(validateOrder(order({ id: letters.join('') }), NOW).id).toBe(letters.join(''));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
        fc.pre(!/^[A-Za-z0-9\-_.:]{1,50}$/.test(id));
        expect(() => validateOrder(order({ id }), NOW)).toThrow('nothing was sent');
      }),
    );
  });

  test('any finite amount above zero is sent unchanged', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, minExcluded: true, noNaN: true, noDefaultInfinity: true }),
        (amount) => {
          expect(validateOrder(order({ amount }), NOW).amount).toBe(amount);
        },
      ),
    );
  });
});
