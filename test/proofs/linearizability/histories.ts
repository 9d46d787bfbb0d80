// Many short histories of one store: in each, several clients call at the same time, about two orders that nobody had before.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '#store/store.ts';
import { howMany } from '#test/proofs/how-many.ts';
import { type Recorded, runClient } from './client.ts';
import { linearize, type Verdict } from './linearize.ts';
import { type Answer, type Call, storeModel } from './store-model.ts';

export const ROUNDS = howMany({ short: 60, full: 200 });
const CALLS = 8;

/** The first history that could not have happened, or undefined. `stores` are the same data, one for each client. */
export async function findViolation(stores: readonly Store[], rounds = ROUNDS, firstSeed = 1) {
  const [first] = stores;
  if (!first) throw new Error('no store');
  for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
    const programs = stores.map((_, index) => programOf(seed, index));
    const histories = await Promise.all(
      programs.map((program, index) => runClient(stores[index] ?? first, program)),
    );
    await emptyQueue(first);
    const history = histories.flat();
    const verdict = linearize(storeModel, history);
    if (!verdict.order) return { seed, history, verdict };
  }
  return undefined;
}

export function programOf(seed: number, client: number, calls = CALLS) {
  return { round: `R${seed}`, client: `c${client}.`, seed: seed * 100 + client, calls };
}

export function expectLinearizable(history: readonly Recorded[]): void {
  expectNoViolation({ history, verdict: linearize(storeModel, history) });
}

export function expectNoViolation(
  violation: { history: readonly Recorded[]; verdict: Verdict<Call, Answer> } | undefined,
): void {
  if (!violation || violation.verdict.order) return;
  const shown = (recorded: readonly Recorded[]) =>
    recorded.map(({ call, answer, from, until }) => JSON.stringify({ from, until, call, answer })).join('\n');
  const sorted = [...violation.history].sort((a, b) => a.from - b.from);
  expect.fail(
    `This history has no order:\n${shown(sorted)}\nNone of these can come next:\n${shown(violation.verdict.stuckAt)}`,
  );
}

/**
 * A claim gives orders of any round, so none may be left waiting. A call that the store did not answer is made once more, at a
 * later time: until then a claim whose answer was lost holds its orders.
 */
export async function emptyQueue({ orders }: Store): Promise<void> {
  for (let now = 1e9; ; now += 10) {
    try {
      for (const claim of await orders.claim('check', { now, leaseMs: 1, limit: 1e3 }))
        await orders.complete(claim, { at: undefined, atIfTriggered: undefined });
      return;
    } catch {
      await wait(20);
    }
  }
}
