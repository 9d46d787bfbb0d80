// `/pay report`: the totals of a period for whoever asks, with the entries as a file in the thread; a button posts the same in
// the channel where it was asked for.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { dayOf } from '#lib/time.ts';
import type { Reporter } from '#observability/reporter.ts';
import { firstOpenDay, type Period, readPeriod } from '#payments/reports/period.ts';
import { isEmpty } from '#payments/reports/totals.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { plainSection } from '#slack/cards/blocks.ts';
import { type MessageContent, messageWithLink, type Reply } from '#slack/cards/message.ts';
import { type ReportContent, type ReportMessage, reportCard } from '#slack/cards/report.ts';
import type { BotIdentity } from '#slack/connect/identity.ts';
import type { Outbound, Posted } from '#slack/delivery/outbound.ts';
import { postOrFind } from '#slack/delivery/replies.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import {
  describePeriod,
  notPosted,
  notUploaded,
  OPEN_REPORT,
  PERIOD_FAULTS,
  REPORT_IS_DIRECT,
  REPORT_NOT_SHARED,
  REPORT_SHARED,
  REPORT_SHARED_BEFORE,
  REPORT_TEXT,
  TABLES_REFUSED,
} from '#slack/text/report.ts';
import type { PostOnce } from './post-once.ts';
import {
  type CollectContent,
  type Collected,
  createCollectContent,
  type ReportRequest,
} from './report-content.ts';

/** Where a message is. */
type PostedAt = { readonly channel: string; readonly ts: string };

/** Whoever calls the task has checked that the person may act. Rejects when the store is down. */
export function createReportTask(
  deps: {
    outbound: Pick<Outbound, 'post' | 'postToPerson' | 'findOwn' | 'uploadInThread'>;
    identity: Pick<BotIdentity, 'urlOf'>;
    channelAccess: ChannelAccess;
    postOnce: PostOnce;
    clock: Clock;
    timeZone: string;
    reporter: Pick<Reporter, 'warn'>;
    recorder: Pick<DeedRecorder, 'recordFirst'>;
  } & Parameters<typeof createCollectContent>[0],
) {
  const { outbound, identity, channelAccess, postOnce, clock, timeZone, reporter, recorder } = deps;
  const collect: CollectContent = createCollectContent(deps);
  let areTablesRefused = false;

  /** With tables and a chart; where Slack does not take these, as text. */
  async function postReport(
    content: ReportContent,
    where: { readonly channel: string } | { readonly userId: string },
  ): Promise<Posted> {
    const post = (card: ReportMessage) =>
      postOrFind(deps, where, { ...card, metadata: { reference: REPORT, news: randomUUID() } });
    const posted = await post(reportCard(content));
    if (posted.status !== 'refused' || posted.code !== 'invalid_blocks') return posted;
    if (!areTablesRefused) reporter.warn(TABLES_REFUSED, { err: posted.error });
    areTablesRefused = true;
    return post(reportCard(content, { isPlain: true }));
  }

  async function upload({ channel, ts }: PostedAt, csv: Buffer, period: Period, reply: Reply) {
    const uploaded = await outbound.uploadInThread({
      channel,
      threadTs: ts,
      ...nameFile(period),
      content: csv,
    });
    if (uploaded.status === 'uploaded') return;
    const text = notUploaded(uploaded);
    const metadata = { reference: REPORT, news: randomUUID() };
    const posted = await outbound.post({
      channel,
      threadTs: ts,
      text,
      blocks: [plainSection(text)],
      metadata,
    });
    if (posted.status !== 'posted') await reply(text);
  }

  async function answerWithLink(text: string, { channel, ts }: PostedAt): Promise<MessageContent> {
    return messageWithLink(text, OPEN_REPORT, await identity.urlOf(channel, ts));
  }

  /** Undefined where it cannot be posted: in a direct message, where Teller is not, and where others read along. */
  async function shareValue(
    channel: string | undefined,
    request: ReportRequest,
  ): Promise<string | undefined> {
    if (!channel || isDirectMessage(channel) || (await channelAccess.isShared(channel))) return undefined;
    return writeShare(channel, request);
  }

  return {
    /** `words` is what follows `report`; `reply` answers the person alone. */
    async report(request: {
      userId: string;
      channel: string | undefined;
      words: string;
      reply: Reply;
    }): Promise<void> {
      const { userId, channel, reply } = request;
      const { period: words, agents } = readReportWords(request.words, userId);
      if (agents.length > 1) return reply(REPORT_TEXT.onePerson);
      const [agent] = agents;
      const read = readPeriod(words, { now: clock.now(), timeZone });
      if (!read.ok) return reply(PERIOD_FAULTS[read.fault]);
      const asked = { period: read.value, agent, requestedBy: userId };
      const { content, csv } = await collect(asked);
      if (isEmpty(content.report)) return reply(nothingIn(content));

      await recorder.recordFirst({
        who: userId,
        deed: 'exported_report',
        outcome: describeExport(asked, content),
      });
      const shared = { ...content, shareValue: await shareValue(channel, asked) };
      const posted = await postReport(shared, { userId });
      if (posted.status !== 'posted') return reply(notPosted(posted));
      if (posted.channel !== channel) await reply(await answerWithLink(REPORT_IS_DIRECT, posted));
      if (content.file.rows > 0) await upload(posted, csv, read.value, reply);
    },

    /** *Post to channel*: the same days, computed anew. `value`: the button's. */
    async share(value: string, { userId, reply }: { userId: string; reply: Reply }): Promise<void> {
      const read = readShare(value, clock.now(), timeZone);
      if (!read) return reply(REPORT_NOT_SHARED.gone);
      const { channel, period, agent } = read;
      const { access, isShared } = await channelAccess.read(channel);
      if (access !== 'in') return reply(REPORT_NOT_SHARED[access]);
      if (isShared) return reply(REPORT_NOT_SHARED.shared);
      let collected: Collected | undefined;
      const posted = await postOnce<never>(channel, value, async ({ confirm }) => {
        const asked = { period, agent, requestedBy: userId };
        collected = await collect(asked);
        const outcome = `${channel} ${describeExport(asked, collected.content)}`;
        await recorder.recordFirst({ who: userId, deed: 'posted_report', outcome });
        await confirm();
        return postReport(collected.content, { channel });
      });
      switch (posted.status) {
        case 'posted':
          if (collected && collected.content.file.rows > 0)
            await upload(posted, collected.csv, period, reply);
          return reply(await answerWithLink(REPORT_SHARED, posted));
        case 'already_posted':
          return reply(await answerWithLink(REPORT_SHARED_BEFORE, posted));
        case 'busy':
          return reply(REPORT_NOT_SHARED.busy);
        default:
          return reply(notPosted(posted));
      }
    },
  };
}

