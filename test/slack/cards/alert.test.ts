// Alerts in channels: right, complete, within Slack's limits, with foreign text as plain text.
import { describe, expect, test } from 'vitest';
import type { Alert, MoneyNews } from '#orders/announcement.ts';
import { renderMessage } from '#sandbox/slack/render.ts';
import { alertCard } from '#slack/cards/alert.ts';
import { hostile, hostilePayment, KINDS, type Kind, orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';

const URL = 'https://sandbox.slack.com/archives/C1/p1700000000000100?thread_ts=1700000000.000100&cid=C1';

const OTHER_MONEY = { ...PAYMENT, paid: { amount: '9', currency: 'USD' } };
const EVERY_MONEY_NEWS: readonly MoneyNews[] = [
  { kind: 'paid', payment: PAYMENT, previousState: 'pending' },
  { kind: 'paid', payment: PAYMENT, previousState: 'cancelled' },
  { kind: 'paid', payment: PAYMENT, previousState: 'failed' },
  { kind: 'review', payment: OTHER_MONEY, previousState: 'pending' },
  { kind: 'reversed', payment: PAYMENT },
  { kind: 'reversed', payment: undefined },
];

const alert = (of: MoneyNews): Alert => ({ kind: 'alert', channel: 'C2', of });
const about = (of: MoneyNews, kind: Kind = 'prompt', url: string | undefined = URL) =>
  alertCard(orderIn('paid', kind), alert(of), url);
const read = (...asked: Parameters<typeof about>) =>
  renderMessage({ ...about(...asked), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

describe.each(KINDS)('an alert about a %s', (kind) => {
  test.each(EVERY_MONEY_NEWS)(
    'an alert ($kind after $after) is a message that Slack takes, with foreign text as plain text',
    (news) => {
      expectGoodMessage(about(news, kind));
      const wild = news.payment ? { ...news, payment: hostilePayment(news.payment) } : news;
      expectGoodMessage(alertCard(hostile(orderIn('paid', kind)), alert(wild), URL));
    },
  );
});

describe('an alert', () => {
  test('an alert has amount, description, customer, method, confirmation code, agent, time, and a link to the card', () => {
    const shown = read({ kind: 'paid', payment: PAYMENT, previousState: 'pending' });
    for (const part of [
      'KES 1,234,567.50', 'paid', 'Two bags', 'Amina O’Neill', 'M-PESA Kenya', 'SCJ8JQ26SW', 'INV-1', 'Asked by @U1',
      'Nov 14, 2023', `[Open its card] (${URL})`,
    ]) expect(shown).toContain(part); // biome-ignore format: a list of parts
  });

  test('an alert has no link when the card’s address is not known', () => {
    const card = alertCard(orderIn('paid', 'link'), alert({ kind: 'reversed', payment: PAYMENT }), undefined);
    expectGoodMessage(card);
    expect(JSON.stringify(card)).not.toContain('actions');
  });

  test('an alert mentions nobody in the text of the notification', () => {
    for (const news of EVERY_MONEY_NEWS) expect(about(news).text).not.toContain('<@');
  });

  test('an alert of a payment of another amount shows both amounts, and one of a reversal says so', () => {
    expect(read({ kind: 'review', payment: OTHER_MONEY, previousState: 'pending' })).toContain(
      'Asked: KES 1,234,567.50. Paid: USD 9.00.',
    );
    expect(read({ kind: 'reversed', payment: PAYMENT })).toContain('was paid back to the customer');
  });

  test('an alert of a payment after a cancel has the same warning as the thread', () => {
    expect(read({ kind: 'paid', payment: PAYMENT, previousState: 'cancelled' })).toContain(
      'had been cancelled',
    );
  });

  test('an alert of a charge names the order that it belongs to', () => {
    const shown = read({ kind: 'paid', payment: PAYMENT, previousState: 'sending' }, 'charge');
    expect(shown).toContain('a recurring charge');
    expect(shown).toContain('Reference: INV-0');
  });

  test('an alert shows neither the payer nor the customer’s number', () => {
    for (const news of EVERY_MONEY_NEWS) {
      expect(read(news)).not.toContain('2547xxx45678');
      expectMasked(about(news));
    }
  });
});
