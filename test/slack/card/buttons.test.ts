// What can be pressed on a card: what fits the state, few things that stand out, the rest in the menu.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { isStated } from '#orders/payment.ts';
import { whyNotRefundable } from '#orders/refunding.ts';
import { orderButtons } from '#slack/card/buttons.ts';
import { newsReply } from '#slack/card/news.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { WHY_NO_REFUND } from '#slack/refund/refund.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { EVERY_STATE_AND_KIND, orderIn } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const PAGE = '[Open payment page] (https://pay.test/iframe?OrderTrackingId=af2234da)';
const duplicatePayment = { reference: referenceOf('INV-2'), confirmationCode: 'S8836K0006' };
const resentAs = { reference: referenceOf('INV-3'), version: 1, state: 'pending' } as const;

test.each(EVERY_STATE_AND_KIND)(
  'on the card of an order that is %s (%s) three buttons stand out, the menu has five items, and nothing is there twice',
  (state, kind) => {
    for (const own of [{}, { checksEndedAt: 1 }, { noPinAt: 1 }, { duplicatePayment }, { resentAs }]) {
      const order = orderIn(state, kind, own);
      const { buttons, beside, menu } = orderButtons(order);
      const standOut = [...buttons, ...(beside ? [beside] : [])].map(({ action_id: id }) => id);
      expect(standOut.length).toBeLessThanOrEqual(3);
      // The card adds History.
      expect(menu.length).toBeLessThanOrEqual(4);
      expect(pressables(order).join()).toContain('History]');
      expect(new Set([...standOut, ...menu]).size).toBe(standOut.length + menu.length);
    }
  },
);

test.each(EVERY_STATE_AND_KIND)(
  'an order that is %s (%s), and cannot be paid back because the service has not said the code, can be checked where its refund would stand',
  (state, kind) => {
    for (const own of [{}, { duplicatePayment }, { resentAs: { ...resentAs, state: 'paid' as const } }]) {
      const { payments = [], ...paid } = orderIn(state, kind, own);
      const uncoded = payments.map((one) => ({ ...one, confirmationCode: '' }));
      const order = { ...paid, ...(uncoded.length > 0 ? { payments: uncoded } : {}) };
      const [shown] = uncoded;
      if (whyNotRefundable(order) !== 'no_code' || !shown || !isStated(shown)) continue;
      const news = { kind: 'paid', payment: shown, previousState: 'pending' } as const;
      const { blocks } =
        kind === 'charge' ? newsReply(order, { news, at: 1, id: 'paid-1' }) : orderCard(order);
      expect(JSON.stringify(blocks)).toContain('check_order');
      expect(WHY_NO_REFUND.no_code).toContain('Check now');
    }
  },
);

describe('what the customer gets', () => {
  test('the card of a waiting link offers WhatsApp and the QR code', () => {
    expect(pressables(orderIn('pending', 'link'))).toEqual([
      '[… Check now | Cancel | History]',
      `[Share by WhatsApp] [Show QR code] ${PAGE}`,
    ]);
  });

  test('the card of a link that is sent again rather than shared has both in its menu', () => {
    const menu = '[… Share by WhatsApp | Show QR code | Check now | Cancel | History]';
    const unanswered = orderIn('pending', 'link', { checksEndedAt: 1 });
    expect(pressables(unanswered)).toEqual([menu, `[Cancel and send again] ${PAGE}`]);
    expect(pressables(orderIn('failed', 'recurring link'))).toEqual([menu, `[Send again] ${PAGE}`]);
  });

  test('the card of a link that the service refused to cancel at its deadline does not offer it', () => {
    const own = { deadlineAt: 1, checksEndedAt: 1 };
    const menu = '[… Check now | Cancel | History]';
    expect(pressables(orderIn('pending', 'link', own))).toEqual([menu, `[Cancel and send again] ${PAGE}`]);
    expect(pressables(orderIn('failed', 'link', own))).toEqual([menu, `[Send again] ${PAGE}`]);
  });

  test('the card of a paid order has its receipt beside the first line, and the menu beside the second', () => {
    const beside = (what: string) => [
      '[Send receipt]',
      `[… Refund | New ${what} for this customer | History]`,
    ];
    expect(pressables(orderIn('paid', 'prompt'))).toEqual(beside('prompt'));
    expect(pressables(orderIn('paid', 'link'))).toEqual(beside('link'));
    expect(pressables(orderIn('paid', 'prompt', { duplicatePayment }))).toEqual([
      '[Send receipt]',
      '[… New prompt for this customer | History]',
      '[Refund]',
    ]);
    const [first, second] = orderCard(orderIn('paid', 'prompt')).blocks;
    expect(first).toMatchObject({
      type: 'section',
      accessory: { action_id: 'send_receipt', value: 'INV-1' },
    });
    expect(second).toMatchObject({ type: 'section', accessory: { type: 'overflow' } });
  });

  test.each(['sending', 'review', 'reversed', 'cancelled', 'not_sent', 'waiting'] as const)(
    'the card of a link that is %s offers neither the link nor a receipt',
    (state) => {
      expect(pressed(orderIn(state, 'link'))).not.toMatch(/share_whatsapp|show_qr|send_receipt/);
    },
  );

  test('the card of a link that the customer should not pay any more does not offer it', () => {
    for (const own of [{ duplicatePayment }, { resentAs }])
      expect(pressed(orderIn('pending', 'link', own))).not.toMatch(/share_whatsapp|show_qr/);
  });

  test('what was paid elsewhere has no receipt of Teller’s', () => {
    expect(pressed({ ...orderIn('paid', 'link'), kind: 'elsewhere' })).not.toContain('send_receipt');
  });

  test('no card has an address with the customer’s number', () => {
    for (const [state, kind] of EVERY_STATE_AND_KIND)
      expect(pressed(orderIn(state, kind))).not.toMatch(/wa\.me|254712345678/);
  });
});

function pressed(order: Order): string {
  return JSON.stringify(orderCard(order).blocks);
}

/** What can be pressed, a text for each row and for each that stands beside a line. */
function pressables(order: Order): string[] {
  const shown = { ...orderCard(order), type: 'message' } as unknown as Parameters<typeof renderMessage>[0];
  return renderMessage(shown).match(/^\[.*$/gm) ?? [];
}
