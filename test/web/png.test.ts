// Pictures of squares: read back by another reader's rules, pixel by pixel.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pngOf } from '#web/png.ts';
import { pixelsOf } from './read-png.ts';

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
