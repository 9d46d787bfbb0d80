// Deciding a request for approval before and after its card is posted.
import { describe, expect, test } from 'vitest';
import { decide } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const START = 1_700_000_000_000;
const approval = { number: 1, about: 'order', askedBy: 'U1', askedAt: START, state: 'open' } as const;
const unpaid = sampleOrder('A', { createdAt: START, changedAt: START });
const posted = { ...unpaid, card: { channel: 'C1', ts: '1.2', contentHash: 'x' } };

describe('an order whose card is not posted yet', () => {
  const waiting: Order = { ...unpaid, state: 'waiting', approval };
  const at = START + 60_000;
  test('is neither declined nor withdrawn, because the news of that would post a second card', () => {
    const decline = { decision: 'decline', reason: 'No' } as const;
    expect(decide(waiting, 1, decline, { by: 'U2', at })).toEqual({ status: 'no_card', order: waiting });
    expect(decide(waiting, 1, { decision: 'withdraw' }, { by: 'U1', at })).toEqual({
      status: 'no_card',
      order: waiting,
    });
    const withCard: Order = { ...posted, state: 'waiting', approval };
    expect(decide(withCard, 1, decline, { by: 'U2', at }).status).toBe('decided');
    expect(decide(withCard, 1, { decision: 'withdraw' }, { by: 'U1', at }).status).toBe('decided');
  });

  test('is approved all the same', () => {
    expect(decide(waiting, 1, { decision: 'approve' }, { by: 'U2', at }).status).toBe('decided');
  });
});
