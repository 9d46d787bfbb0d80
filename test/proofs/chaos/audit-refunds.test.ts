// The audit's rules for refunds, with calls that nobody made and orders that no store has.
import { expect, test } from 'vitest';
import type { Approval } from '#orders/approval.ts';
import type { Refund } from '#orders/refund.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { faultsInCalls, faultsInRefund } from './audit-refunds.ts';
import type { Passed } from './faulty-proxy.ts';

const RECEIVED = '{"status":"200","message":"Refund request successfully"}';
const ALREADY = '{"status":"500","message":"Refund request has been received already"}';
const REFUSED = '{"status":"500","message":"Refund rejected"}';
const BAD_TOKEN = '{"error":{"code":"invalid_api_credentials_provided"}}';

const MINUTE = 60_000;
let clock = 0;

function call(body: string | undefined, fault?: Passed['fault']): Passed {
  clock += 10 * MINUTE;
  const answer = body === undefined ? undefined : { status: 200, body, at: clock };
  return { at: clock, what: '/api/Transactions/RefundRequest', sent: '', fault, answer };
}

const lost = () => call(RECEIVED, 'lost answer');

test.each<[string, () => Passed[]]>([
  ['once', () => [call(RECEIVED)]],
  ['slowly', () => [call(RECEIVED, 'slow')]],
  ['again after a lost answer', () => [lost(), call(ALREADY)]],
  ['again after a lost answer, which is lost too', () => [lost(), lost()]],
  ['again after a request that got nowhere', () => [call(undefined, 'reset'), call(RECEIVED)]],
  ['anew after a refusal', () => [call(REFUSED), call(REFUSED), call(RECEIVED)]],
  ['anew after too many requests', () => [call(undefined, '429'), call(RECEIVED)]],
  ['with another token', () => [call(BAD_TOKEN), call(RECEIVED)]],
  ['with another token, after a lost answer', () => [lost(), call(BAD_TOKEN), call(ALREADY)]],
])('a refund may be asked for %s', (_, calls) => {
  expect(faultsInCalls(calls(), [])).toEqual([]);
});

test.each<[string, () => Passed[], string]>([
  ['again after it was received', () => [call(RECEIVED), call(ALREADY)], 'again after its answer'],
  ['again after it was received before', () => [call(ALREADY), call(ALREADY)], 'again after its answer'],
  ['a third time', () => [lost(), lost(), call(ALREADY)], 'a third time'],
  ['anew after a refusal that followed a lost answer', () => [lost(), call(REFUSED), call(ALREADY)], 'again'],
  ['anew after a lost answer and too many requests', () => [lost(), call(undefined, '429'), lost()], 'again'],
])('a refund that is asked for %s is found', (_, calls, fault) => {
  expect(faultsInCalls(calls(), []).join()).toContain(fault);
});

test('a bot that was killed after the answer may ask once more, and not twice', () => {
  const calls = [call(RECEIVED), call(ALREADY), call(ALREADY)];
  const killedAt = [(calls[0]?.at ?? 0) + 1_000];
  expect(faultsInCalls(calls.slice(0, 2), killedAt)).toEqual([]);
  expect(faultsInCalls(calls, killedAt)).toHaveLength(1);
});

const REQUEST = { number: 1, about: 'refund', askedBy: 'U1', askedAt: 1 } as const;
const REFUND = {
  amount: { amount: '1500', currency: 'KES' },
  confirmationCode: 'A',
  remarks: 'Sent twice',
  askedBy: 'U1',
} as const;

function faultsOf(approval: Partial<Approval>, refund: Partial<Refund>): string {
  const order = sampleOrder('INV-1', {
    approval: { ...REQUEST, state: 'approved', decidedBy: 'U2', ...approval },
    refund: { ...REFUND, status: 'received', approvedBy: 'U2', ...refund },
  });
  return faultsInRefund(order).join();
}

test('a refund that another person approved and that the service received is right', () => {
  expect(faultsOf({}, {})).toBe('');
  expect(faultsOf({ state: 'declined' }, { status: 'not_asked' })).toBe('');
});

test.each<[string, Partial<Approval>, Partial<Refund>, string]>([
  ['that its asker approved', { decidedBy: 'U1' }, {}, 'approved by whoever asked'],
  ['that its asker is said to have approved', {}, { approvedBy: 'U1' }, 'approved by whoever asked'],
  ['whose request is open after a day', { state: 'open' }, { status: 'waiting' }, 'still open'],
  ['that was approved and never asked for', {}, { status: 'approved' }, 'still approved'],
  ['whose answer nobody settled', {}, { status: 'requested' }, 'still requested'],
  ['that somebody else is said to have asked for', {}, { status: 'received_before' }, 'somebody else'],
])('a refund %s is found', (_, approval, refund, fault) => {
  expect(faultsOf(approval, refund)).toContain(fault);
});
