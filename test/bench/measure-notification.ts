// A notification until it is answered, which is when the check that it triggers is on the disk. Beside a bare server
// that answers the same JSON and keeps nothing.
import { isDeepStrictEqual } from 'node:util';
import { type Figure, held, median, type Scale } from './figures.ts';
import { notificationRequests } from './notifications.ts';
import { load } from './processes.ts';
import {
  openStage,
  type Server,
  type Stage,
  type StoreName,
  settings,
  startTeller,
  startYardstick,
} from './stage.ts';
import type { TellerOrder } from './teller.ts';

/** Many of the provider's notifications at once; fewer leave the disk waiting for them. */
const CONNECTIONS = 128;

export async function measureNotification(scale: Scale): Promise<Figure[]> {
  const bare = await startYardstick('http_json');
  const stages = new Map<StoreName, { stage: Stage; endpoint: Server }>();
  try {
    for (const name of ['SQLite', 'Redis'] as const) {
      const stage = await openStage(name);
      await stage.fill({ from: 0, to: 0, open: scale.open });
      stages.set(name, { stage, endpoint: await startTeller('start_endpoint', settings(1, stage.url)) });
    }
    return await rounds(bare, stages, scale);
  } finally {
    await bare.stop();
    for (const { stage, endpoint } of stages.values()) {
      await endpoint.stop();
      await stage.remove();
    }
  }
}

async function rounds(
  bare: Server,
  stages: ReadonlyMap<StoreName, { stage: Stage; endpoint: Server }>,
  { rounds, open }: Scale,
): Promise<Figure[]> {
  const requests = notificationRequests(open, open);
  const figures = new Map<string, { perSecond: number; p50Ms: number; p99Ms: number }[]>();
  const measure = async (what: string, port: number, counts: boolean) => {
    const result = await load({ port, requests, connections: CONNECTIONS });
    if (result.refused > 0) throw new Error(`${what}: ${result.refused} answers other than 200`);
    if (counts) figures.set(what, [...(figures.get(what) ?? []), result]);
  };
  const BARE = 'node:http, the same JSON';
  for (let round = 0; round <= rounds; round += 1) {
    await measure(BARE, bare.port, round > 0);
    for (const [name, { endpoint }] of stages) {
      // Each notification must have a write of its own to wait for.
      await endpoint.ask({ do: 'wait', open } satisfies TellerOrder);
      await measure(`Teller, ${name}: on the disk, then answered`, endpoint.port, round > 0);
    }
  }
  for (const { endpoint } of stages.values()) {
    const results = await endpoint.ask({ do: 'results' } satisfies TellerOrder);
    if (!isDeepStrictEqual(results, { recorded: open * (rounds + 1) }))
      throw new Error(`not every notification was recorded: ${JSON.stringify(results)}`);
  }
  const base = figures.get(BARE) ?? [];
  return [...figures].map(([what, results]) => {
    const perSecond = results.map((result) => result.perSecond);
    const ratio = median(perSecond.map((value, at) => value / (base[at]?.perSecond ?? Number.NaN)));
    return {
      part: 'notification' as const,
      what,
      unit: '/s',
      value: median(perSecond),
      rounds: perSecond,
      p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
      ...(what === BARE ? {} : { beside: BARE, ...held(ratio, '≥', 0.5) }),
    };
  });
}
