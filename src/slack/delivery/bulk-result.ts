// The file that says what became of each row of a bulk. Pure.
import type { Progress, RowProgress } from '#payments/bulk/progress.ts';
import type { Bulk } from '#payments/bulk/stored-bulk.ts';
import { createCsvFile } from '#payments/reports/csv-file.ts';
import { whyFailed } from '#slack/cards/bulk.ts';
import { PROGRESS_TEXT } from '#slack/text/bulk.ts';
import { describeOwnState } from '#slack/text/orders.ts';

const TITLES = ['Row', 'Reference', 'Link', 'Outcome'] as const;

export function bulkResult(
  { id }: Bulk,
  { rows }: Progress,
): { readonly filename: string; readonly title: string; readonly content: Buffer } {
  const file = createCsvFile(TITLES);
  for (const one of rows)
    file.add([
      String(one.row),
      one.order ? one.reference : '',
      one.order?.service.redirectUrl ?? '',
      outcomeOf(one),
    ]);
  // By its name the file is found again after a lost answer.
  return { filename: `bulk-${id}.csv`, title: PROGRESS_TEXT.results, content: file.end().content };
}

function outcomeOf(row: RowProgress): string {
  return [row.order && describeOwnState(row.order), whyFailed(row)].filter(Boolean).join(': ');
}
