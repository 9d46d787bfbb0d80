// The audit's rules for requests for approval, with histories that never happened.
import { expect, test } from 'vitest';
import { sampleOrder } from '#test/store/sample-order.ts';
import { faultsInHearing, faultsInRequests, newsOfDecisions } from './audit-approvals.ts';

const MINUTE = 60_000;
const order = { ...sampleOrder('7K3M9-QX2ZD', { state: 'pending' }), kind: 'prompt' as const, agent: 'U1' };
const { reference } = order;

/** "asked U1, approved U2 late": each line a minute after the one before, or twenty. */
function linesOf(story: string) {
  let at = 0;
  return story.split(', ').map((line) => {
    const [deed = '', who = '', late] = line.split(' ');
    at += (late ? 20 : 1) * MINUTE;
    return { deed, who, at };
  });
}

const PRESSED = [
  { reference, by: 'U2', about: 'order' as const },
  { reference, by: 'U3', about: 'refund' as const },
];

const faultsOf = (story: string, isAbove = true, pressed = PRESSED) =>
  faultsInRequests(order, isAbove, linesOf(story), pressed).join();

test.each([
  'asked U1, approved U2',
  'asked U1, declined U2',
  'asked U1, withdrawn U1',
  'asked U1, ran_out teller',
  'asked U1, approved U2 late, sent_now U1',
  'asked U1, approved U2 late, withdrawn U1',
  'asked U1, approved U2 late, ran_out teller',
  'asked U1, approved U2, refund_asked U2, declined U1, refund_asked U2, approved U3, refund_requested teller',
])('a request may go like this: %s', (story) => {
  expect(faultsOf(story)).toBe('');
});

test('an order below the limit needs no request', () => {
  expect(faultsOf('asked U1', false)).toBe('');
  expect(faultsOf('asked U1, refund_asked U1, approved U3', false)).toBe('');
});

test.each([
  ['that nobody decided', 'asked U1', 'says of its request: ""'],
  ['that two people decided', 'asked U1, approved U2, declined U3', 'says of its request'],
  ['that was approved twice', 'asked U1, approved U2, approved U2', 'says of its request'],
  ['that its asker approved', 'asked U1, approved U1', 'approved by the wrong person'],
  ['that its asker declined', 'asked U1, declined U1', 'declined by the wrong person'],
  ['that another withdrew', 'asked U1, withdrawn U2', 'withdrawn by the wrong person'],
  ['that another sent', 'asked U1, approved U2 late, sent_now U2', 'sent_now by the wrong person'],
  ['that Teller approved', 'asked U1, approved teller', 'approved by the wrong person'],
  ['that a person let run out', 'asked U1, ran_out U2', 'ran_out by the wrong person'],
  ['whose approver never pressed', 'asked U1, approved U3', 'approved by who never pressed'],
  [
    'whose refund nobody decided',
    'asked U1, approved U2, refund_asked U1',
    'says of its refund: "refund_asked"',
  ],
  [
    'whose refund its asker approved',
    'asked U1, approved U2, refund_asked U3, approved U3',
    'its refund was approved by the wrong person',
  ],
])('a request %s is found', (_, story, fault) => {
  expect(faultsOf(story)).toContain(fault);
});

test('a decision on an order below the limit is found', () => {
  expect(faultsOf('asked U1, approved U2', false)).toContain('says of its request: "approved"');
});

test('a request of an order that has no card lapses, and one of an order that was sent does not', () => {
  const notSent = { ...order, state: 'not_sent' as const };
  expect(faultsInRequests(notSent, true, linesOf('asked U1, lapsed teller'), [])).toEqual([]);
  expect(faultsOf('asked U1, lapsed teller')).toContain('its request lapsed, and it is pending');
});

test('an order that still waits after a day is found', () => {
  const waiting = { ...order, state: 'waiting' as const };
  expect(faultsInRequests(waiting, true, linesOf('asked U1'), []).join()).toContain('still waits');
});

const hearing = (story: string, heardAt: number | undefined) =>
  faultsInHearing(order, linesOf(story), heardAt).join();

test('the service may hear of an order after its approval, or after its asker sent it late', () => {
  expect(hearing('asked U1, approved U2', 3 * MINUTE)).toBe('');
  expect(hearing('asked U1, approved U2 late, sent_now U1', 30 * MINUTE)).toBe('');
  expect(hearing('asked U1, declined U2', undefined)).toBe('');
});

test.each([
  ['before its approval', 'asked U1, approved U2', MINUTE, 'before it was approved'],
  [
    'before its asker sent it',
    'asked U1, approved U2 late, sent_now U1',
    21.5 * MINUTE,
    'before it was sent',
  ],
  ['though nobody sent it', 'asked U1, approved U2 late', 30 * MINUTE, 'nobody sent it'],
  ['though it was declined', 'asked U1, declined U2', 30 * MINUTE, 'its request is declined'],
  ['though it was withdrawn', 'asked U1, approved U2 late, withdrawn U1', 30 * MINUTE, 'is withdrawn'],
  ['though it ran out', 'asked U1, ran_out teller', 30 * MINUTE, 'its request is ran_out'],
  ['though nobody decided', 'asked U1', 30 * MINUTE, 'its request is undecided'],
])('an order of which the service heard %s is found', (_, story, heardAt, fault) => {
  expect(hearing(story, heardAt)).toContain(fault);
});

test('each decision is to be told once', () => {
  const news = (story: string) => newsOfDecisions(order, linesOf(story));
  expect(news('asked U1, declined U2')).toEqual({ approval_decided: [1, 1], approved_late: [0, 0] });
  expect(news('asked U1, approved U2 late')).toEqual({ approval_decided: [0, 0], approved_late: [1, 1] });
  expect(news('asked U1, approved U2 late, withdrawn U1')).toEqual({
    approval_decided: [1, 1],
    approved_late: [1, 1],
  });
});
