// Alerts in channels: one line each, right, complete, within Slack's limits, with foreign text as plain text.
import { describe, expect, test } from 'vitest';
import type { Alert, AlertNews } from '#orders/announcement.ts';
import { alertCard } from '#slack/alerts/deliver.ts';
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
  test('a notification of an alert mentions nobody', () => {
    for (const news of EVERY_ALERT_NEWS) expect(about(news).text).not.toContain('<@');
  });

  test('an alert shows neither the payer nor the customer’s number', () => {
    for (const news of EVERY_ALERT_NEWS) {
      expect(read(news)).not.toContain('2547xxx45678');
      expectMasked(about(news));
    }
  });
});
