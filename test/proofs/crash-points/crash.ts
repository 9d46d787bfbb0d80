// One journey on the simulated machine, with at most one crash in it: from the start of the bot to the audit a day later.

import { LEASE_MS } from '#lib/with-lease.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { switchTo } from '#test/proofs/simulation/ambient.ts';
import { createStartBot } from '#test/proofs/simulation/bots.ts';
import { resetNetwork, simulatedPort } from '#test/proofs/simulation/network.ts';
import { outsideOfProcesses } from '#test/proofs/simulation/processes.ts';
import { createScheduler } from '#test/proofs/simulation/scheduler.ts';
import { STARTS_AT } from '#test/proofs/simulation/simulate.ts';
import { wiresUnderWay } from '#test/proofs/simulation/wire.ts';
import { createActions } from '#test/proofs/storm/actions.ts';
import { audit } from '#test/proofs/storm/audit.ts';
import { type Channels, openChannels } from '#test/proofs/storm/channels.ts';
import { type Course, newJournal } from '#test/proofs/storm/course.ts';
import { createDice, type Dice } from '#test/proofs/storm/dice.ts';
import { APPROVERS, type Environment, startEnvironment } from '#test/proofs/storm/environment.ts';
import type { Evidence, Violation } from '#test/proofs/storm/evidence.ts';
import { historyOf } from '#test/proofs/storm/history.ts';
import { recordPosts } from '#test/proofs/storm/posts.ts';
import { recover } from '#test/proofs/storm/recover.ts';
import { submitOpened, takeOrder } from '#test/proofs/storm/taking-orders.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { auditBulk, runBulk } from './bulk.ts';
import { auditForgotten, forgetCustomer } from './forgetting.ts';
import type { Journey } from './journeys.ts';
import { createPoints } from './points.ts';
import type { RealRedis } from './real-redis.ts';
import { runWorkflow } from './workflow.ts';

type Crashed = {
  /** What the bot was about to do, or had just done, at each point. */
  readonly points: readonly string[];
  readonly violations: readonly Violation[];
  readonly history: string;
};

const NO_FAULTS = { faultFor: () => undefined, end: () => {}, counts: new Map<string, number>() };
const IDLE_MS = 30_000;
/** How often a step is tried that cannot be done yet, and how long is waited in between. */
const TRIES = 12;
const BETWEEN_MS = 10_000;

export type How = {
  /** The number of the point at which the bot is ended, from 0; undefined: it is not. */
  readonly at: number | undefined;
  /** Instead of SQLite. */
  readonly redis?: RealRedis | undefined;
  /** Makes of the bot's store one with a fault. */
  readonly sabotage?: (store: Store) => Store;
};

export async function crash(journey: Journey, { at, redis, sabotage = same }: How): Promise<Crashed> {
  const scheduler = createScheduler(STARTS_AT);
  const dice = createDice(1);
  switchTo({ scheduler, dice: dice.of('machine') });
  resetNetwork();
  return scheduler.run(async () => {
    let environment: Environment | undefined;
    let isDown = false;
    async function startAgain() {
      isDown = true;
      await environment?.kill();
      await environment?.start();
      isDown = false;
    }
    const points = createPoints(at, () => outsideOfProcesses(() => void startAgain()));
    const open = redis?.openStore ?? openStore;
    environment = await startEnvironment(dice, NO_FAULTS, {
      openStore: open,
      ...(redis && { startRedis: redis.startRedis }),
      startBot: createStartBot(points.watch, async (...given) => sabotage(await open(...given))),
      isBusy: () => isDown || wiresUnderWay() > 0,
      freePort: simulatedPort,
      settings: journey.settings ?? {},
    });
    try {
      return await travel(journey, environment, dice, points);
    } finally {
      await environment.stop();
    }
  });
}

function same(store: Store): Store {
  return store;
}

