// One chaos run from its first dice to its verdict.

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
import type { ChaosOptions } from './options.ts';
import { recordPosts } from './posts.ts';
import { recover } from './recover.ts';
import { runStorm } from './storm.ts';

export type Verdict = {
  readonly violations: readonly Violation[];
  /** The histories of the orders that something is wrong with. */
  readonly histories: readonly string[];
  readonly figures: string;
};

/**
 * `say` gets a line now and then. `surroundings`: where bots run, if not in threads of their own. Rejects only when the run
 * itself is broken.
 */
export async function runChaos(
  options: ChaosOptions,
  say: (line: string) => void,
  surroundings?: Partial<Surroundings>,
): Promise<Verdict> {
  const dice = createDice(options.seed);
  const faults = createFaults(dice.of('weather'), {
    longHangs: Math.floor((options.bulk ?? options.orders) / 100),
  });
  const startedAt = Date.now();
  let isOpening = true;
  const stormFaults = {
    ...faults,
    faultFor: (...about: Parameters<typeof faults.faultFor>) =>
      isOpening ? undefined : faults.faultFor(...about),
  };
  const environment = await startEnvironment(options, dice, stormFaults, surroundings);
  try {
    const clockStartedAt = environment.now();
    for (let replica = 0; replica < options.replicas; replica += 1) await environment.start(replica);
    const posts = recordPosts(environment.slack);
    while (environment.provider.registrations().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const channels = await openChannels(environment);
    const journal = newJournal();
    const deps = { environment, channels, posts, dice, journal };
    isOpening = false;
    const storm =
      options.bulk === undefined
        ? await runStorm({ ...deps, options, say })
        : await runBulkStorm({ ...deps, options, say }, options.bulk);
    faults.end();
    say(`the storm is over after ${storm.rounds} rounds; waiting until nothing is under way`);
    const unrest = await recover(deps);
    const { reader } = environment;
    const [orders, unfinished, record] = await Promise.all([
      reader.orders(),
      reader.unfinished(),
      reader.record(),
    ]);
    const evidence: Evidence = { environment, channels, posts, journal, orders, unfinished, record };
    const { violations, tally } = audit(evidence);
    if (options.bulk !== undefined) violations.push(...auditBulk(evidence, options.bulk));
    if (unrest) violations.push({ reference: undefined, what: unrest });
    const groups = [...Map.groupBy(violations, ({ reference }) => reference).values()];
    return {
      violations,
      histories: groups.map((group) => historyOf(group, evidence)),
      figures: figuresOf({
        options,
        evidence,
        storm,
        faults,
        tally,
        violations,
        durationMs: Date.now() - startedAt,
        clockMs: environment.now() - clockStartedAt,
      }),
    };
  } finally {
    await environment.stop();
  }
}
