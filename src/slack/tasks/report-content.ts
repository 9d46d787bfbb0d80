// Collects what a report shows, and its file, from the books as they are now.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { createEntriesCsv, endedBy } from '#payments/reports/csv.ts';
import { readOpenWork } from '#payments/reports/open-work.ts';
import { type Period, periodBefore } from '#payments/reports/period.ts';
import { daysSpan, ofAgent, type Span } from '#payments/reports/span.ts';
import { collectReport } from '#payments/reports/totals.ts';
import type { ReportContent } from '#slack/cards/report.ts';
import { createAgentNames } from '#slack/connect/agent-names.ts';
import type { BotIdentity } from '#slack/connect/identity.ts';
import type { Store } from '#store/store.ts';

/** `agent`: whose payments (a Slack id); everybody's without one. `requestedBy`: a Slack id. */
export type ReportRequest = {
  readonly period: Period;
  readonly agent: string | undefined;
  readonly requestedBy: string;
};
export type Collected = { readonly content: ReportContent; readonly csv: Buffer };

/** Rejects when the store is down. Where Slack cannot say a name, its id stands there. */
export type CollectContent = (request: ReportRequest) => Promise<Collected>;

export function createCollectContent(deps: {
  store: Pick<Store, 'orders'>;
  client: WebClient;
  identity: Pick<BotIdentity, 'urlOf'>;
  clock: Clock;
  timeZone: string;
}): CollectContent {
  const { store, identity, clock, timeZone } = deps;
  const { orders } = store;
  const agentNames = createAgentNames(deps);

  async function readBooks(span: Span) {
    const csv = createEntriesCsv({ timeZone });
    const names = new Map<string, string>();
    const nameOf = (person: string) => names.get(person) ?? person;
    async function learnNames(people: readonly string[]): Promise<void> {
      const unnamed = people.filter((person) => !names.has(person));
      for (const [id, name] of await agentNames.of(unnamed)) names.set(id, name);
    }
    const parentOf = createParentReader(orders);
    const report = await collectReport(orders, span, async (entered) => {
      await learnNames(entered.flatMap(({ order }) => [order.agent, ...endedBy(order)]));
      for (const { entry, order } of entered) {
        const parent = await parentOf(order);
        const { card } = parent ?? order;
        const cardUrl = card && (await identity.urlOf(card.channel, card.ts, card.threadTs));
        csv.add({ entry, order, parent, nameOf, cardUrl });
      }
    });
    return { report, nameOf, learnNames, file: csv.end() };
  }

  return async ({ period, agent, requestedBy }) => {
    const now = clock.now();
    const of = (span: Span) => (agent === undefined ? span : ofAgent(span, agent));
    const { until, ...past } = periodBefore(period, { now, timeZone });
    const { report, nameOf, learnNames, file } = await readBooks(of(daysSpan(period)));
    const { totals } = await collectReport(orders, of(daysSpan(past, until)));
    const openWork = await readOpenWork(orders, agent);
    if (agent !== undefined) await learnNames([agent]);
    return {
      csv: file.content,
      content: {
        report,
        period,
        before: { totals, isPart: until !== undefined },
        openWork,
        timeZone,
        now,
        requestedBy,
        agent,
        nameOf,
        file,
      },
    };
  };
}

/** Reads the recurring order of a charge, each once. */
function createParentReader(orders: Pick<Store['orders'], 'get'>) {
  const known = new Map<Reference, Promise<Order | undefined>>();
  return async ({ chargeOf }: Order): Promise<Order | undefined> => {
    if (chargeOf === undefined) return undefined;
    const parent = known.get(chargeOf) ?? orders.get(chargeOf).catch(() => undefined);
    known.set(chargeOf, parent);
    return parent;
  };
}
