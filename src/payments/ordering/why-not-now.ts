// Why an order may not be requested at this moment: it is a row and its bulk is over, its number has had too many prompts, or
// somebody has sent the same one since the row's order was created. Called by submit.ts right before each request.
import type { OfBulk } from '#orders/bulk.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { PromptLimits } from './prompt-limits.ts';

/** Undefined when it may. Rejects when the store is down. */
export type WhyNotNow = (order: Order) => Promise<Failure | undefined>;

export function createWhyNotNow({
  promptLimits,
  isBulkOver,
  isAgreed,
}: {
  promptLimits: Pick<PromptLimits, 'sameRecently' | 'blockedUntil'>;
  /** True when no row of the bulk may be requested any more. */
  isBulkOver: (id: string) => Promise<boolean>;
  /** True when whoever confirmed the bulk has agreed to send the row although the same prompt was `sent`. */
  isAgreed: (row: OfBulk, sent: Order) => Promise<boolean>;
}): WhyNotNow {
  /** A row may be requested an hour after it was created, and nobody looks at it by then as somebody looks at a form. */
  async function wasSentBesides({ reference, amount, bulk, prompt }: Order): Promise<boolean> {
    if (!bulk || !prompt?.msisdn) return false;
    for (const sent of await promptLimits.sameRecently(prompt.msisdn, amount))
      if (sent.reference !== reference && !(await isAgreed(bulk, sent))) return true;
    return false;
  }

  return async (order) => {
    const { bulk, prompt } = order;
    if (bulk && (await isBulkOver(bulk.id))) return { reason: 'bulk_over', serviceMessage: '' };
    const msisdn = prompt?.msisdn;
    if (!msisdn) return undefined;
    if (await wasSentBesides(order)) return { reason: 'same_again', serviceMessage: '' };
    const retryAt = await promptLimits.blockedUntil(msisdn, { own: order.reference });
    return retryAt === undefined ? undefined : { reason: 'too_many_prompts', serviceMessage: '', retryAt };
  };
}
