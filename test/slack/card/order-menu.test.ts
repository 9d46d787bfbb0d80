import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReference } from '#orders/reference.ts';
import { readMessageBlocks } from '#sandbox/slack/blocks/surfaces.ts';
import { besideMenu, type MenuItem, menuElement, readMenuValue } from '#slack/card/buttons.ts';
import { section } from '#slack/ui/blocks.ts';
import { say } from '#slack/ui/say.ts';
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
        expect(() => readMessageBlocks([{ ...section(say`-`), accessory }])).not.toThrow();
      }),
    );
  });

  it('leaves out an item whose value would be too long for Slack, and is not there without items', () => {
    const long = referenceOf(`${'R'.repeat(50)}/${'t'.repeat(36)}`);
    expect(menuElement(ITEMS, long)).toEqual([]);
    expect(menuElement([], referenceOf('INV-1'))).toEqual([]);
  });

  it('has beside it, as buttons of the same names, what a charge’s long reference leaves out', () => {
    const items = ['refund_order', 'history'] as const;
    const charge = (letters: number) => referenceOf(`${'R'.repeat(letters)}/${'t'.repeat(36)}`);
    const [menu] = menuElement(items, charge(30));
    expect(menu?.options.map(({ value }) => value)).toEqual([`history:${charge(30)}`]);
    expect(besideMenu(items, charge(30))).toMatchObject([
      { elements: [{ action_id: 'refund_order', value: charge(30) }] },
    ]);
    expect(besideMenu(items, charge(25))).toEqual([]);
    const [row] = besideMenu(items, charge(50));
    expect(row).toMatchObject({ elements: [{ action_id: 'refund_order' }, { action_id: 'history' }] });
    expect(() => readMessageBlocks([section(say`-`), row])).not.toThrow();
  });
});
