// Kills the bot between any two instructions, and starts it again after a while.
import type { Dice } from './dice.ts';
import type { Environment } from './environment.ts';

export type Kills = {
  /** Resolves when what is due in this round is done. */
  inRound(round: number): Promise<void>;
  readonly counts: { kills: number };
};

/** One kill for so many orders. */
const ORDERS_A_KILL = 12;

/** `rounds`: in how many rounds to do it. */
export function createKills(environment: Environment, dice: Dice, rounds: number, orders: number): Kills {
  const counts = { kills: 0 };
  const killRounds = new Set(
    Array.from({ length: Math.max(1, Math.round(orders / ORDERS_A_KILL)) }, () =>
      dice.between(2, Math.max(2, rounds)),
    ),
  );

  return {
    counts,
    async inRound(round) {
      if (!killRounds.has(round)) return;
      await pause(dice.between(0, 700));
      await environment.kill();
      counts.kills += 1;
      await pause(dice.between(0, 600));
      await environment.start();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
