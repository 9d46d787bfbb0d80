// What each field of an order is: whether it may change, what erasing the customer makes of it, and which orders that are made
// from this one have it as well. A field that is missing here does not compile. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { Order, Recurring } from './order.ts';
import { isInHand } from './refund.ts';

/** Stands in the place of an erased description. */
export const ERASED = '(erased)';

type FieldClass<Value> = {
  /**
   * `content`: what an approval covers. `given`: by the form, beside that. `fixed`: by Teller as it creates the order. Only what is
   * `mutable` ever changes.
   */
  readonly is: 'content' | 'given' | 'fixed' | 'mutable';
  /** What is left of it once its customer is erased; undefined for nothing. */
  readonly personal: 'keep' | ((value: Exclude<Value, undefined>, order: Order) => Value);
  /** To an order with which this one is sent again, or its balance requested, and to a charge of a recurring order. */
  readonly carriesOver?: 'resend' | 'charge' | 'both';
};

export const ORDER_FIELDS = {
  schemaVersion: { is: 'fixed', personal: 'keep' },
  version: { is: 'mutable', personal: 'keep' },
  reference: { is: 'content', personal: 'keep' },
  kind: { is: 'given', personal: 'keep', carriesOver: 'resend' },
  state: { is: 'mutable', personal: 'keep' },
  amount: { is: 'content', personal: 'keep', carriesOver: 'both' },
  description: { is: 'content', personal: () => ERASED, carriesOver: 'both' },
  customer: { is: 'content', personal: () => ({}), carriesOver: 'both' },
  prompt: { is: 'content', personal: ({ method }) => ({ method }), carriesOver: 'resend' },
  recurring: { is: 'content', personal: withoutNumber, carriesOver: 'resend' },
  validUntil: { is: 'content', personal: 'keep' },
  deadlineAt: { is: 'fixed', personal: 'keep' },
  remindAt: { is: 'fixed', personal: 'keep' },
  remindedAt: { is: 'mutable', personal: 'keep' },
  chargeOf: { is: 'fixed', personal: 'keep' },
  resendOf: { is: 'given', personal: 'keep' },
  balanceOf: { is: 'given', personal: 'keep' },
  resentAs: { is: 'mutable', personal: 'keep' },
  duplicatePayment: { is: 'mutable', personal: 'keep' },
  charges: { is: 'mutable', personal: 'keep' },
  madeAt: { is: 'mutable', personal: 'keep' },
  countedAs: { is: 'mutable', personal: 'keep' },
  agent: { is: 'given', personal: 'keep', carriesOver: 'charge' },
  channel: { is: 'given', personal: 'keep', carriesOver: 'both' },
  branch: { is: 'fixed', personal: 'keep' },
  formId: { is: 'given', personal: 'keep' },
  bulk: { is: 'given', personal: 'keep' },
  stepRun: { is: 'mutable', personal: 'keep' },
  createdAt: { is: 'fixed', personal: 'keep' },
  typedReference: { is: 'given', personal: 'keep' },
  language: { is: 'given', personal: 'keep', carriesOver: 'both' },
  requestedAt: { is: 'mutable', personal: 'keep' },
  outcomeUnknownAt: { is: 'mutable', personal: 'keep' },
  checkedAt: { is: 'mutable', personal: 'keep' },
  noPinAt: { is: 'mutable', personal: 'keep' },
  deadlineOverAt: { is: 'mutable', personal: 'keep' },
  checksEndedAt: { is: 'mutable', personal: 'keep' },
  changedAt: { is: 'mutable', personal: 'keep' },
  provider: { is: 'mutable', personal: 'keep' },
  payments: { is: 'mutable', personal: withoutWords },
  unclearReversalAt: { is: 'mutable', personal: 'keep' },
  balanceBrought: { is: 'mutable', personal: 'keep' },
  entries: { is: 'mutable', personal: 'keep' },
  failedAt: { is: 'mutable', personal: 'keep' },
  failure: { is: 'mutable', personal: withoutWords },
  cancelRequestedAt: { is: 'mutable', personal: 'keep' },
  cancelRequestedBy: { is: 'mutable', personal: 'keep' },
  acceptedBy: { is: 'mutable', personal: 'keep' },
  cancelledBy: { is: 'mutable', personal: 'keep' },
  approval: { is: 'mutable', personal: withoutWords },
  orderApproval: { is: 'mutable', personal: withoutWords },
  refund: { is: 'mutable', personal: withoutWords },
  // The payer of a charge that comes after the erasing is not to be stored again.
  erasedAt: { is: 'mutable', personal: 'keep', carriesOver: 'charge' },
  erasedBy: { is: 'mutable', personal: 'keep', carriesOver: 'charge' },
  isErasing: { is: 'mutable', personal: 'keep' },
  copies: { is: 'mutable', personal: 'keep' },
  card: { is: 'mutable', personal: 'keep' },
  announcements: { is: 'mutable', personal: withoutWords },
} as const satisfies { readonly [Field in keyof Order]-?: FieldClass<Order[Field]> };

