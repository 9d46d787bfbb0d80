// Counts the points of a journey at which a bot can be ended, and ends it at one of them.
import type { Step } from '#test/proofs/simulation/fetch.ts';

type Points = {
  /** For each bot that starts: what it does from now on are points. */
  watch(kill: () => void): Step;
  /** From now on points count, until the end. */
  begin(): void;
  end(): void;
  /** The names of the points so far: what was about to happen, or had just happened. */
  readonly passed: readonly string[];
};

/** At the point with that number (from 0; undefined for none) the bot is ended, and `crashed` is called. */
export function createPoints(crashAt: number | undefined, crashed: () => void): Points {
  const passed: string[] = [];
  let isCounting = false;
  return {
    passed,
    begin() {
      isCounting = true;
    },
    end() {
      isCounting = false;
    },
    watch: (kill) => (when, what) => {
      if (!isCounting) return;
      passed.push(`${when} ${what}`);
      if (passed.length - 1 !== crashAt) return;
      kill();
      crashed();
    },
  };
}
