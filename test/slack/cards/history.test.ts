// The history of an order: its lines, and what is said where the record does not begin with the order.
import { describe, expect, test } from 'vitest';
import { type AuditLine, ORDER_DEEDS, OTHER_DEEDS } from '#orders/audit-line.ts';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { historyCard } from '#slack/cards/history.ts';
import { describeDeed } from '#slack/text/deeds.ts';
import { sampleDeed } from '#test/store/sample-deed.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';

const order = sampleOrder('A-1', { agent: 'U7' });
const line = (deed: string, own: Partial<AuditLine> = {}): AuditLine => ({
  ...sampleDeed({ who: 'U2', outcome: '' }),
  seq: 1,
  hash: '',
  ...own,
  deed,
});

function read(recorded: readonly AuditLine[], isDamaged = false, of = order): string[] {
  const { blocks } = historyCard(of, { recorded, isDamaged });
  const text = renderMessage({ text: '', blocks, type: 'message' } as unknown as Parameters<
    typeof renderMessage
  >[0]);
  return text.split('\n').map((one) => one.replace(/.*\d:\d\d [AP]M · /, ''));
}

test('names who did what, Teller among them', () => {
  const lines = read([line('asked'), line('ran_out', { who: 'teller' })]);
  expect(lines.slice(1, 3)).toEqual([
    '@U2 asked for the payment',
    'Teller ended the request, which nobody decided in time',
  ]);
});

test('of an order of before the record says what the order itself knows, and that the rest is not in it', () => {
  expect(read([]).slice(1).join(' ')).toContain('@U7 asked for the payment');
  expect(read([]).join(' ')).toContain('before Teller kept a record');
  const cancelled = read([line('cancelled')]).join(' ');
  expect(cancelled).toMatch(/@U7 asked for the payment.*@U2 cancelled it.*before Teller kept a record/);
  expect(read([line('asked')]).join(' ')).not.toContain('before Teller kept a record');
});

test('of a charge that nobody touched says that the payment service reported it', () => {
  const charge = { ...order, kind: 'charge' as const, chargeOf: referenceOf('B-1') };
  expect(read([], false, charge).join(' ')).toContain('The payment service reported this charge');
  expect(read([line('accepted_as_paid')], false, charge).join(' ')).not.toContain('reported this charge');
});

test('says that older lines are left out, and that some cannot be read', () => {
  const lines = read(
    Array.from({ length: 45 }, () => line('posted_payment', { outcome: 'C1' })),
    true,
  );
  expect(lines.filter((one) => one.includes('posted it'))).toHaveLength(40);
  expect(lines.join(' ')).toContain('5 older lines are left out');
  expect(lines.join(' ')).toContain('cannot be read completely');
});

describe('every deed', () => {
  test.each([...ORDER_DEEDS, ...OTHER_DEEDS])('%s has words of its own', (deed) => {
    expect(describeDeed({ deed })).not.toBe(deed);
    expect(describeDeed({ deed })).not.toContain('_');
  });

  test('of a later version is shown by its name', () => {
    expect(describeDeed({ deed: 'stamped_twice' })).toBe('stamped twice');
    expect(describeDeed({ deed: 'toString' })).toBe('toString');
  });
});
