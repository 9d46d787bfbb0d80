// Orders by number, so that a store can be filled with a million of them and any one can be named without asking.
import type { Msisdn } from '#lib/msisdn.ts';
import { FORMAT, type Order } from '#orders/order.ts';
import { parseReference } from '#orders/reference.ts';
import { referenceOf } from '#test/store/sample-order.ts';

export const DAY_MS = 24 * 60 * 60_000;
/** The made history ends here; a new order is made a moment later. */
export const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const HOUR_MS = 60 * 60_000;
/** When the checks of open orders are due. */
export const LATER = NOW + 25 * HOUR_MS;
/** The history is spread over this many days, whatever its size. */
const DAYS = 365;
const AGENTS = 50;
/**
 * So many that one payment after the other never meets the limit of a message a second in each, and so few that the first
 * round of payments uses them all, because the first reply in a channel costs a write more.
 */
const CHANNELS = 200;
const channelOf = (number: number) => `C${number % CHANNELS}`;

export const agentOf = (number: number) => `U${number % AGENTS}`;
export const finishedName = (number: number) => referenceOf(`DONE-${number}`);
export const openName = (number: number) => referenceOf(`OPEN-${number}`);
export const trackingIdOf = (name: string) =>
  `${Buffer.from(name).toString('hex').padEnd(24, '0').slice(0, 24)}00000000`.replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    '$1-$2-$3-$4-$5',
  );

const FIRST_NAMES = [
  'Jane',
  'Otieno',
  'Achieng',
  'Kamau',
  'Grace',
  'Brian',
  'Faith',
  'Mwangi',
  'Amina',
  'Peter',
  'Nakato',
];
const GOODS = ['flour', 'maize', 'sugar', 'cement', 'timber', 'seedlings', 'charcoal'];
const pick = (words: readonly string[], number: number) => words[number % words.length] ?? '';
/** Twelve digits; to check a million of them would take as long as to store them. */
export const phoneOf = (number: number) =>
  `2547${String((number * 7919) % 10 ** 8).padStart(8, '0')}` as Msisdn;
const amountOf = (number: number) => ({ amount: String(50 * (1 + (number % 97))), currency: 'KES' });

/** How many share a last name, so that searches for it find as many beside any longer history. */
const SHARED_NAMES = { Tenfold: 10, Thousandfold: 5_000 } as const;

function lastNameOf(number: number): string {
  if (number < SHARED_NAMES.Tenfold) return 'Tenfold';
  if (number < SHARED_NAMES.Tenfold + SHARED_NAMES.Thousandfold) return 'Thousandfold';
  return `${['Wan', 'Oti', 'Mut', 'Kip', 'Nje'][number % 5]}${(number % 2_000).toString(36).padStart(3, 'x')}ji`;
}

/** Steps of this size spread any number of orders evenly over the year. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A paid prompt, somewhere in the year before NOW. */
export function finishedOrder(number: number): Order {
  const paidAt = NOW - DAYS * DAY_MS + Math.floor(((number * GOLDEN) % 1) * DAYS * DAY_MS);
  return {
    ...common(finishedName(number), number, paidAt - 60_000),
    version: 5,
    amount: amountOf(number),
    state: 'paid',
    changedAt: paidAt,
    checkedAt: paidAt,
    payments: [
      {
        paid: amountOf(number),
        method: 'MpesaKE',
        confirmationCode: `S${number}`,
        payer: '2547xxx45678',
        paidAt,
      },
    ],
    entries: [
      {
        kind: 'payment',
        money: amountOf(number),
        payment: 0,
        day: new Date(paidAt).toISOString().slice(0, 10),
        at: paidAt,
        learnedAt: paidAt,
      },
    ],
  };
}

/** A prompt that waits for its money. */
export function openOrder(number: number): Order {
  return { ...common(openName(number), number, NOW), version: 2, state: 'pending', changedAt: NOW };
}

function common(name: string, number: number, at: number): Order {
  const reference = parseReference(name);
  if (!reference) throw new Error(`${name} is no reference`);
  return {
    schemaVersion: FORMAT,
    version: 0,
    reference,
    kind: 'prompt',
    state: 'pending',
    amount: { amount: '1500', currency: 'KES' },
    description: `Two bags of ${pick(GOODS, number)}`,
    customer: { firstName: pick(FIRST_NAMES, number), lastName: lastNameOf(number), phone: phoneOf(number) },
    agent: agentOf(number),
    channel: channelOf(number),
    formId: `form-${name}`,
    typedReference: false,
    createdAt: at,
    requestedAt: at,
    changedAt: at,
    card: { channel: channelOf(number), ts: '1700000000.000100', contentHash: 'pending' },
    provider: { trackingId: trackingIdOf(name), businessNumber: '220222', accountNumber: `PP${number}` },
    announcements: [],
  };
}
