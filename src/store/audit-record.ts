// The interface of both drivers' audit record: who did what, for ever. test/store/contract-audit.ts tests what the comments
// here promise.
import type { AuditLine, Deed } from '#orders/audit-line.ts';
import type { Reference } from '#orders/reference.ts';

/**
 * Lines are added and never changed, and each is chained to the one before (audit-chain.ts). Lines of deeds that change an order
 * come with the save (store.ts, `OrderStore`). A line that cannot be read is `damaged`, by its place; verifyChain says what is
 * wrong with it.
 */
export type AuditRecord = {
  /** Adds lines for deeds that change no order: all of them, or none when it rejects (but see OrderStore about writes). */
  append(deeds: readonly Deed[]): Promise<void>;
  /** The newest line's number and hash; 0 and '' while there is none. */
  head(): Promise<AuditHead>;
  /** The lines after the line `after`, in their order, up to `limit`. `place`: where it stands, 1 for the first. */
  read(page: {
    after: number;
    limit: number;
  }): Promise<readonly { readonly place: number; readonly line: AuditLine | undefined }[]>;
  /** The lines about an order, oldest first. The cost does not depend on the length of the record. */
  linesOf(reference: Reference): Promise<AuditLines>;
  /**
   * The lines whose `at` lies in [`from`, `to`) (ms), by `at` and then by number, a page of up to `limit` (at least 1) at a time.
   * Start without `after`; go on with the page's `next` until that is undefined.
   */
  linesBetween(
    period: { from: number; to: number },
    page: { limit: number; after?: string },
  ): Promise<AuditLines & { readonly next: string | undefined }>;
};

export type AuditHead = { readonly count: number; readonly hash: string };

export type AuditLines = { readonly lines: readonly AuditLine[]; readonly damaged: readonly number[] };
