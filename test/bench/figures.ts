// What a measurement hands on, and the arithmetic that all of them share.

export type Figure = {
  /** Which of the six measurements. */
  readonly part: 'ack' | 'notification' | 'reply' | 'history' | 'search' | 'start';
  readonly what: string;
  /** Beside so many finished orders. */
  readonly finished?: number;
  /** What stands before the value in the table: 'requests/s', 'ms', 'MB'. */
  readonly unit: string;
  /** The median of the rounds. */
  readonly value: number;
  readonly rounds: readonly number[];
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** Beside what, and how many times as much it is. */
  readonly beside?: string;
  readonly ratio?: number;
  /** What the ratio should be. */
  readonly aim?: string;
  readonly reached?: boolean;
};

export type Scale = {
  readonly rounds: number;
  readonly requests: number;
  readonly payments: number;
  readonly notifications: number;
  readonly histories: readonly number[];
  readonly open: number;
};

export const FULL: Scale = {
  rounds: 5,
  requests: 10_000,
  payments: 200,
  notifications: 100_000,
  histories: [1_000, 100_000, 1_000_000],
  open: 10_000,
};

export const QUICK: Scale = {
  rounds: 2,
  requests: 1_000,
  payments: 20,
  notifications: 2_000,
  histories: [100, 1_000],
  open: 500,
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The median over `rounds` of `measure`; the first run of each warms up and is not counted. */
export async function inRounds<One>(rounds: number, measure: () => Promise<One>): Promise<One[]> {
  await measure();
  const all: One[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure());
  return all;
}

/** A ratio that should be at least, or at most, so much. */
export function held(ratio: number, sign: '≥' | '≤', limit: number) {
  return { ratio, aim: `${sign} ${limit}`, reached: sign === '≥' ? ratio >= limit : ratio <= limit };
}
