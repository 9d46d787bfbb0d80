// One storm from its seed to its verdict, on a machine whose time, chance and network are simulated, so that the seed repeats every
// step of it.
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { createDice } from '#test/proofs/storm/dice.ts';
import { runSeed, type Verdict } from '#test/proofs/storm/run.ts';
import type { Storm } from '#test/proofs/storm/storm.ts';
import { switchTo } from './ambient.ts';
import { createStartBot } from './bots.ts';
import { resetNetwork, simulatedPort } from './network.ts';
import { createScheduler } from './scheduler.ts';
import { wiresUnderWay } from './wire.ts';

type Simulated = Verdict & {
  /** Of everything that went over the network, with its time. */
  readonly traceHash: string;
};

/** A morning in East Africa. */
export const STARTS_AT = Date.UTC(2030, 0, 15, 6);

/** Only after replaceTimeAndChance and replaceNetwork. `sabotage` makes of the bots' store one with a fault. */
export async function simulate(
  seed: number,
  what: Storm,
  sabotage: (store: Store) => Store = (store) => store,
): Promise<Simulated> {
  const scheduler = createScheduler(STARTS_AT);
  switchTo({ scheduler, dice: createDice(seed, 'machine') });
  resetNetwork();
  const startBot = createStartBot(
    () => () => {},
    async (...given) => sabotage(await openStore(...given)),
  );
  return scheduler.run(async () => {
    const found = await runSeed(seed, what, {
      startBot,
      openStore,
      isBusy: () => wiresUnderWay() > 0,
      freePort: simulatedPort,
    });
    return { ...found, traceHash: scheduler.traceHash() };
  });
}
