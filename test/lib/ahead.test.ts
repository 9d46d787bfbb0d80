import { expect, test } from 'vitest';
import { ahead } from '#lib/ahead.ts';

function counting(to: number) {
  const seen = { made: 0, isOver: false };
  async function* numbers() {
    try {
      for (let number = 1; number <= to; number += 1) {
        seen.made = number;
        yield number;
      }
    } finally {
      seen.isOver = true;
    }
  }
  return { seen, numbers };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what is read ahead comes whole and in its order, and so many are asked for before they are needed', async () => {
  const { seen, numbers } = counting(9);
  const got: number[] = [];
  for await (const number of ahead(numbers(), 2)) {
    got.push(number);
    await settled();
    expect(seen.made).toBe(Math.min(9, number + 2));
  }
  expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('what fails ahead fails in its turn, and not before', async () => {
  async function* failing() {
    yield 1;
    throw new Error('no more');
  }
  const got: number[] = [];
  const reading = async () => {
    for await (const number of ahead(failing(), 3)) {
      await settled();
      got.push(number);
    }
  };
  await expect(reading()).rejects.toThrow('no more');
  expect(got).toEqual([1]);
});

test('whoever stops reading ends the source as well', async () => {
  const { seen, numbers } = counting(9);
  for await (const number of ahead(numbers(), 1)) if (number === 2) break;
  expect(seen).toEqual({ made: 3, isOver: true });
});
