// The addresses that customers are given: of a receipt and of a QR code. An address has a token in it that only this store
// can make, so that nobody can guess one or turn it into that of another order. No table is kept of them.
import { timingSafeEqual } from 'node:crypto';
import { parseStoredReference, type Reference } from '#orders/reference.ts';
import type { Store } from '#store/store.ts';

export type CustomerAddresses = ReturnType<typeof createCustomerAddresses>;

/** What a token is for. One that opens a QR code opens no receipt. */
type Purpose = 'receipt' | 'qr';

/**
 * `<digest>.<reference in base64url>`. The reference stands last because messengers leave a `-` at the end of an address out
 * of the link: a digest can end with one, the base64url of a reference cannot.
 */
const TOKEN = /^([\w-]{22})\.([\w-]+)$/;

/** `publicUrl`: without a slash at its end. All functions reject on an outage of the store, as Store.digest does. */
export function createCustomerAddresses(deps: { publicUrl: string; digest: Store['digest'] }) {
  const digestOf = (purpose: Purpose, reference: Reference) => deps.digest(`${purpose} ${reference}`);

  async function tokenOf(purpose: Purpose, reference: Reference): Promise<string> {
    const name = Buffer.from(reference).toString('base64url');
    return `${await digestOf(purpose, reference)}.${name}`;
  }

  async function orderOf(purpose: Purpose, token: string): Promise<Reference | undefined> {
    const [, digest = '', name = ''] = TOKEN.exec(token) ?? [];
    const reference = parseStoredReference(Buffer.from(name, 'base64url').toString());
    // Each order has one token only, so text that merely decodes to its reference is none.
    if (reference === undefined || Buffer.from(reference).toString('base64url') !== name) return undefined;
    const expected = await digestOf(purpose, reference);
    return timingSafeEqual(Buffer.from(digest), Buffer.from(expected)) ? reference : undefined;
  }

  return {
    /** The page of the receipt. It shows one once the order is paid. */
    receiptUrl: async (reference: Reference) => `${deps.publicUrl}/r/${await tokenOf('receipt', reference)}`,
    /** The picture of the payment page's address. It is there while the order can be paid. */
    qrUrl: async (reference: Reference) => `${deps.publicUrl}/q/${await tokenOf('qr', reference)}.png`,
    /** The order whose receipt the token opens; undefined for any text that is no such token. */
    orderOfReceipt: (token: string) => orderOf('receipt', token),
    /** The same for the QR code; `token` is without its `.png`. */
    orderOfQr: (token: string) => orderOf('qr', token),
  };
}
