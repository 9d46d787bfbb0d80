// To which orders' payment pages a customer is still sent.
import { expect, test } from 'vitest';
import { paymentPageOf } from '#customers/payment-page.ts';
import { EVERY_STATE_AND_KIND, orderIn } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const redirectUrl = 'https://pay.test/iframe';
const link = orderIn('pending', 'link', { service: { redirectUrl } });

test.each(EVERY_STATE_AND_KIND)(
  'an order that is %s (%s) is paid on its page only while it can be',
  (state, kind) => {
    const { service } = orderIn(state, kind);
    const isOpen = state === 'pending' || state === 'failed';
    const hasPage = kind === 'link' || kind === 'recurring link';
    expect(paymentPageOf(orderIn(state, kind))).toBe(isOpen && hasPage ? service.redirectUrl : undefined);
  },
);

test('a link that is no longer checked can still be paid', () => {
  expect(paymentPageOf({ ...link, ...{ checksEndedAt: 1 } })).toBe(redirectUrl);
});

test('nobody is sent to the page of a link that is being cancelled, that was sent again, or of whose chain another was paid', () => {
  expect(paymentPageOf({ ...link, cancelRequestedAt: 1 })).toBeUndefined();
  const successor = { reference: referenceOf('NEXT-1'), version: 0, state: 'pending' } as const;
  expect(paymentPageOf({ ...link, state: 'failed', successor })).toBeUndefined();
  const paidTwin = { reference: referenceOf('FIRST-1'), confirmationCode: 'S9992K0001' };
  expect(paymentPageOf({ ...link, paidTwin })).toBeUndefined();
});
