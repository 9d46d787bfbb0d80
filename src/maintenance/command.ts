// What the commands of `npm run store` have in common.

/** How a command speaks, and what it knows of its surroundings. */
export type Io = {
  /** The store of the settings (STORE_URL), for when no other is named. */
  readonly storeUrl: string;
  /** Whether nobody is to be asked (--yes). */
  readonly isConfirmed: boolean;
  say(sentence: string): void;
  /** Says how far long work has come, on the standard error, so that this is never part of the answer. */
  progress(sentence: string): void;
};

/** `isGood` is false when something is wrong with the store. The other facts are for programs (--json). */
export type Outcome = { readonly isGood: boolean; readonly [fact: string]: unknown };

export class WrongUse extends Error {}
