// What a store is to Teller: its own, an unfinished copy, or moved away; and the sentence with which it is refused otherwise.
import { FORMAT } from '#orders/order.ts';

/**
 * `own`: Teller may use it. `copy`: an unfinished copy of the store at `from`. `moved`: everything is in the store at `to` now.
 * Addresses are without passwords.
 */
export type StoreState =
  | { readonly status: 'own' }
  | { readonly status: 'copy'; readonly from: string }
  | { readonly status: 'moved'; readonly to: string };

/** The store is there, and must not be used as was asked. The message is a sentence for people with the next step. */
export class StoreRefusal extends Error {}

/** The address of a store is not as it must be. The message is a sentence for people, which never repeats it. */
export class WrongAddress extends Error {
  /** The sentence without its subject and its full stop. */
  readonly fault: string;
  constructor(fault: string) {
    super(`The store’s address (STORE_URL) ${fault}.`);
    this.fault = fault;
  }
}

/** Throws a StoreRefusal unless Teller may work with the store. */
export function checkOwn(state: StoreState): void {
  if (state.status === 'moved')
    throw new StoreRefusal(
      `This store was moved to ${state.to}. Set STORE_URL to that address. What’s still here is an old copy that you can delete.`,
    );
  if (state.status === 'copy')
    throw new StoreRefusal(
      `This store is an unfinished copy of ${state.from}. Run npm run store -- copy again with the same two addresses.`,
    );
}

/** `what` names the store ("The file …"); `format` is the one that it has. */
export function otherFormat(what: string, format: number | string): StoreRefusal {
  return new StoreRefusal(
    `${what} was written by another version of Teller (format ${format}; this version reads ${FORMAT}). Start with an empty store, or use the version of Teller that wrote it.`,
  );
}
