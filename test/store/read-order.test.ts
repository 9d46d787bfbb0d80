// Reading stored orders: what passes is the order, what doesn't is reported by its reference, without what it holds.
import { describe, expect, test } from 'vitest';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import { readAll, readOrder } from '#store/read-order.ts';
import { OLD_ORDERS } from './old-orders.ts';
import { sampleOrder } from './sample-order.ts';

describe('a stored order', () => {
  test.each(OLD_ORDERS)(
    'of version 0.1 is read as it is written today ($order.kind, $order.state)',
    (old) => {
      expect(readOrder(old.text, old.order.reference)).toEqual(old.order);
      expect(readOrder(JSON.stringify(old.order), old.order.reference)).toEqual(old.order);
    },
  );

  test('keeps a field that a newer version has added, so that the next save does not lose it', () => {
    const newer = { ...sampleOrder('A-1'), approvedBy: 'U7' };
    expect(readOrder(JSON.stringify(newer), 'A-1')).toEqual(newer);
  });

  const order = sampleOrder('A-1', { announcements: [{ id: 'x', at: 1, news: { kind: 'order_found' } }] });
  test.each<[string, object, string]>([
    ['a state that is none', { state: 'secret' }, '"state"'],
    ['a time that is a text', { createdAt: 'secret' }, '"createdAt"'],
    ['an amount without a currency', { amount: { amount: 'secret' } }, '"amount.currency"'],
    ['a customer who is a text', { customer: 'secret' }, '"customer"'],
    [
      'news of no known kind',
      { announcements: [{ id: 'x', at: 1, news: { kind: 'secret' } }] },
      '"announcements.0.news',
    ],
    ['another reference', { reference: 'secret' }, 'another reference'],
    ['a schema of the future', { schemaVersion: 4, customer: 'secret' }, 'newer version of Teller'],
  ])('with %s is refused by name, and not quoted', (_, wrong, said) => {
    const read = () => readOrder(JSON.stringify({ ...order, ...wrong }), 'A-1');
    expect(read).toThrow('The stored order A-1 cannot be read');
    expect(read).toThrow(said);
    expect(read).not.toThrow('secret');
  });

  test.each(['', 'null', '"secret"', '[]', '{"shape":1}', '{"schemaVersion":2'])(
    'that is %j instead is refused by name',
    (text) => {
      expect(() => readOrder(text, 'A-1')).toThrow('The stored order A-1 cannot be read');
      expect(() => readOrder(text, 'A-1')).not.toThrow('secret');
    },
  );

  test('that is damaged does not hide the others of a list', () => {
    const stored = (state: (typeof ORDER_STATES)[number]) => ({
      reference: state,
      text: JSON.stringify(sampleOrder(state, { state })),
    });
    const list = [...ORDER_STATES.map(stored), { reference: 'BAD-1', text: '{' }];
    const { orders, damaged } = readAll(list);
    expect(orders.map(({ state }) => state)).toEqual([...ORDER_STATES]);
    expect(damaged).toEqual(['BAD-1']);
  });
});
