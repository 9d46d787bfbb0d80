// Which sentences customers read, so that a language without one of them does not compile. All values are finished text
// in the same language: money with its currency, days and moments written out.

export type CustomerSentences = {
  /** The pages on which a browser lands after the payment page. What became of the payment is not known there. */
  readonly landing: { readonly [page in 'paid' | 'cancelled']: Titled };
  readonly receipt: {
    readonly title: string;
    readonly thanks: string;
    readonly labels: {
      readonly paid: string;
      readonly what: string;
      readonly when: string;
      readonly method: string;
      readonly code: string;
      readonly reference: string;
    };
    /** Less was paid than `asked`. */
    partOf(paid: string, asked: string): string;
    /** Another amount than `asked` was paid, and nothing has been agreed about the difference. */
    difference(asked: string): string;
    /** The merchant took it as payment in full. */
    accepted(asked: string): string;
    /** What was missing was paid with another order. */
    balancePaid(asked: string): string;
    /** All of it was refunded; `day` is when the merchant learned of it. */
    paidBack(day: string): string;
    partPaidBack(money: string, day: string): string;
    /** Somebody requested the refund outside Teller, so its amount is not known. */
    somePaidBack(day: string): string;
    readonly noTaxInvoice: string;
  };
  /** In the place of a receipt: not paid yet, or no such address. Must not tell these apart. */
  readonly noReceipt: Titled;
  /** In the place of any page while the store is down. */
  readonly unavailable: Titled;
  /** Messages that an agent sends. The address stands last, with nothing behind it that could be taken for a part of it. */
  readonly share: {
    link(values: LinkValues): string;
    /** The day before the deadline, or after some days when there is none. */
    reminder(values: LinkValues): string;
    receipt(values: { merchant: string; money: string; url: string }): string;
  };
};

type Titled = { readonly title: string; readonly text: string };

/** `until`: the last day on which it can be paid. */
type LinkValues = {
  readonly merchant: string;
  readonly money: string;
  readonly what: string;
  readonly url: string;
  readonly until?: string;
};
