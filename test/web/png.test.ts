// Pictures of squares: read back by another reader's rules, pixel by pixel.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pngOf, qrPng } from '#web/qr.ts';
import { pixelsOf, textInQr } from './read-png.ts';

const squares = fc
  .integer({ min: 1, max: 30 })
  .chain((size) =>
    fc.array(fc.array(fc.boolean(), { minLength: size, maxLength: size }), { minLength: 1, maxLength: 30 }),
  );

test('a picture has a black or white square for each that was given, in its place and size', () => {
  fc.assert(
    fc.property(squares, fc.integer({ min: 1, max: 9 }), (rows, scale) => {
      const { width, height, isBlack } = pixelsOf(pngOf(rows, scale));
      expect([width, height]).toEqual([(rows[0]?.length ?? 0) * scale, rows.length * scale]);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1)
          if (isBlack(x, y) !== rows[Math.floor(y / scale)]?.[Math.floor(x / scale)])
            expect.fail(`pixel ${x}, ${y}`);
    }),
  );
});

describe('the picture', () => {
  test.each([20, 60, 100, 300, 1_000, 2_331])('an address of %i characters is read back', (length) => {
    const url = 'https://pay.test/'.padEnd(length, 'aZ09-_=&?');
    expect(textInQr(pixelsOf(qrPng(url)))).toBe(url);
  });

  test('the picture has four white squares on each side, and can lose a tenth of the code', () => {
    const { width, isBlack, height } = pixelsOf(qrPng('https://pay.test/iframe?OrderTrackingId=af2234da'));
    const blackAt = Array.from({ length: width }, (_, at) => at).filter((x) =>
      Array.from({ length: height }, (_, y) => y).some((y) => isBlack(x, y)),
    );
    const [first = 0] = blackAt;
    // The corner square of every code is seven squares wide.
    const runs = Array.from({ length: width }, (_, x) => isBlack(x, first)).indexOf(false, first) - first;
    expect(first).toBeGreaterThanOrEqual((runs / 7) * 4);
    expect(width - 1 - (blackAt.at(-1) ?? 0)).toBe(first);
    const middle = width / 2;
    const isLost = (x: number, y: number) => Math.hypot(x - middle, y - middle) < width / 10;
    const damaged = { width, height, isBlack: (x: number, y: number) => !isLost(x, y) && isBlack(x, y) };
    expect(textInQr(damaged)).toContain('https://pay.test');
  });
});
