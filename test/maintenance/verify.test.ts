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
      'an order that is not in its list': change("DELETE FROM sets WHERE name = 'tracking:T-1'"),
      'an order in a list that is not its own': change(`
        INSERT INTO sets (name, score, key) VALUES ('account:X', 5, 'order:C-1');
        UPDATE docs SET sets = json_set(sets, '$.5', json('["account:X"]')) WHERE key = 'order:C-1'`),
      'an order that nobody checks any more': change(`
        DELETE FROM sets WHERE key = 'check:B-1'; DELETE FROM docs WHERE key = 'check:B-1'`),
      'an order that the search index does not have': change(
        "DELETE FROM search WHERE rowid = (SELECT search_id FROM docs WHERE key = 'order:D-1')",
      ),
      'a queue entry that its queue lacks': change("DELETE FROM sets WHERE key = 'check:A-1'"),
      'a version that is not the document’s': change("UPDATE docs SET rev = 7 WHERE key = 'order:B-1'"),
    },
  };
});
