// A person's orders as messages: two lines each with a menu, within Slack's limits, with foreign text as plain text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOpen, ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { endedMessage, endedRow, openPage, openRow } from '#slack/cards/open-orders.ts';
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

  test('a row says what is asked from whom, how long it waits, and leads to its card', () => {
    const row = { text: 'Orders', blocks: [openRow(listed(orderIn('pending', 'link')), { now })] };
    expect(read(row)).toContain('*KES 1,234,567.50* · Two bags of “maize” – Grade 1 🌽 · Amina O’Neill');
    expect(read(row)).toContain('Payment link · waiting 2 h · INV-1 · ');
    expect(JSON.stringify(row)).toContain(`<${cardUrl}|card>`);
  });

  test.each([
    ['pending', 'already paid with INV-9, please cancel it'],
    ['waiting', 'already paid with INV-9, please withdraw it'],
  ] as const)('a row of an order that is %s says when another one was paid for it', (state, expected) => {
    const paidTwin = { reference: referenceOf('INV-9'), confirmationCode: 'S8836K0006' };
    const row = {
      text: 'Orders',
      blocks: [openRow(listed(orderIn(state, 'prompt', { paidTwin })), { now })],
    };
    expect(read(row)).toContain(`PIN prompt · ${expected}`);
  });

  test.each([
    [orderIn('sending', 'prompt'), 'PIN prompt · being sent'],
    [{ ...orderIn('sending', 'prompt'), outcomeUnknownAt: now }, 'no answer from the payment service yet'],
    [{ ...orderIn('pending', 'prompt'), noPinAt: now }, 'PIN prompt · no PIN yet, asked 2 h ago'],
    [orderIn('failed', 'prompt'), 'PIN prompt · not paid, asked 2 h ago'],
  ])('a row says how an open order stands', (order, expected) => {
    expect(read({ text: 'Orders', blocks: [openRow(listed(order), { now })] })).toContain(expected);
  });

  test.each([
    [30_000, 'waiting 1 min'],
    [59 * 60_000, 'waiting 59 min'],
    [47 * HOUR_MS, 'waiting 47 h'],
    [80 * HOUR_MS, 'waiting 3 days'],
  ])('after %i ms a row says %s', (ms, expected) => {
    const order = orderIn('pending', 'link');
    const blocks = [openRow(listed(order), { now: order.createdAt + ms })];
    expect(read({ text: 'Orders', blocks })).toContain(`· ${expected} ·`);
  });

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

  test('a row of an order that nobody answered says so, and when that was', () => {
    const order = orderIn('pending', 'prompt', { checksEndedAt: 1_800_000_000_000 });
    expect(JSON.stringify(endedRow(listed(order)))).toMatch(/not answered.*"timestamp":1800000000/);
    const paid = { ...orderIn('paid', 'prompt'), checksEndedAt: 1_600_000_000_000 };
    expect(JSON.stringify(endedRow(listed(paid)))).toMatch(/ paid".*"timestamp":1700000060/);
  });

  test('what a screen reader hears of ended orders is a sentence that counts them', () => {
    const one = listed(orderIn('paid', 'link'));
    expect(endedMessage([one, one, one]).text).toBe('Here is how your last 3 orders ended.');
    expect(endedMessage([one]).text).toBe('Here is how your last order ended.');
  });

  test('a row of a paid order begins with another emoji than one of an unpaid order', () => {
    expect(read(endedMessage([listed(orderIn('paid', 'link'))]))).toContain(':white_check_mark:');
    for (const state of ['cancelled', 'not_sent', 'review', 'reversed'] as const)
      expect(read(endedMessage([listed(orderIn(state, 'link'))]))).not.toContain(':white_check_mark:');
  });
});

