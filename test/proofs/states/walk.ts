// A breadth-first walk over every world that can be reached with so many outside events. What Teller does by itself costs
// nothing, so each world is first reached with the fewest events.
import type { Move } from './moves.ts';
import type { Sabotage } from './process.ts';
import { brokenAtRest, brokenBy } from './rules.ts';
import { createSteps, type Scenario } from './steps.ts';
import type { World } from './world.ts';
import { keyOf } from './world-key.ts';

export type Limits = {
  /** Outside events in all: of customers, people, notifications, and faults. */
  readonly events: number;
  /** How many of them may be faults: bad answers, crashes, two processes at once. */
  readonly faults: number;
};

export type Walked = {
  readonly states: number;
  readonly transitions: number;
  /** True when more events would lead to no new state. */
  readonly isClosed: boolean;
  /** The broken rule and how to get there; undefined when all hold. */
  readonly violation?: { readonly rule: string; readonly steps: readonly string[] };
};

type Found = { readonly id: number; readonly world: World; readonly faults: number };

export const NO_SAVE_IS_REFUSED = 'no save is refused';
export const COMES_TO_REST = 'from every state Teller comes to rest';

export async function walk(scenario: Scenario, limits: Limits, sabotage?: () => Sabotage): Promise<Walked> {
  const { stackTraceLimit } = Error;
  // Nobody reads where the errors of a walk come from, and finding that out takes a tenth of its time.
  Error.stackTraceLimit = 0;
  try {
    return await walkAll(scenario, limits, sabotage);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function walkAll(scenario: Scenario, limits: Limits, sabotage?: () => Sabotage): Promise<Walked> {
  const ids = new Map<string, number>();
  /** By state: how it was first reached, the fewest faults it takes, and what comes of it by itself (-1 at rest). */
  const reached: { readonly from: number; readonly name: string }[] = [];
  const faultsTo: number[] = [];
  const successors: number[] = [];
  let transitions = 0;
  let violation: Walked['violation'];
  let refused: string | undefined;
  const saveRefused = (rule: string) => {
    refused = rule;
  };
  const steps = createSteps(scenario, { saveRefused, ...(sabotage && { sabotage }) });

  function traceOf(id: number): string[] {
    const trace: string[] = [];
    for (let at = id; at >= 0; at = reached[at]?.from ?? -1) trace.unshift(reached[at]?.name ?? '');
    return trace;
  }

  function broken(rule: string | undefined, trace: () => string[]): void {
    if (rule !== undefined) violation ??= { rule, steps: trace() };
  }

  /** Undefined when the world was reached before with as few faults. */
  function enter(from: number, { name, world, event }: Move, faults: number): Found | undefined {
    const key = keyOf(world, scenario.alike);
    const known = ids.get(key);
    const id = known ?? ids.size;
    if (event === undefined) successors[from] = id;
    if (known !== undefined && (faultsTo[known] ?? 0) <= faults) return undefined;
    faultsTo[id] = faults;
    if (known === undefined) {
      ids.set(key, id);
      reached[id] = { from, name };
      successors[id] = -1;
    }
    return { id, world, faults };
  }

  /** Takes every step out of a world. Resolves to the worlds that are new. */
  async function expand({ id, world, faults }: Found, spent: number): Promise<[Found, isEvent: boolean][]> {
    const moves = await steps.from(world, faults < limits.faults);
    if (refused !== undefined) broken(NO_SAVE_IS_REFUSED, () => [...traceOf(id), refused ?? '']);
    if (moves.every(({ event }) => event !== undefined)) broken(brokenAtRest(world), () => traceOf(id));
    return moves.flatMap((move): [Found, boolean][] => {
      const faultsThen = faults + (move.event === 'fault' ? 1 : 0);
      if (faultsThen > limits.faults || (move.event && spent === limits.events)) return [];
      transitions += 1;
      broken(brokenBy(world, move.world), () => [...traceOf(id), move.name]);
      const entered = enter(id, move, faultsThen);
      return entered ? [[entered, move.event !== undefined]] : [];
    });
  }

  const first = enter(-1, { name: 'start', world: scenario.start }, 0);
  let layer = first ? [first] : [];
  let isClosed = false;
  for (let spent = 0; spent <= limits.events && !violation; spent += 1) {
    const stack = layer;
    layer = [];
    for (let found = stack.pop(); found && !violation; found = stack.pop()) {
      if ((faultsTo[found.id] ?? 0) < found.faults) continue;
      for (const [one, isEvent] of await expand(found, spent)) (isEvent ? layer : stack).push(one);
    }
    isClosed = layer.length === 0 && spent < limits.events;
    if (isClosed) break;
  }
  const restless = violation ? undefined : firstThatNeverRests(successors);
  if (restless !== undefined) broken(COMES_TO_REST, () => traceOf(restless));
  return {
    states: ids.size,
    transitions,
    isClosed: isClosed && !violation,
    ...(violation ? { violation } : {}),
  };
}

/** Following what comes by itself must end; undefined when it does from everywhere. */
function firstThatNeverRests(successors: readonly number[]): number | undefined {
  const rests = new Uint8Array(successors.length);
  for (let start = 0; start < successors.length; start += 1) {
    const path = new Set<number>();
    let at = start;
    while (at >= 0 && !rests[at]) {
      if (path.has(at)) return start;
      path.add(at);
      at = successors[at] ?? -1;
    }
    for (const one of path) rests[one] = 1;
  }
  return undefined;
}

/** The world after these events, each taken as soon as it can be, when the next thing to happen is a turn of `until`. */
export async function worldAfter(
  scenario: Scenario,
  events: readonly string[],
  until: 'deliver' | 'check',
): Promise<World> {
  const steps = createSteps(scenario, { saveRefused: () => {} });
  const left = [...events];
  let world = scenario.start;
  for (let taken = 0; taken < 100; taken += 1) {
    const moves = await steps.from(world, false);
    const wanted = moves.find(({ name, event }) => event === 'usual' && name === left[0]);
    const own = moves.find(({ event }) => event === undefined);
    if (left.length === 0 && own?.world.works.at(-1)?.kind === until) return world;
    if (wanted) left.shift();
    world = (wanted ?? own)?.world ?? world;
  }
  throw new Error(`"${left[0] ?? until}" never comes`);
}
