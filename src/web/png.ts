// A picture of black and white squares as PNG (W3C PNG, third edition), for QR codes.
import { crc32, deflateSync } from 'node:zlib';

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
