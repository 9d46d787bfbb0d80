// A save on Redis whose answer never comes, and its line in the audit record: both are there or neither, and whoever adds the
// next line follows what is there.
import { afterAll, describe, expect, test } from 'vitest';
import { verifyChain } from '#store/audit.ts';
import { diesAfter, losesAnswers } from './broken-connection.ts';
import { openBeside, storeOver } from './redis-over-connection.ts';
import { LEFT_OUT, NO_REDIS } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';
import { sampleAuditEvent } from './sample-audit-event.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

const subjects = createRedisSubjects();
afterAll(() => subjects.remove());

const ORDER = sampleOrder('A-1');
const asked = (name: string) =>
  sampleAuditEvent({ event: 'asked', order: referenceOf(name), outcome: 'sending' });

describe.skipIf(NO_REDIS)(`a line of the audit record on Redis${LEFT_OUT}`, () => {
  const fresh = () => openBeside(subjects);

  test.each([0, 1])(
    'of a process that dies after %d commits: its line is in the audit record if and only if the order is stored',
    async (steps) => {
      const { connection, audit, orders } = await fresh();
      await audit.append([sampleAuditEvent()]);
      const { orders: early } = await storeOver(diesAfter(connection, steps));
      await early.insert(ORDER, {}, [asked('A-1')]).catch(() => undefined);
      // The dead process did not know the record, so its first commit only told it the head.
      expect(await orders.get(ORDER.reference)).toBeUndefined();
      const { orders: later } = await storeOver(diesAfter(connection, steps + 1));
      await later.insert(ORDER, {}, [asked('A-1')]).catch(() => undefined);
      const isThere = (await orders.get(ORDER.reference)) !== undefined;
      expect(isThere).toBe(steps >= 1);
      expect((await audit.linesOf(ORDER.reference)).lines).toHaveLength(isThere ? 1 : 0);
      expect(await verifyChain(audit)).toMatchObject({ status: 'whole', head: { count: isThere ? 2 : 1 } });
    },
  );

  test('but whose line was added: it rejects, and what the same process adds next follows that line', async () => {
    const { connection, audit, orders } = await fresh();
    let isLost = true;
    const { orders: flaky } = await storeOver(losesAnswers(connection, () => isLost));
    await expect(flaky.insert(ORDER, {}, [asked('A-1')])).rejects.toThrow('no answer');
    isLost = false;
    expect(await flaky.insert(ORDER, {}, [asked('A-1')])).toBe(false);
    expect(await flaky.insert(sampleOrder('B-1'), {}, [asked('B-1')])).toBe(true);
    expect((await audit.linesOf(ORDER.reference)).lines).toMatchObject([{ seq: 1 }]);
    expect((await audit.linesOf(referenceOf('B-1'))).lines).toMatchObject([{ seq: 2 }]);
    expect(await orders.openOf('U1', 9)).toHaveLength(2);
    expect(await verifyChain(audit)).toMatchObject({ status: 'whole', head: { count: 2 } });
  });
});