describe('a page', () => {
  test('a page begins with the title that it is given', () => {
    const page = openPage(many(1, orderIn('pending', 'link')), {
      title: 'Which one?',
      outstanding: [],
      count: 1,
      isAll: true,
      now,
    });
    expect(read(page)).toMatch(/^Which one\?/);
  });

  const sum = (amount: string, count: number, currency = 'KES') => ({ money: { amount, currency }, count });
  test.each([
    [[], [], '*Today* no payments yet · nothing open'],
    [
      [sum('48200', 31)],
      [sum('6200', 3)],
      '*Today* KES 48,200.00 in 31 payments · 3 open, KES 6,200.00 outstanding',
    ],
    [
      [sum('100', 1), sum('7', 2, 'USD')],
      [sum('50', 1), sum('9', 1, 'USD')],
      '*Today* KES 100.00 in 1 payment, USD 7.00 in 2 payments · 2 open, KES 50.00 and USD 9.00 outstanding',
    ],
    [
      ['KES', 'UGX', 'TZS', 'USD'].map((currency) => sum('7', 1, currency)),
      ['KES', 'UGX', 'TZS', 'USD'].map((currency) => sum('9', 1, currency)),
      '*Today* KES 7.00 in 1 payment, UGX 7 in 1 payment, TZS 7.00 in 1 payment, USD 7.00 in 1 payment · 4 open, KES 9.00 and UGX 9 and TZS 9.00 and USD 9.00 outstanding',
    ],
    [
      [],
      [...'ABCDEFGHIJKL'].map((currency) => sum('9', 1, currency)),
      '*Today* no payments yet · 12 open, A 9.00 and B 9.00 and C 9.00 and D 9.00 and E 9.00 and F 9.00 and G 9.00 and H 9.00 and I 9.00 and J 9.00 and 2 more currencies outstanding',
    ],
  ])('a page begins with the day and what is outstanding', (today, open, expected) => {
    const rows = many(1, orderIn('pending', 'link'));
    const page = openPage(rows, {
      work: { today, open, isAll: true },
      outstanding: open,
      count: 1,
      isAll: true,
      now,
    });
    expect(read(page).split('\n')[0]).toBe(expected);
  });

  test.each(KINDS)('a page has orders or counts them, and keeps Slack’s limits (%s)', (kind) => {
    const pages = fc.record({ count: fc.integer({ min: 1, max: 60 }), isHostile: fc.boolean() });
    fc.assert(
      fc.property(pages, ({ count, isHostile }) => {
        const order = orderIn('pending', kind);
        const rows = many(count, isHostile ? hostile(order) : order);
        const page = openPage(rows, { outstanding: [], count, isAll: true, now });
        expectGoodMessage(page);
        const text = read(page);
        const shown = JSON.stringify(page).match(/"order_menu"/g)?.length ?? 0;
        const counted = /… and (\d+) more\./.exec(text)?.[1] ?? '0';
        expect(shown).toBeGreaterThanOrEqual(Math.min(count, 6));
        expect(shown + Number(counted)).toBe(count);
      }),
      { numRuns: 25 },
    );
  });

  test('a page without orders says so', () => {
    const page = openPage([], {
      work: { today: [], open: [], isAll: true },
      outstanding: [],
      count: 0,
      isAll: true,
      now,
    });
    expect(read(page)).toBe(
      '*Today* no payments yet · nothing open\nYou have no open orders. What you send next stands here until it is paid.',
    );
  });

  const rows = many(2, orderIn('pending', 'link'));
  const today = { today: [sum('48200', 31)], open: [], isAll: true };
  test.each([
    [
      { work: today, count: 2, isAll: true },
      'You have 2 open orders, and KES 6,200.00 and USD 5.00 are outstanding. Today you have received KES 48,200.00 in 31 payments.',
    ],
    [
      { work: today, count: 30, isAll: false },
      'You have at least 30 open orders, and KES 6,200.00 and USD 5.00 are outstanding. The newest 2 are listed. Today you have received KES 48,200.00 in 31 payments.',
    ],
    [
      { title: 'Which one?', count: 3, isAll: true },
      'Which one? You have 3 open orders, and KES 6,200.00 and USD 5.00 are outstanding. The newest 2 are listed.',
    ],
    [
      { count: 2, isAll: true },
      'There are 2 more open orders, and KES 6,200.00 and USD 5.00 are outstanding.',
    ],
  ])(
    'what a screen reader hears of a page says how many orders there are and how much is outstanding (%#)',
    (page, text) => {
      const outstanding = [sum('6200', 2), sum('5', 1, 'USD')];
      expect(openPage(rows, { ...page, outstanding, now }).text).toBe(text);
    },
  );

  test('what a screen reader hears of a page with one order, or none, is a sentence too', () => {
    const nothing = { today: [], open: [], isAll: true };
    const one = { work: nothing, outstanding: [sum('50', 1)], count: 1, isAll: true, now };
    expect(openPage(rows.slice(0, 1), one).text).toBe('You have 1 open order, and KES 50.00 is outstanding.');
    expect(openPage([], { ...one, outstanding: [], count: 0 }).text).toBe(
      'You have no open orders. What you send next stands here until it is paid.',
    );
  });

  test('a page says that there are more when it is given only the newest', () => {
    const page = openPage(many(3, orderIn('pending', 'link')), {
      outstanding: [],
      count: 3,
      isAll: false,
      now,
    });
    expect(read(page)).toContain('… and at least 1 more.');
  });
});
