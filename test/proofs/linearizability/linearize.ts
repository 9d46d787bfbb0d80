// Whether a history of concurrent operations could have happened one after the other, each at one moment between its call
// and its answer (J. Wing and C. Gong, "Testing and verifying concurrent objects", 1993). What was reached before in the same
// way is not searched again (G. Lowe, "Testing for linearizability", 2017).

export type Operation<Call, Answer> = {
  readonly call: Call;
  /** Missing when none came: it may have happened, may still happen, or never will. */
  readonly answer?: Answer;
  /** When it was called and answered, by one clock for all. Without an answer `until` is Infinity. */
  readonly from: number;
  readonly until: number;
};

export type Model<State, Call, Answer> = {
  readonly initial: State;
  /**
   * The states to which `operation` may lead. None when it cannot have its answer in `state`; without an answer it may have any.
   */
  after(state: State, operation: Operation<Call, Answer>): readonly State[];
  /** The same text for states from which the same can follow. */
  keyOf(state: State): string;
};

export type Verdict<Call, Answer> = {
  /** One order in which it could have happened; undefined when there is none. */
  readonly order: readonly Operation<Call, Answer>[] | undefined;
  /** Where the longest attempt ended: none of these could come next. */
  readonly stuckAt: readonly Operation<Call, Answer>[];
  readonly statesSeen: number;
};

export function linearize<State, Call, Answer>(
  model: Model<State, Call, Answer>,
  history: readonly Operation<Call, Answer>[],
): Verdict<Call, Answer> {
  const seen = new Set<string>();
  const order: Operation<Call, Answer>[] = [];
  let longest = -1;
  let stuckAt: readonly Operation<Call, Answer>[] = [];

  /** `done` has a bit for each operation that has already happened. */
  function search(done: bigint, state: State): boolean {
    const open = history.flatMap((operation, index) =>
      (done >> BigInt(index)) & 1n ? [] : [{ operation, index }],
    );
    const firstAnswer = Math.min(...open.map(({ operation }) => operation.until));
    // All that is left was never answered, and so need not have happened.
    if (firstAnswer === Number.POSITIVE_INFINITY) return true;
    // What was called after another one was answered comes after that one.
    const candidates = open.filter(({ operation }) => operation.from <= firstAnswer);
    if (order.length > longest) {
      longest = order.length;
      stuckAt = candidates.map(({ operation }) => operation);
    }
    for (const { operation, index } of candidates) {
      for (const next of model.after(state, operation)) {
        const doneThen = done | (1n << BigInt(index));
        const key = `${doneThen} ${model.keyOf(next)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        order.push(operation);
        if (search(doneThen, next)) return true;
        order.pop();
      }
    }
    return false;
  }

  const found = search(0n, model.initial);
  return { order: found ? order : undefined, stuckAt: found ? [] : stuckAt, statesSeen: seen.size };
}
