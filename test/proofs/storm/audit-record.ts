// Compares the audit record with the orders: no audit event without its line, no line without its audit event, and one chain.
import { TELLER } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import { EMPTY_HEAD, hashOf } from '#store/audit.ts';
import type { Evidence, Violation } from './evidence.ts';

export function auditRecord({ orders, record: { lines, head } }: Evidence): Violation[] {
  let last = EMPTY_HEAD;
  for (const line of lines) {
    if (line.seq !== last.count + 1 || line.hash !== hashOf(last.hash, line))
      return [{ reference: line.order, what: `line ${line.seq} of the audit record does not fit the chain` }];
    last = { count: line.seq, hash: line.hash };
  }
  const isWhole = head.count === last.count && head.hash === last.hash;
  return [
    ...(isWhole ? [] : [{ reference: undefined, what: 'the head of the audit record is another one' }]),
    ...orders.flatMap((order) => {
      const events = lines.filter((line) => line.order === order.reference).map(({ event }) => event);
      return Object.entries(expectedOf(order)).flatMap(([what, { names, count, most = count }]) => {
        const found = events.filter((event) => names.includes(event)).length;
        return found >= count && found <= most
          ? []
          : [
              {
                reference: order.reference,
                what: `the audit record says ${found} times that it was ${what}`,
              },
            ];
      });
    }),
  ];
}

const BEGINNINGS = ['asked', 'sent_again', 'requested_balance', 'written_down'];

type Expected = { readonly names: readonly string[]; readonly count: number; readonly most?: number };

/** What the order itself shows. */
function expectedOf({ kind, cancelledBy, acceptedBy, payments = [] }: Order): Record<string, Expected> {
  // Whoever accepted what had come may accept it again once more came, or a part of it went back.
  const mayBeAccepted = payments.length > 1 ? 2 * payments.length : acceptedBy ? 1 : 0;
  return {
    'asked for': { names: BEGINNINGS, count: kind === 'charge' ? 0 : 1 },
    'cancelled by a person': { names: ['cancelled'], count: cancelledBy && cancelledBy !== TELLER ? 1 : 0 },
    'cancelled at its deadline': { names: ['cancelled_at_deadline'], count: cancelledBy === TELLER ? 1 : 0 },
    accepted: { names: ['accepted_as_paid'], count: acceptedBy ? 1 : 0, most: mayBeAccepted },
  };
}
