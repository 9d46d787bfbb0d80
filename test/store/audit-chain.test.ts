// The chain of the audit record: whatever somebody does to lines past Teller, the first line that is wrong is found.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuditLine } from '#orders/audit-line.ts';
import { type AuditHead, chain, EMPTY_HEAD, hashOf, verifyChain } from '#store/audit.ts';
import { sampleAuditEvent } from './sample-audit-event.ts';
import { referenceOf } from './sample-order.ts';

/** A record that is read from a list, `page` lines at a time. A line is under its number, whatever is before it. */
function recordOf(lines: readonly (AuditLine | undefined)[], head: AuditHead, page = 3) {
  const stored = new Map(lines.map((line, index) => [line?.seq ?? index + 1, { line }]));
  return {
    head: async () => head,
    read: async ({ after }: { after: number }) =>
      Array.from({ length: page }, (_, index) => stored.get(after + index + 1)),
  };
}

const event = fc.record({
  at: fc.integer({ min: 0, max: 2e12 }),
  who: fc.constantFrom('U1', 'U2', 'teller'),
  event: fc.constantFrom('searched' as const, 'refused' as const),
  outcome: fc.string(),
});
const made = fc.array(event, { minLength: 1, maxLength: 9 }).map((events) => chain(EMPTY_HEAD, events));

test('lines that are chained one at a time are the same as lines that are chained together', () => {
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let head = EMPTY_HEAD;
      const lines = events.flatMap((one) => {
        const next = chain(head, [one]);
        head = next.head;
        return next.lines;
      });
      expect({ lines, head }).toEqual(chain(EMPTY_HEAD, events));
    }),
  );
});

test('a hash is the SHA-256 of the hash before and the line as a JSON list, as docs/security.md says', () => {
  const line = {
    ...sampleAuditEvent({ at: 5, event: 'asked', order: referenceOf('A-1'), outcome: 'sending' }),
    seq: 2,
  };
  // printf '%s' 'ab[2,5,"U1","asked","A-1","sending"]' | sha256sum
  expect(hashOf('ab', line)).toBe('9bc22b1c4840f747f855957989e394581460d9e53122d982c1710828cc8c942f');
});

describe('a record', () => {
  test('that nobody has touched is whole', async () => {
    await fc.assert(
      fc.asyncProperty(made, async ({ lines, head }) => {
        expect(await verifyChain(recordOf(lines, head))).toEqual({ status: 'whole', head });
      }),
    );
  });

  test('in which one field of a line was changed is broken at that line', async () => {
    const field = fc.constantFrom('at', 'who', 'event', 'order', 'outcome', 'hash');
    await fc.assert(
      fc.asyncProperty(made, fc.nat(), field, async ({ lines, head }, at, name) => {
        const index = at % lines.length;
        const changed = lines.map((line, place) =>
          place === index
            ? { ...line, [name]: name === 'at' ? line.at + 1 : `${line[name as 'who']}x` }
            : line,
        );
        expect(await verifyChain(recordOf(changed, head))).toEqual({
          status: 'broken',
          seq: index + 1,
          fault: 'changed',
        });
      }),
    );
  });

  test('in which a line and its hash were changed together is broken at the line after it, or at its end', async () => {
    const [one, two, three] = [0, 1, 2].map((index) => sampleAuditEvent({ outcome: String(index) }));
    const { lines, head } = chain(
      EMPTY_HEAD,
      [one, two, three].flatMap((event) => event ?? []),
    );
    const forge = (index: number) =>
      lines.map((line, place) => {
        const forged = { ...line, who: 'U9' };
        return place === index ? { ...forged, hash: hashOf(lines[index - 1]?.hash ?? '', forged) } : line;
      });
    expect(await verifyChain(recordOf(forge(1), head))).toEqual({
      status: 'broken',
      seq: 3,
      fault: 'changed',
    });
    expect(await verifyChain(recordOf(forge(2), head))).toEqual({
      status: 'broken',
      seq: 3,
      fault: 'changed',
    });
  });

  test('from which lines were cut off, left out or added is broken at the first of them', async () => {
    await fc.assert(
      fc.asyncProperty(made, fc.nat(), async ({ lines, head }, at) => {
        const index = at % lines.length;
        const seq = index + 1;
        const check = (those: readonly (AuditLine | undefined)[]) => verifyChain(recordOf(those, head));
        expect(await check(lines.slice(0, index))).toEqual({ status: 'broken', seq, fault: 'missing' });
        expect(await check(lines.toSpliced(index, 1))).toEqual({ status: 'broken', seq, fault: 'missing' });
        expect(await check(lines.map((line) => (line.seq === seq ? undefined : line)))).toEqual({
          status: 'broken',
          seq,
          fault: 'changed',
        });
        const longer = chain(head, [sampleAuditEvent()]).lines;
        expect(await check([...lines, ...longer])).toEqual({
          status: 'broken',
          seq: lines.length + 1,
          fault: 'added',
        });
      }),
    );
  });

  test('that grows while it is read is whole', async () => {
    const { lines } = chain(
      EMPTY_HEAD,
      Array.from({ length: 9 }, () => sampleAuditEvent()),
    );
    let count = 2;
    const growing = {
      head: async () => ({ count, hash: lines[count - 1]?.hash ?? '' }),
      async read({ after }: { after: number }) {
        const page = lines.slice(after, count).map((line) => ({ line }));
        count = Math.min(count + 3, lines.length);
        return page;
      },
    };
    expect(await verifyChain(growing)).toEqual({ status: 'whole', head: { count: 2, hash: lines[1]?.hash } });
  });
});
