// One simulated storm from its seed to its verdict: the storm of `npm run chaos`, on a machine whose time, chance and network
// are simulated, so that the seed repeats every step of it.
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { createDice } from '#test/proofs/chaos/dice.ts';
import { runChaos, type Verdict } from '#test/proofs/chaos/run.ts';
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
/** By the simulated clock: long enough for every step of every plan. */
const MINUTES = 24 * 60;

/** Only after replaceTimeAndChance and replaceNetwork. `sabotage` makes of the bots' store one with a fault. */
export async function simulate(
  seed: number,
  { orders, bulk }: { readonly orders: number; readonly bulk?: number },
  sabotage: (store: Store) => Store = (store) => store,
): Promise<Simulated> {
  const scheduler = createScheduler(STARTS_AT);
  switchTo({ scheduler, dice: createDice(seed, 'machine') });
  resetNetwork();
  const what = bulk === undefined ? { orders } : { orders, bulk };
  const options = { seed, ...what, store: 'sqlite', replicas: 1, over: 'http', minutes: MINUTES } as const;
  const startBot = createStartBot(
    () => () => {},
    async (...given) => sabotage(await openStore(...given)),
  );
  return scheduler.run(async () => {
    const found = await runChaos(options, () => {}, {
      startBot,
      isBusy: () => wiresUnderWay() > 0,
      freePort: simulatedPort,
    });
    return { ...found, traceHash: scheduler.traceHash() };
  });
}