/** For the audit record: which days, whose payments, how many lines of the file. */
function describeExport({ period, agent }: ReportRequest, { file }: ReportContent): string {
  return `${period.firstDay}..${period.lastDay} ${agent ?? 'all'} ${file.rows}`;
}

function nothingIn({ period, now, timeZone }: ReportContent): string {
  const openDay = firstOpenDay(period, { now, timeZone });
  const nothing = REPORT_TEXT.nothing(period, timeZone);
  return openDay === undefined
    ? nothing
    : `${nothing} ${REPORT_TEXT.notClosed(period.lastDay, dayOf(now, timeZone))}`;
}

/** Reports belong to no order, so their metadata names this in place of a reference. */
const REPORT = 'report';

function writeShare(channel: string, { period, agent = '-' }: ReportRequest): string {
  return [channel, agent, period.unit, `${period.firstDay}..${period.lastDay}`].join(' ');
}

/** Undefined for what writeShare has not written. */
function readShare(value: string, now: number, timeZone: string) {
  const [channel = '', agent = '', unit = '', days = ''] = value.split(' ');
  const read = readPeriod(days, { now, timeZone });
  const known = (['day', 'week', 'month', 'days'] as const).find((one) => one === unit);
  if (!read.ok || !known || !channel || !agent) return undefined;
  const period: Period = { ...read.value, unit: known };
  return { channel, period, agent: agent === '-' ? undefined : agent };
}

function nameFile(period: Period): { filename: string; title: string } {
  const { firstDay, lastDay } = period;
  const days = firstDay === lastDay ? firstDay : `${firstDay}-to-${lastDay}`;
  return { filename: `payments-${days}.csv`, title: `Payments, ${describePeriod(period)}` };
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
