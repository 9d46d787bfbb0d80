// `/pay report`: the totals of a period, with the entries as a file in the thread. `/pay report audit`: the audit record as a file.

import { randomUUID } from 'node:crypto';
import { pagesOf } from '#lib/async.ts';
import { counted } from '#lib/text.ts';
import { dayOf } from '#lib/time.ts';
import { isNobody } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import { createAuditCsv, createEntriesCsv, endedBy } from '#payments/reports/csv.ts';
import { readOpenWork } from '#payments/reports/open-work.ts';
import { firstOpenDay, type Period, periodBefore, readPeriod } from '#payments/reports/period.ts';
import { daysSpan, ofAgent } from '#payments/reports/span.ts';
import { collectReport, isEmpty } from '#payments/reports/totals.ts';
import type { PostFailure } from '#slack/bolt/errors.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Typed } from '#slack/feature.ts';
import type { Press } from '#slack/listen/press.ts';
import { type Destination, type Posted, postOrFind } from '#slack/outbox/outbound.ts';
import { postOnce } from '#slack/outbox/send-once.ts';
import { isDirectMessage, wentWrong } from '#slack/text/people.ts';
import { copyable, plainSection } from '#slack/ui/blocks.ts';
import { bold, lines, ours } from '#slack/ui/line.ts';
import {
  type Answer,
  type MessageContent,
  message,
  messageWithLink,
  plainMessage,
} from '#slack/ui/message.ts';
import { say } from '#slack/ui/say.ts';
import type { AuditHead } from '#store/audit.ts';
import {
  calendarOf,
  describeClosing,
  describePeriod,
  PERIOD_FAULTS,
  type ReportContent,
  type ReportMessage,
  reportCard,
} from './card.ts';

type ReportRequest = Pick<ReportContent, 'period' | 'agent' | 'requestedBy'>;
type ReportWithFile = ReportContent & { readonly file: { readonly content: Buffer } };

const AUDIT = /^\s*audit\b\s*(.*)$/is;

export const report: Feature = {
  subcommands: {
    report: {
      label: 'Get a report',
      help: [
        '[today|last week|november|2026-11-01..2026-11-15|…] [me|@agent]',
        say`Totals and a CSV file, for you alone; for approvers also *audit*`,
      ],
      right: ({ words }) => (AUDIT.test(words) ? 'approve' : 'act'),
      run(ctx, typed) {
        const [, words] = AUDIT.exec(typed.words) ?? [];
        return words === undefined ? sendReport(ctx, typed) : sendAuditReport(ctx, { ...typed, words });
      },
    },
  },
  actions: {
    // Slack may have taken the report before something else failed.
    share_report: { run: shareReport, whenFailed: (incident) => wentWrong(incident, 'posting') },
  },
};

async function sendReport(
  ctx: SlackContext,
  { userId, place: { channel }, words, reply }: Typed,
): Promise<string | undefined> {
  const { period: days, agents } = readReportWords(words, userId);
  if (agents.length > 1)
    return 'Name one person, as in `report week @amina`, or nobody for everyone’s payments.';
  const read = readPeriod(days, { now: ctx.clock.now(), timeZone: ctx.settings.timeZone });
  if (!read.ok) return PERIOD_FAULTS[read.fault];
  const request = { period: read.value, agent: agents[0], requestedBy: userId };
  const content = await collect(ctx, request);
  if (isEmpty(content.report)) return describeEmpty(content);
  const outcome = describeExport(content);
  await ctx.recorder.recordFirst({ who: userId, event: 'exported_report', outcome });
  // Not in a direct message, where Teller is not, and where people of another workspace read along.
  const canShare = channel && !isDirectMessage(channel) && !(await ctx.channelAccess.isShared(channel));
  const shareValue = canShare ? writeShare(channel, request) : undefined;
  const posted = await postReport(ctx, { ...content, shareValue }, { userId });
  if (posted.status !== 'posted') return notPosted(posted);
  if (posted.channel !== channel)
    await reply(await answerWithLink(ctx, 'The report is in your direct messages with Teller.', posted));
  return uploadFile(ctx, posted, content);
}

