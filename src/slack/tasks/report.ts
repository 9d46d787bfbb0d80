// `/pay report`: what came in during a period, posted where it was asked for, with the payments as a file in its thread.
import { randomUUID } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { createPaymentsCsv } from '#payments/reports/csv.ts';
import { type Period, readPeriod } from '#payments/reports/period.ts';
import { collectReport, isEmpty } from '#payments/reports/totals.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import { note } from '#slack/cards/blocks.ts';
import type { MessageContent } from '#slack/cards/order-card.ts';
import { reportCard } from '#slack/cards/report.ts';
import { createAgentNames } from '#slack/connect/agent-names.ts';
import { type Outbound, type Posted, SLACK_CLOCK_MS } from '#slack/delivery/outbound.ts';
import {
  CALENDAR,
  describePeriod,
  notPosted,
  notUploaded,
  PERIOD_FAULTS,
  REPORT_ELSEWHERE,
} from '#slack/text/report.ts';
import type { OrderStore } from '#store/store.ts';

export type ReportTask = {
  /**
   * Whoever calls has checked that the person may. `words` is what follows `report`; `tell` answers the person alone.
   * Rejects on an outage of the store.
   */
  run(asked: {
    userId: string;
    channel: string | undefined;
    words: string;
    tell: (text: string) => Promise<void>;
  }): Promise<void>;
};

/** `client` asks for names; the report goes out through `outbound`. */
export function createReportTask(deps: {
  orders: Pick<OrderStore, 'paidBetween'>;
  client: WebClient;
  outbound: Pick<Outbound, 'post' | 'postToPerson' | 'findOwn' | 'uploadInThread'>;
  channelAccess: ChannelAccess;
  clock: Clock;
}): ReportTask {
  const { orders, outbound, channelAccess, clock } = deps;
  const agentNames = createAgentNames(deps);

  async function collect(period: Period) {
    const csv = createPaymentsCsv();
    const names = new Map<string, string>();
    const nameOf = (agent: string) => names.get(agent) ?? agent;
    const report = await collectReport(orders, period, async (orders: readonly Order[]) => {
      const fresh = orders.map(({ agent }) => agent).filter((agent) => !names.has(agent));
      for (const [id, name] of await agentNames.of(fresh)) names.set(id, name);
      for (const order of orders) csv.add(order, nameOf(order.agent));
    });
    return { report, nameOf, file: csv.end() };
  }

  /** Where it was asked for, if Teller can answer there and no other workspace reads along, or else directly. */
  async function post(card: MessageContent, userId: string, channel: string | undefined): Promise<Posted> {
    const metadata = { reference: MARK, news: randomUUID() };
    const isHere = channel && (await channelAccess.check(channel)) !== 'out';
    if (channel && isHere && !(await channelAccess.isShared(channel))) {
      const sinceMs = clock.now() - SLACK_CLOCK_MS;
      const posted = await outbound.post({ channel, ...card, metadata });
      if (posted.done || posted.why === 'limited') return posted;
      if (posted.why === 'refused') return outbound.postToPerson(userId, { ...card, metadata });
      const found = await outbound.findOwn({ channel, sinceMs }, MARK).catch(() => new Map<string, string>());
      const ts = found.get(metadata.news);
      return ts ? { done: true, channel, ts } : posted;
    }
    return outbound.postToPerson(userId, { ...card, metadata });
  }

  return {
    async run({ userId, channel, words, tell }) {
      const read = readPeriod(words, clock.now());
      if ('fault' in read) return tell(PERIOD_FAULTS[read.fault]);
      const { period } = read;
      const { report, nameOf, file } = await collect(period);
      if (isEmpty(report)) return tell(`There are no payments ${describePeriod(period)}. ${CALENDAR}`);

      const card = reportCard({ report, period, askedBy: userId, nameOf, file });
      const posted = await post(card, userId, channel);
      if (!posted.done) return tell(notPosted(posted));
      if (channel && posted.channel !== channel) await tell(REPORT_ELSEWHERE);
      if (file.rows === 0) return;

      const uploaded = await outbound.uploadInThread({
        channel: posted.channel,
        threadTs: posted.ts,
        ...nameFile(period),
        content: file.content,
      });
      if (uploaded.done) return;
      const text = notUploaded(uploaded);
      const told = await outbound.post({
        channel: posted.channel,
        threadTs: posted.ts,
        text,
        blocks: [note(text)],
        metadata: { reference: MARK, news: randomUUID() },
      });
      if (!told.done) await tell(text);
    },
  };
}

/** Reports belong to no order; the news is unique, so no order of that reference takes them for its own. */
const MARK = 'report';

function nameFile(period: Period): { filename: string; title: string } {
  const { firstDay, lastDay } = period;
  const days = firstDay === lastDay ? firstDay : `${firstDay}-to-${lastDay}`;
  return { filename: `payments-${days}.csv`, title: `Payments ${describePeriod(period)}` };
}
