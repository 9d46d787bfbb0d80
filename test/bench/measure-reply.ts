// From the notification to the reply that leaves for Slack, one payment after the other, beside a script that makes
// the same calls in sequence and keeps nothing. And that each payment costs exactly those calls.
import { type Figure, held, median, type Scale } from './figures.ts';
import { NOTIFICATION_PATH, notificationOf } from './notifications.ts';
import type { Counts, ServicesCommand, Timings } from './services.ts';
import {
  openStage,
  type Services,
  type StoreName,
  settings,
  startServices,
  startTeller,
  startYardstick,
} from './stage.ts';

const SCRIPT = 'a script: status request, reply, card update';

/** What is notified: with services of its own, so that its calls can be counted. */
type Subject = {
  readonly what: string;
  readonly url: string;
  readonly services: Services;
  /** Of each round, how long each payment took, in ms. */
  readonly rounds: (readonly number[])[];
  close(): Promise<void>;
};

export async function measureReply(scale: Scale): Promise<Figure[]> {
  const subjects: Subject[] = [];
  try {
    subjects.push(await openScript());
    for (const name of ['SQLite', 'Redis'] as const) subjects.push(await openTeller(name, scale));
    // In turns, so that what else the machine does falls on all of them alike. The first round warms up.
    for (let round = 0; round <= scale.rounds; round += 1)
      for (const subject of subjects) await notify(subject, round, scale);
    for (const subject of subjects) await checkCalls(subject);
  } finally {
    for (const { close } of subjects) await close();
  }
  const [script, ...tellers] = subjects.map(figureOf);
  if (!script) return [];
  return [
    script,
    ...tellers.map((figure) => {
      const ratios = figure.rounds.map((value, round) => value / (script.rounds[round] ?? Number.NaN));
      return { ...figure, beside: SCRIPT, ...held(median(ratios), '≤', 2) };
    }),
  ];
}

async function openScript(): Promise<Subject> {
  const services = await startServices();
  const script = await startYardstick('script', services.port);
  return {
    what: SCRIPT,
    url: `http://127.0.0.1:${script.port}/`,
    services,
    rounds: [],
    close: async () => void (await Promise.all([script.stop(), services.stop()])),
  };
}

async function openTeller(name: StoreName, scale: Scale): Promise<Subject> {
  const stage = await openStage(name);
  const services = await startServices();
  await stage.fill({ from: 0, to: 0, open: scale.payments * (scale.rounds + 1) });
  const teller = await startTeller('start', settings(services.port, stage.url));
  return {
    what: `Teller, ${name}`,
    url: `http://127.0.0.1:${teller.port}${NOTIFICATION_PATH}`,
    services,
    rounds: [],
    async close() {
      await Promise.all([teller.stop(), services.stop()]);
      await stage.remove();
    },
  };
}

async function notify({ services, url, rounds }: Subject, round: number, { payments }: Scale): Promise<void> {
  const notifications = Array.from({ length: payments }, (_, at) => notificationOf(round * payments + at));
  const order = { do: 'notify', url, notifications } satisfies ServicesCommand;
  const { replyMs } = await services.ask<Timings>(order);
  rounds.push(replyMs);
}

/** Throws unless each payment cost one status request, one reply and one card update. */
async function checkCalls({ what, services, rounds }: Subject): Promise<void> {
  const { statusRequests, posts, updates } = await services.ask<Counts>({ do: 'count' });
  const payments = rounds.flat().length;
  if (statusRequests !== payments || posts !== payments || updates !== payments)
    throw new Error(
      `${what}: ${payments} payments cost ${statusRequests} status requests, ${posts} replies, ${updates} updates`,
    );
}

function figureOf({ what, rounds }: Subject): Figure {
  const measured = rounds.slice(1);
  const all = measured.flat().sort((a, b) => a - b);
  const medians = measured.map(median);
  const p99Ms = all[Math.floor(all.length * 0.99)] ?? Number.NaN;
  return {
    part: 'reply',
    what,
    unit: 'ms',
    value: median(medians),
    rounds: medians,
    p50Ms: median(all),
    p99Ms,
  };
}
