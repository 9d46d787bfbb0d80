// Lines of the audit record as a CSV file that ends with the head of the record, so that whoever keeps the file can show later
// that a line was changed or cut off. docs/security.md says how to check one. For slack/tasks/report-audit.ts.
import { clockFace } from '#lib/time.ts';
import type { AuditLine } from '#orders/audit-line.ts';
import type { AuditHead } from '#store/audit-record.ts';
import { createCsvFile } from './csv-file.ts';

/** `timeZone`: in which the second column is. The third has the milliseconds that the hashes are made of. */
export function createAuditCsv({ timeZone }: { timeZone: string }) {
  const timeOf = (at: number) => clockFace(at, timeZone);
  const file = createCsvFile([
    'Number',
    `Time (${timeZone})`,
    'Time (ms)',
    'Who',
    'Name',
    'Action',
    'Order',
    'Outcome',
    'Hash',
  ]);
  return {
    /** `nameOf`: a person's name by Slack id. */
    add({ line, nameOf }: { line: AuditLine; nameOf: (person: string) => string }): void {
      const { seq, at, who, deed, order = '', outcome, hash } = line;
      file.add([String(seq), timeOf(at), String(at), who, nameOf(who), deed, order, outcome, hash]);
    },
    /** `head`: of the record at `now` (ms). */
    end: ({ count, hash }: AuditHead, now: number) =>
      file.end([String(count), timeOf(now), String(now), '', '', 'head', '', '', hash]),
  };
}
