// One's own orders as messages: every one with its buttons, none past Slack's limits, nothing of anybody else's alive.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOpen, ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { endedMessage, endedRow, openOrderMessages, openRow } from '#slack/cards/open-orders.ts';
import type { Card } from '#slack/cards/order-card.ts';
import { EVERY_STATE_AND_KIND, hostile, KINDS, orderIn } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const many = (count: number, order: Order) =>
  Array.from({ length: count }, (_, index) => ({ ...order, reference: referenceOf(`INV-${index}`) }));
const read = (card: Card) =>
  renderMessage({ ...card, type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

describe('a row', () => {
  test.each(EVERY_STATE_AND_KIND)('of an order that is %s (%s) is harmless and masked', (state, kind) => {
    for (const order of [orderIn(state, kind), hostile(orderIn(state, kind))]) {
      for (const row of [openRow(order), endedRow(order)]) {
        expectGoodMessage({ text: 'Orders', blocks: row });
        expectMasked(row);
      }
    }
  });

  test.each(ORDER_STATES.filter(isOpen))('of an order that is %s has buttons with its reference', (state) => {
    const buttons = JSON.stringify(openRow(orderIn(state, 'prompt')));
    expect(buttons).toContain('"action_id":"check_order"');
    expect(buttons.includes('"action_id":"cancel_order"')).toBe(state !== 'sending');
    expect(buttons).toContain('"value":"INV-1"');
  });

  test('asks before it cancels', () => {
    expect(JSON.stringify(openRow(orderIn('pending', 'link')))).toContain('"confirm":{"title"');
  });

  test('of a payment is told apart from one of none', () => {
    expect(read(endedMessage([orderIn('paid', 'link')]))).toContain(':white_check_mark:');
    for (const state of ['cancelled', 'not_sent', 'review', 'reversed'] as const)
      expect(read(endedMessage([orderIn(state, 'link')]))).not.toContain(':white_check_mark:');
  });
});

describe('the list', () => {
  test('of no orders is no message', () => {
    expect(openOrderMessages([], { mostMessages: 3, isAll: true })).toEqual([]);
  });

  test('says whose it is in the words that it is given', () => {
    const [card] = openOrderMessages(many(1, orderIn('pending', 'link')), {
      title: 'Which one?',
      mostMessages: 1,
      isAll: true,
    });
    expect(card && read(card)).toMatch(/^Which one\?/);
  });

  test.each(KINDS)('has every order once or counts it, within the limits of each message (%s)', (kind) => {
    const orders = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      mostMessages: fc.integer({ min: 1, max: 4 }),
      isHostile: fc.boolean(),
    });
    fc.assert(
      fc.property(orders, ({ count, mostMessages, isHostile }) => {
        const order = orderIn('pending', kind);
        const cards = openOrderMessages(many(count, isHostile ? hostile(order) : order), {
          mostMessages,
          isAll: true,
        });
        for (const card of cards) expectGoodMessage(card);
        expect(cards.length).toBeLessThanOrEqual(mostMessages);
        const text = cards.map(read).join('\n');
        const shown = text.match(/\[Check now\]/g)?.length ?? 0;
        const counted = /… and (\d+) more\./.exec(text)?.[1] ?? '0';
        expect(shown).toBeGreaterThan(5 * Math.min(mostMessages - 1, Math.floor(count / 10)));
        expect(shown + Number(counted)).toBe(count);
      }),
      { numRuns: 25 },
    );
  });

  test('says that there are more when it got only the newest', () => {
    const [card] = openOrderMessages(many(3, orderIn('pending', 'link')), { mostMessages: 1, isAll: false });
    expect(card && read(card)).toContain('… and at least 1 more.');
  });
});
