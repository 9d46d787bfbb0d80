// What waits for an approver, as one message: as many requests as Slack takes, the oldest first.
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { readMessageBlocks } from '#sandbox/slack/blocks/surfaces.ts';
import { MAX_MESSAGE_LENGTH } from '#slack/cards/limits.ts';
import { waitingMessage } from '#slack/cards/waiting-orders.ts';
import { hostile, orderIn } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const approval = {
  number: 999_999,
  about: 'order',
  askedBy: 'U01234567890',
  askedAt: 1,
  state: 'open',
} as const;
const NOW = 1_700_000_000_000;
const cardUrl = `https://${'w'.repeat(40)}.slack.com/archives/C01234567890/p1700000000000100`;
/** Quotation marks take two characters each in what is sent. */
const QUOTES = '"'.repeat(200);

const short = orderIn('waiting', 'prompt');
const longest: Order = {
  ...short,
  reference: referenceOf('R'.repeat(50)),
  description: QUOTES,
  customer: { ...short.customer, firstName: QUOTES, lastName: QUOTES },
};
const refund = {
  amount: { amount: '1234567.5', currency: QUOTES },
  confirmationCode: QUOTES,
  remarks: QUOTES,
  askedBy: 'U01234567890',
  status: 'waiting',
} as const;

test.each<[string, Order]>([
  ['short', short],
  ['hostile', hostile(short)],
  ['longest', longest],
  ['longest, to pay back', { ...longest, state: 'paid', refund, approval: { ...approval, about: 'refund' } }],
])('as many requests (%s) are listed as fit into a message, and how many there are is said', (_, order) => {
  const request = order.refund ? { ...approval, about: 'refund' as const } : approval;
  const waiting = Array.from({ length: 30 }, () => ({ order, request, cardUrl }));
  const content = waitingMessage(waiting, NOW);
  expect(() => readMessageBlocks(content.blocks)).not.toThrow();
  expect(JSON.stringify(content.blocks).length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
  const shown = content.blocks.filter(({ type }) => type === 'actions').length;
  expect(shown).toBeGreaterThan(3);
  expect(content.blocks).toHaveLength(1 + 2 * shown);
  expect(content.text).toBe(`30 requests wait for your approval; the oldest ${shown}:`);
});
