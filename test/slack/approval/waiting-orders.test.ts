// What needs an approver, in the one message of `/pay open`: as many requests as leave room for the person's own orders.
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { readMessageBlocks } from '#sandbox/slack/blocks/surfaces.ts';
import { openMessage } from '#slack/home/home.ts';
import { MAX_MESSAGE_LENGTH } from '#slack/ui/line.ts';
import { hostile, orderIn } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const approval = {
  number: 999_999,
  about: 'order',
  requestedBy: 'U01234567890',
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
  requestedBy: 'U01234567890',
  status: 'waiting',
} as const;

test.each<[string, Order]>([
  ['short', short],
  ['hostile', hostile(short)],
  ['longest', longest],
  ['longest, to pay back', { ...longest, state: 'paid', refund, approval: { ...approval, about: 'refund' } }],
])('requests (%s) leave room for open orders and recent outcomes in one message', (_, order) => {
  const request = order.refund ? { ...approval, about: 'refund' as const } : approval;
  const own = { order, cardUrl };
  const many = Array.from({ length: 30 }, () => own);
  const content = openMessage({
    work: { today: [], open: [{ money: order.amount, count: 30 }], isAll: true },
    open: many,
    recent: many,
    now: NOW,
    approver: { waiting: many.map((one) => ({ ...one, request })), isNotifiedDirectly: true },
  });
  expect(() => readMessageBlocks(content.blocks)).not.toThrow();
  const json = JSON.stringify(content.blocks);
  expect(json.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
  expect(json.match(/"action_id":"approve"/g)?.length).toBeGreaterThan(0);
  expect(json.match(/"order_menu"/g)?.length).toBeGreaterThan(0);
  expect(json).toContain('"action_id":"more"');
  expect(json).toContain('Recent outcomes');
});
