// A storm around one bulk: its rows are sent, customers pay or decline, the bot is killed and comes back, and every
// request may go wrong on its way.
import { createActions } from './actions.ts';
import type { Channels } from './channels.ts';
import type { Journal } from './course.ts';
import type { Dice } from './dice.ts';
import type { Environment } from './environment.ts';
import { createKills } from './kills.ts';
import type { Posts } from './posts.ts';
import { sendBulk, sheetOf } from './sending-a-bulk.ts';
import { anyHow } from './steps.ts';
import { MAX_MS, type StormResult } from './storm.ts';

const IDLE_MS = 2_500;
/** A row comes about once a second, and after a kill somebody has to take over. */
const ROUNDS_A_ROW = 0.6;
/** Twice as many kills as in a storm of as many orders. */
const KILLS = 2;

export async function runBulkStorm(
  deps: {
    environment: Environment;
    channels: Channels;
    posts: Posts;
    dice: Dice;
    journal: Journal;
  },
  howMany: number,
): Promise<StormResult> {
  const { environment, channels, posts, journal } = deps;
  const { provider } = environment;
  const dice = deps.dice.of('bulk');
  const pace = dice.of('pace');
  const actions = createActions({ environment, posts, dice: dice.of('events'), journal });
  const lastRound = Math.ceil(howMany * ROUNDS_A_ROW);
  const kills = createKills(environment, dice.of('reaper'), lastRound, howMany * KILLS);
  const deadline = Date.now() + MAX_MS;
  const [agent] = channels.agents;
  const [channel] = channels.salesChannels;
  if (!agent || !channel) throw new Error('nobody works here');
  const answered = new Set<string>();
  let rounds = 0;

  /** Only so far that the bot's own pauses end: an hour without a row would end the bulk. */
  async function passTime(ms: number): Promise<void> {
    await environment.idle(IDLE_MS);
    environment.advance(ms);
  }

  /** Some customers answer while the phone rings, others later, others never. */
  async function customersAnswer(): Promise<void> {
    for (const { id, order_tracking_id: trackingId } of provider.orders()) {
      if (answered.has(id) || !pace.chance(0.2)) continue;
      answered.add(id);
      const what = pace.weighed([
        [6, 'pay'],
        [2, 'decline'],
        [1, 'nothing'],
      ] as const);
      if (what === 'nothing') continue;
      await actions.answer(trackingId, { do: what, how: anyHow(pace) });
    }
  }

  async function sendLate(): Promise<void> {
    const due = journal.late.filter(({ at }) => at <= environment.now());
    for (const one of due) journal.late.splice(journal.late.indexOf(one), 1);
    await Promise.all(due.map(({ trackingId }) => provider.notify(trackingId)));
  }

  const { content } = sheetOf(howMany);
  await sendBulk(environment, agent, { channel, content, kind: 'prompt' }, passTime);
  const isSent = () => posts.all.some(({ news, shown }) => news === 'bulk' && !shown.includes('[Stop]'));
  while (Date.now() < deadline && (rounds < lastRound || !isSent())) {
    rounds += 1;
    await Promise.all([customersAnswer(), sendLate(), kills.inRound(rounds)]);
    await passTime(pace.between(300, 2_000));
  }
  return { forms: [], neverOpened: 0, rounds, ...kills.counts };
}
