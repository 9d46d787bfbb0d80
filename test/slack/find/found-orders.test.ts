// The list of what a search found: within Slack's limits, masked, with foreign text as plain text.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { foundList, understoodLine } from '#slack/find/search.ts';
import { EVERY_STATE_AND_KIND, HOSTILE, hostile, orderIn, PHONE } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';

const URL = 'https://duka.slack.com/archives/C0SALES001/p1700000000000000';
const listOf = (orders: readonly Order[], more?: { value: string; lookedBackTo: number }) =>
  foundList({
    orders: orders.map((order) => ({ order, cardUrl: URL })),
    understood: { said: ['“flour”', 'KES 1,500'], agents: ['U1'], channels: [] },
    isFirst: true,
    more,
  });
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

  test('a number that somebody wrote into the name or the description is masked', () => {
    const order = orderIn('paid', 'prompt', {
      description: `Flour for ${PHONE}`,
      customer: { firstName: 'Jane', lastName: `0${PHONE.slice(3)}` },
    });
    expectMasked(listOf([order]));
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