type FieldWith<Class> = {
  [Field in keyof Order]-?: (typeof ORDER_FIELDS)[Field] extends Class ? Field : never;
}[keyof Order];
type DraftField = FieldWith<{ is: 'content' | 'given' }> | 'stepRun';
type ChargeField = FieldWith<{ carriesOver: 'charge' | 'both' }>;
export type ResendField = FieldWith<{ carriesOver: 'resend' | 'both' }>;

/** What a form gives of an order; createOrder adds the rest. */
export type Draft = Pick<Order, DraftField>;

const CLASSES = ORDER_FIELDS as Readonly<Record<keyof Order, FieldClass<unknown>>>;
const FIELDS = Object.keys(ORDER_FIELDS).filter((field): field is keyof Order => field in ORDER_FIELDS);

export const DRAFT_FIELDS = FIELDS.filter(
  (field): field is DraftField => ['content', 'given'].includes(CLASSES[field].is) || field === 'stepRun',
);
export const CHARGE_FIELDS = FIELDS.filter((field): field is ChargeField =>
  ['charge', 'both'].includes(CLASSES[field].carriesOver ?? ''),
);

/** True when everything is as it was when the order was created, but what is mutable. */
export function isAsCreated(order: Order, before: Order): boolean {
  return FIELDS.every((field) => CLASSES[field].is === 'mutable' || order[field] === before[field]);
}

/** These fields of an order, which may lack some, and no others. */
export function pickFields<Field extends keyof Order>(
  order: Pick<Order, Field>,
  fields: readonly Field[],
): Pick<Order, Field> {
  const present = fields.filter((field) => order[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, order[field]])) as Pick<Order, Field>;
}

/** The order without what names its customer. What names nobody stays the same object, because the invariants compare objects. */
export function withoutCustomer(order: Order): Order {
  const left = FIELDS.map((field) => [field, leftOf(order, field)] as const);
  return unlessSame(order, Object.fromEntries(left.filter(([, value]) => value !== undefined)) as Order);
}

function leftOf(order: Order, field: keyof Order): unknown {
  const [value, { personal }] = [order[field], CLASSES[field]];
  return personal === 'keep' || value === undefined ? value : unlessSame(value, personal(value, order));
}

function unlessSame<Value>(before: Value, after: Value): Value {
  return isDeepStrictEqual(before, after) ? before : after;
}

/** What the account number is when nobody types one, so that charges which name the order are still its own. */
function withoutNumber(recurring: Recurring, { reference }: Order): Recurring {
  return { ...recurring, accountNumber: reference };
}

/**
 * Without the payer, the provider's own messages, which may quote the number, and what people typed. A failure's `reason` is a word
 * of Teller's, an approval's is a person's. The provider needs the remarks of a refund that was requested after the erasing.
 */
function withoutWords<Value>(value: Value, order: Order): Value {
  const { refund } = order;
  const personal = ['payer', 'providerMessage'];
  if (!refund || !(refund.status === 'waiting' || isInHand(refund))) personal.push('remarks');
  const cleaned = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return unlessSame(inner, inner.map(cleaned));
    if (typeof inner !== 'object' || inner === null) return inner;
    const left = Object.entries(inner).filter(([key]) => key !== 'reason' || !('requestedBy' in inner));
    return unlessSame(
      inner,
      Object.fromEntries(left.map(([key, one]) => [key, personal.includes(key) ? '' : cleaned(one)])),
    );
  };
  return cleaned(value) as Value;
}
