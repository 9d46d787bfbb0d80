// One of several clients of a store: makes calls as chance has it, with what it has learned from earlier answers, and writes
// down when each was called and what came back.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import fc from 'fast-check';
import type { Order } from '#orders/order.ts';
import type { Claim, Store } from '#store/store.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import type { Operation } from './linearize.ts';
import { type Answer, type Call, type Given, NAMES, type Name } from './store-model.ts';

export type Recorded = Operation<Call, Answer>;
type Program = {
  /** Orders and the lease of a round have names of their own. */
  readonly round: string;
  readonly client: string;
  readonly seed: number;
  readonly calls: number;
};

type Knowledge = {
  readonly versions: { [name in Name]?: number };
  readonly mark: string;
  held: readonly Given[];
  /** The last one; it may be released by now. */
  lease: string | undefined;
};
type Step = (knows: Knowledge) => Call | undefined;

const LONG_MS = 600_000;

/** `beforeCall` is called before each; `pause` is waited for after a call that was rejected, because the store may be down. */
export async function runClient(
  store: Store,
  { round, client, seed, calls }: Program,
  {
    beforeCall = () => {},
    pause = turnOfTheLoop,
  }: { beforeCall?: () => void; pause?: () => Promise<void> } = {},
): Promise<Recorded[]> {
  const history: Recorded[] = [];
  const knowledge = { versions: {}, held: [], lease: undefined };
  for (const [index, step] of fc.sample(anyStep, { seed, numRuns: calls }).entries()) {
    const knows: Knowledge = Object.assign(knowledge, { mark: `${client}${index}` });
    const call = step(knows);
    if (!call) continue;
    beforeCall();
    const from = now();
    const answer = await perform(store, round, call).catch(() => undefined);
    if (answer) {
      history.push({ call, answer, from, until: now() });
      learn(knows, call, answer);
    } else {
      history.push({ call, from, until: Number.POSITIVE_INFINITY });
      await pause();
    }
  }
  return history;
}

/** Nanoseconds by the clock that all processes of a machine share. */
const now = () => Number(process.hrtime.bigint());

const anyName = fc.constantFrom(...NAMES);
const time = fc.integer({ min: 0, max: 30 });
const maybeTime = fc.option(time, { nil: undefined });
const lease = fc.record({ now: time, leaseMs: fc.integer({ min: 1, max: 20 }) });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(anyName, maybeTime).map(
      ([name, at]): Step =>
        ({ mark }) => ({ do: 'insert', written: { name, version: 0, mark }, at }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(anyName, maybeTime).map(
      ([name, at]): Step =>
        ({ versions, mark }) => {
          return { do: 'save', written: { name, version: versions[name] ?? 0, mark }, at };
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.tuple(maybeTime, maybeTime), fc.option(anyName, { nil: undefined })).map(
      ([at, newOne]): Step =>
        ({ versions, mark }) => ({
          do: 'saveTogether',
          both: NAMES.map((name, index) => ({
            written: { name, version: name === newOne ? 0 : (versions[name] ?? 0), mark },
            at: at[index],
            isNew: name === newOne,
          })),
        }),
    ),
  },
  {
    weight: 3,
    arbitrary: anyName.map(
      (name): Step =>
        () => ({ do: 'get', name }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(anyName, time).map(
      ([name, at]): Step =>
        () => ({ do: 'trigger', name, at }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(lease, fc.integer({ min: 1, max: 2 })).map(
      ([held, limit]): Step =>
        () => ({ do: 'claim', limit, ...held }),
    ),
  },
  fc.tuple(anyName, lease).map(
    ([name, held]): Step =>
      () => ({ do: 'claimOne', name, ...held }),
  ),
  lease.map(
    (times): Step =>
      ({ held: [held] }) =>
        held && { do: 'renew', held, ...times },
  ),
  {
    weight: 2,
    arbitrary: fc.record({ at: maybeTime, atIfTriggered: maybeTime, mayBeHalfDone: fc.boolean() }).map(
      (next): Step =>
        ({ held: [held] }) =>
          held && { do: 'complete', held, next },
    ),
  },
  fc.constant<Step>(() => ({ do: 'nextDue' })),
  fc.constant<Step>(() => ({ do: 'acquire' })),
  fc.constantFrom('renewLease', 'release').map(
    (what): Step =>
      ({ lease: token }) =>
        token === undefined ? undefined : { do: what, token },
  ),
);

function learn(knows: Knowledge, call: Call, answer: Answer): void {
  if (call.do === 'get') knows.versions[call.name] = 'version' in answer ? answer.version : 0;
  if (call.do === 'save' && 'is' in answer && answer.is)
    knows.versions[call.written.name] = call.written.version + 1;
  if ('claims' in answer && answer.claims.length > 0) knows.held = answer.claims;
  if (call.do === 'acquire' && 'is' in answer && typeof answer.is === 'string') knows.lease = answer.is;
}

async function perform({ orders, leases }: Store, round: string, call: Call): Promise<Answer> {
  const named = (name: Name) => referenceOf(`${round}-${name}`);
  const orderOf = ({ name, version, mark }: { name: Name; version: number; mark: string }): Order =>
    sampleOrder(`${round}-${name}`, { version, description: mark });
  const claimOf = ({ name, token, attempt }: Given): Claim => ({
    queue: 'check',
    reference: named(name),
    token,
    attempt,
  });
  const givenOf = ({ reference, token, attempt }: Claim): Given => {
    const name = NAMES.find((one) => named(one) === reference);
    if (!name) throw new Error(`${reference} is of another round`);
    return { name, token, attempt };
  };
  const trigger = (at: number | undefined) => (at === undefined ? {} : { check: at });

  switch (call.do) {
    case 'insert':
      return { is: await orders.insert(orderOf(call.written), trigger(call.at)) };
    case 'save':
      return { is: (await orders.save(orderOf(call.written), trigger(call.at))) !== undefined };
    case 'saveTogether':
      return {
        is: await orders.saveTogether(
          call.both.map(({ written, at, isNew }) => ({
            order: orderOf(written),
            trigger: trigger(at),
            ...(isNew && { isNew }),
          })),
        ),
      };
    case 'get': {
      const order = await orders.get(named(call.name));
      return order ? { version: order.version, mark: order.description } : { is: null };
    }
    case 'trigger':
      await orders.trigger('check', named(call.name), call.at);
      return { is: null };
    case 'claim':
      return { claims: (await orders.claim('check', call)).map(givenOf) };
    case 'claimOne': {
      const claim = await orders.claimOne('check', named(call.name), call);
      return { claims: claim ? [givenOf(claim)] : [] };
    }
    case 'renew':
      return { is: await orders.renew(claimOf(call.held), call) };
    case 'complete':
      await orders.complete(claimOf(call.held), call.next);
      return { is: null };
    case 'nextDue':
      return { is: (await orders.nextDue('check')) ?? null };
    case 'acquire':
      return { is: (await leases.acquire(round, LONG_MS)) ?? null };
    case 'renewLease':
      return { is: await leases.renew(round, call.token, LONG_MS) };
    case 'release':
      await leases.release(round, call.token);
      return { is: null };
  }
}
