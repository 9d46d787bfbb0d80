// Alerts in channels: one line each, right, complete, within Slack's limits, with foreign text as plain text.
import { describe, expect, test } from 'vitest';
import type { Alert, AlertNews } from '#orders/announcement.ts';
import { alertCard } from '#slack/cards/alert.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import {
  FAILURE,
  hostile,
  hostilePayment,
  KINDS,
  type Kind,
  orderIn,
  PAYMENT,
} from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';

const URL = 'https://sandbox.slack.com/archives/C1/p1700000000000100?thread_ts=1700000000.000100&cid=C1';

const OTHER_CURRENCY = { ...PAYMENT, paid: { amount: '9', currency: 'USD' } };
const LESS = { ...PAYMENT, paid: { amount: '175', currency: 'KES' } };
const EVERY_ALERT_NEWS: readonly AlertNews[] = [
  { kind: 'paid', payment: PAYMENT, previousState: 'pending' },
  { kind: 'paid', payment: PAYMENT, previousState: 'cancelled' },
  { kind: 'paid', payment: PAYMENT, previousState: 'failed' },
  { kind: 'review', payment: OTHER_CURRENCY, previousState: 'pending' },
  { kind: 'review', payment: LESS, previousState: 'pending' },
  { kind: 'review', payment: LESS, previousState: 'cancelled' },
  { kind: 'reversed', payment: PAYMENT },
  { kind: 'reversed', payment: undefined },
  { kind: 'failed', failure: FAILURE },
];

const alert = (of: AlertNews): Alert => ({ kind: 'alert', channel: 'C2', of });
const about = (of: AlertNews, kind: Kind = 'prompt', url: string | undefined = URL) =>
  alertCard(orderIn('paid', kind), alert(of), url);
const read = (...asked: Parameters<typeof about>) =>
  renderMessage({ ...about(...asked), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

describe.each(KINDS)('an alert about a %s', (kind) => {
  test.each(EVERY_ALERT_NEWS)(
    'an alert ($kind after $previousState) is a message that Slack takes, with foreign text as plain text',
    (news) => {
      expectGoodMessage(about(news, kind));
      const wild: AlertNews =
        news.kind === 'failed' || !news.payment ? news : { ...news, payment: hostilePayment(news.payment) };
      expectGoodMessage(alertCard(hostile(orderIn('paid', kind)), alert(wild), URL));
    },
  );

  test.each(EVERY_ALERT_NEWS)('an alert ($kind after $previousState) is one line', (news) => {
    expect(about(news, kind).blocks).toHaveLength(1);
    expect(read(news, kind)).not.toContain('\n');
  });
});

describe('an alert', () => {
  test.each<[AlertNews, string]>([
    [
      { kind: 'paid', payment: PAYMENT, previousState: 'pending' },
      'KES 1,234,567.50 paid by Amina O’Neill for Two bags of “maize” – Grade 1 🌽. SCJ8JQ26SW.',
    ],
    [
      { kind: 'review', payment: LESS, previousState: 'pending' },
      'Paid KES 175.00 of KES 1,234,567.50 by Amina O’Neill for Two bags of “maize” – Grade 1 🌽. SCJ8JQ26SW. Please review before you deliver.',
    ],
  ])('what a notification shows and a screen reader reads of it are whole sentences (%#)', (news, heard) => {
    expect(about(news).text).toBe(heard);
  });

  test.each<[AlertNews, string]>([
    [
      { kind: 'paid', payment: PAYMENT, previousState: 'pending' },
      ':white_check_mark: KES 1,234,567.50 paid by Amina O’Neill for Two bags of “maize” – Grade 1 🌽 · SCJ8JQ26SW · @U1 in #C1 · card',
    ],
    [
      { kind: 'paid', payment: PAYMENT, previousState: 'cancelled' },
      ':rotating_light: KES 1,234,567.50 paid by Amina O’Neill for Two bags of “maize” – Grade 1 🌽 · SCJ8JQ26SW · The order had been cancelled: deliver it or pay it back. · @U1 in #C1 · card',
    ],
    [
      { kind: 'review', payment: OTHER_CURRENCY, previousState: 'pending' },
      ':warning: Paid USD 9.00 instead of KES 1,234,567.50 by Amina',
    ],
    [
      { kind: 'review', payment: LESS, previousState: 'pending' },
      ':warning: Paid KES 175.00 of KES 1,234,567.50 by Amina',
    ],
    [
      { kind: 'review', payment: LESS, previousState: 'cancelled' },
      ':rotating_light: Paid KES 175.00 of KES 1,234,567.50 by Amina O’Neill for Two bags of “maize” – Grade 1 🌽 · SCJ8JQ26SW · The order had been cancelled. Please review before you deliver. · @U1 in #C1 · card',
    ],
    [{ kind: 'reversed', payment: undefined }, ':rotating_light: KES 1,234,567.50 paid back to Amina'],
    [
      { kind: 'failed', failure: FAILURE },
      ':x: KES 1,234,567.50 not paid by Amina O’Neill for Two bags of “maize” – Grade 1 🌽 · The payment service declined the order. · @U1 in #C1 · card',
    ],
  ])('an alert of %j reads: %s', (news, expected) => {
    expect(read(news)).toContain(expected);
  });

  test('an alert ends with a link to the card, or without one when its address is not known', () => {
    const news: AlertNews = { kind: 'paid', payment: PAYMENT, previousState: 'pending' };
    expect(read(news)).toContain(URL);
    const without = alertCard(orderIn('paid', 'link'), alert(news), undefined);
    expectGoodMessage(without);
    expect(JSON.stringify(without)).not.toContain('card');
  });

  test('an alert is a whole sentence for those who hear it, and mentions nobody there', () => {
    for (const news of EVERY_ALERT_NEWS) {
      expect(about(news).text).not.toContain('<@');
      expect(about(news).text).toMatch(/\.$/);
    }
  });

  test('an alert of a charge names the order that it belongs to', () => {
    const shown = read({ kind: 'paid', payment: PAYMENT, previousState: 'sending' }, 'charge');
    expect(shown).toContain('for Two bags of “maize” – Grade 1 🌽 (a charge of INV-0)');
  });

  test('an alert shows neither the payer nor the customer’s number', () => {
    for (const news of EVERY_ALERT_NEWS) {
      expect(read(news)).not.toContain('2547xxx45678');
      expectMasked(about(news));
    }
  });
});
