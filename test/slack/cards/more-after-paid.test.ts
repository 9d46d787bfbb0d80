// The card of an order for which more has come since it was paid, and who hears of that.
import { expect, test } from 'vitest';
import type { Announcement, News } from '#orders/announcement.ts';
import type { MoneyEntry } from '#orders/money-entry.ts';
import type { Order } from '#orders/order.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { showsInChannel } from '#slack/delivery/who-hears.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { orderIn, PAYMENT } from '#test/slack/every-order.ts';

const KES = (amount: string) => ({ amount, currency: 'KES' });
const paid = (money: string, own: Partial<Order> = {}) =>
  orderIn('paid', 'prompt', { amount: KES('1500'), payment: { ...PAYMENT, paid: KES(money) }, ...own });
const read = (order: Order) =>
  renderMessage({ ...orderCard(order), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);
const headlineOf = (order: Order) => read(order).split('\n')[0]?.replaceAll('*', '');
const WHAT = 'Two bags of “maize” – Grade 1 🌽';

test('says that it is more than was asked, unless somebody accepted another amount', () => {
  expect(headlineOf(paid('1700'))).toBe(
    `:warning: KES 1,700.00 paid · ${WHAT} · more than the KES 1,500.00 asked`,
  );
  expect(orderCard(paid('1700')).text).toMatch(/: Paid KES 1,700\.00, more than the KES 1,500\.00 asked\.$/);
  expect(headlineOf(paid('1700', { acceptedBy: 'U2' }))).toContain('of KES 1,500.00, accepted as paid');
  expect(headlineOf(paid('1700', { kind: 'elsewhere' }))).toContain('KES 1,700.00 paid');
});

test('no longer says that less was accepted once all has come', () => {
  expect(headlineOf(paid('1500', { acceptedBy: 'U2' }))).toBe(
    `:white_check_mark: KES 1,500.00 paid · ${WHAT}`,
  );
  expect(read(paid('1500', { acceptedBy: 'U2' }))).toContain('accepted as paid by');
});

test('does not say that it was accepted when more came', () => {
  const changedAt = 1_700_000_500_000;
  const accepted = { acceptedBy: 'U2', changedAt };
  const more = { kind: 'correction', money: KES('25'), code: '', day: '2023-11-14', at: changedAt } as const;
  const entries: MoneyEntry[] = [{ ...more, learnedAt: changedAt }];
  const byline = (order: Order) => read(order).split('accepted as paid by')[1];
  expect(byline(paid('200', accepted))).toMatch(/\d/);
  expect(byline(paid('200', { ...accepted, entries }))?.replace(/<?@U2>?/, '')).not.toMatch(/\d/);
});

test('what is too much for a row of a bulk is shown in the channel, and other payments of it are counted only', () => {
  const row = paid('1700', {
    bulk: { id: 'B1', row: 1 },
  });
  const shows = (own: { before?: typeof PAYMENT.paid; tooMuch?: typeof PAYMENT.paid }) => {
    const news = { kind: 'paid', payment: PAYMENT, previousState: 'paid', ...own } as const;
    const announcement: Announcement<News> = { id: 'paid-9', at: row.createdAt, news };
    return showsInChannel(undefined, row, announcement, true);
  };
  expect(shows({})).toBe(false);
  expect(shows({ before: KES('1500') })).toBe(false);
  expect(shows({ before: KES('1500'), tooMuch: KES('200') })).toBe(true);
});
