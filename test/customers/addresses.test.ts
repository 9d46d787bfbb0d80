// The addresses that customers are given: what opens what, and what opens nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCustomerAddresses } from '#customers/addresses.ts';
import { chargeReference, type Reference } from '#orders/reference.ts';
import { createDigests, makeStoreKey } from '#store/digest.ts';
import { referenceOf } from '#test/store/sample-order.ts';

function addressesOf(key = makeStoreKey()) {
  const { text: digest } = createDigests(key);
  const publicUrl = 'https://teller.test/shop';
  const addresses = createCustomerAddresses({ publicUrl, digest: async (text) => digest(text) });
  const tokenIn = (url: string) => url.replace(/^.*\//, '').replace(/\.png$/, '');
  return {
    ...addresses,
    receiptToken: async (reference: Reference) => tokenIn(await addresses.receiptUrl(reference)),
    qrToken: async (reference: Reference) => tokenIn(await addresses.qrUrl(reference)),
  };
}

/** As SPEC.md and people allow them: up to 50 letters, digits and `- _ . :`; and those of charges. */
const typed = fc.stringMatching(/^[A-Za-z0-9_.:-]{1,50}$/).map(referenceOf);
const reference = fc.oneof(
  typed,
  fc.tuple(typed, fc.uuid()).map(([parent, trackingId]) => chargeReference(parent, trackingId)),
);

describe('the addresses of customers', () => {
  test('the address of a receipt is /r/<token>, and that of a QR code is /q/<token>.png', async () => {
    const { receiptUrl, qrUrl } = addressesOf();
    const order = referenceOf('INV-1');
    expect(await receiptUrl(order)).toMatch(/^https:\/\/teller\.test\/shop\/r\/[\w-]{22}\.SU5WLTE$/);
    expect(await qrUrl(order)).toMatch(/^https:\/\/teller\.test\/shop\/q\/[\w-]{22}\.SU5WLTE\.png$/);
  });

  test('every reference comes back from its own tokens, and stands unchanged in an address that nothing has to escape', async () => {
    const addresses = addressesOf();
    await fc.assert(
      fc.asyncProperty(reference, async (order) => {
        expect(await addresses.orderOfReceipt(await addresses.receiptToken(order))).toBe(order);
        expect(await addresses.orderOfQr(await addresses.qrToken(order))).toBe(order);
        for (const url of [await addresses.receiptUrl(order), await addresses.qrUrl(order)]) {
          expect(new URL(url).href).toBe(url);
          // Messengers take no other end for a part of a link.
          expect(url).toMatch(/[A-Za-z0-9]$/);
        }
      }),
    );
  });

  test('the token of a receipt opens no QR code, and that of a QR code no receipt', async () => {
    const addresses = addressesOf();
    await fc.assert(
      fc.asyncProperty(reference, async (order) => {
        expect(await addresses.orderOfQr(await addresses.receiptToken(order))).toBeUndefined();
        expect(await addresses.orderOfReceipt(await addresses.qrToken(order))).toBeUndefined();
      }),
    );
  });

  test('the token of one order opens no other order, also with the other’s reference put into it', async () => {
    const addresses = addressesOf();
    await fc.assert(
      fc.asyncProperty(reference, reference, async (one, other) => {
        fc.pre(one !== other);
        const [digest] = (await addresses.receiptToken(one)).split('.');
        const [, name] = (await addresses.receiptToken(other)).split('.');
        expect(await addresses.orderOfReceipt(`${digest}.${name}`)).toBeUndefined();
      }),
    );
  });

  test('a token with any character changed, added or left out opens nothing', async () => {
    const addresses = addressesOf();
    const edit = fc.record({ at: fc.nat(200), cut: fc.nat(2), put: fc.string({ maxLength: 2 }) });
    await fc.assert(
      fc.asyncProperty(reference, edit, async (order, { at, cut, put }) => {
        const token = await addresses.receiptToken(order);
        const place = at % (token.length + 1);
        const edited = token.slice(0, place) + put + token.slice(place + cut);
        fc.pre(edited !== token);
        expect(await addresses.orderOfReceipt(edited)).toBeUndefined();
      }),
    );
  });

  test('the token of another store opens nothing', async () => {
    const order = referenceOf('INV-1');
    expect(await addressesOf().orderOfReceipt(await addressesOf().receiptToken(order))).toBeUndefined();
  });

  test('any other text opens nothing', async () => {
    const { orderOfReceipt } = addressesOf();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.webPath()),
        async (text) => {
          expect(await orderOfReceipt(text)).toBeUndefined();
        },
      ),
    );
    for (const text of [
      '',
      '.',
      `${'A'.repeat(22)}.`,
      `${'A'.repeat(22)}.SU5WLTE`,
      `${'é'.repeat(22)}.SU5WLTE`,
    ])
      expect(await orderOfReceipt(text)).toBeUndefined();
  });

  test('a token of which only what decoding leaves out was changed opens nothing', async () => {
    const { receiptToken, orderOfReceipt } = addressesOf();
    const token = await receiptToken(referenceOf('INV-1'));
    expect(token).toMatch(/\.SU5WLTE$/);
    expect(await orderOfReceipt(token)).toBe('INV-1');
    expect(await orderOfReceipt(token.replace(/E$/, 'F'))).toBeUndefined();
  });

  test('a token has at least 128 bits that only the store can make', async () => {
    const tokens = new Set<string>();
    for (let store = 0; store < 50; store += 1)
      tokens.add((await addressesOf().receiptToken(referenceOf('INV-1'))).slice(0, 22));
    expect(tokens.size).toBe(50);
    expect(22 * Math.log2(64)).toBeGreaterThanOrEqual(128);
  });

  test('what the store cannot make while it is down rejects', async () => {
    const digest = () => Promise.reject(new Error('the store is down'));
    const { receiptUrl } = createCustomerAddresses({ publicUrl: 'https://teller.test', digest });
    await expect(receiptUrl(referenceOf('INV-1'))).rejects.toThrow('the store is down');
  });
});
