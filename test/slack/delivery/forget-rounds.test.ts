// That erasing a customer goes on after a crash at any write or call, erases everything, and tells its end once.
import { expect, onTestFinished, test } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import type { Order } from '#orders/order.ts';
import { createForgetJobs, type ForgetJob } from '#payments/finding/forget-jobs.ts';
import { createForget, type Forget } from '#payments/status/forget.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createForgetRounds } from '#slack/delivery/forget-rounds.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { openStore } from '#store/open.ts';
import { updatesOf } from '#test/payments/status/rig.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';

const NAMES = ['A-1', 'A-2', 'A-3'];
const OVER = { state: 'cancelled', cancelledBy: 'U1', checksEndedAt: 1 } as const;

/** Process after process on one store; `dieAt`: the first one's call that never comes back, done or not. */
async function run(dieAt: number, isDone: boolean) {
  const clock = createMovingClock();
  const store = await openStore('sqlite::memory:', { clock });
  const { orders, leases } = store;
  for (const name of NAMES) await orders.insert(sampleOrder(name, { ...OVER, createdAt: 1, changedAt: 1 }));
  const posted: { text: string; news: string }[] = [];
  let calls = 0;

  function startProcess(killAt: number) {
    const stopping = new AbortController();
    let isDead = false;
    /** What goes on after a kill never does. */
    const door = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      const own = calls;
      calls += 1;
      if (isDead) return new Promise(() => {});
      if (own !== killAt) return work();
      isDead = true;
      if (isDone) await work();
      return new Promise(() => {});
    };
    const jobs = createForgetJobs({ keyValues: store.keyValues('forgetting'), leases, clock });
    const { updates } = updatesOf({ clock, store, orders, put: never, kept: never });
    const { forget } = createForget({
      orders,
      updates,
      scrub: store.scrub,
      runningBulks: async () => [],
      clock,
    });
    const outbound: Pick<Outbound, 'findOwn' | 'postToPerson'> = {
      findOwn: async () => ({
        status: 'found',
        channel: 'D1',
        messages: new Map(posted.map(({ news }) => [news, '1.1'])),
        texts: new Map(),
      }),
      postToPerson: (_, { text, metadata }) =>
        door(async () => {
          posted.push({ text, news: metadata.news });
          return { status: 'posted', channel: 'D1', ts: '1.1' };
        }),
    };
    const rounds = createForgetRounds({
      jobs: {
        ...jobs,
        save: (job) => door(() => jobs.save(job)),
        end: (job) => door(() => jobs.end(job)),
      },
      forget: (reference, by) => door(() => forget(reference, by)),
      outboundFor: () => outbound,
      // Nobody renews the leases of the dead.
      leases: {
        ...leases,
        renew: async (...lease) => (isDead ? false : leases.renew(...lease)),
      },
      clock,
      reporter: { failing: () => {}, working: () => {} },
    });
    void rounds.runForgetting(stopping.signal);
    return { jobs, isDead: () => isDead, stop: () => stopping.abort() };
  }

  const job: ForgetJob = {
    ...{ id: 'job', by: 'U9', at: clock.now(), erased: 0, kept: [], files: [] },
    left: NAMES.map(referenceOf),
  };
  const first = startProcess(dieAt);
  await first.jobs.begin(job);
  const isOver = async () => (await first.jobs.all()).length === 0;
  await passing(async () => first.isDead() || (await isOver()));
  const wasKilled = first.isDead();
  const second = startProcess(-1);
  await passing(isOver);
  second.stop();
  first.stop();
  const left = await Promise.all(NAMES.map((name) => orders.get(referenceOf(name))));
  const deeds = await Promise.all(NAMES.map((name) => store.audit.linesOf(referenceOf(name))));
  await store.close();
  return { posted, left, deeds: deeds.flatMap(({ lines }) => lines), wasKilled };

  /** The clock goes on, and with it the leases of the dead. */
  async function passing(check: () => Promise<boolean>): Promise<void> {
    for (let turn = 0; turn < 500; turn += 1) {
      if (await check()) return;
      clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    throw new Error('it never ended');
  }
}

function never(): never {
  throw new Error('not used');
}

