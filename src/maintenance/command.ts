// What a command of `npm run store` is: it gets its words, says what it does, and answers whether all is well.

/** How a command speaks, and what it knows of its surroundings. */
export type Io = {
  /** The store of the settings (STORE_URL), for when no other is named. */
  readonly storeUrl: string;
  /** A sentence of the answer. */
  say(sentence: string): void;
  /** How far long work has come. It goes to the standard error, so that it is never part of the answer. */
  progress(sentence: string): void;
};

export type Outcome = {
  /** False: something is wrong with what was looked at. */
  readonly isGood: boolean;
  /** The same as what was said, for programs; part of the answer with --json. */
  readonly facts?: Readonly<Record<string, unknown>>;
};

export type Command = {
  /** How it is typed, and what its words mean: a line each. */
  readonly usage: readonly string[];
  /** Words with a dash in front that it knows beside --json. */
  readonly options?: readonly string[];
  /**
   * Throws WrongUse when the words are not as in `usage`, and any other Error with a sentence for people when it could not be
   * done.
   */
  run(words: readonly string[], io: Io): Promise<Outcome>;
};

export class WrongUse extends Error {}
