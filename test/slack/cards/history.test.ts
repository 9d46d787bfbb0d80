// The history of an order: its lines, and what is said where the record does not begin with the order.
import { describe, expect, test } from 'vitest';
import { type AuditLine, ORDER_DEEDS, OTHER_DEEDS } from '#orders/audit-line.ts';
import { readMessageBlocks } from '#sandbox/slack/blocks/surfaces.ts';
import { historyCard } from '#slack/cards/history.ts';
import { MAX_MESSAGE_LENGTH } from '#slack/cards/limits.ts';
import { describeDeed } from '#slack/text/deeds.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
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
    'Teller ended the request, which was not approved and sent in time',
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
    Array.from({ length: 45 }, () => line('cancelled')),
    true,
  );
  expect(lines.filter((one) => one.includes('cancelled it'))).toHaveLength(40);
  expect(lines.join(' ')).toContain('5 older lines are left out');
  expect(lines.join(' ')).toContain('cannot be read completely');
});

test.each([...ORDER_DEEDS, 'posted_payment'])(
  'as many of the newest lines (%s) are shown as Slack takes, and the others are counted',
  (deed) => {
    const outcome = deed === 'refund_answered' ? 'received_before' : 'C01234567890';
    const recorded = Array.from({ length: 60 }, (_, index) =>
      line(deed, { outcome, who: 'U01234567890', at: 1_700_000_000_000 + index * 60_000 }),
    );
    const of = sampleOrder('R'.repeat(50));
    const content = historyCard(of, { recorded, isDamaged: true });
    expect(() => readMessageBlocks(content.blocks)).not.toThrow();
    const json = JSON.stringify(content.blocks);
    expect(json.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
    const shown = json.match(/"U01234567890"/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(30);
    expect(content.text).toContain(`${60 - shown} older lines are left out`);
    expect(json).toContain(String(1_700_000_000 + 59 * 60));
  },
);

test('says what came of a refund, and that a decision was about one', () => {
  const lines = read([
    line('asked'),
    line('refund_asked', { outcome: 'refund waiting' }),
    line('approved', { outcome: 'refund approved', who: 'U3' }),
    line('refund_requested', { outcome: 'requested', who: 'teller' }),
    line('refund_answered', { outcome: 'received', who: 'teller' }),
    line('refund_ended', { outcome: 'not_paid_back', who: 'U3' }),
  ]);
  expect(lines.slice(2, 7)).toEqual([
    '@U2 asked to pay it back',
    '@U3 approved the refund',
    'Teller asked the payment service to pay it back',
    'Teller heard from the payment service: it has received the request',
    '@U3 said what became of the refund: it was not paid back',
  ]);
});

describe('every deed', () => {
  test.each([...ORDER_DEEDS, ...OTHER_DEEDS])('%s has words of its own', (deed) => {
    const text = describeDeed({ deed, outcome: '' });
    expect(text).not.toBe(deed);
    expect(text).not.toContain('_');
  });

  test('of a later version is shown by its name', () => {
    expect(describeDeed({ deed: 'stamped_twice', outcome: '' })).toBe('stamped twice');
    expect(describeDeed({ deed: 'toString', outcome: 'constructor' })).toBe('toString');
  });
});
