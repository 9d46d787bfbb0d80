// The storm itself: round by round orders are taken, people and the provider act, the bot is killed and comes back, and time goes
// on in leaps as soon as what is under way has ended.
import type { Person } from '#sandbox/slack/actions/person.ts';
import { createActions } from './actions.ts';
import type { Channels } from './channels.ts';
import type { Course, Journal } from './course.ts';
import type { Dice } from './dice.ts';
import type { Environment } from './environment.ts';
import { createKills } from './kills.ts';
import { makePlan } from './plan.ts';
import type { Posts } from './posts.ts';
import { closeAll, type Form, takeOrder } from './taking-orders.ts';

/** What a storm is about: so many orders, or one bulk of so many rows. */
export type Storm = { readonly orders: number; readonly bulk?: number };

export type StormResult = {
  readonly forms: readonly Form[];
  /** Orders that no agent could even open a form for. */
  readonly neverOpened: number;
  readonly kills: number;
  readonly rounds: number;
};

/** How often a step is tried again before it is given up. */
const MAX_WAITS = 12;
/** By the simulated clock: long enough for every step of every plan. */
export const MAX_MS = 24 * 60 * 60_000;
const IDLE_MS = 2_500;
/** The longest that the bot sleeps between two tries while somebody waits, and a little; that often at most. */
const SHORT_STEP_MS = 11_000;
const SHORT_STEPS = 3;

export async function runStorm(deps: {
  environment: Environment;
  channels: Channels;
  posts: Posts;
  dice: Dice;
  journal: Journal;
  /** How many orders are taken. */
  orders: number;
}): Promise<StormResult> {
  const { environment, channels, posts, dice, journal, orders } = deps;
  const { now, slack, provider } = environment;
  const actions = createActions({ environment, posts, dice: dice.of('events'), journal });
  const plans = dice.of('plans');
  const pace = dice.of('pace');
  const perRound = channels.agents.length;
  const kills = createKills(environment, dice.of('reaper'), Math.ceil(orders / perRound), orders);
  const deadline = Date.now() + MAX_MS;
  const courses: Course[] = [];
  const forms: Form[] = [];
  let begun = 0;
  let neverOpened = 0;
  let rounds = 0;

  async function oneOrder(number: number, agent: Person, colleague: Person): Promise<void> {
    const plan = makePlan(plans.of(String(number)), number);
    const open = channels.salesChannels.filter((channel) => !environment.closed.has(channel));
    const form = await takeOrder(environment, agent, plans.of(`till ${number}`).pick(open), plan);
    if (!form) {
      neverOpened += 1;
      return;
    }
    forms.push(form);
    const [first] = plan.steps;
    const dueAt = now() + (first?.afterMs ?? 0);
    courses.push({
      plan,
      references: [form.reference],
      agent,
      colleague,
      oldCard: undefined,
      steps: [...plan.steps],
      dueAt,
      waits: 0,
    });
  }

  async function goOn(course: Course): Promise<void> {
    const [step] = course.steps;
    if (!step) return;
    const done = await actions.perform(course, step.action);
    if (done === 'not yet' && course.waits < MAX_WAITS) {
      course.waits += 1;
      course.dueAt = now() + 10_000;
      return;
    }
    course.steps.shift();
    course.waits = 0;
    course.dueAt = now() + (course.steps[0]?.afterMs ?? 0);
    if (typeof done !== 'object') return;
    forms.push(...done.forms);
    course.references.push(...done.forms.map(({ reference }) => reference));
  }

  async function sendLate(): Promise<void> {
    const due = journal.late.filter(({ at }) => at <= now());
    for (const one of due) journal.late.splice(journal.late.indexOf(one), 1);
    await Promise.all(due.map(({ trackingId }) => provider.notify(trackingId)));
  }

  /** One person does one thing at a time. */
  async function actOf(agent: Person, colleague: Person, number: number | undefined): Promise<void> {
    if (number !== undefined) await oneOrder(number, agent, colleague);
    for (const course of courses) {
      if (course.agent === agent && course.steps.length > 0 && course.dueAt <= now()) await goOn(course);
    }
    await closeAll(environment, agent);
  }

  function archiveInTheMiddle(): void {
    if (environment.closed.size > 0 || begun < orders * 0.6) return;
    for (const channel of [channels.closing, channels.closingDesk]) {
      slack.archive(channel);
      environment.closed.add(channel);
    }
  }

  function leap(): number {
    const second = 1_000;
    // With no more orders to come there is nothing to do before somebody's next step.
    const next = Math.min(...courses.flatMap(({ steps, dueAt }) => (steps.length > 0 ? [dueAt] : [])));
    const idleMs = begun < orders || !Number.isFinite(next) ? 0 : next - now();
    const wanted = pace.weighed([
      [40, pace.between(1, 15) * second],
      [40, pace.between(15, 120) * second],
      [16, pace.between(2, 15) * 60 * second],
      [4, pace.between(1, 3) * 3_600 * second],
    ]);
    return Math.max(wanted, idleMs);
  }

  /**
   * Waits of some seconds must end after some seconds, and a request must be answered before its claim runs out: so the
   * clock goes in short steps first, and no further while something is under way.
   */
  async function passTime(ms: number): Promise<void> {
    let left = ms;
    for (let steps = 0; left > 0; steps += 1) {
      const isIdle = await environment.idle(IDLE_MS);
      const step = isIdle ? Math.min(left, steps < SHORT_STEPS ? SHORT_STEP_MS : left) : 1_000;
      environment.advance(step);
      left = isIdle ? left - step : 0;
    }
  }

  while (Date.now() < deadline && (begun < orders || courses.some(({ steps }) => steps.length > 0))) {
    rounds += 1;
    const acts = channels.agents.map((agent, index) => {
      const isBusy = begun >= orders || pace.chance(0.15);
      if (!isBusy) begun += 1;
      return actOf(agent, channels.colleagues[index] ?? agent, isBusy ? undefined : begun);
    });
    if (pace.chance(0.03)) provider.revokeTokens();
    if (pace.chance(0.04))
      provider.faults.refuse({ code: 'amount_exceeds_default_limit' }, { operation: 'push', times: 1 });
    await Promise.all([...acts, sendLate(), kills.inRound(rounds)]);
    archiveInTheMiddle();
    await passTime(leap());
  }
  provider.faults.clear();
  return { forms, neverOpened, rounds, ...kills.counts };
}
