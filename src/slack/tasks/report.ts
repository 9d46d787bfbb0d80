// `/pay report`: totals of a period, posted in the channel, with the payments as a file in the thread.
import { randomUUID } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { createPaymentsCsv } from '#payments/reports/csv.ts';
import { type Period, readPeriod } from '#payments/reports/period.ts';
import { collectReport, isEmpty } from '#payments/reports/totals.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import { note } from '#slack/cards/blocks.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { reportCard } from '#slack/cards/report.ts';
import { createAgentNames } from '#slack/connect/agent-names.ts';
import { type Outbound, type Posted, SLACK_CLOCK_SKEW_MS } from '#slack/delivery/outbound.ts';
import {
  calendarOf,
  describePeriod,
  notPosted,
  notUploaded,
  PERIOD_FAULTS,
  REPORT_ELSEWHERE,
} from '#slack/text/report.ts';
import type { OrderStore } from '#store/store.ts';

/**
 * `client` asks for the agents' names; the report is posted through `outbound`. Whoever calls the task has checked that the
 * person may act. Rejects when the store is down.
 */
export function createReportTask(deps: {
  orders: Pick<OrderStore, 'paidBetween'>;
  client: WebClient;
  outbound: Pick<Outbound, 'post' | 'postToPerson' | 'findOwn' | 'uploadInThread'>;
  channelAccess: ChannelAccess;
  clock: Clock;
  /** In which days begin. */
  timeZone: string;
}) {
  const { orders, outbound, channelAccess, clock, timeZone } = deps;
  const agentNames = createAgentNames(deps);

  async function collect(period: Period) {
    const csv = createPaymentsCsv({ timeZone });
    const names = new Map<string, string>();
    const nameOf = (agent: string) => names.get(agent) ?? agent;
    const report = await collectReport(orders, period, async (orders: readonly Order[]) => {
      const unnamed = orders.map(({ agent }) => agent).filter((agent) => !names.has(agent));
      for (const [id, name] of await agentNames.of(unnamed)) names.set(id, name);
      for (const order of orders) csv.add(order, nameOf(order.agent));
    });
    return { report, nameOf, file: csv.end() };
  }

  /** In the channel of the command if the bot is there and no other workspace reads it, else as a direct message. */
  async function post(card: MessageContent, userId: string, channel: string | undefined): Promise<Posted> {
    const metadata = { reference: REPORT, news: randomUUID() };
    const isHere = channel && (await channelAccess.check(channel)) !== 'out';
    if (channel && isHere && !(await channelAccess.isShared(channel))) {
      const sinceMs = clock.now() - SLACK_CLOCK_SKEW_MS;
      const posted = await outbound.post({ channel, ...card, metadata });
      if (posted.status === 'posted' || posted.status === 'rate_limited') return posted;
      if (posted.status === 'refused') return outbound.postToPerson(userId, { ...card, metadata });
      const found = await outbound.findOwn({ channel, sinceMs }, REPORT);
      const ts = found.status === 'found' ? found.messages.get(metadata.news) : undefined;
      return ts ? { status: 'posted', channel, ts } : posted;
    }
    return outbound.postToPerson(userId, { ...card, metadata });
  }

  /** `words` is what follows `report`; `reply` answers the person alone. */
  return async (request: {
    userId: string;
    channel: string | undefined;
    words: string;
    reply: (text: string) => Promise<void>;
  }): Promise<void> => {
    const { userId, channel, words, reply } = request;
    const read = readPeriod(words, { now: clock.now(), timeZone });
    if (!read.ok) return reply(PERIOD_FAULTS[read.fault]);
    const period = read.value;
    const { report, nameOf, file } = await collect(period);
    if (isEmpty(report))
      return reply(`There are no payments ${describePeriod(period)}. ${calendarOf(timeZone)}`);

    const card = reportCard({ report, period, timeZone, requestedBy: userId, nameOf, file });
    const posted = await post(card, userId, channel);
    if (posted.status !== 'posted') return reply(notPosted(posted));
    if (channel && posted.channel !== channel) await reply(REPORT_ELSEWHERE);
    if (file.rows === 0) return;

    const uploaded = await outbound.uploadInThread({
      channel: posted.channel,
      threadTs: posted.ts,
      ...nameFile(period),
      content: file.content,
    });
    if (uploaded.status === 'uploaded') return;
    const text = notUploaded(uploaded);
    const noted = await outbound.post({
      channel: posted.channel,
      threadTs: posted.ts,
      text,
      blocks: [note(text)],
      metadata: { reference: REPORT, news: randomUUID() },
    });
    if (noted.status !== 'posted') await reply(text);
  };
}

/** Reports belong to no order, so their metadata names this in place of a reference. */
const REPORT = 'report';

function nameFile(period: Period): { filename: string; title: string } {
  const { firstDay, lastDay } = period;
  const days = firstDay === lastDay ? firstDay : `${firstDay}-to-${lastDay}`;
  return { filename: `payments-${days}.csv`, title: `Payments ${describePeriod(period)}` };
}
