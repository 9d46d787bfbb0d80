// `npm run store -- verify` of a file in which something is wrong.

import { withRawFile } from '#test/store/sqlite-subject.ts';
import { sqlitePlace } from './place.ts';
import { verifyContract } from './verify-contract.ts';

verifyContract('SQLite', async () => {
  const { url } = sqlitePlace();
  const change = (statement: string) => async () =>
    withRawFile(url.replace('sqlite:', ''), (raw) => raw.exec(statement));
  return {
    url,
    spoil: {
      'an order that is not in its list': change(
        "UPDATE orders SET tracking_id = NULL WHERE reference = 'A-1'",
      ),
      'an order in a list that is not its own': change(
        "UPDATE orders SET account_number = 'X' WHERE reference = 'A-1'",
      ),
      'an order that nobody checks any more': change(
        "DELETE FROM work WHERE queue = 'check' AND reference = 'B-1'",
      ),
      'an order that the search index does not have': change(
        "DELETE FROM search WHERE rowid = (SELECT search_id FROM orders WHERE reference = 'A-1')",
      ),
      'a version that is not the document’s': change("UPDATE orders SET version = 7 WHERE reference = 'B-1'"),
    },
  };
});