/** *Post to channel*: the same days, computed anew. */
async function shareReport(ctx: SlackContext, { value, userId, reply }: Press): Promise<Answer> {
  const shared = readShare(value, ctx.clock.now(), ctx.settings.timeZone);
  if (!shared) return 'This button is too old. Run the report again.';
  const { channel, ...request } = shared;
  const { access, isShared } = await ctx.channelAccess.read(channel);
  if (access === 'out') return 'Teller isn’t in that channel. Invite it with /invite, then press again.';
  if (access === 'unknown') return 'Slack couldn’t confirm that channel. Press again in a minute.';
  if (isShared)
    return 'That channel is shared with another workspace, so reports aren’t posted there. Run the report in another channel.';
  let content: ReportWithFile | undefined;
  const posted = await postOnce<never>(ctx, channel, value, async ({ confirm }) => {
    content = await collect(ctx, { ...request, requestedBy: userId });
    const outcome = `${channel} ${describeExport(content)}`;
    await ctx.recorder.recordFirst({ who: userId, event: 'posted_report', outcome });
    await confirm();
    return postReport(ctx, content, { channel });
  });
  if (posted.status === 'busy')
    return 'Someone is posting this report right now. If it doesn’t appear in a minute, press again.';
  if (posted.status === 'already_posted')
    return answerWithLink(ctx, 'Someone posted this report less than a minute ago.', posted);
  if (posted.status !== 'posted') return notPosted(posted);
  const problem = content && (await uploadFile(ctx, posted, content));
  if (problem) await reply(problem);
  return answerWithLink(ctx, 'The report is in the channel.', posted);
}

async function collect(ctx: SlackContext, request: ReportRequest): Promise<ReportWithFile> {
  const { period, agent } = request;
  const { orders } = ctx.store;
  const { timeZone } = ctx.settings;
  const now = ctx.clock.now();
  const csv = createEntriesCsv({ timeZone });
  const names = new Map<string, string>();
  async function learnNames(people: readonly string[]): Promise<void> {
    const unnamed = people.filter((person) => !names.has(person));
    for (const [id, name] of await ctx.agentNames.of(unnamed)) names.set(id, name);
  }
  const nameOf = (person: string) => names.get(person) ?? person;
  /** The recurring orders of charges, each read once. */
  const parents = new Map<string | undefined, Order | undefined>();
  const spanOf = (days: Period, until?: number) =>
    agent === undefined ? daysSpan(days, until) : ofAgent(daysSpan(days, until), agent);
  const report = await collectReport(orders, spanOf(period), async (entered) => {
    await learnNames(entered.flatMap(({ order }) => [order.agent, ...endedBy(order)]));
    for (const { entry, order } of entered) {
      const { chargeOf } = order;
      if (chargeOf && !parents.has(chargeOf))
        parents.set(chargeOf, await orders.get(chargeOf).catch(() => undefined));
      const parent = parents.get(chargeOf);
      const { card } = parent ?? order;
      const cardUrl = card && (await ctx.identity.urlOf(card.channel, card.ts, card.threadTs));
      csv.add({ entry, order, parent, nameOf, cardUrl });
    }
  });
  const { until, ...past } = periodBefore(period, { now, timeZone });
  const { totals } = await collectReport(orders, spanOf(past, until));
  const openWork = await readOpenWork(orders, agent);
  if (agent !== undefined) await learnNames([agent]);
  const before = { totals, isPart: until !== undefined };
  return { ...request, report, before, openWork, timeZone, now, nameOf, file: csv.end() };
}

/** With tables and a chart; where Slack does not take these, as text. */
async function postReport(ctx: SlackContext, content: ReportContent, to: Destination): Promise<Posted> {
  const post = (card: ReportMessage) => postOrFind(ctx, to, { ...card, metadata: metadataOf('report') });
  const posted = await post(reportCard(content));
  if (posted.status !== 'refused' || posted.code !== 'invalid_blocks') return posted;
  const refused =
    'Slack refuses the tables or charts of reports, so they are posted as text. Please report this line.';
  ctx.reporter.failing('tables in Slack', refused, posted.error);
  return post(reportCard(content, { isPlain: true }));
}

