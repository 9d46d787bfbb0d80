// What src/store/store.ts promises of two orders, their turns in one queue and one lease, as a function from state to state.
import type { Reschedule } from '#store/store.ts';
import type { Model, Operation } from './linearize.ts';

export const NAMES = ['A', 'B'] as const;
export type Name = (typeof NAMES)[number];

type Written = { readonly name: Name; readonly version: number; readonly mark: string };
type Lease = { readonly now: number; readonly leaseMs: number };
/** What a claim gave for one order. */
export type Given = { readonly name: Name; readonly token: string; readonly attempt: number };

/** `at` triggers. */
type Change = { readonly written: Written; readonly at: number | undefined };

/** `mark` is another one in each write. */
export type Call =
  | ({ readonly do: 'insert' | 'save' } & Change)
  | { readonly do: 'saveTogether'; readonly both: readonly (Change & { readonly isNew: boolean })[] }
  | { readonly do: 'get'; readonly name: Name }
  | { readonly do: 'trigger'; readonly name: Name; readonly at: number }
  | ({ readonly do: 'claim'; readonly limit: number } & Lease)
  | ({ readonly do: 'claimOne'; readonly name: Name } & Lease)
  | ({ readonly do: 'renew'; readonly held: Given } & Lease)
  | { readonly do: 'complete'; readonly held: Given; readonly next: Reschedule }
  | { readonly do: 'nextDue' }
  | { readonly do: 'acquire' }
  | { readonly do: 'renewLease' | 'release'; readonly token: string };

/** A truth, a time, a token, an order, or claims, as the call has it. */
export type Answer =
  | { readonly is: boolean | number | string | null }
  | { readonly version: number; readonly mark: string }
  | { readonly claims: readonly Given[] };

type Turn = {
  readonly dueAt: number;
  readonly attempt: number;
  readonly token?: string;
  readonly triggered: boolean;
};
type State = {
  readonly orders: { readonly [name in Name]?: { readonly version: number; readonly mark: string } };
  readonly turns: { readonly [name in Name]?: Turn };
  readonly lease: string | undefined;
};

export const storeModel: Model<State, Call, Answer> = {
  initial: { orders: {}, turns: {}, lease: undefined },
  after(state, operation) {
    const { answer } = operation;
    return endingsOf(state, operation)
      .filter((ending) => answer === undefined || isSame(ending.answer, answer))
      .map((ending) => ending.state);
  },
  keyOf: ({ orders, turns, lease }) =>
    JSON.stringify([...NAMES.flatMap((name) => [orders[name], textOf(turns[name])]), lease]),
};

type Ending = { readonly answer: Answer; readonly state: State };

function endingsOf(state: State, { call, answer, from }: Operation<Call, Answer>): readonly Ending[] {
  // Tokens are made by the store. Without an answer nobody knows the token, and nobody can use it.
  const tokens = answer && 'claims' in answer ? answer.claims : [];
  const tokenOf = (name: Name) => tokens.find((given) => given.name === name)?.token ?? `unknown ${from}`;
  switch (call.do) {
    case 'insert':
    case 'save':
      return [changed(state, [{ ...call, isNew: call.do === 'insert' }])];
    case 'saveTogether':
      return [changed(state, call.both)];
    case 'get':
      return [{ answer: state.orders[call.name] ?? { is: null }, state }];
    case 'trigger':
      return [
        {
          answer: { is: null },
          state: state.orders[call.name] ? triggered(state, call.name, call.at) : state,
        },
      ];
    case 'claim':
      return choices(state, call.now, call.limit).map((names) => claimed(state, names, tokenOf, call));
    case 'claimOne': {
      const turn = state.turns[call.name];
      const isFree = turn && (turn.token === undefined || turn.dueAt <= call.now);
      return [claimed(state, isFree ? [call.name] : [], tokenOf, call)];
    }
    case 'renew': {
      const turn = heldTurn(state, call.held);
      if (!turn) return [{ answer: { is: false }, state }];
      return [
        {
          answer: { is: true },
          state: withTurn(state, call.held.name, { ...turn, dueAt: call.now + call.leaseMs }),
        },
      ];
    }
    case 'complete':
      return [{ answer: { is: null }, state: completed(state, call.held, call.next) }];
    case 'nextDue': {
      const times = NAMES.flatMap((name) => state.turns[name]?.dueAt ?? []);
      return [{ answer: { is: times.length ? Math.min(...times) : null }, state }];
    }
    case 'acquire': {
      if (state.lease !== undefined) return [{ answer: { is: null }, state }];
      const token = answer && 'is' in answer && typeof answer.is === 'string' ? answer.is : `unknown ${from}`;
      return [{ answer: { is: token }, state: { ...state, lease: token } }];
    }
    case 'renewLease':
      return [{ answer: { is: state.lease === call.token }, state }];
    case 'release':
      return [
        { answer: { is: null }, state: state.lease === call.token ? { ...state, lease: undefined } : state },
      ];
  }
}

