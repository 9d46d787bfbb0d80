// The list of what a search found: within Slack's limits, masked, with foreign text as plain text.
import { describe, expect, test } from 'vitest';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { foundList, understoodLine } from '#slack/cards/found-orders.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { EVERY_STATE_AND_KIND, HOSTILE, hostile, orderIn, PAYMENT, PHONE } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';
import { received } from '#test/slack/request-samples.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const URL = 'https://duka.slack.com/archives/C0SALES001/p1700000000000000';
const listOf = (orders: readonly Order[], more?: { value: string; lookedBackTo: number }) =>
  foundList({
    orders: orders.map((order) => ({ order, cardUrl: URL })),
    understood: { said: ['“flour”', 'KES 1,500'], agents: ['U1'], channels: [] },
    isFirst: true,
    more,
    isIndexing: more !== undefined,
  });
const read = (card: MessageContent) =>
  renderMessage({ ...card, type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

describe('a list of found payments', () => {
  test.each(EVERY_STATE_AND_KIND)(
    'a found order that is %s (%s) has two lines, shows foreign text as plain text and masks the number',
    (state, kind) => {
      for (const order of [orderIn(state, kind), hostile(orderIn(state, kind))]) {
        const list = listOf([order]);
        expectGoodMessage(list);
        expectMasked(list);
        expect(list.blocks).toHaveLength(4);
        expect(JSON.stringify(list.blocks[2])).toContain(`"url":"${URL}"`);
      }
    },
  );

  test('ten found orders with the longest texts fit into one message', () => {
    const longest = hostile(orderIn('review', 'recurring link'));
    const more = { value: `found ${'f'.repeat(32)}`, lookedBackTo: 1_700_000_000_000 };
    expectGoodMessage(
      listOf(
        Array.from({ length: 10 }, () => longest),
        more,
      ),
    );
  });

  test('a list that goes on says how far back it has looked, and that older orders are still being indexed', () => {
    const text = read(
      listOf([orderIn('paid', 'prompt')], { value: 'found abc', lookedBackTo: 1_700_000_000_000 }),
    );
    expect(text).toContain('Looked back to ');
    expect(text).toContain('Older orders are still being indexed');
    expect(text).toContain('[More]');
    expect(read(listOf([orderIn('paid', 'prompt')]))).not.toMatch(/Looked back|indexed|More/);
  });

  test('a number that somebody wrote into the name or the description is masked', () => {
    const order = orderIn('paid', 'prompt', {
      description: `Flour for ${PHONE}`,
      customer: { firstName: 'Jane', lastName: `0${PHONE.slice(3)}` },
    });
    expectMasked(listOf([order]));
  });

  test('a payment of another amount is listed with what was really paid, or went back', () => {
    const paid = { ...PAYMENT, paid: { amount: '175', currency: 'KES' } };
    const listed = (state: OrderState, own: Partial<Order> = {}) =>
      read(listOf([orderIn(state, 'prompt', { payments: [paid], ...own })]));
    const back = { payments: [{ ...paid, reversedAt: 1 }] };
    expect(listed('review')).toContain('*Paid KES 175.00 of KES 1,234,567.50: please review* ·');
    expect(listed('paid', { acceptedBy: 'U2' })).toContain(
      '*Paid KES 175.00 of KES 1,234,567.50, accepted as paid* ·',
    );
    expect(listed('reversed', back)).toContain('*KES 175.00 paid back to the customer* ·');
    const { confirmationCode } = PAYMENT;
    const amount = { amount: '75', currency: 'KES' };
    const part = { ...received, confirmationCode, status: 'paid_back', amount } as const;
    expect(listed('reversed', { ...back, refund: part })).toContain(
      '*KES 75.00 of KES 175.00 paid back to the customer* ·',
    );
    const own = { ...back, amount, refund: part };
    expect(listed('reversed', own)).toContain('*KES 75.00 of KES 175.00 paid back to the customer* ·');
  });

  test('an order of whose chain another was paid is listed with that one', () => {
    const paidTwin = { reference: referenceOf('INV-9'), confirmationCode: 'S8836K0006' };
    expect(read(listOf([orderIn('pending', 'prompt', { paidTwin })]))).toContain(
      'INV-9 has been paid already.',
    );
    expect(read(listOf([orderIn('paid', 'prompt', { paidTwin })]))).toContain('Paid twice: INV-9');
  });

  test('a charge is named by the reference of the order that it belongs to', () => {
    const charge = orderIn('paid', 'charge');
    const list = read(listOf([{ ...charge, reference: referenceOf('GYM-1/7f3a91c2') }]));
    expect(list).toContain('GYM-1');
    expect(list).not.toContain('7f3a91c2');
  });

  test('what was understood is one line, in which no word of the person formats', () => {
    for (const said of [[HOSTILE], Array.from({ length: 100 }, () => '“flour”')]) {
      const blocks = understoodLine({ said, agents: ['U1', 'U2'], channels: [] });
      expect(blocks).toHaveLength(1);
      expectGoodMessage({ text: 'Found', blocks });
    }
    expect(understoodLine({ said: [], agents: [], channels: [] })).toEqual([]);
  });
});
