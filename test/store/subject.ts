// What a driver lends to the contract suite, so that the suite can treat every driver the same.
import type { Store } from '#store/store.ts';

export type Subject = {
  /** A store over data of its own, empty at the start. */
  readonly store: Store;
  /** The same data once more, as another replica has it. */
  another(): Promise<Store>;
  /** Closes everything and opens the same data again. */
  reopen(): Promise<Store>;
  /** Moves the time by which leases and key values end. */
  letTimePass(ms: number): Promise<void>;
  /** Puts `document` in the place of a stored order. */
  damage(reference: string, document: string): Promise<void>;
  /** Puts `outcome` into the line `seq` of the audit record, or takes the line away, past the driver. */
  changeLine(seq: number, change: { outcome: string } | 'remove'): Promise<void>;
  /** Takes away what the store stands on while it is open. */
  breakDown(): Promise<void>;
  /** Closes what is open and removes the data. */
  cleanUp(): Promise<void>;
};

export type OpenSubject = () => Promise<Subject>;
