// What the store promises of the audit record: an audit event and its line are stored in one step or not at all, lines are chained, and
// whoever changes one past Teller is found out.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AuditEvent } from '#orders/audit-line.ts';
import { type AuditRecord, hashOf, verifyChain } from '#store/audit.ts';
import { sampleAuditEvent } from './sample-audit-event.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject, Subject } from './subject.ts';

const A = referenceOf('A-1');
const asked = (name: string, own: Partial<AuditEvent> = {}) =>
  sampleAuditEvent({ event: 'asked', order: referenceOf(name), outcome: 'sending', ...own });

export function auditContract(open: OpenSubject): void {
  async function fresh(): Promise<Subject> {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return subject;
  }

  describe('the audit record', () => {
    test('is empty and whole at the start', async () => {
      const { audit } = (await fresh()).store;
      expect(await audit.head()).toEqual({ count: 0, hash: '' });
      expect(await audit.read({ after: 0, limit: 9 })).toEqual(Array(9).fill(undefined));
      expect(await audit.linesOf(A)).toEqual({ lines: [], damaged: [] });
      expect(await verifyChain(audit)).toEqual({ status: 'whole', head: { count: 0, hash: '' } });
    });

    test('has a line for each audit event in the order in which they were added, each chained to the one before, also after a restart', async () => {
      const subject = await fresh();
      const events = [
        sampleAuditEvent(),
        sampleAuditEvent({ who: 'U2', at: 5 }),
        asked('A-1', { outcome: '' }),
      ];
      await subject.store.audit.append(events.slice(0, 2));
      await subject.store.audit.append([]);
      await subject.store.audit.append(events.slice(2));
      const { audit } = await subject.reopen();
      const lines = await linesIn(audit);
      expect(lines).toEqual(
        events.map((event, index) => ({ ...event, seq: index + 1, hash: lines[index]?.hash })),
      );
      expect(lines.map(({ hash }) => hash)).toEqual(
        lines.map((line, index) => hashOf(lines[index - 1]?.hash ?? '', line)),
      );
      expect(lines[2]?.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(await audit.head()).toEqual({ count: 3, hash: lines[2]?.hash });
      expect(await audit.read({ after: 1, limit: 1 })).toEqual([{ line: lines[1] }]);
    });

    test('gets the lines of a save together with the order, and none when the order is not saved', async () => {
      const { orders, audit } = (await fresh()).store;
      expect(await orders.insert(sampleOrder('A-1'), { check: 1 }, [asked('A-1')])).toBe(true);
      expect(await orders.insert(sampleOrder('A-1'), {}, [asked('A-1', { who: 'U-late' })])).toBe(false);
      const cancelled = sampleAuditEvent({ event: 'cancelled', order: A, outcome: 'cancelled' });
      expect(await orders.save(sampleOrder('A-1', { state: 'cancelled' }), {}, [cancelled])).toMatchObject({
        version: 1,
      });
      expect(await orders.save(sampleOrder('A-1'), {}, [asked('A-1')])).toBeUndefined();
      await expect(
        orders.saveTogether([
          { order: sampleOrder('B-1'), isNew: true, events: [asked('B-1')] },
          { order: sampleOrder('A-1'), events: [cancelled] },
        ]),
      ).resolves.toBe(false);
      const lines = await linesIn(audit);
      expect(lines).toMatchObject([asked('A-1'), cancelled]);
      expect(await audit.linesOf(A)).toEqual({ lines, damaged: [] });
      expect(await audit.linesOf(referenceOf('B-1'))).toEqual({ lines: [], damaged: [] });
      expect(await verifyChain(audit)).toMatchObject({ status: 'whole' });
    });

    test('has the lines of several orders that are saved together, each found by its order alone', async () => {
      const { orders, audit } = (await fresh()).store;
      await orders.insert(sampleOrder('A-1'), {}, [asked('A-1')]);
      await audit.append([sampleAuditEvent()]);
      await orders.saveTogether([
        { order: sampleOrder('A-10'), isNew: true, events: [asked('A-10')] },
        { order: sampleOrder('A-1', { state: 'pending' }) },
        { order: sampleOrder('B-1'), isNew: true, events: [asked('B-1'), asked('B-1', { who: 'U2' })] },
      ]);
      await audit.append([sampleAuditEvent({ event: 'posted_payment', order: A, outcome: 'C2' })]);
      const seqsOf = async (name: string) =>
        (await audit.linesOf(referenceOf(name))).lines.map(({ seq }) => seq);
      expect(await seqsOf('A-1')).toEqual([1, 6]);
      expect(await seqsOf('A-10')).toEqual([3]);
      expect(await seqsOf('B-1')).toEqual([4, 5]);
      expect(await verifyChain(audit)).toMatchObject({ status: 'whole', head: { count: 6 } });
    });

    test('of two replicas that add lines at once has each line once, in one chain', async () => {
      const subject = await fresh();
      const replicas = [subject.store, await subject.another(), await subject.another()];
      await Promise.all(
        Array.from({ length: 45 }, async (_, index) => {
          const { orders, audit } = replicas[index % 3] ?? subject.store;
          if (index % 2) await audit.append([sampleAuditEvent({ outcome: String(index) })]);
          else
            await orders.insert(sampleOrder(`A-${index}`), {}, [
              asked(`A-${index}`, { outcome: String(index) }),
            ]);
        }),
      );
      const lines = await linesIn(subject.store.audit);
      expect(lines.map(({ outcome }) => Number(outcome)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 45 }, (_, index) => index),
      );
      expect(await verifyChain(subject.store.audit)).toMatchObject({ status: 'whole', head: { count: 45 } });
    });

    test('of replicas that save the same order at once has one line, that of the save that took place', async () => {
      const subject = await fresh();
      const replicas = [subject.store, await subject.another()];
      await subject.store.orders.insert(sampleOrder('A-1'));
      const saves = Array.from({ length: 8 }, (_, index) =>
        replicas[index % 2]?.orders.save(sampleOrder('A-1', { description: `by ${index}` }), {}, [
          asked('A-1', { outcome: `by ${index}` }),
        ]),
      );
      await Promise.all(saves);
      const { lines } = await subject.store.audit.linesOf(A);
      expect(lines).toHaveLength(1);
      expect((await subject.store.orders.get(A))?.description).toBe(lines[0]?.outcome);
      expect(await subject.store.audit.head()).toMatchObject({ count: 1 });
    });

    test('is read by time, in pages, also where lines share a millisecond and clocks differ', async () => {
      const { audit } = (await fresh()).store;
      const times = [7, 5, ...Array.from({ length: 12 }, () => 6), 5, 9, 4];
      await audit.append(times.map((at) => sampleAuditEvent({ at })));
      const expected = times
        .map((at, index) => ({ at, seq: index + 1 }))
        .filter(({ at }) => at >= 5 && at < 9)
        .sort((a, b) => a.at - b.at || a.seq - b.seq);
      for (const limit of [1, 2, 3, 5, 99]) {
        const found = [];
        let after: string | undefined;
        do {
          const page = await audit.linesBetween({ from: 5, to: 9 }, { limit, ...(after && { after }) });
          expect(page.lines.length).toBeLessThanOrEqual(limit);
          found.push(...page.lines.map(({ at, seq }) => ({ at, seq })));
          after = page.next;
        } while (after);
        expect(found, `pages of ${limit}`).toEqual(expected);
      }
      expect((await audit.linesBetween({ from: 10, to: 99 }, { limit: 9 })).lines).toEqual([]);
      expect((await audit.linesBetween({ from: 6, to: 6 }, { limit: 9 })).lines).toEqual([]);
    });

    test.each([
      ['was changed', 2, { outcome: 'another' }],
      ['is missing', 2, 'remove'],
      ['is missing', 3, 'remove'],
    ] as const)(
      'shows which line %s past Teller, and the others are still read',
      async (fault, seq, change) => {
        const subject = await fresh();
        const { audit } = subject.store;
        for (const outcome of ['0', '1', '2']) await audit.append([sampleAuditEvent({ order: A, outcome })]);
        await subject.changeLine(seq, change);
        const [, what] = fault.split(' ');
        expect(await verifyChain(audit)).toEqual({ status: 'broken', seq, fault: what });
        expect((await audit.linesBetween({ from: 0, to: 2e12 }, { limit: 9 })).lines.length).toBeGreaterThan(
          1,
        );
        await audit.append([sampleAuditEvent()]);
        expect(await verifyChain(audit)).toEqual({ status: 'broken', seq, fault: what });
      },
    );
  });

  describe('every order', () => {
    test('is read past all indexes, with those that cannot be read named', async () => {
      const subject = await fresh();
      const { store } = subject;
      const names = Array.from({ length: 25 }, (_, index) => `A-${index}`);
      for (const name of names) await store.orders.insert(sampleOrder(name));
      await subject.damage('A-7', '{"schemaVersion":1');
      const found = new Set<string>();
      const damaged = new Set<string>();
      for await (const page of store.everyOrder()) {
        for (const order of page.orders) found.add(order.reference);
        for (const reference of page.damaged) damaged.add(reference);
      }
      expect([...damaged]).toEqual(['A-7']);
      expect([...found].sort()).toEqual(names.filter((name) => name !== 'A-7').sort());
    });
  });
}

async function linesIn(audit: AuditRecord) {
  const { count } = await audit.head();
  return (await audit.read({ after: 0, limit: count })).map((stored, index) => {
    if (!stored?.line) throw new Error(`line ${index + 1} cannot be read`);
    return stored.line;
  });
}