/** All of the changes, or none when one of them is of an order that has changed. */
function changed(state: State, changes: readonly (Change & { readonly isNew: boolean })[]): Ending {
  if (!changes.every(({ written, isNew }) => isCurrent(state, written, isNew)))
    return { answer: { is: false }, state };
  return {
    answer: { is: true },
    state: changes.reduce(
      (all, { written, at, isNew }) => triggered(stored(all, written, isNew), written.name, at),
      state,
    ),
  };
}

function isCurrent(state: State, { name, version }: Written, isNew: boolean): boolean {
  const order = state.orders[name];
  return isNew ? order === undefined : order?.version === version;
}

function stored(state: State, { name, version, mark }: Written, isNew: boolean): State {
  return { ...state, orders: { ...state.orders, [name]: { version: isNew ? 0 : version + 1, mark } } };
}

function withTurn(state: State, name: Name, turn: Turn): State {
  return { ...state, turns: { ...state.turns, [name]: turn } };
}

function triggered(state: State, name: Name, at: number | undefined): State {
  const turn = state.turns[name];
  if (at === undefined) return state;
  if (!turn) return withTurn(state, name, { dueAt: at, attempt: 0, triggered: false });
  if (turn.token !== undefined) return withTurn(state, name, { ...turn, triggered: true });
  return withTurn(state, name, { ...turn, dueAt: Math.min(turn.dueAt, at) });
}

/** Which orders a claim may give: the oldest that are due; of two that are due at the same time either. */
function choices(state: State, now: number, limit: number): readonly (readonly Name[])[] {
  const dueAt = (name: Name) => state.turns[name]?.dueAt ?? Number.POSITIVE_INFINITY;
  const due = NAMES.filter((name) => dueAt(name) <= now);
  if (due.length <= limit) return [due];
  const oldest = Math.min(...due.map(dueAt));
  return due.filter((name) => dueAt(name) === oldest).map((name) => [name]);
}

function claimed(
  state: State,
  names: readonly Name[],
  tokenOf: (name: Name) => string,
  { now, leaseMs }: Lease,
): Ending {
  const claims = names.map((name) => ({
    name,
    token: tokenOf(name),
    attempt: (state.turns[name]?.attempt ?? 0) + 1,
  }));
  const turn = ({ attempt, token }: Given): Turn => ({
    dueAt: now + leaseMs,
    attempt,
    token,
    triggered: false,
  });
  return {
    answer: { claims },
    state: claims.reduce((all, given) => withTurn(all, given.name, turn(given)), state),
  };
}

function heldTurn(state: State, { name, token }: Given): Turn | undefined {
  const turn = state.turns[name];
  return turn?.token === token ? turn : undefined;
}

function completed(state: State, held: Given, next: Reschedule): State {
  const turn = heldTurn(state, held);
  if (!turn) return state;
  const dueAt = turn.triggered ? (next.atIfTriggered ?? next.at) : next.at;
  const { [held.name]: _, ...turns } = state.turns;
  if (dueAt === undefined) return { ...state, turns };
  return withTurn(state, held.name, {
    dueAt,
    attempt: next.mayBeHalfDone ? turn.attempt : 0,
    triggered: false,
  });
}

/** Claims are compared without regard to which of two comes first. */
function isSame(one: Answer, other: Answer): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: Answer | Turn | undefined): string {
  if (value && 'claims' in value)
    return JSON.stringify(
      [...value.claims]
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((given) => [given.name, given.token, given.attempt]),
    );
  if (value && 'dueAt' in value)
    return JSON.stringify([value.dueAt, value.attempt, value.token, value.triggered]);
  return JSON.stringify(value);
}
