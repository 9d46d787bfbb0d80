// One storm from its first dice to its verdict.
import { audit } from './audit.ts';
import { auditBulk } from './audit-bulk.ts';
import { runBulkStorm } from './bulk-storm.ts';
import { openChannels } from './channels.ts';
import { newJournal } from './course.ts';
import { createDice } from './dice.ts';
import { type Surroundings, startEnvironment } from './environment.ts';
import type { Evidence, Violation } from './evidence.ts';
import { createFaults } from './faults.ts';
import { figuresOf } from './figures.ts';
import { historyOf } from './history.ts';
import { recordPosts } from './posts.ts';
import { recover } from './recover.ts';
import { runStorm, type Storm } from './storm.ts';

export type Verdict = {
  readonly violations: readonly Violation[];
  /** The histories of the orders that something is wrong with. */
  readonly histories: readonly string[];
  readonly figures: string;
};

/** Rejects only when the run itself is broken. */
export async function runSeed(seed: number, what: Storm, surroundings: Surroundings): Promise<Verdict> {
  const dice = createDice(seed);
  const { orders: howMany, bulk } = what;
  const faults = createFaults(dice.of('weather'));
  let isOpening = true;
  const stormFaults = {
    ...faults,
    faultFor: (...about: Parameters<typeof faults.faultFor>) =>
      isOpening ? undefined : faults.faultFor(...about),
  };
  const environment = await startEnvironment(dice, stormFaults, surroundings);
  try {
    const clockStartedAt = environment.now();
    await environment.start();
    const posts = recordPosts(environment.slack);
    while (environment.provider.registrations().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const channels = await openChannels(environment);
    const journal = newJournal();
    const deps = { environment, channels, posts, dice, journal };
    isOpening = false;
    const storm =
      bulk === undefined ? await runStorm({ ...deps, orders: howMany }) : await runBulkStorm(deps, bulk);
    faults.end();
    const unrest = await recover(deps);
    const { reader } = environment;
    const [orders, unfinished, record] = await Promise.all([
      reader.orders(),
      reader.unfinished(),
      reader.record(),
    ]);
    const evidence: Evidence = { environment, channels, posts, journal, orders, unfinished, record };
    const { violations, tally } = audit(evidence);
    if (bulk !== undefined) violations.push(...auditBulk(evidence, bulk));
    if (unrest) violations.push({ reference: undefined, what: unrest });
    const groups = [...Map.groupBy(violations, ({ reference }) => reference).values()];
    return {
      violations,
      histories: groups.map((group) => historyOf(group, evidence)),
      figures: figuresOf({
        seed,
        what,
        evidence,
        storm,
        faults,
        tally,
        violations,
        clockMs: environment.now() - clockStartedAt,
      }),
    };
  } finally {
    await environment.stop();
  }
}
