// Writes an order's row, with the columns that it is found by, and the days of its money.
import type { FoundBy } from '#store/found-by.ts';
import type { Database } from './database.ts';

/** To be called inside of a transaction. */
export function createPutOrder({ prepare }: Pick<Database, 'prepare'>) {
  const put = prepare(`
    INSERT INTO orders (reference, version, doc, tracking_id, account_number, created_at, folded, prompt_to,
      agent, open, changed_at)
    VALUES ($reference, $version, $doc, $trackingId, $accountNumber, $createdAt, $folded, $promptTo,
      $agent, $open, $changedAt)
    ON CONFLICT (reference) DO UPDATE SET version = $version, doc = $doc, tracking_id = $trackingId,
      account_number = $accountNumber, created_at = $createdAt, folded = $folded, prompt_to = $promptTo,
      agent = $agent, open = $open, changed_at = $changedAt`);
  const enter = prepare(
    'INSERT OR IGNORE INTO entry_days (day, at, reference) VALUES ($day, $at, $reference)',
  );

  return (
    stored: { readonly reference: string; readonly version: number; readonly doc: string },
    found: FoundBy,
  ): void => {
    put.run({
      ...stored,
      trackingId: found.trackingId ?? null,
      accountNumber: found.accountNumber ?? null,
      createdAt: found.createdAt,
      folded: found.foldedReference ?? null,
      promptTo: found.promptTo ?? null,
      agent: found.agent ?? null,
      open: found.open ? 1 : 0,
      changedAt: found.changedAt,
    });
    for (const [day, at] of Object.entries(found.entryDays))
      enter.run({ day, at, reference: stored.reference });
  };
}
