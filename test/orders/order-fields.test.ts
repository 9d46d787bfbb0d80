// What erasing leaves of an order in which every text names its customer, and that nothing changes but what may.
import { expect, it, test } from 'vitest';
import type { z } from 'zod';
import { erased } from '#orders/forgetting.ts';
import { brokenInvariant } from '#orders/invariants.ts';
import { type Order, storedOrder } from '#orders/order.ts';
import { ERASED, ORDER_FIELDS } from '#orders/order-fields.ts';
import { money } from '#orders/payment.ts';
import { storedReference } from '#orders/reference.ts';

const AMOUNT = { amount: '1500', currency: 'KES' };

/** Values of the schema, one for each member of a union. Each text in them says where it stands. */
function samplesOf(schema: z.core.$ZodType, path: readonly string[] = []): readonly unknown[] {
  if (schema === money) return [AMOUNT];
  if (schema === storedReference) return ['REF'];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'custom':
      return [`PERSON ${path.slice(-2).join('.')}`];
    case 'number':
      return [1];
    case 'boolean':
      return [false];
    case 'literal':
      return [def.values[0]];
    case 'enum':
      return [Object.values(def.entries)[0]];
    case 'optional':
    case 'readonly':
      return samplesOf(def.innerType, path);
    case 'array':
      return [samplesOf(def.element, path)];
    case 'union':
      return def.options.flatMap((option) => samplesOf(option, path));
    case 'object': {
      const fields = Object.entries(def.shape).map(
        ([name, field]) => [name, samplesOf(field, [...path, name])] as const,
      );
      const count = Math.max(...fields.map(([, samples]) => samples.length));
      return Array.from({ length: count }, (_, index) =>
        Object.fromEntries(fields.map(([name, samples]) => [name, samples[index % samples.length]])),
      );
    }
    default:
      throw new Error(`no sample of ${def.type}`);
  }
}

const [sample] = samplesOf(storedOrder);
const whole = storedOrder.parse(sample);
const full: Order = { ...whole, ...(whole.refund && { refund: { ...whole.refund, status: 'paid_back' } }) };

/** Ids, addresses, codes, days and the merchant's own words: nothing that was typed about a customer. */
const STAYS = `
  acceptedBy agent alsoOn.cardUrl announcements.id approval.decidedBy approval.requestedBy branch bulk.id
  bulk.threadTs cancelRequestedBy cancelledBy card.channel card.contentHash card.threadTs card.ts card.url channel
  charges.missedDay charges.total copies.channel copies.request copies.shows copies.threadTs copies.ts
  duplicatePayment.confirmationCode entries.day entries.paidDay failure.incident formId news.by news.channel news.day
  noAnswer.incident of.by orderApproval.decidedBy orderApproval.requestedBy other.confirmationCode
  others.confirmationCode others.method payment.confirmationCode payment.method payments.confirmationCode
  payments.method provider.accountNumber provider.businessNumber provider.redirectUrl provider.trackingId
  recurring.endDay recurring.startDay refund.approvedBy refund.confirmationCode refund.endedBy refund.requestedBy
  resentAs.cardUrl stepRun validUntil
`;

test('An erased order keeps no text that could name its customer, and all of its money', () => {
  const after = erased(full, 'U9', 9);
  const texts = JSON.stringify(after).matchAll(/PERSON ([\w.]+)/g);
  expect([...new Set(Array.from(texts, ([, place]) => place))].sort()).toEqual(STAYS.trim().split(/\s+/));
  const { method } = full.prompt ?? {};
  expect(after).toMatchObject({ description: ERASED, customer: {}, prompt: { method }, amount: AMOUNT });
  expect(after.payments).toEqual(full.payments?.map((payment) => ({ ...payment, payer: '' })));
  expect(after.announcements.map(({ id }) => id)).toEqual(full.announcements.map(({ id }) => id));
  expect(storedOrder.parse(after)).toEqual(after);
});

it.each(['waiting', 'approved', 'requested'] as const)(
  'the remarks of a refund stay while it is %s',
  (status) => {
    const refund = full.refund && { ...full.refund, status };
    expect(erased({ ...full, ...(refund && { refund }) }, 'U9', 9).refund?.remarks).toBe(refund?.remarks);
  },
);

it.each(Object.entries(ORDER_FIELDS).filter(([, { is }]) => is !== 'mutable'))(
  '%s never changes',
  (field) => {
    expect(brokenInvariant({ ...full, [field]: 'changed' }, full)).toBe('identity_stays');
  },
);
