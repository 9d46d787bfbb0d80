// An order as the store takes it; each test says only what matters to it.
import { type Msisdn, parseContact } from '#lib/msisdn.ts';
import { FORMAT, type Order } from '#orders/order.ts';
import { parseStoredReference, type Reference } from '#orders/reference.ts';

export function sampleOrder(name: string, own: Partial<Order> = {}): Order {
  return {
    schemaVersion: FORMAT,
    version: 0,
    reference: referenceOf(name),
    kind: 'prompt',
    state: 'sending',
    amount: { amount: '1500', currency: 'KES' },
    description: 'Two bags of “maize” – Grade 1 🌽',
    customer: { firstName: "O'Neill" },
    agent: 'U1',
    channel: 'C1',
    formId: `form-${name}`,
    createdAt: 1_700_000_000_000,
    typedReference: false,
    changedAt: 1_700_000_000_000,
    provider: {},
    announcements: [],
    ...own,
  };
}

export function recurringOrder(name: string, accountNumber: string, createdAt: number): Order {
  const recurring = {
    accountNumber,
    startDay: '2030-01-01',
    endDay: '2030-12-31',
    frequency: 'MONTHLY',
  } as const;
  return sampleOrder(name, { kind: 'link', recurring, createdAt });
}

export function promptOrder(name: string, msisdn: string, own: Partial<Order> = {}): Order {
  return sampleOrder(name, { prompt: { msisdn: numberOf(msisdn), method: 'MpesaKE' }, ...own });
}

export function numberOf(text: string): Msisdn {
  const number = parseContact(text, 'KE');
  if (!number) throw new Error(`"${text}" is no number`);
  return number;
}

export function referenceOf(name: string): Reference {
  const reference = parseStoredReference(name);
  if (!reference) throw new Error(`"${name}" is no reference`);
  return reference;
}