/** In the report's thread, if it has lines. Resolves to why it is not there, if the thread could not be told. */
async function uploadFile(
  { outbound }: SlackContext,
  { channel, ts: threadTs }: { channel: string; ts: string },
  { file: { rows, content }, period }: ReportWithFile,
): Promise<string | undefined> {
  if (rows === 0) return undefined;
  const { firstDay, lastDay } = period;
  const filename = `payments-${firstDay === lastDay ? firstDay : `${firstDay}-to-${lastDay}`}.csv`;
  const title = `Payments, ${describePeriod(period)}`;
  const uploaded = await outbound.uploadInThread({ channel, threadTs, filename, title, content });
  if (uploaded.status === 'uploaded') return undefined;
  const problem = notUploaded(uploaded, 'payments');
  const metadata = metadataOf('report');
  const posted = await outbound.post({ channel, threadTs, ...plainMessage(problem), metadata });
  return posted.status === 'posted' ? undefined : problem;
}

/** Reports belong to no order, so `reference` is what they are. */
function metadataOf(reference: 'report' | 'audit') {
  return { reference, news: randomUUID() };
}

async function answerWithLink(ctx: SlackContext, text: string, posted: { channel: string; ts: string }) {
  return messageWithLink(text, 'Open report', await ctx.identity.urlOf(posted.channel, posted.ts));
}

function notPosted(failed: PostFailure): string {
  if (failed.status === 'unknown')
    return 'Slack didn’t confirm the report. If it doesn’t appear in a minute, run it again.';
  return failed.status === 'rate_limited'
    ? 'Slack is limiting messages right now. Run the report again in a minute.'
    : `Slack refused the report (${failed.code}). Run it again, or tell whoever runs Teller.`;
}

function notUploaded(failed: PostFailure, what: 'payments' | 'audit record'): string {
  const file = `the ${what} file`;
  if (failed.status === 'unknown')
    return `Slack didn’t confirm ${file}. If it doesn’t appear in a minute, run the report again.`;
  if (failed.status === 'rate_limited')
    return `Slack is limiting uploads right now, so ${file} is missing. Run the report again in a minute.`;
  const next =
    failed.code === 'missing_scope'
      ? 'Tell whoever runs Teller: the app needs the scope files:write.'
      : 'Run the report again, or tell whoever runs Teller.';
  return `Slack refused ${file} (${failed.code}). ${next}`;
}

/** For the audit record: which days, whose payments, how many lines of the file. */
function describeExport({ period, agent, file }: ReportContent): string {
  return `${period.firstDay}..${period.lastDay} ${agent ?? 'all'} ${file.rows}`;
}

function describeEmpty({ period, now, timeZone }: ReportContent): string {
  const { name, lastDay } = period;
  const days = describePeriod(period);
  const named = name === 'week' || name === 'month' ? `this ${name}` : name;
  const nothing = `No payments ${named ? `${named} (${days})` : `for ${days}`}. ${calendarOf(timeZone)}`;
  const isOpen = firstOpenDay(period, { now, timeZone }) !== undefined;
  return isOpen ? `${nothing} ${describeClosing(lastDay, dayOf(now, timeZone))}` : nothing;
}

function writeShare(channel: string, { period, agent = '-' }: ReportRequest): string {
  return [channel, agent, period.unit, `${period.firstDay}..${period.lastDay}`].join(' ');
}

/** Undefined for what writeShare has not written. */
function readShare(value: string, now: number, timeZone: string) {
  const [channel = '', agent = '', unit = '', days = ''] = value.split(' ');
  const read = readPeriod(days, { now, timeZone });
  const known = (['day', 'week', 'month', 'days'] as const).find((one) => one === unit);
  if (!read.ok || !known || !channel || !agent) return undefined;
  return { channel, period: { ...read.value, unit: known }, agent: agent === '-' ? undefined : agent };
}

