// From the notification to the reply that leaves for Slack, one payment after the other, beside a script that makes
// the same calls in sequence and keeps nothing. And that each payment costs exactly those calls.
import { type Figure, held, median, type Scale } from './figures.ts';
import { NOTICE_PATH, noticeOf } from './notifications.ts';
import {
  openStage,
  type Server,
  type StoreName,
  settings,
  startTeller,
  startWorld,
  startYardstick,
  type World,
} from './stage.ts';
import type { Counts, Told, WorldOrder } from './world.ts';

const SCRIPT = 'a script: look-up, reply, card update';

export async function measureReply(scale: Scale): Promise<Figure[]> {
  const [script, sqlite, redis] = [
    await scriptRounds(scale),
    await tellerRounds('SQLite', scale),
    await tellerRounds('Redis', scale),
  ];
  return [
    figure(SCRIPT, script),
    ...[sqlite, redis].map(({ what, told }) => {
      const own = figure(what, told);
      return { ...own, beside: SCRIPT, ...held(own.value / figure(SCRIPT, script).value, '≤', 1.5) };
    }),
  ];
}

function figure(what: string, told: readonly Told[]): Figure {
  const all = told.flatMap(({ replyMs }) => replyMs).sort((a, b) => a - b);
  const rounds = told.map(({ replyMs }) => median(replyMs));
  const p99Ms = all[Math.floor(all.length * 0.99)] ?? Number.NaN;
  return { part: 'reply', what, unit: 'ms', value: median(rounds), rounds, p50Ms: median(all), p99Ms };
}

async function scriptRounds(scale: Scale): Promise<Told[]> {
  const world = await startWorld();
  const script = await startYardstick('script', world.port);
  try {
    return await tellAll(world, script, '/', scale);
  } finally {
    await Promise.all([script.stop(), world.stop()]);
  }
}

async function tellerRounds(name: StoreName, scale: Scale): Promise<{ what: string; told: Told[] }> {
  const stage = await openStage(name);
  const world = await startWorld();
  await stage.fill({ from: 0, to: 0, open: scale.payments * (scale.rounds + 1) });
  const teller = await startTeller('start', settings(world.port, stage.url));
  try {
    const told = await tellAll(world, teller, NOTICE_PATH, scale);
    return { what: `Teller, ${name}`, told };
  } finally {
    await Promise.all([teller.stop(), world.stop()]);
    await stage.remove();
  }
}

/** The first round warms up. Throws unless each payment was looked up, told and shown once. */
async function tellAll(world: World, server: Server, path: string, scale: Scale): Promise<Told[]> {
  const told: Told[] = [];
  for (let round = 0; round <= scale.rounds; round += 1) {
    const notifications = Array.from({ length: scale.payments }, (_, at) =>
      noticeOf(round * scale.payments + at),
    );
    const url = `http://127.0.0.1:${server.port}${path}`;
    told.push(await world.ask<Told>({ do: 'notify', url, notifications } satisfies WorldOrder));
  }
  const { lookUps, posts, updates } = await world.ask<Counts>({ do: 'count' });
  const payments = scale.payments * (scale.rounds + 1);
  if (lookUps !== payments || posts !== payments || updates !== payments)
    throw new Error(`${payments} payments cost ${lookUps} look-ups, ${posts} replies, ${updates} updates`);
  return told.slice(1);
}
