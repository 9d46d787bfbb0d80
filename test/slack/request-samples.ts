// A payment, the requests for approval that stand before and after it, and its refund, for the samples.
import type { Approval } from '#orders/approval.ts';
import type { Refund } from '#orders/refund.ts';

export const ASKED_AT = Date.parse('2026-11-22T09:23:00Z');
export const PAID_AT = ASKED_AT + 60_000;
export const PAYMENT = {
  paid: { amount: '1500', currency: 'KES' },
  method: 'MpesaKE',
  confirmationCode: 'S9992K0001',
  payer: '2547xxx45678',
  paidAt: PAID_AT,
};

const asked = { number: 1, requestedBy: 'U1', askedAt: ASKED_AT, state: 'open' } as const;
export const waits: Approval = { ...asked, about: 'order', limit: { amount: '1000', currency: 'KES' } };
export const approved: Approval = { ...waits, state: 'approved', decidedBy: 'U2', decidedAt: PAID_AT };
export const declined: Approval = { ...approved, state: 'declined', reason: 'The price list says 1,200' };
export const forRefund: Approval = { ...asked, about: 'refund', askedAt: PAID_AT };
export const refund: Refund = {
  amount: PAYMENT.paid,
  confirmationCode: PAYMENT.confirmationCode,
  remarks: 'Wrong size, goods came back',
  requestedBy: 'U1',
  status: 'waiting',
};
export const received: Refund = { ...refund, status: 'received', approvedBy: 'U2', requestedAt: PAID_AT };
export const lost: Refund = { ...received, status: 'unknown' };
export const decided: Approval = { ...forRefund, state: 'approved', decidedBy: 'U2', decidedAt: PAID_AT };
