import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReference } from '#orders/reference.ts';
import { readMessageBlocks } from '#sandbox/slack/blocks/surfaces.ts';
import { section } from '#slack/cards/blocks.ts';
import { type MenuItem, menuElement, readMenuValue } from '#slack/cards/order-menu.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const ITEMS: MenuItem[] = ['check_order', 'cancel_order', 'ask_again'];

describe('the menu of an order', () => {
  it('carries item and reference in each option, also of the longest reference and of one with colons', () => {
    const reference = fc
      .array(fc.constantFrom(...'aZ9-_.:'), { minLength: 1, maxLength: 50 })
      .map((letters) => letters.join(''))
      .filter((text) => parseReference(text) === text);
    fc.assert(
      fc.property(reference, fc.subarray(ITEMS, { minLength: 1 }), (text, items) => {
        const [accessory] = menuElement(items, referenceOf(text));
        const options = accessory?.options ?? [];
        expect(options.map(({ value }) => readMenuValue(value ?? ''))).toEqual(
          items.map((item) => ({ item, reference: text })),
        );
        expect(() => readMessageBlocks([{ ...section('-'), accessory }])).not.toThrow();
      }),
    );
  });

  it('leaves out an item whose value would be too long for Slack, and is not there without items', () => {
    const long = referenceOf(`${'R'.repeat(50)}/${'t'.repeat(36)}`);
    expect(menuElement(ITEMS, long)).toEqual([]);
    expect(menuElement([], referenceOf('INV-1'))).toEqual([]);
  });
});
