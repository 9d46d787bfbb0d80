// What is worth telling. An announcement is saved in the same step as the change that it tells of.
import type { OrderState } from './lifecycle.ts';
import type { Failure, Payment } from './order.ts';

/** The facts are copied in, so that news told late still tells what happened then. */
export type Announcement = {
  /** Unique within the order and stable over retries: the mark by which a post is found again. */
  readonly id: string;
  readonly at: number;
  readonly news: News;
};

export type News =
  | { readonly kind: 'paid'; readonly payment: Payment; readonly after: OrderState }
  | { readonly kind: 'review'; readonly payment: Payment; readonly after: OrderState }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled'; readonly by: string }
  | { readonly kind: 'reversed'; readonly payment: Payment | undefined }
  | { readonly kind: 'not_sent'; readonly failure: Failure }
  | { readonly kind: 'found' }
  | { readonly kind: 'watch_ended' };
