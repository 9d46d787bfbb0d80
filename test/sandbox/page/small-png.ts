// Makes a browser's picture small enough for a README: 256 colours, which a page of text hardly has more of.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLOURS = 256;

/** Takes what Chromium writes: eight bits a channel, not interlaced, with or without alpha, which is dropped. */
export function smallPng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const size = header[9] === 6 ? 4 : 3;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const pixels = unfiltered(inflateSync(Buffer.concat(packed)), { width, height, size });

  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += size) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_COLOURS)
    .map(([colour]) => colour);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(colour, palette)]));

  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(pixels.readUIntBE(pixel * size, 3)) ?? 0;

  const indexed = Buffer.from(header);
  indexed[9] = 3;
  const colours = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, index) => {
    colours.writeUIntBE(colour, index * 3, 3);
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', indexed),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** Undoes the filters of the rows (PNG specification, Filtering). */
function unfiltered(raw: Buffer, shape: { width: number; height: number; size: number }): Buffer {
  const { width, height, size } = shape;
  const row = width * size;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x < size ? 0 : (pixels[at - size] ?? 0);
      const above = y === 0 ? 0 : (pixels[at - row] ?? 0);
      const corner = x < size || y === 0 ? 0 : (pixels[at - row - size] ?? 0);
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
      pixels[at] = (raw[y * (row + 1) + 1 + x] ?? 0) + (guesses[filter ?? 0] ?? 0);
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function nearest(colour: number, palette: readonly number[]): number {
  const distances = palette.map((other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
