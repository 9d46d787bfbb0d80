// A person's orders as messages: two lines each with a menu, within Slack's limits, with foreign text as plain text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOpen, ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { endedRow, openPage, openRow } from '#slack/home/open-orders.ts';
import type { MessageContent } from '#slack/ui/message.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { EVERY_STATE_AND_KIND, hostile, KINDS, orderIn } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const cardUrl = 'https://sandbox.slack.com/archives/C1/p1700000000000100';
const listed = (order: Order) => ({ order, cardUrl });
const many = (count: number, order: Order) =>
  Array.from({ length: count }, (_, index) => listed({ ...order, reference: referenceOf(`INV-${index}`) }));
const read = (card: MessageContent) =>
  renderMessage({ ...card, type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);
const HOUR_MS = 60 * 60_000;
const now = orderIn('pending', 'prompt').createdAt + 2 * HOUR_MS;

describe('a row', () => {
  test.each(EVERY_STATE_AND_KIND)(
    'a row of an order that is %s (%s) shows foreign text as plain text and masks the number',
    (state, kind) => {
      for (const order of [orderIn(state, kind), hostile(orderIn(state, kind))]) {
        const rows = [
          openRow(listed(order), { now }),
          openRow(listed(order), { now, beside: 'cancel' }),
          endedRow(listed(order)),
        ];
        for (const block of rows) {
          const row = [block];
          expectGoodMessage({ text: 'Orders', blocks: row });
          expectMasked(row);
          const content = row.map((block) => ({ ...block, accessory: undefined }));
          expect(
            read({ text: 'Orders', blocks: JSON.parse(JSON.stringify(content)) }).split('\n'),
          ).toHaveLength(2);
        }
      }
    },
  );

  test.each(ORDER_STATES.filter(isOpen))(
    'a row of an order that is %s has a menu with its reference',
    (state) => {
      const row = JSON.stringify(openRow(listed(orderIn(state, 'prompt')), { now }));
      expect(row).toContain('"action_id":"order_menu"');
      expect(row).toContain('"value":"check_order:INV-1"');
      expect(row.includes('"value":"cancel_order:INV-1"')).toBe(state !== 'sending');
    },
  );

  test('a row of what can be cancelled has a button for it that asks to confirm', () => {
    const row = (order: Order) => JSON.stringify(openRow(listed(order), { now, beside: 'cancel' }));
    expect(row(orderIn('pending', 'link'))).toMatch(/"action_id":"cancel_order".*"confirm":\{"title"/);
    expect(row(orderIn('sending', 'link'))).not.toContain('cancel_order');
  });
});

describe('a page', () => {
  test.each(KINDS)('a page has orders or counts them, and keeps Slack’s limits (%s)', (kind) => {
    const pages = fc.record({ count: fc.integer({ min: 1, max: 60 }), isHostile: fc.boolean() });
    fc.assert(
      fc.property(pages, ({ count, isHostile }) => {
        const order = orderIn('pending', kind);
        const rows = many(count, isHostile ? hostile(order) : order);
        const page = openPage(rows, { open: [{ money: order.amount, count }], isAll: true, now });
        expectGoodMessage(page);
        const text = read(page);
        const shown = JSON.stringify(page).match(/"order_menu"/g)?.length ?? 0;
        const counted = /… and (\d+) more\./.exec(text)?.[1] ?? '0';
        expect(shown).toBeGreaterThanOrEqual(Math.min(count, 6));
        expect(shown).toBeLessThanOrEqual(10);
        expect(shown + Number(counted)).toBe(count);
      }),
      { numRuns: 25 },
    );
  });
});
