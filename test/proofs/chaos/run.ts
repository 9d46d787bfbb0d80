// One chaos run from its first dice to its verdict.
import { audit, type Evidence, type Violation } from './audit.ts';
import { calmDown } from './calm.ts';
import type { Journal } from './deeds.ts';
import { createDice } from './dice.ts';
import { createWeather } from './faults.ts';
import { figuresOf } from './figures.ts';
import { listen } from './heard.ts';
import type { ChaosOptions } from './options.ts';
import { createStoreReader } from './orders-reader.ts';
import { openPlaces } from './places.ts';
import { rage } from './storm.ts';
import { tellStory } from './story.ts';
import { startTown } from './town.ts';

export type Verdict = {
  readonly violations: readonly Violation[];
  /** The stories of the orders that something is wrong with. */
  readonly stories: readonly string[];
  readonly figures: string;
};

/** `say` hears how it goes, sparsely. Rejects only when the run itself is broken. */
export async function runChaos(options: ChaosOptions, say: (line: string) => void): Promise<Verdict> {
  const dice = createDice(options.seed);
  const weather = createWeather(dice.of('weather'), { longHangs: Math.floor(options.orders / 100) });
  const startedAt = Date.now();
  let isFair = true;
  const whenFoul = {
    ...weather,
    strike: (...about: Parameters<typeof weather.strike>) => (isFair ? undefined : weather.strike(...about)),
  };
  const town = await startTown(options, dice, whenFoul);
  try {
    const storyBeganAt = town.now();
    for (let replica = 0; replica < options.replicas; replica += 1) await town.start(replica);
    const ears = listen(town.slack);
    while (town.provider.registrations().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const places = await openPlaces(town);
    const journal: Journal = { changes: [], mustBeTold: [], late: [], cancels: new Set() };
    const deps = { town, places, ears, dice, journal };
    isFair = false;
    const storm = await rage({ ...deps, options, say });
    weather.calm();
    say(`the storm is over after ${storm.rounds} rounds; waiting until everything is quiet`);
    const unrest = await calmDown(deps);
    const reader = createStoreReader(town);
    const [orders, unfinished] = await Promise.all([reader.orders(), reader.unfinished()]);
    const evidence: Evidence = { town, places, ears, journal, orders, unfinished };
    const { violations, tally } = audit(evidence);
    if (unrest) violations.push({ reference: undefined, what: unrest });
    const groups = [...Map.groupBy(violations, ({ reference }) => reference).values()];
    return {
      violations,
      stories: groups.map((group) => tellStory(group, evidence)),
      figures: figuresOf({
        options,
        evidence,
        storm,
        weather,
        tally,
        violations,
        durationMs: Date.now() - startedAt,
        storyMs: town.now() - storyBeganAt,
      }),
    };
  } finally {
    await town.stop();
  }
}
