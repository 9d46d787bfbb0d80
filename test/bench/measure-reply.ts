// From the notification to the reply that leaves for Slack, one payment after the other, beside a script that makes
// the same calls in sequence and keeps nothing. And that each payment costs exactly those calls.
import { type Figure, held, median, type Scale } from './figures.ts';
import { NOTIFICATION_PATH, notificationOf } from './notifications.ts';
import type { Counts, ServicesCommand, Timings } from './services.ts';
import {
  openStage,
  type Server,
  type Services,
  type StoreName,
  settings,
  startServices,
  startTeller,
  startYardstick,
} from './stage.ts';

const SCRIPT = 'a script: status request, reply, card update';

export async function measureReply(scale: Scale): Promise<Figure[]> {
  const [script, sqlite, redis] = [
    await scriptRounds(scale),
    await tellerRounds('SQLite', scale),
    await tellerRounds('Redis', scale),
  ];
  return [
    figure(SCRIPT, script),
    ...[sqlite, redis].map(({ what, replies }) => {
      const own = figure(what, replies);
      return { ...own, beside: SCRIPT, ...held(own.value / figure(SCRIPT, script).value, '≤', 1.5) };
    }),
  ];
}

function figure(what: string, replies: readonly Timings[]): Figure {
  const all = replies.flatMap(({ replyMs }) => replyMs).sort((a, b) => a - b);
  const rounds = replies.map(({ replyMs }) => median(replyMs));
  const p99Ms = all[Math.floor(all.length * 0.99)] ?? Number.NaN;
  return { part: 'reply', what, unit: 'ms', value: median(rounds), rounds, p50Ms: median(all), p99Ms };
}

async function scriptRounds(scale: Scale): Promise<Timings[]> {
  const services = await startServices();
  const script = await startYardstick('script', services.port);
  try {
    return await notifyAll(services, script, '/', scale);
  } finally {
    await Promise.all([script.stop(), services.stop()]);
  }
}

async function tellerRounds(name: StoreName, scale: Scale): Promise<{ what: string; replies: Timings[] }> {
  const stage = await openStage(name);
  const services = await startServices();
  await stage.fill({ from: 0, to: 0, open: scale.payments * (scale.rounds + 1) });
  const teller = await startTeller('start', settings(services.port, stage.url));
  try {
    const replies = await notifyAll(services, teller, NOTIFICATION_PATH, scale);
    return { what: `Teller, ${name}`, replies };
  } finally {
    await Promise.all([teller.stop(), services.stop()]);
    await stage.remove();
  }
}

/** The first round warms up. Throws unless each payment cost one status request, one reply and one card update. */
async function notifyAll(services: Services, server: Server, path: string, scale: Scale): Promise<Timings[]> {
  const replies: Timings[] = [];
  for (let round = 0; round <= scale.rounds; round += 1) {
    const notifications = Array.from({ length: scale.payments }, (_, at) =>
      notificationOf(round * scale.payments + at),
    );
    const url = `http://127.0.0.1:${server.port}${path}`;
    replies.push(await services.ask<Timings>({ do: 'notify', url, notifications } satisfies ServicesCommand));
  }
  const { statusRequests, posts, updates } = await services.ask<Counts>({ do: 'count' });
  const payments = scale.payments * (scale.rounds + 1);
  if (statusRequests !== payments || posts !== payments || updates !== payments)
    throw new Error(
      `${payments} payments cost ${statusRequests} status requests, ${posts} replies, ${updates} updates`,
    );
  return replies.slice(1);
}
