// How long the edit of a card is tried that Slack refuses for a reason which may end.
import { describe, expect, it } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createOrderCards } from '#slack/delivery/order-card.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { recurringOrder, sampleOrder } from '#test/store/sample-order.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MADE = 1_700_000_000_000;
/** In a busy workspace there is one each minute, with every message that Slack takes. */
const MANY_TRIES = 200;

const card = { channel: 'C1', ts: '1.0', contentHash: 'of what it shows' };

/** What comes of the edit when Slack refuses it for a reason that may end. */
async function refused(order: Order, { at, attempt }: { at: number; attempt: number }) {
  const refusal = { status: 'refused', code: 'update_failed', error: new Error('update_failed') } as const;
  const cards = createOrderCards({
    updates: { updateOrder: () => Promise.reject(new Error('nothing is saved')) },
    outbound: { update: () => Promise.resolve(refusal) } as Partial<Outbound> as Outbound,
    threads: { set: () => Promise.resolve() },
    clock: { now: () => at, after: () => () => {} },
  });
  return (await cards.refresh(order, card, attempt)).status;
}

describe('an edit of a card that Slack refuses for a reason which may end', () => {
  it('is tried for a day after the order has changed, however often it was tried', async () => {
    const paid = sampleOrder('PAID-1', { state: 'paid', card });
    expect(await refused(paid, { at: MADE + 3 * HOUR, attempt: MANY_TRIES })).toBe('refused');
    expect(await refused(paid, { at: MADE + DAY + MINUTE, attempt: MANY_TRIES })).toBe('unchanged');
  });

  it('is tried for a day after the customer of the order was erased', async () => {
    const erasedAt = MADE + 90 * DAY;
    const gone = sampleOrder('GONE-1', { state: 'paid', card, erasedAt, erasedBy: 'U1', isErasing: true });
    expect(await refused(gone, { at: erasedAt + MINUTE, attempt: MANY_TRIES })).toBe('refused');
    expect(await refused(gone, { at: erasedAt + DAY + MINUTE, attempt: MANY_TRIES })).toBe('unchanged');
  });

  it('is tried for a day after a charge of its link', async () => {
    const lastAt = MADE + 30 * DAY;
    const link: Order = {
      ...recurringOrder('MONTHLY-1', 'ACC-1', MADE),
      card,
      charges: { paid: 1, total: '1500', lastAt },
    };
    expect(await refused(link, { at: lastAt + 3 * HOUR, attempt: MANY_TRIES })).toBe('refused');
    expect(await refused(link, { at: lastAt + DAY + MINUTE, attempt: MANY_TRIES })).toBe('unchanged');
  });

  it('is tried again after its first refusal, although the order changed long before', async () => {
    const paid = sampleOrder('PAID-2', { state: 'paid', card });
    expect(await refused(paid, { at: MADE + 5 * DAY, attempt: 1 })).toBe('refused');
  });
});