test('killed at any call, done or not, all is erased, each order once, and the person is told once', async () => {
  let cases = 0;
  for (const isDone of [false, true]) {
    for (let dieAt = 0; ; dieAt += 1) {
      const { posted, left, deeds, wasKilled } = await run(dieAt, isDone);
      expect(left.map((order: Order | undefined) => order?.customer)).toEqual(NAMES.map(() => ({})));
      expect(deeds.map(({ who, deed }) => `${who} ${deed}`)).toEqual(NAMES.map(() => 'U9 forgotten'));
      expect(posted).toHaveLength(1);
      expect(posted[0]?.text).toContain('was erased from 3 orders');
      if (!wasKilled) break;
      cases += 1;
    }
  }
  expect(cases).toBeGreaterThan(10);
});

/** A running process on an empty store. `isTaken`: whether Slack takes what is posted to a person. */
async function startRounds(forget: Forget['forget'], isTaken: (person: string) => boolean = () => true) {
  const clock = createMovingClock();
  const store = await openStore('sqlite::memory:', { clock });
  const { leases } = store;
  const jobs = createForgetJobs({ keyValues: store.keyValues('forgetting'), leases, clock });
  const stopping = new AbortController();
  const told: string[][] = [];
  const pauses: number[] = [];
  const rounds = createForgetRounds({
    jobs,
    forget,
    outboundFor: () => ({
      findOwn: async () => ({ status: 'found', channel: 'D1', messages: new Map(), texts: new Map() }),
      async postToPerson(person, { text }) {
        if (!isTaken(person)) return { status: 'unknown', error: new Error('internal_error') };
        told.push([person, text]);
        return { status: 'posted', channel: 'D1', ts: '1.1' };
      },
    }),
    leases,
    clock: {
      ...clock,
      after(delayMs, callback) {
        pauses.push(delayMs);
        return clock.after(delayMs, callback);
      },
    },
    reporter: { failing: () => {}, working: () => {} },
  });
  onTestFinished(async () => {
    stopping.abort();
    await store.close();
  });
  return {
    ...{ clock, leases, pauses, told },
    left: async () => (await jobs.all()).map(({ id, left }) => [id, ...left]),
    /** Each job is named after whoever asked for it. */
    async run(asked: Readonly<Record<string, readonly string[]>>) {
      for (const [by, names] of Object.entries(asked))
        await jobs.begin({
          id: by,
          by,
          at: clock.now(),
          erased: 0,
          kept: [],
          files: [],
          left: names.map((name) => referenceOf(name)),
        });
      void rounds.runForgetting(stopping.signal);
    },
  };
}

test('what another process has in hand is looked at again within two seconds, because that one may be dead', async () => {
  const rounds = await startRounds(async () => ({ status: 'gone' }));
  rounds.clock.hold();
  await rounds.leases.acquire('forgetting', LEASE_MS);
  await rounds.run({ U1: ['A-1'] });
  await expect.poll(() => rounds.pauses.length).toBeGreaterThan(0);
  expect(await rounds.left()).toEqual([['U1', 'A-1']]);
  expect(rounds.pauses[0]).toBeLessThanOrEqual(10_000 - LEASE_MS);
});

test('an order that cannot be read, or a person who cannot be told, does not hold up what others have begun', async () => {
  const rounds = await startRounds(
    async (reference) => {
      if (reference === 'A-1') throw new Error('The stored order A-1 cannot be read.');
      return { status: 'gone' };
    },
    (person) => person !== 'U2',
  );
  await rounds.run({ U1: ['A-1'], U2: ['A-2'], U3: ['A-3'] });
  await expect.poll(() => rounds.told.map(([person]) => person)).toEqual(['U3']);
  await expect.poll(rounds.left).toEqual([['U1', 'A-1'], ['U2']]);
});

test('an order that cannot be erased now holds up no other of the same customer, and the person is told once all are', async () => {
  const gone: string[] = [];
  let isMended = false;
  const rounds = await startRounds(async (reference) => {
    if (reference === 'A-1' && !isMended) throw new Error('The order A-1 may not be saved like this.');
    gone.push(reference);
    return { status: 'erased', order: sampleOrder(reference) };
  });
  // More than are erased between two notes of how far it has come.
  const names = Array.from({ length: 45 }, (_, index) => `A-${index + 1}`);
  await rounds.run({ U1: names });
  await expect.poll(() => gone).toEqual(names.slice(1));
  await expect.poll(rounds.left).toEqual([['U1', 'A-1']]);
  expect(rounds.told).toEqual([]);
  isMended = true;
  await expect
    .poll(() => {
      rounds.clock.advance(5_000);
      return gone;
    })
    .toEqual([...names.slice(1), 'A-1']);
  await expect
    .poll(() => rounds.told)
    .toEqual([['U1', expect.stringContaining('was erased from 45 orders')]]);
});
