// The order's card in every state: right, complete, within Slack's limits, with foreign text as plain text.
import { describe, expect, test } from 'vitest';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { orderButtons } from '#slack/card/buttons.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import {
  EVERY_STATE_AND_KIND,
  FAILURE,
  hostile,
  msisdn,
  orderIn,
  PAYMENT,
  PHONE,
} from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';

describe.each(EVERY_STATE_AND_KIND)('the card of an order that is %s (%s)', (state, kind) => {
  test('the card of an order in any state is a message that Slack takes', () => {
    expectGoodMessage(orderCard(orderIn(state, kind)));
  });

  test('the card of an order in any state shows foreign text as plain text', () => {
    expectGoodMessage(orderCard(hostile(orderIn(state, kind))));
  });

  test('the card of an order in any state shows amount, description, customer, reference and agent', () => {
    const shown = read(orderIn(state, kind));
    for (const part of ['KES 1,234,567.50', 'Two bags', 'Amina O’Neill · +254 7•• ••• 678', 'INV-1', '@U1'])
      expect(shown).toContain(part);
  });

  test('the card of an order in any state never shows the customer’s whole number, and has no metadata', () => {
    const payment = { ...PAYMENT, payer: `+${PHONE}` };
    const failure = { ...FAILURE, said: `No subscriber ${PHONE}` };
    const order = orderIn(state, kind);
    expectMasked(
      orderCard({
        ...order,
        ...(order.payments?.[0] ? { payment } : {}),
        ...(order.failure ? { failure } : {}),
      }),
    );
  });

  test('the card says paid only when the order is paid', () => {
    const money = ['paid', 'review'].includes(state);
    const { text } = orderCard(orderIn(state, kind));
    const saysPaid = /(?<!not )\bpaid\b(?! back)/i;
    expect(saysPaid.test(text)).toBe(money);
    expect(saysPaid.test(headlineOf(orderIn(state, kind)))).toBe(money);
  });

  test('the card has at most five lines and its buttons while it is open, else three', () => {
    const order = orderIn(state, kind);
    const lines = read(order)
      .split('\n')
      .filter((line) => !line.startsWith('['));
    expect(lines.length).toBeLessThanOrEqual(isOpen(state) ? 5 : 3);
    const { blocks } = orderCard(order);
    expect(blocks.filter(({ type }) => type === 'actions').length).toBeLessThanOrEqual(1);
    const pressed = read(order).match(/^\[.*$/gm) ?? [];
    // What stands beside a line takes none of its own.
    const beside = blocks.filter((block) => 'accessory' in block && block.accessory);
    expect(pressed.length - beside.length).toBeLessThanOrEqual(1);
  });

  test('the card begins with the mark of its state, and at most three buttons stand out', () => {
    expect(headlineOf(orderIn(state, kind))).toMatch(/^:\w+: (Paid )?(KES|USD) /);
    const { buttons, beside } = orderButtons(orderIn(state, kind));
    expect(buttons.length + (beside ? 1 : 0)).toBeLessThanOrEqual(3);
  });

  test('what a notification shows of the card is its first line, with amount and description', () => {
    const { text } = orderCard(orderIn(state, kind));
    expect(text).toMatch(/^:\w+: .*(KES|USD) [\d,.]+.* · Two bags of “maize” – Grade 1 🌽[^\n]*$/);
  });
});

describe('the card', () => {
  test('the card of an order under review shows the service’s currency as it is, cut, without escapes', () => {
    const paid = (currency: string) => ({ ...PAYMENT, paid: { amount: '9', currency } });
    const shown = read(orderIn('review', 'prompt', { payments: [paid('R&D *K*:')] }));
    expect(shown).toContain('Paid R&D *K*: 9.00 instead of KES 1,234,567.50');
    expect(shown).toContain('another currency');
    expect(read(orderIn('review', 'prompt', { payments: [paid('K'.repeat(3_500))] })).length).toBeLessThan(
      700,
    );
  });

  test('the card of a prompt says where to pay by hand once the account number is known, and never half of it', () => {
    const answered = read(orderIn('pending', 'prompt'));
    expect(answered).toContain('No prompt? Paybill *220222* · account *ACC-9*');
    const airtel = orderIn('pending', 'prompt', { prompt: { msisdn: msisdn(), method: 'AirtelKE' } });
    const { businessNumber, ...provider } = airtel.provider;
    expect(read({ ...airtel, provider })).toContain(
      'No prompt? Business name *AIRTELKE* · reference *ACC-9*',
    );
    const lost = orderIn('pending', 'prompt', { provider: { trackingId: 't' } });
    for (const order of [orderIn('sending', 'prompt'), lost])
      expect(read(order)).not.toMatch(/No prompt|220222|account/);
  });

  test.each(['paid', 'review', 'cancelled', 'reversed'] as const)(
    'the card of a prompt that is %s no longer says where to pay by hand',
    (state) => {
      expect(read(orderIn(state, 'prompt'))).not.toMatch(/No prompt|220222|ACC-9/);
    },
  );

  test('the card of a prompt that was not sent shows no number to pay to', () => {
    expect(read(orderIn('not_sent', 'prompt'))).not.toContain('220222');
  });

  test.each(['pending', 'failed'] as const)(
    'the card of a link that is %s has the page to open and the bare link',
    (state) => {
      const { blocks } = orderCard(orderIn(state, 'link'));
      expect(JSON.stringify(blocks)).toContain('"url":"https://pay.test/iframe?OrderTrackingId=af2234da"');
      expect(read(orderIn(state, 'link')).split('\n')).toContain(
        'https://pay.test/iframe?OrderTrackingId=af2234da',
      );
    },
  );

  test('the card never cuts a link that is to be copied, however long', () => {
    const redirectUrl = `https://pay.test/${'x'.repeat(1_500)}?end`;
    expect(read(orderIn('pending', 'link', { provider: { redirectUrl } }))).toContain(redirectUrl);
  });

  test.each(['sending', 'paid', 'review', 'cancelled', 'reversed', 'not_sent'] as const)(
    'the card of a link that is %s offers no page to pay on',
    (state) => {
      expect(JSON.stringify(orderCard(orderIn(state, 'link')))).not.toContain('pay.test');
    },
  );
});

function read(order: Order): string {
  return renderMessage({ ...orderCard(order), type: 'message' } as unknown as Parameters<
    typeof renderMessage
  >[0]);
}

function headlineOf(order: Order): string {
  return (read(order).split('\n')[0] ?? '').replace(/\*([^*]+)\*/g, '$1');
}
