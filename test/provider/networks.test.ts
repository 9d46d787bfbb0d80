// Which network a prefix belongs to, which method reaches it, and when a local number may be another country's.
import { describe, expect, test } from 'vitest';
import { parseContact } from '#lib/msisdn.ts';
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '#provider/methods.ts';
import { localInOtherCountry, networkMismatch, networkOf } from '#provider/networks.ts';

const KENYA = { country: 'KE', code: '254' };
const UGANDA = { country: 'UG', code: '256' };

function msisdn(national: string, { country, code } = KENYA) {
  const read = parseContact(`+${code}${national}`, country);
  if (!read) throw new Error(`${national} is no number of ${country}`);
  return read;
}

describe('the network of a number', () => {
  test.each([
    ['700', 'Safaricom'], ['729', 'Safaricom'], ['740', 'Safaricom'], ['743', 'Safaricom'], ['745', 'Safaricom'],
    ['746', 'Safaricom'], ['748', 'Safaricom'], ['757', 'Safaricom'], ['759', 'Safaricom'], ['768', 'Safaricom'],
    ['769', 'Safaricom'], ['790', 'Safaricom'], ['799', 'Safaricom'], ['110', 'Safaricom'], ['115', 'Safaricom'],
    ['730', 'Airtel Kenya'], ['739', 'Airtel Kenya'], ['750', 'Airtel Kenya'], ['756', 'Airtel Kenya'],
    ['762', 'Airtel Kenya'], ['780', 'Airtel Kenya'], ['789', 'Airtel Kenya'], ['100', 'Airtel Kenya'],
    ['106', 'Airtel Kenya'], ['770', 'Telkom Kenya'], ['779', 'Telkom Kenya'], ['763', 'Equitel'], ['766', 'Equitel'],
    ['744', undefined], ['747', undefined], ['749', undefined], ['760', undefined], ['767', undefined], ['116', undefined],
  ])('the network of a Kenyan number that begins with 0%s is %s', (prefix, name) => {
    expect(networkOf(msisdn(`${prefix}123456`))?.name).toBe(name);
  }); // biome-ignore format: a table

  test.each([
    ['701', 'Airtel Uganda'], ['741', 'Airtel Uganda'], ['752', 'Airtel Uganda'], ['762', 'MTN Uganda'],
    ['772', 'MTN Uganda'], ['783', 'MTN Uganda'], ['390', 'MTN Uganda'], ['399', 'MTN Uganda'], ['712', undefined],
  ])('the network of a Ugandan number that begins with 0%s is %s', (prefix, name) => {
    expect(networkOf(msisdn(`${prefix}123456`, UGANDA))?.name).toBe(name);
  }); // biome-ignore format: a table

  test('the network’s method is of the network’s country', () => {
    for (const [prefix, where] of [['712', KENYA], ['733', KENYA], ['752', UGANDA]] as const) {
      const method = networkOf(msisdn(`${prefix}123456`, where))?.method;
      expect(method && PAYMENT_METHODS[method].country).toBe(where.country);
    }
  }); // biome-ignore format: a table
});

describe('a method that does not reach the number’s network', () => {
  test.each([
    ['712', 'MpesaKE', undefined],
    ['712', 'AirtelKE', { name: 'Safaricom', method: 'MpesaKE' }],
    ['733', 'MpesaKE', { name: 'Airtel Kenya', method: 'AirtelKE' }],
    ['733', 'AirtelKE', undefined],
    ['772', 'MpesaKE', { name: 'Telkom Kenya', method: undefined }],
    ['764', 'AirtelKE', { name: 'Equitel', method: undefined }],
    ['744', 'AirtelKE', undefined],
  ] as const)('0%s… with %s: the network and the method to choose are %o', (prefix, method, mismatch) => {
    expect(networkMismatch(msisdn(`${prefix}123456`), method)).toEqual(mismatch);
  });

  test('a Ugandan number outside Airtel is named, with no method to choose', () => {
    const mtn = { name: 'MTN Uganda', method: undefined };
    expect(networkMismatch(msisdn('772123456', UGANDA), 'AirtelUG')).toEqual(mtn);
    expect(networkMismatch(msisdn('752123456', UGANDA), 'AirtelUG')).toBeUndefined();
  });
});

describe('a local number that may be another country’s', () => {
  test.each([
    ['0712345678', 'AirtelUG', true],
    ['0712 345 678', 'AirtelUG', true],
    ['712345678', 'AirtelUG', true],
    ['(0772) 345-678', 'AirtelUG', true],
    ['0752345678', 'AirtelUG', false],
    ['0702345678', 'AirtelUG', false],
    ['0772345678', 'MpesaKE', true],
    ['0712345678', 'AirtelKE', false],
    ['0712345678', 'MpesaKE', false],
    ['0733345678', 'MpesaKE', false],
    ['+254712345678', 'AirtelUG', false],
    ['254712345678', 'AirtelUG', false],
    ['+256772345678', 'MpesaKE', false],
    ['12', 'AirtelUG', false],
    ['', 'MpesaKE', false],
  ] as const)('%s with %s must be asked about: %s', (text, method, isAsked) => {
    expect(localInOtherCountry(text, method)).toBe(isAsked);
  });

  test('a number with its country code is never asked about', () => {
    for (const method of PAYMENT_METHOD_NAMES)
      for (const text of ['+254 712 345 678', '254 733 345 678', '+256 752 345 678'])
        expect(localInOtherCountry(text, method)).toBe(false);
  });
});
