// The queues: one row for each order that waits, claimed with a time limit so that a crash only delays it.
import { randomUUID } from 'node:crypto';
import { type Reference, storedReference } from '#orders/reference.ts';
import {
  type Claim,
  type OrderStore,
  QUEUES,
  type Queue,
  type Reschedule,
  type Schedule,
} from '#store/store.ts';
import { type Database, numberIn, textIn } from './database.ts';

type Queues = Pick<OrderStore, 'trigger' | 'claim' | 'claimOne' | 'renew' | 'complete' | 'nextDue'> & {
  /** For use inside a transaction that changes the order too. */
  triggerWithin(reference: string, trigger: Schedule): void;
};

export function createQueues(database: Database): Queues {
  // A row with a token is claimed, or its claim has run out: the trigger is recorded for `complete`, and due_at stays,
  // because an abandoned claim comes back then anyway. Unknown references get no row. What would change nothing is not written, so
  // that a repeated notification costs no wait for the disk.
  const triggerRow = database.prepare(`
    INSERT INTO work (queue, reference, due_at)
    SELECT $queue, $reference, $at WHERE EXISTS (SELECT 1 FROM orders WHERE reference = $reference)
    ON CONFLICT (queue, reference) DO UPDATE SET
      due_at = iif(token IS NULL, min(due_at, excluded.due_at), due_at),
      triggered = token IS NOT NULL
    WHERE iif(token IS NULL, due_at > excluded.due_at, NOT triggered)`);
  const dueRows = database.prepare(`
    SELECT reference, attempt FROM work WHERE queue = $queue AND due_at <= $now ORDER BY due_at, rowid LIMIT $limit`);
  const freeOrDueRow = database.prepare(`
    SELECT attempt FROM work
    WHERE queue = $queue AND reference = $reference AND (token IS NULL OR due_at <= $now)`);
  const takeRow = database.prepare(`
    UPDATE work SET token = $token, due_at = $until, attempt = $attempt, triggered = 0
    WHERE queue = $queue AND reference = $reference`);
  const renewRow = database.prepare(`
    UPDATE work SET due_at = $until WHERE queue = $queue AND reference = $reference AND token = $token`);
  const claimedRow = database.prepare(`
    SELECT triggered, attempt FROM work WHERE queue = $queue AND reference = $reference AND token = $token`);
  const freeRow = database.prepare(`
    UPDATE work SET token = NULL, due_at = $at, attempt = $attempt, triggered = 0
    WHERE queue = $queue AND reference = $reference`);
  const dropRow = database.prepare('DELETE FROM work WHERE queue = $queue AND reference = $reference');
  const soonest = database.prepare('SELECT min(due_at) AS due_at FROM work WHERE queue = $queue');

  /** Inside a transaction. */
  function take(queue: Queue, reference: Reference, attempts: number, until: number): Claim {
    const claim = { queue, reference, token: randomUUID(), attempt: attempts + 1 };
    takeRow.run({ ...claim, until });
    return claim;
  }

  return {
    triggerWithin(reference, trigger) {
      for (const queue of QUEUES) {
        const at = trigger[queue];
        if (at !== undefined) triggerRow.run({ queue, reference, at });
      }
    },
    async trigger(queue, reference, at) {
      await database.write(() => triggerRow.run({ queue, reference, at }));
    },
    async claim(queue, { now, leaseMs, limit }) {
      // The first search takes no lock, so that workers with nothing to do never hold up a writer.
      // (SQLite takes a limit below 0 for "all".)
      if (limit < 1) return [];
      if (dueRows.all({ queue, now, limit: 1 }).length === 0) return [];
      return database.writeUnsynced(() =>
        dueRows.all({ queue, now, limit }).map((row) => {
          const reference = storedReference.parse(textIn(row, 'reference'));
          return take(queue, reference, numberIn(row, 'attempt'), now + leaseMs);
        }),
      );
    },
    async claimOne(queue, reference, { now, leaseMs }) {
      return database.writeUnsynced(() => {
        const row = freeOrDueRow.get({ queue, reference, now });
        return row && take(queue, reference, numberIn(row, 'attempt'), now + leaseMs);
      });
    },
    async renew({ queue, reference, token }, { now, leaseMs }) {
      const row = { queue, reference, token, until: now + leaseMs };
      return database.writeUnsynced(() => renewRow.run(row).changes > 0);
    },
    async complete({ queue, reference, token }, next) {
      await database.writeUnsynced(() => {
        const claimed = claimedRow.get({ queue, reference, token });
        if (!claimed) return;
        const at = dueAfter(next, numberIn(claimed, 'triggered') === 1);
        const attempt = next.mayBeHalfDone ? numberIn(claimed, 'attempt') : 0;
        if (at === undefined) dropRow.run({ queue, reference });
        else freeRow.run({ queue, reference, at, attempt });
      });
    },
    async nextDue(queue) {
      const dueAt = soonest.get({ queue })?.due_at;
      return typeof dueAt === 'number' ? dueAt : undefined;
    },
  };
}

/**
 * For use inside a transaction: ends every claim; what was claimed is due at `now`, as a further attempt. A loss of power may have
 * undone a claim, so every delivery that waits counts as one that was begun.
 */
export function endClaims(database: Database, now: number): void {
  database
    .prepare('UPDATE work SET due_at = $now, token = NULL, triggered = 0 WHERE token IS NOT NULL')
    .run({ now });
  database.prepare("UPDATE work SET attempt = 1 WHERE queue = 'deliver' AND attempt = 0").run();
}

function dueAfter(next: Reschedule, triggered: boolean): number | undefined {
  return triggered ? (next.atIfTriggered ?? next.at) : next.at;
}
