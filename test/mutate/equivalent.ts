// A change of the code that no test can notice, because the changed code does the same.

export type Equivalent = {
  readonly file: string;
  /** The whole line in which the change begins, without the blanks around it. */
  readonly line: string;
  /** What is changed, and into what, as `npm run mutate` prints them. */
  readonly changes: readonly (readonly [code: string, becomes: string])[];
  readonly why: string;
};
