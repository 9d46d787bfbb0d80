// Seeded chance: the same seed makes the same decisions. Each purpose has dice of its own, so that how often one is
// thrown, which the machine's speed may rule, changes nothing about the others.

export type Dice = {
  /** In [0, 1). */
  random(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** One of several, each as likely as its weight says. */
  weighed<Value>(choices: readonly (readonly [weight: number, value: Value])[]): Value;
  /** Other dice, ruled by the same seed. */
  of(purpose: string): Dice;
};

export function createDice(seed: number, purpose = ''): Dice {
  let state = hashOf(`${seed}|${purpose}`);

  /** Mulberry32: small, and good enough for storms. */
  function random(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function weighed<Value>(choices: readonly (readonly [number, Value])[]): Value {
    let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
    const chosen = choices.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    const last = chosen ?? choices.at(-1);
    if (!last) throw new Error('there is nothing to choose from');
    return last[1];
  }

  return {
    random,
    between: (least, most) => least + Math.floor(random() * (most - least + 1)),
    chance: (probability) => random() < probability,
    pick: (values) => weighed(values.map((value) => [1, value] as const)),
    weighed,
    of: (other) => createDice(seed, `${purpose}/${other}`),
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
