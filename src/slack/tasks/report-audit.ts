// `/pay report audit [period]`: the audit record of a period as a file, in the direct messages of an approver.
import { randomUUID } from 'node:crypto';
import { pagesOf } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import { type AuditLine, isNobody } from '#orders/audit-line.ts';
import { createAuditCsv } from '#payments/reports/csv.ts';
import { type Period, readPeriod } from '#payments/reports/period.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { copyable, plainSection } from '#slack/cards/blocks.ts';
import { bold, lines, ours } from '#slack/cards/line.ts';
import type { MessageContent, Reply } from '#slack/cards/message.ts';
import { createAgentNames } from '#slack/connect/agent-names.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { postOrFind } from '#slack/delivery/replies.ts';
import { AUDIT_TEXT, notPosted, notUploaded, PERIOD_FAULTS } from '#slack/text/report.ts';
import type { AuditHead, AuditRecord } from '#store/audit-record.ts';

const PAGE_SIZE = 500;

/** Whoever calls has checked that the person may read the record. Rejects when the store is down. */
export function createAuditReportTask(
  deps: {
    audit: Pick<AuditRecord, 'linesBetween' | 'head'>;
    outbound: Pick<Outbound, 'post' | 'postToPerson' | 'findOwn' | 'uploadInThread'>;
    recorder: Pick<DeedRecorder, 'recordFirst'>;
    clock: Clock;
    timeZone: string;
  } & Parameters<typeof createAgentNames>[0],
) {
  const { audit, outbound, recorder, clock, timeZone } = deps;
  const agentNames = createAgentNames(deps);

  async function collect(period: Period) {
    const { from, to } = period;
    const csv = createAuditCsv({ timeZone });
    let damaged = 0;
    for await (const page of pagesOf((start) =>
      audit.linesBetween({ from, to }, { limit: PAGE_SIZE, ...start }),
    )) {
      const names = await agentNames.of(page.lines.flatMap(personOf));
      const nameOf = (who: string) => names.get(who) ?? who;
      for (const line of page.lines) csv.add({ line, nameOf });
      damaged += page.damaged.length;
    }
    const head = await audit.head();
    return { head, damaged, file: csv.end(head, clock.now()) };
  }

  /** `words`: what follows `report audit`. `reply` answers the person alone. */
  return async (request: {
    userId: string;
    channel: string | undefined;
    words: string;
    reply: Reply;
  }): Promise<void> => {
    const { userId, channel, words, reply } = request;
    const read = readPeriod(words, { now: clock.now(), timeZone });
    if (!read.ok) return reply(PERIOD_FAULTS[read.fault]);
    const period = read.value;
    const days = `${period.firstDay}..${period.lastDay}`;
    // First, so that the file has this line as well when the period goes on.
    await recorder.recordFirst({ who: userId, deed: 'exported_audit', outcome: days });
    const { head, damaged, file } = await collect(period);
    const metadata = { reference: 'audit', news: randomUUID() };
    const { rows, leftOut } = file;
    const card = auditReportCard({ period, timeZone, head, rows, leftOut, damaged });
    const posted = await postOrFind(deps, { userId }, { ...card, metadata });
    if (posted.status !== 'posted') return reply(notPosted(posted));
    const uploaded = await outbound.uploadInThread({
      channel: posted.channel,
      threadTs: posted.ts,
      filename: `audit-${days.replace('..', '-to-')}.csv`,
      title: AUDIT_TEXT.title(period),
      content: file.content,
    });
    if (uploaded.status !== 'uploaded') return reply(notUploaded(uploaded, 'audit record'));
    if (posted.channel !== channel) await reply(AUDIT_TEXT.isDirect);
  };
}

function personOf({ who }: AuditLine): string[] {
  return isNobody(who) ? [] : [who];
}

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
