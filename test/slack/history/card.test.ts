// The history of an order: its lines, and what is said where the record does not begin with the order.
import { describe, expect, test } from 'vitest';
import {
  type AuditEventName,
  type AuditLine,
  ORDER_AUDIT_EVENTS,
  OTHER_AUDIT_EVENTS,
} from '#orders/audit-line.ts';
import { readMessageBlocks } from '#sandbox/slack/blocks/surfaces.ts';
import { describeAuditEvent, historyCard } from '#slack/history/history.ts';
import { MAX_MESSAGE_LENGTH } from '#slack/ui/line.ts';
import { sampleAuditEvent } from '#test/store/sample-audit-event.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const line = (event: AuditEventName, own: Partial<AuditLine> = {}): AuditLine => ({
  ...sampleAuditEvent({ who: 'U2', outcome: '' }),
  seq: 1,
  hash: '',
  ...own,
  event,
});

test.each([...ORDER_AUDIT_EVENTS, 'posted_payment'] as const)(
  'as many of the newest lines (%s) are shown as Slack takes, and the others are counted',
  (event) => {
    const outcome = event === 'refund_answered' ? 'received_before' : 'C01234567890';
    const recorded = Array.from({ length: 60 }, (_, index) =>
      line(event, { outcome, who: 'U01234567890', at: 1_700_000_000_000 + index * 60_000 }),
    );
    const of = sampleOrder('R'.repeat(50));
    const content = historyCard(of, { recorded, isDamaged: true });
    expect(() => readMessageBlocks(content.blocks)).not.toThrow();
    const json = JSON.stringify(content.blocks);
    expect(json.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
    const shown = json.match(/"U01234567890"/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(30);
    expect(json).toContain(`${60 - shown} earlier lines aren’t shown`);
    expect(json).toContain(String(1_700_000_000 + 59 * 60));
  },
);

test('one earlier line is not said to be several', () => {
  const recorded = Array.from({ length: 41 }, () => line('asked'));
  const order = { ...sampleOrder('INV-1'), provider: {} };
  const { blocks } = historyCard(order, { recorded, isDamaged: false });
  expect(JSON.stringify(blocks)).toContain('1 earlier line isn’t shown');
});

test('a refund is one line, whether Pesapal or an approver said so', () => {
  const paid = { amount: '1500', currency: 'KES' };
  const refund = {
    ...{ amount: paid, confirmationCode: 'SJK7QWERTY', remarks: 'Twice', requestedBy: 'U1', requestedAt: 2 },
    status: 'paid_back',
  } as const;
  const payment = {
    paid,
    method: 'MpesaKE',
    confirmationCode: 'SJK7QWERTY',
    payer: '',
    paidAt: 1,
    reversedAt: 3,
  };
  const shown = (by: { endedBy?: string }) => {
    const order = {
      ...sampleOrder('INV-1'),
      state: 'reversed',
      payments: [payment],
      refund: { ...refund, ...by },
    } as const;
    const recorded = by.endedBy
      ? [line('refund_ended', { outcome: 'paid_back', who: by.endedBy, at: 3 })]
      : [];
    return JSON.stringify(historyCard(order, { recorded, isDamaged: false }).blocks);
  };
  expect(shown({})).toContain('Refunded KES 1,500.00');
  expect(shown({ endedBy: 'U2' })).toContain('marked this as refunded');
  expect(shown({ endedBy: 'U2' })).not.toContain('Refunded KES 1,500.00');
});

describe('every audit event', () => {
  test.each([...ORDER_AUDIT_EVENTS, ...OTHER_AUDIT_EVENTS])('%s has words of its own', (event) => {
    const text = describeAuditEvent({ who: 'U2', event, outcome: '' });
    expect(text).not.toBe(event);
    expect(text).not.toContain('_');
  });
});
