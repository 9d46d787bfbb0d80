// The same work beside a history of a thousand finished orders and of a million: nothing may cost more for it. Only a
// report reads history, and it costs what its period holds.
import { stat } from 'node:fs/promises';
import { systemClock } from '#lib/clock.ts';
import { dayOf } from '#lib/time.ts';
import { daysSpan } from '#payments/reports/span.ts';
import { collectReport } from '#payments/reports/totals.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { type Figure, held, inRounds, median, type Scale } from './figures.ts';
import { agentOf, DAY_MS, finishedName, NOW, trackingIdOf } from './made-orders.ts';
import { NOTIFICATION_PATH, notificationOf, notificationRequests } from './notifications.ts';
import { load } from './processes.ts';
import type { ServicesCommand, Timings } from './services.ts';
import {
  openStage,
  type Services,
  type Stage,
  type StoreName,
  settings,
  startServices,
  startTeller,
  startYardstick,
} from './stage.ts';
import type { Memory, TellerOrder } from './teller.ts';

const CONNECTIONS = 128;
/** How long filling may take before the rest of the history is left out. */
const MOST_FILLING_MS = 200_000;

type Measured = {
  readonly unit: string;
  readonly rounds: readonly number[];
  /** Each round as a share of what a bare server did right before it: the histories are minutes apart. */
  readonly shares?: readonly number[];
};

export async function measureHistory(scale: Scale): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of ['SQLite', 'Redis'] as const) {
    const stage = await openStage(name);
    const services = await startServices();
    let least: Map<string, Measured> | undefined;
    let from = 0;
    try {
      for (const to of scale.histories) {
        const begunAt = performance.now();
        await stage.fill({ from, to, open: scale.open });
        const fillMs = performance.now() - begunAt;
        const measured = await measureAt(stage, services, to, scale);
        figures.push(...asFigures(name, to, measured, least));
        least ??= measured;
        from = to;
        const next = scale.histories[scale.histories.indexOf(to) + 1] ?? 0;
        if ((fillMs / to) * next > MOST_FILLING_MS) break;
      }
    } finally {
      await services.stop();
      await stage.remove();
    }
  }
  return figures;
}

async function measureAt(
  stage: Stage,
  services: Services,
  finished: number,
  { rounds, open, payments, histories }: Scale,
): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>();
  const requests = notificationRequests(open, open);
  const endpoint = await startTeller('start_endpoint', settings(services.port, stage.url));
  const bare = await startYardstick('http_json');
  const measuredRounds = await inRounds(rounds, async () => {
    const beside = await load({ port: bare.port, requests, connections: CONNECTIONS });
    await endpoint.ask({ do: 'wait', open } satisfies TellerOrder);
    const { perSecond } = await load({ port: endpoint.port, requests, connections: CONNECTIONS });
    return { perSecond, share: perSecond / beside.perSecond };
  });
  await Promise.all([endpoint.stop(), bare.stop()]);
  await stage.resetDueTimes(open);
  measured.set('notifications, on the disk', {
    unit: '/s',
    rounds: measuredRounds.map(({ perSecond }) => perSecond),
    shares: measuredRounds.map(({ share }) => share),
  });

  const env = settings(services.port, stage.url);
  const starts = await inRounds(rounds, async () => {
    const startedAt = performance.now();
    const started = await startTeller('start', env);
    const ms = performance.now() - startedAt;
    await started.stop();
    return ms;
  });
  measured.set('start', { unit: 'ms', rounds: starts });
  const teller = await startTeller('start', env);
  const { rssMb } = await teller.ask<Memory>({ do: 'memory' });
  measured.set('resident memory', { unit: 'MB', rounds: [rssMb] });
  const url = `http://127.0.0.1:${teller.port}${NOTIFICATION_PATH}`;
  const replyMedians: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const count = Math.min(payments, Math.floor(open / (rounds + 1)));
    const notifications = Array.from({ length: count }, (_, at) => notificationOf(round * count + at));
    const replies = await services.ask<Timings>({
      do: 'notify',
      url,
      notifications,
    } satisfies ServicesCommand);
    if (round > 0) replyMedians.push(median(replies.replyMs));
  }
  measured.set('notification to reply', { unit: 'ms', rounds: replyMedians });
  await teller.stop();

  const store = await openStore(stage.url, { clock: systemClock });
  try {
    const [from, to] = [NOW - 30 * DAY_MS, NOW - DAY_MS];
    const month = daysSpan({ firstDay: dayOf(from, 'UTC'), lastDay: dayOf(to, 'UTC') });
    for (const [what, read] of reads(store, finished))
      measured.set(what, { unit: 'ms', rounds: await inRounds(rounds, () => timed(read)) });
    const { totals } = await collectReport(store.orders, month);
    const payments = totals.reduce((sum, { count }) => sum + count, 0);
    const report = await inRounds(3, () => timed(() => collectReport(store.orders, month)));
    measured.set('report of a month', { unit: 'ms', rounds: report });
    const each = report.map((ms) => (ms / payments) * 1_000);
    measured.set('the same, for each payment in it', { unit: 'µs', rounds: each });
  } finally {
    await store.close();
  }
  if (stage.url.startsWith('sqlite:') && finished === Math.max(...histories)) {
    const { size } = await stat(stage.url.slice('sqlite:'.length));
    measured.set('file', { unit: 'MB', rounds: [size / 2 ** 20] });
  }
  return measured;
}

const READS = 200;

function reads({ orders }: Store, finished: number): [what: string, read: () => Promise<unknown>][] {
  const some = (read: (number: number) => Promise<unknown>) => async () => {
    for (let index = 0; index < READS; index += 1) await read(Math.floor((index / READS) * finished));
  };
  return [
    ['200 orders by reference', some((number) => orders.get(finishedName(number)))],
    ['200 by tracking id', some((number) => orders.findByTrackingId(trackingIdOf(finishedName(number))))],
    ['200 lists of open orders', some((number) => orders.openOf(agentOf(number), 10))],
    ['200 lists of finished ones', some((number) => orders.closedOf(agentOf(number), 10))],
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** What takes one sample only, or grows with what it is asked for, is shown and not judged. */
const NOT_JUDGED = new Set(['report of a month', 'file']);

function asFigures(
  name: StoreName,
  finished: number,
  measured: ReadonlyMap<string, Measured>,
  least: ReadonlyMap<string, Measured> | undefined,
): Figure[] {
  return [...measured].map(([what, { unit, rounds, shares }]) => {
    const value = median(rounds);
    const base = least?.get(what);
    const ratio = base && (shares ? median(base.shares ?? []) / median(shares) : value / median(base.rounds));
    return {
      part: 'history' as const,
      what: `${name}: ${what}`,
      finished,
      unit,
      value,
      rounds,
      ...(ratio === undefined || NOT_JUDGED.has(what)
        ? {}
        : { beside: 'the least history', ...held(ratio, '≤', 1.2) }),
    };
  });
}
