// What may become of a transaction at the payment service next, each with its name.
import { isCharge } from './charges.ts';
import { AMOUNT, TOO_LITTLE } from './service-door.ts';
import { orderIn, type Transaction, type World } from './world.ts';

/** `mayGrow`: of what Teller knows to be paid short, the customer may pay the rest in the same transaction. */
export function nextStatuses(
  one: Transaction,
  world: World,
  mayGrow: boolean,
): [name: string, next: Transaction][] {
  const { now } = world;
  const { reference, status, isForeign } = one;
  if (isForeign) return [];
  const canPay = status === 'unpaid' || status === 'failed';
  return [
    ...(canPay
      ? [['paid', { ...one, status: 'paid', paid: AMOUNT, paidAt: now }] satisfies [string, Transaction]]
      : []),
    ...(canPay && !isCharge(reference)
      ? [
          ['paid in part', { ...one, status: 'paid', paid: TOO_LITTLE, paidAt: now }] satisfies [
            string,
            Transaction,
          ],
        ]
      : []),
    ...(status === 'unpaid'
      ? [['failed', { ...one, status: 'failed', hasFailed: true }] satisfies [string, Transaction]]
      : []),
    ...(status === 'paid' && mayGrow && isKnownShort(world, one)
      ? [
          ['paid the rest', { ...one, paid: AMOUNT, paidAt: now, hasGrown: true }] satisfies [
            string,
            Transaction,
          ],
        ]
      : []),
    ...(status === 'paid'
      ? [['paid back', { ...one, status: 'reversed' }] satisfies [string, Transaction]]
      : []),
  ];
}

function isKnownShort(world: World, { reference, paid }: Transaction): boolean {
  return paid?.amount === TOO_LITTLE.amount && orderIn(world, reference)?.payments !== undefined;
}
