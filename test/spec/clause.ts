// One line of the map: what SPEC.md says, which test of the stand-in proves it there, which test proves that the bot
// copes with it.

/** A test is named by the key in the comment above it (tests-in.ts). */
export type Proof =
  | string
  /** The row of an `.each` table, as it is written, that speaks of this clause. */
  | { readonly key: string; readonly row: string }
  /** Why there is nothing to prove on this side. */
  | { readonly none: string };

export type Clause = readonly [says: string, standIn: Proof, bot: Proof];

/** By SPEC.md's headings. A heading under which nothing is said has the reason instead of clauses. */
export type Sections = Readonly<Record<string, readonly Clause[] | { readonly none: string }>>;

export const inRow = (key: string, row: string): Proof => ({ key, row });
export const none = (why: string) => ({ none: why });
