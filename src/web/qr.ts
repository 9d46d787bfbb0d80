// The QR code of a payment page, GET /q/<token>.png, for server.ts. Slack fetches it for the agent, who shows it to a customer.
import type { ServerResponse } from 'node:http';
import encodeQR from 'qr';
import type { CustomerAddresses } from '#customers/addresses.ts';
import { paymentPageOf } from '#customers/payment-page.ts';
import { pngOf } from './png.ts';
import type { OrderOf } from './receipt.ts';

/** In squares of the code. Cameras need that much white around it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A camera at arm's length still reads it. */
const MIN_PIXELS = 400;

/** QR codes hold no more with this correction (version 40, M). */
const MAX_BYTES = 2_331;

/** Kept nowhere, because it is to be gone when the order is paid or cancelled. */
const HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'no-store',
  // Browsers show a picture alone within styles of their own.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/**
 * Sends the picture and resolves to true; false, with nothing sent, when the token opens nothing or its order cannot be paid on a
 * payment page. Rejects, with nothing sent, while the store is down.
 */
export function createQrHandler(deps: { addresses: Pick<CustomerAddresses, 'orderOfQr'>; orderOf: OrderOf }) {
  return async (response: ServerResponse, token: string): Promise<boolean> => {
    const reference = await deps.addresses.orderOfQr(token);
    const order = reference && (await deps.orderOf(reference));
    const url = order && paymentPageOf(order);
    if (url === undefined || Buffer.byteLength(url) > MAX_BYTES) return false;
    const png = qrPng(url);
    response.writeHead(200, { ...HEADERS, 'content-length': png.length }).end(png);
    return true;
  };
}

/** `text`: up to MAX_BYTES bytes of UTF-8. */
export function qrPng(text: string): Buffer {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  return pngOf(squares, Math.ceil(MIN_PIXELS / squares.length));
}