/** A person as Slack hands one over, with or without a label, or who writes: "by @amina", "of me", "mine". */
const AGENT = /(?:\b(?:by|of|for|from)\s+)?(?:<@([A-Z0-9]+)(?:\|[^>]*)?>|\b(?:me|mine)\b)/gi;

/** `period`: the other words. `agents`: the Slack ids of those who are named, each once. `self`: who "me" is. */
export function readReportWords(words: string, self: string): { period: string; agents: readonly string[] } {
  const agents = new Set<string>();
  const period = words.replace(AGENT, (_, id: string | undefined) => {
    agents.add(id?.toUpperCase() ?? self);
    return ' ';
  });
  return { period: period.trim(), agents: [...agents] };
}

async function sendAuditReport(ctx: SlackContext, { userId, place, words }: Typed): Promise<Answer> {
  const { audit } = ctx.store;
  const { timeZone } = ctx.settings;
  const read = readPeriod(words, { now: ctx.clock.now(), timeZone });
  if (!read.ok) return PERIOD_FAULTS[read.fault];
  const period = read.value;
  const { from, to, firstDay, lastDay } = period;
  // First, so that the file has this line as well when the period goes on.
  await ctx.recorder.recordFirst({
    who: userId,
    event: 'exported_audit',
    outcome: `${firstDay}..${lastDay}`,
  });
  const csv = createAuditCsv({ timeZone });
  let damaged = 0;
  for await (const page of pagesOf((start) => audit.linesBetween({ from, to }, { limit: 500, ...start }))) {
    const people = page.lines.map(({ who }) => who).filter((who) => !isNobody(who));
    const names = await ctx.agentNames.of(people);
    for (const line of page.lines) csv.add({ line, nameOf: (who) => names.get(who) ?? who });
    damaged += page.damaged.length;
  }
  const head = await audit.head();
  const { content, ...file } = csv.end(head, ctx.clock.now());
  const card = auditReportCard({ period, timeZone, head, damaged, ...file });
  const posted = await postOrFind(ctx, { userId }, { ...card, metadata: metadataOf('audit') });
  if (posted.status !== 'posted') return notPosted(posted);
  const { channel, ts: threadTs } = posted;
  const filename = `audit-${firstDay}-to-${lastDay}.csv`;
  const title = `Audit record, ${describePeriod(period)}`;
  const uploaded = await ctx.outbound.uploadInThread({ channel, threadTs, filename, title, content });
  if (uploaded.status !== 'uploaded') return notUploaded(uploaded, 'audit record');
  return channel === place.channel ? undefined : 'The audit record is in your direct messages with Teller.';
}

/** `rows`: lines in the file. `leftOut`: those that did not fit. `damaged`: those that cannot be read. */
type AuditLines = Record<'rows' | 'leftOut' | 'damaged', number>;

export function auditReportCard(
  report: { period: Period; timeZone: string; head: AuditHead } & AuditLines,
): MessageContent {
  const { period, timeZone, head, rows, leftOut, damaged } = report;
  const title = `Audit record, ${describePeriod(period)}`;
  const count = `${counted(rows, 'line')} for ${describePeriod(period)}. ${calendarOf(timeZone)}`;
  const end = `The record ends with line ${head.count.toLocaleString('en')}. Its hash:`;
  const are = (lines: number) => (lines === 1 ? 'is' : 'are');
  const notes = [
    leftOut > 0 &&
      `The file is full, and ${counted(leftOut, 'later line')} ${are(leftOut)} missing. Choose a shorter period.`,
    damaged > 0 &&
      `${counted(damaged, 'line')} can’t be read and ${are(damaged)} missing from the file. Contact whoever runs Teller.`,
  ].filter((note) => note !== false);
  const keep =
    'Keep the file. It ends with the same hash, so it can later prove whether a line was changed or removed. For that check, contact whoever runs Teller.';
  return message([
    lines([[bold(title)]], [[ours(count)]], [[ours(end)]]),
    copyable(head.hash),
    ...[...notes, keep].map(plainSection),
  ]);
}
