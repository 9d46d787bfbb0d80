// Reads pictures of one bit a pixel, as web/qr.ts writes them, and the text of a QR code in one.
import { crc32, inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';

type Pixels = {
  readonly width: number;
  readonly height: number;
  isBlack(x: number, y: number): boolean;
};

/** Throws when a chunk's checksum is wrong, or the picture is of another kind. */
export function pixelsOf(png: Buffer): Pixels {
  if (png.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== png.readUInt32BE(at + 8 + length)) throw new Error('wrong checksum');
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  if (header.subarray(8).toString('hex') !== '0100000000') throw new Error('not one bit of grey');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const rowLength = 1 + Math.ceil(width / 8);
  if (rows.length !== rowLength * height || !chunks.has('IEND')) throw new Error('not all of it');
  const isBlack = (x: number, y: number) =>
    (((rows[y * rowLength + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0;
  return { width, height, isBlack };
}

/** What a camera would read. Throws when it finds no code. */
export function textInQr({ width, height, isBlack }: Pixels): string {
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data
      .fill(isBlack(pixel % width, Math.floor(pixel / width)) ? 0 : 255, pixel * 4, pixel * 4 + 3)
      .fill(255, pixel * 4 + 3, pixel * 4 + 4);
  return decodeQR({ width, height, data }, { format: 'RGBA', timeLimit: 10_000 });
}
