// The QR code of a payment page, GET /q/<token>.png, for server.ts. Slack fetches it for the agent, who shows it to a customer.

import type { ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';
import type { CustomerAddresses } from '#customers/addresses.ts';
import { paymentPageOf } from '#customers/sentences.ts';
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

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** `squares`: rows from the top, true for black, all of one length. Each square becomes `scale` pixels wide and high. */
export function pngOf(squares: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (squares[0]?.length ?? 0) * scale;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(squares.length * scale, 4);
  // One bit for each pixel, greyscale; compression, filters and interlacing as usual.
  header[8] = 1;
  const rows = squares.flatMap((row) => Array.from({ length: scale }, () => rowOf(row, scale, width)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A byte for the row's filter, which is none, then its pixels from the left, eight to a byte; white is 1. */
function rowOf(row: readonly boolean[], scale: number, width: number): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(width / 8));
  for (let x = 0; x < width; x += 1) {
    const at = 1 + (x >> 3);
    if (!row[Math.floor(x / scale)]) bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
  }
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
