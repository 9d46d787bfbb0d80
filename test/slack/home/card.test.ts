// The Home tab: within Slack's limits however many orders there are, a sentence when there are none, foreign text as plain text.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { readView } from '#sandbox/slack/blocks/surfaces.ts';
import { homeView, messageHome } from '#slack/home/home.ts';
import { REFUSALS } from '#slack/text/people.ts';
import { renderView } from '#test/sandbox/slack/render/render.ts';
import { hostile, KINDS, orderIn, PHONE } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const cardUrl = 'https://sandbox.slack.com/archives/C1/p1700000000000100';
const many = (count: number, order: Order) =>
  Array.from({ length: count }, (_, index) => ({
    order: { ...order, reference: referenceOf(`INV-${index}`) },
    cardUrl,
  }));
const now = orderIn('pending', 'prompt').createdAt + 2 * 60 * 60_000;

/** The view of a person with so many open orders in all. */
function home(own: { open?: ReturnType<typeof many>; isAll?: boolean; recent?: ReturnType<typeof many> }) {
  const { open = [], isAll = true, recent = [] } = own;
  const sums = [{ money: { amount: '6200', currency: 'KES' }, count: open.length }];
  const work = { today: [], open: open.length > 0 ? sums : [], isAll };
  return homeView({ open, work, recent, preferences: { isNotifiedOfPaid: false, isReminded: true }, now });
}
const OPEN = orderIn('pending', 'prompt');
const ENDED = orderIn('paid', 'link');

function shown(view: ReturnType<typeof homeView>): string {
  const read = readView(view, 'home');
  return renderView({ ...read, state: { values: {} }, errors: {} } as unknown as Parameters<
    typeof renderView
  >[0]);
}

describe('Home', () => {
  test.each([
    [10, true, undefined],
    [11, true, '… and 1 more.'],
    [100, true, '… and 90 more.'],
    [100, false, '… and at least 90 more.'],
  ])(
    'Home of a person with %i open orders (all of them: %s) says how many are not listed',
    (count, isAll, more) => {
      const view = home({ open: many(count, OPEN), isAll, recent: many(10, ENDED) });
      const text = shown(view);
      expect(JSON.stringify(view).match(/"order_menu"/g)).toHaveLength(10);
      expect(view.blocks.length).toBeLessThanOrEqual(100);
      // Nothing is said about the command, which has another name in some workspaces.
      expect(text).not.toContain('/pay');
      if (more) expect(text).toContain(`${more}\n[More]`);
      else expect(text).not.toContain('more.');
    },
  );

  test.each(KINDS)('Home shows foreign text as plain text and keeps Slack’s limits (%s)', (kind) => {
    const view = home({
      open: many(40, hostile(orderIn('pending', kind))),
      recent: many(10, hostile(orderIn('review', kind))),
    });
    expect(() => readView(view, 'home')).not.toThrow();
    for (let at = 0; at < view.blocks.length; at += 10)
      expectGoodMessage({ text: 'Home', blocks: view.blocks.slice(at, at + 10) });
    expectMasked(view);
    expect(JSON.stringify(view)).not.toContain(PHONE);
  });

  test.each(Object.values(REFUSALS))(
    'Home for people who may not act is a sentence and nothing else: %s',
    (why) => {
      expect(shown(messageHome(why))).toBe(why);
    },
  );
});
