// Kills bots and Redis between any two instructions, and starts them again after a while.
import type { Dice } from './dice.ts';
import type { Environment } from './environment.ts';

export type Kills = {
  /** Does what is due in this round. Resolves when it is done, though a replica may stay dead for some rounds. */
  inRound(round: number): Promise<void>;
  /** Everything runs again. */
  end(): Promise<void>;
  readonly counts: { kills: number; redisKills: number };
};

/** One kill of a bot for so many orders, and of Redis. */
const ORDERS_A_KILL = 12;
const ORDERS_A_REDIS_KILL = 40;

/** `rounds`: in how many rounds to do it. */
export function createKills(environment: Environment, dice: Dice, rounds: number, orders: number): Kills {
  const counts = { kills: 0, redisKills: 0 };
  const someRounds = (howMany: number) =>
    new Set(
      Array.from({ length: Math.max(1, Math.round(howMany)) }, () => dice.between(2, Math.max(2, rounds))),
    );
  const killRounds = someRounds(orders / ORDERS_A_KILL);
  const redisRounds = environment.redis ? someRounds(orders / ORDERS_A_REDIS_KILL) : new Set<number>();
  /** Replica → the round in which it comes back. */
  const dead = new Map<number, number>();

  async function killBot(round: number): Promise<void> {
    await pause(dice.between(0, 700));
    const [first = 0, ...others] = shuffled(
      Array.from({ length: environment.replicas }, (_, index) => index),
    );
    const victims = dice.chance(0.25) ? [first, ...others] : [first];
    for (const replica of victims) {
      if (!environment.isUp(replica)) continue;
      await environment.kill(replica);
      counts.kills += 1;
      dead.set(replica, round + (environment.replicas > 1 && replica === first ? dice.between(0, 2) : 0));
    }
    await pause(dice.between(0, 600));
  }

  async function revive(round: number): Promise<void> {
    const due = [...dead].flatMap(([replica, backIn]) => (backIn <= round ? [replica] : []));
    for (const replica of due) dead.delete(replica);
    await Promise.all(due.map((replica) => environment.start(replica)));
  }

  async function killRedis(): Promise<void> {
    await pause(dice.between(0, 700));
    await environment.redis?.kill();
    environment.stops.push(environment.now());
    counts.redisKills += 1;
    await pause(dice.between(100, 2_500));
    await environment.redis?.start();
  }

  function shuffled(numbers: number[]): number[] {
    return numbers
      .map((number) => ({ number, at: dice.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ number }) => number);
  }

  return {
    counts,
    async inRound(round) {
      await Promise.all([
        killRounds.has(round) ? killBot(round) : undefined,
        redisRounds.has(round) ? killRedis() : undefined,
      ]);
      await revive(round);
    },
    end: () => revive(Number.POSITIVE_INFINITY),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
