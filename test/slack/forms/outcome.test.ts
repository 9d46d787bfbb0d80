// The views that replace a form: right for every state, within Slack's limits, foreign text as plain text, and paid only when
// paid.

import { describe, expect, test } from 'vitest';
import { FAILURE_REASONS } from '#orders/payment.ts';
import { messageView, outcomeView, sendingView } from '#slack/forms/outcome.ts';
import { renderView } from '#test/sandbox/slack/render/render.ts';
import { EVERY_STATE_AND_KIND, FAILURE, HOSTILE, hostile, orderIn } from '#test/slack/every-order.ts';
import { expectGoodView, expectMasked } from '#test/slack/harmless.ts';

const show = (...about: Parameters<typeof outcomeView>) => read(outcomeView(...about));
const read = (view: unknown) =>
  renderView({ state: { values: {} }, errors: {}, ...(view as object) } as unknown as Parameters<
    typeof renderView
  >[0]);

describe.each(EVERY_STATE_AND_KIND)('the outcome of an order that is %s (%s)', (state, kind) => {
  const order = orderIn(state, kind);

  test('the outcome of an order in any state is a view that Slack takes, with foreign text as plain text', () => {
    expectGoodView(outcomeView('Payment link', order));
    expectGoodView(outcomeView('Payment link', hostile(order)));
  });

  test('the outcome of an order in any state says paid exactly when the order is paid', () => {
    const glad = /(?<!not )\bpaid\.|✅|white_check_mark|received|thank/i;
    expect(glad.test(show('Payment link', order))).toBe(state === 'paid');
  });

  test('the outcome of an order in any state has at most three lines and its buttons, and says where news will come', () => {
    const lines = show('Payment link', order)
      .split('\n')
      .filter((one) => !/^(\[|==)/.test(one));
    // The link to copy and the service's own words are lines of their own.
    expect(lines.length).toBeLessThanOrEqual(state === 'sending' ? 4 : 3);
    if (state !== 'failed' && state !== 'not_sent')
      expect(lines.at(-1)).toMatch(/^INV-1 · News comes in the thread of its card in #C1\.$/);
  });

  test('the outcome of an order in any state names the reference, and masks the phone', () => {
    const view = outcomeView('Payment link', order);
    expect(read(view)).toContain('INV-1');
    expectMasked(view);
  });
});

describe('the outcome', () => {
  test('the outcome of a prompt shows the masked number, the amount, and how to pay by hand', () => {
    const shown = show('PIN prompt', orderIn('pending', 'prompt'));
    expect(shown).toContain('+254 7•• ••• 678 is being asked for KES 1,234,567.50.');
    expect(shown).toContain('No prompt? Paybill *220222* · account *ACC-9*');
  });

  test('the outcome of a prompt without a known account number leaves out how to pay by hand', () => {
    const lost = orderIn('pending', 'prompt', { service: { trackingId: 't' } });
    const shown = show('PIN prompt', lost);
    expect(shown).toContain('is being asked for');
    expect(shown).toContain('INV-1');
    expect(shown).not.toMatch(/No prompt|220222|account/);
  });

  test('the outcome of a prompt whose answer was lost asks not to send another', () => {
    const shown = show('PIN prompt', orderIn('sending', 'prompt'));
    expect(shown).toContain('No answer from the payment service yet');
    expect(shown).toContain('do not send another prompt');
  });

  test('the outcome of a link has the page, the bare link to copy, and what shares it', () => {
    const view = outcomeView('Payment link', orderIn('pending', 'link'));
    expect(read(view)).toContain('https://pay.test/iframe?OrderTrackingId=af2234da');
    const buttons = JSON.stringify(view.blocks);
    expect(buttons).toContain('"action_id":"open_payment_page"');
    expect(buttons).toMatch(/"action_id":"share_whatsapp"[^}]*\}[^}]*"value":"INV-1"/);
    expect(buttons).toMatch(/"action_id":"show_qr"[^}]*\}[^}]*"value":"INV-1"/);
  });

  test.each(FAILURE_REASONS)(
    'the outcome of a failure (%s) has the reason, the next step and the incident',
    (reason) => {
      const failure = { ...FAILURE, reason };
      const shown = show('PIN prompt', orderIn('not_sent', 'prompt', { failure }));
      // Before the card stands nobody asks the service, so that code is Slack's.
      const who = reason === 'card_not_posted' ? '(Slack:' : 'The service says:';
      expect(shown).toContain(`${who} amount_exceeds_default_limit`);
      expect(shown).toContain('Incident 7f3a-91c2');
      expect(shown.split('\n').length).toBeGreaterThan(4);
    },
  );
});

test('a sentence and “Sending…” are views that Slack takes', () => {
  expectGoodView(sendingView('PIN prompt'));
  expectGoodView(messageView('Payment link', HOSTILE));
  expectGoodView(messageView('Payment link', ''));
  expect(read(sendingView('PIN prompt'))).toContain('Sending…');
});
