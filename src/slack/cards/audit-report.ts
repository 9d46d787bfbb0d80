// What stands above the file of `/pay report audit`. Pure.
import type { Period } from '#payments/reports/period.ts';
import { AUDIT_TEXT } from '#slack/text/audit-report.ts';
import type { AuditHead } from '#store/audit-record.ts';
import { copyable, plainSection } from './blocks.ts';
import { bold, lines, ours } from './line.ts';
import type { MessageContent } from './message.ts';

/** `rows`: lines in the file; `leftOut`: more than fit; `damaged`: that cannot be read. */
export function auditReportCard(report: {
  period: Period;
  timeZone: string;
  head: AuditHead;
  rows: number;
  leftOut: number;
  damaged: number;
}): MessageContent {
  const { period, timeZone, head, rows, leftOut, damaged } = report;
  const count = AUDIT_TEXT.count(rows, period, timeZone);
  const notes = [
    ...(leftOut > 0 ? [AUDIT_TEXT.leftOut(leftOut)] : []),
    ...(damaged > 0 ? [AUDIT_TEXT.damaged(damaged)] : []),
  ];
  return {
    text: [`${AUDIT_TEXT.title(period)}: ${count}`, ...notes].join(' '),
    blocks: [
      lines([[bold(AUDIT_TEXT.title(period))]], [[ours(count)]], [[ours(AUDIT_TEXT.head(head.count))]]),
      copyable(head.hash),
      ...[...notes, AUDIT_TEXT.keep].map((sentence) => plainSection(sentence)),
    ],
  };
}
