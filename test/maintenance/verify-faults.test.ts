// `npm run store -- verify` of a file in which something is wrong.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { verifyContract } from './verify-contract.ts';

verifyContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'teller-verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  const sql = (text: string) => async () => withRawFile(file, (raw) => raw.exec(text));
  return {
    url: `sqlite:${file}`,
    spoil: {
      'an order that is not in its list': sql("UPDATE orders SET tracking_id = NULL WHERE reference = 'A-1'"),
      'an order in a list that is not its own': sql(
        "UPDATE orders SET account_number = 'X' WHERE reference = 'A-1'",
      ),
      'an order that nobody checks any more': sql("DELETE FROM work WHERE reference = 'B-1'"),
      'an order that waits and is not there': sql(
        "INSERT INTO work (queue, reference, due_at) VALUES ('check', 'GONE-1', 1)",
      ),
      'an order that is in a list and not there': sql(
        "INSERT INTO entry_days VALUES ('2026-01-01', 1, 'GONE-2')",
      ),
      'an order that the search index does not have': sql(`
        INSERT OR REPLACE INTO search (rowid, terms)
        SELECT search_id, 'abcdefabcdef' FROM orders WHERE reference = 'A-1'`),
      'a version that is not the document’s': sql("UPDATE orders SET version = 7 WHERE reference = 'B-1'"),
    },
    newer: sql('PRAGMA user_version = 999'),
    older: sql('PRAGMA user_version = 1'),
  };
});
