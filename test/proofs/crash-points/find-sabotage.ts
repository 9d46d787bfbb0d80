// Looks for what a sabotage does, as the audit looks for what bugs do.
import { crash } from './crash.ts';
import type { Sabotage } from './sabotages.ts';

/** The violation by which it was found; undefined when it was not. */
export async function findSabotage({
  journey,
  crash: where,
  store,
  found,
}: Sabotage): Promise<string | undefined> {
  const quiet = await crash(journey, { at: undefined, sabotage: store });
  const tried = where ? quiet.points.flatMap((name, at) => (where.test(name) ? [at] : [])) : [undefined];
  for (const at of tried) {
    const { violations } = await crash(journey, { at, sabotage: store });
    const one = violations.find(({ what }) => found.test(what));
    if (one) return one.what;
  }
  return undefined;
}
