// No statement of the embedded store reads a whole table that grows with the history. SQLite chooses the order of a join by
// guesses, so one that looks harmless may do it.
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';

/** Tables that hold what is over as well as what is open. */
const GROWING = ['docs', 'sets'];

test('the store on SQLite reads no table of the history from one end to the other', async () => {
  const { prepare } = DatabaseSync.prototype;
  const statements: string[] = [];
  let connection: DatabaseSync | undefined;
  DatabaseSync.prototype.prepare = function (sql, ...options) {
    connection = this;
    statements.push(sql);
    return prepare.call(this, sql, ...options);
  };
  onTestFinished(() => {
    DatabaseSync.prototype.prepare = prepare;
  });
  const store = await openStore('sqlite::memory:', { clock: systemClock });
  const plans = statements
    .filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(sql))
    .map((sql) => ({ sql, plan: planOf(sql) }));
  await store.close();

  expect(plans.length).toBeGreaterThan(15);
  // Along an index it stops where its LIMIT does.
  const scan = new RegExp(`SCAN (${GROWING.join('|')})\\b(?! USING)`);
  expect(plans.filter(({ plan }) => scan.test(plan))).toEqual([]);

  function planOf(sql: string): string {
    const rows = connection ? prepare.call(connection, `EXPLAIN QUERY PLAN ${sql}`).all() : [];
    return rows.map(({ detail }) => detail).join('\n');
  }
});
