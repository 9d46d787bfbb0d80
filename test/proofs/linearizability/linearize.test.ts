// The checker itself, with histories of a number that can be read and written.
import { describe, expect, test } from 'vitest';
import { linearize, type Model, type Operation } from './linearize.ts';

type Call = { readonly write?: number };
const register: Model<number, Call, number> = {
  initial: 0,
  after(state, { call, answer }) {
    if (call.write !== undefined) return [call.write];
    return answer === undefined || answer === state ? [state] : [];
  },
  keyOf: String,
};

/** What each does, from when until when; without an answer there is no end. */
const write = (value: number, from: number, until?: number): Operation<Call, number> =>
  until === undefined
    ? { call: { write: value }, from, until: Number.POSITIVE_INFINITY }
    : { call: { write: value }, answer: value, from, until };
const read = (answer: number, from: number, until: number): Operation<Call, number> => ({
  call: {},
  answer,
  from,
  until,
});

describe('a history', () => {
  test.each([
    ['nothing', []],
    ['a read after a write', [write(1, 0, 1), read(1, 2, 3)]],
    ['a read during a write, which sees it', [write(1, 0, 9), read(1, 2, 3)]],
    ['a read during a write, which does not see it', [write(1, 0, 9), read(0, 2, 3)]],
    ['two reads during two writes', [write(1, 0, 9), write(2, 0, 9), read(2, 2, 3), read(1, 4, 5)]],
    ['a write that was never answered, and happened', [write(1, 0), read(1, 2, 3)]],
    ['a write that was never answered, and did not happen', [write(1, 0), read(0, 2, 3)]],
    ['a write that was never answered, and happened later', [write(1, 0), read(0, 2, 3), read(1, 4, 5)]],
  ])('with %s could have happened', (_, history) => {
    expect(linearize(register, history).order).toBeDefined();
  });

  test.each([
    ['an old value after a write', [write(1, 0, 1), read(0, 2, 3)]],
    ['a new value and then the old one', [write(1, 0, 9), read(1, 2, 3), read(0, 4, 5)]],
    ['a value that nobody wrote', [write(1, 0, 1), read(2, 2, 3)]],
    ['a value before it was written', [read(1, 0, 1), write(1, 2)]],
    ['a write without an answer that happened and was undone', [write(1, 0), read(1, 2, 3), read(0, 4, 5)]],
    ['two writes seen in two orders', [write(1, 0, 1), write(2, 0, 1), read(1, 2, 3), read(2, 4, 5)]],
  ])('with %s could not have happened, and it is said where', (_, history) => {
    const { order, stuckAt } = linearize(register, history);
    expect(order).toBeUndefined();
    expect(stuckAt.length).toBeGreaterThan(0);
  });

  test('of twelve writes at once that no read fits is searched in as many states as there are sets of writes', () => {
    const writes = Array.from({ length: 12 }, (_, index) => write(index % 2, 0, 9));
    const { order, statesSeen } = linearize(register, [...writes, read(7, 10, 11)]);
    expect(order).toBeUndefined();
    // Without memory there are 12! orders.
    expect(statesSeen).toBeLessThanOrEqual(2 * 2 ** 12);
  });
});
