// A person's orders as messages: each with its buttons, within Slack's limits, with foreign text as plain text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOpen, ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { endedMessage, endedRow, openOrderMessages, openRow } from '#slack/cards/open-orders.ts';
import { EVERY_STATE_AND_KIND, hostile, KINDS, orderIn } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const many = (count: number, order: Order) =>
  Array.from({ length: count }, (_, index) => ({ ...order, reference: referenceOf(`INV-${index}`) }));
const read = (card: MessageContent) =>
  renderMessage({ ...card, type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

describe('a row', () => {
  test.each(EVERY_STATE_AND_KIND)(
    'a row of an order that is %s (%s) shows foreign text as plain text and masks the number',
    (state, kind) => {
      for (const order of [orderIn(state, kind), hostile(orderIn(state, kind))]) {
        for (const row of [openRow(order), endedRow(order)]) {
          expectGoodMessage({ text: 'Orders', blocks: row });
          expectMasked(row);
        }
      }
    },
  );

  test.each(ORDER_STATES.filter(isOpen))(
    'a row of an order that is %s has buttons with its reference',
    (state) => {
      const buttons = JSON.stringify(openRow(orderIn(state, 'prompt')));
      expect(buttons).toContain('"action_id":"check_order"');
      expect(buttons.includes('"action_id":"cancel_order"')).toBe(state !== 'sending');
      expect(buttons).toContain('"value":"INV-1"');
    },
  );

  test('the Cancel button of a row asks to confirm', () => {
    expect(JSON.stringify(openRow(orderIn('pending', 'link')))).toContain('"confirm":{"title"');
  });

  test('a row of an order that nobody answered says so, and when that was', () => {
    const order = orderIn('pending', 'prompt', { checksEndedAt: 1_800_000_000_000 });
    expect(JSON.stringify(endedRow(order))).toContain('*Not answered* · <!date^1800000000^');
    const paid = { ...orderIn('paid', 'prompt'), checksEndedAt: 1_600_000_000_000 };
    expect(JSON.stringify(endedRow(paid))).toContain('*Paid* · <!date^1700000060^');
  });

  test('a row of a paid order begins with another emoji than one of an unpaid order', () => {
    expect(read(endedMessage([orderIn('paid', 'link')]))).toContain(':white_check_mark:');
    for (const state of ['cancelled', 'not_sent', 'review', 'reversed'] as const)
      expect(read(endedMessage([orderIn(state, 'link')]))).not.toContain(':white_check_mark:');
  });
});

describe('the list', () => {
  test('the list of no orders is no message', () => {
    expect(openOrderMessages([], { maxMessages: 3, isAll: true })).toEqual([]);
  });

  test('the list begins with the title that it is given', () => {
    const [card] = openOrderMessages(many(1, orderIn('pending', 'link')), {
      title: 'Which one?',
      maxMessages: 1,
      isAll: true,
    });
    expect(card && read(card)).toMatch(/^Which one\?/);
  });

  test.each(KINDS)(
    'the list has every order once or counts it, and each message keeps Slack’s limits (%s)',
    (kind) => {
      const orders = fc.record({
        count: fc.integer({ min: 1, max: 60 }),
        maxMessages: fc.integer({ min: 1, max: 4 }),
        isHostile: fc.boolean(),
      });
      fc.assert(
        fc.property(orders, ({ count, maxMessages, isHostile }) => {
          const order = orderIn('pending', kind);
          const cards = openOrderMessages(many(count, isHostile ? hostile(order) : order), {
            maxMessages,
            isAll: true,
          });
          for (const card of cards) expectGoodMessage(card);
          expect(cards.length).toBeLessThanOrEqual(maxMessages);
          const text = cards.map(read).join('\n');
          const shown = text.match(/\[Check now\]/g)?.length ?? 0;
          const counted = /… and (\d+) more\./.exec(text)?.[1] ?? '0';
          expect(shown).toBeGreaterThan(5 * Math.min(maxMessages - 1, Math.floor(count / 10)));
          expect(shown + Number(counted)).toBe(count);
        }),
        { numRuns: 25 },
      );
    },
  );

  test('the list says that there are more when it is given only the newest', () => {
    const [card] = openOrderMessages(many(3, orderIn('pending', 'link')), { maxMessages: 1, isAll: false });
    expect(card && read(card)).toContain('… and at least 1 more.');
  });
});