async function travel(
  journey: Journey,
  environment: Environment,
  dice: Dice,
  points: ReturnType<typeof createPoints>,
): Promise<Crashed> {
  const { slack, provider } = environment;
  await environment.start();
  const posts = recordPosts(slack);
  const channels = journey.alerts ? await openChannels(environment) : oneChannel(environment);
  const journal = newJournal();
  const deps = { environment, channels, posts, dice, journal };
  await environment.idle(IDLE_MS);
  journey.prepare?.(environment);
  points.begin();

  const course = await order(journey, environment, channels);
  const actions = createActions(deps);
  for (const step of course?.steps ?? []) {
    await passTime(environment, step.afterMs);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const done = course && (await actions.perform(course, step.action));
      if (typeof done === 'object') course?.references.push(...done.forms.map(({ reference }) => reference));
      if (done !== 'not yet') break;
      await passTime(environment, BETWEEN_MS);
    }
  }
  if (journey.isForgotten && course) {
    const { colleague, plan, references } = course;
    await passTime(environment, BETWEEN_MS);
    const channel = channels.salesChannels[0] ?? '';
    await forgetCustomer(environment, colleague, { channel, phone: plan.phone, reference: references[0] });
  }
  provider.faults.clear();
  const unrest = await recover(deps);
  points.end();
  // A bot that was ended in the last moment has left a claim or a lease, which runs out.
  await passTime(environment, 2 * LEASE_MS);
  const { reader } = environment;
  const [orders, unfinished, record] = await Promise.all([
    reader.orders(),
    reader.unfinished(),
    reader.record(),
  ]);
  const evidence: Evidence = { environment, channels, posts, journal, orders, unfinished, record };
  const { violations } = audit(evidence);
  if (journey.byBulk) violations.push(...auditBulk(evidence));
  if (journey.isForgotten) violations.push(...(await auditForgotten(evidence)));
  if (unrest) violations.push({ reference: undefined, what: unrest });
  for (const run of environment.slack.functionRuns)
    if (run.state === 'running')
      violations.push({ reference: undefined, what: `the run of the step ${run.callback_id} never ended` });
  if (orders.length === 0) violations.push({ reference: undefined, what: 'nothing was ever ordered' });
  return { points: points.passed, violations, history: historyOf(violations, evidence) };
}

async function passTime(environment: Environment, ms: number): Promise<void> {
  await environment.idle(IDLE_MS);
  environment.advance(ms);
  await environment.idle(IDLE_MS);
}

async function order(
  journey: Journey,
  environment: Environment,
  channels: Channels,
): Promise<Course | undefined> {
  const { plan } = journey;
  const { slack } = environment;
  const [agent] = channels.agents;
  const [colleague] = channels.colleagues;
  const [plain, , loud] = channels.salesChannels;
  const channel = journey.alerts === 'loud' ? loud : plain;
  if (!agent || !colleague || !channel) throw new Error('nobody works here');
  let reference: string | undefined;
  for (let tries = 0; tries < TRIES && !(await isStored(environment, reference)); tries += 1) {
    if (journey.byBulk) reference = await runBulk(environment, agent, channel);
    else if (journey.byWorkflow) reference = await runWorkflow(environment, agent, channel, plan);
    else if (reference && slack.modal(agent.id)) await submitOpened(environment, agent);
    else reference = (await takeOrder(environment, agent, channel, plan))?.reference;
    await environment.idle(IDLE_MS);
  }
  if (reference === undefined) return undefined;
  return {
    plan,
    references: [reference],
    agent,
    colleague,
    oldCard: undefined,
    steps: [...plan.steps],
    dueAt: 0,
    waits: 0,
  };
}

async function isStored(environment: Environment, reference: string | undefined): Promise<boolean> {
  return (
    reference !== undefined && (await environment.store.orders.get(referenceOf(reference))) !== undefined
  );
}

/** Two people and one channel, in which no alerts are on. */
function oneChannel({ slack }: Environment): Channels {
  const add = (name: string): Person => slack.person(slack.addUser({ name, real_name: `${name} Agent` }).id);
  const [agent, colleague] = [add('amina'), add('brian')];
  const members = [slack.botUserId, agent.id, colleague.id];
  const users = [agent.id, colleague.id];
  slack.addUsergroup({ id: APPROVERS, handle: 'approvers', name: 'Approvers', users });
  const { id } = slack.addChannel({ name: 'till', kind: 'public', members });
  return {
    agents: [agent],
    colleagues: [colleague],
    salesChannels: [id],
    closing: '',
    listening: [],
    closingDesk: '',
  };
}
