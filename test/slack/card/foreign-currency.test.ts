// The currency of a payment that was made elsewhere is whatever the provider calls it. It formats nowhere, and is cut.
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { alertCard } from '#slack/alerts/deliver.ts';
import { waitingRows } from '#slack/approval/waiting.ts';
import { newsReply } from '#slack/card/news.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { foundList } from '#slack/find/search.ts';
import { statusCard } from '#slack/find/status.ts';
import { historyCard } from '#slack/history/history.ts';
import { endedRow } from '#slack/home/open-orders.ts';
import { HOSTILE, orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';
import { forRefund, received, refund } from '#test/slack/request-samples.ts';

const CURRENCIES = [
  ['that mentions everybody', '<!channel>'],
  ['of 3,500 letters', 'K'.repeat(3_500)],
  ['that formats', HOSTILE],
] as const;

function elsewhere(currency: string, own: Partial<Order> = {}): Order {
  const paid = { amount: '1500', currency };
  return {
    ...orderIn('paid', 'link'),
    kind: 'elsewhere',
    amount: paid,
    payments: [{ ...PAYMENT, paid }],
    ...own,
  };
}

function goneBack(order: Order): Order {
  return {
    ...order,
    state: 'reversed',
    payments: order.payments?.map((one) => ({ ...one, reversedAt: 1 })) ?? [],
  };
}

/** Paid, to be paid back, and gone back in whole and in part. */
function all(currency: string): Order[] {
  const amount = { amount: '1500', currency };
  const { confirmationCode } = PAYMENT;
  const of75 = { amount: '75', currency };
  const part = { ...received, confirmationCode, status: 'paid_back', amount: of75 } as const;
  return [
    elsewhere(currency),
    elsewhere(currency, { refund: { ...refund, amount }, approval: forRefund }),
    goneBack(elsewhere(currency)),
    goneBack(elsewhere(currency, { refund: part })),
  ];
}

const found = (orders: readonly Order[]) =>
  foundList({
    orders: orders.map((order) => ({ order, cardUrl: undefined })),
    understood: { said: [], agents: [], channels: [] },
    isFirst: true,
  });

test.each(CURRENCIES)(
  'a list of found payments takes one that was made elsewhere in a currency %s',
  (_, currency) => {
    for (const order of all(currency)) expectGoodMessage(found([order]));
    expectGoodMessage(found(Array.from({ length: 10 }, () => elsewhere(currency))));
    expect(JSON.stringify(found([elsewhere(currency)])).length).toBeLessThan(1_500);
  },
);

test.each(CURRENCIES)(
  'cards, answers, replies, alerts and other lists take a payment that was made elsewhere in a currency %s',
  (_, currency) => {
    for (const order of all(currency)) {
      const at = { order, cardUrl: undefined };
      expectGoodMessage(orderCard(order));
      expectGoodMessage(statusCard({ status: 'ours', order }, { query: 'INV-1', canShare: true, now: 1 }));
      expectGoodMessage({ text: 'Orders', blocks: [endedRow(at)] });
      expectGoodMessage(historyCard(order, { recorded: [], isDamaged: false }));
      const { payments: [payment] = [], refund: asked } = order;
      if (!payment) throw new Error('it was paid');
      const of = { kind: 'reversed', payment, previousState: 'paid' } as const;
      expectGoodMessage(alertCard(order, { kind: 'alert', channel: 'C1', of }, undefined));
      if (!asked) continue;
      expectGoodMessage({ text: 'Requests', blocks: waitingRows({ ...at, request: forRefund }, 1) });
      for (const kind of ['refund_received', 'refund_refused', 'refund_unknown', 'refund_ended'] as const)
        expectGoodMessage(
          newsReply(order, { id: '1', at: 1, news: { kind, refund: { ...asked, endedBy: 'U2' } } }),
        );
    }
  },
);
