// The payments that the store has of an order are those that the provider has, and in the ledger as they are. The provider's record
// shows only the newest: what a newer one replaced before Teller could look is not in the store.
import type { Order } from '#orders/order.ts';
import { isSameCode, type Payment } from '#orders/payment.ts';
import type { SandboxOrder, SandboxPayment } from '#sandbox/provider/orders.ts';
import type { Case, Evidence, Tally } from './evidence.ts';
import { isMoney, kindOf, type Post } from './posts.ts';

/** So long after an answer a bot that was killed may not have saved it. */
const SAVING_MS = 3_000;

export function hasGoneBack({ reversedAt }: Payment): boolean {
  return reversedAt !== undefined;
}

export function auditPayments({ order, there }: Case, evidence: Evidence): string[] {
  const { payments = [] } = order;
  const { payments: made = [], payment: shown } = there ?? {};
  return [
    ...payments.flatMap((payment, place) => [
      ...faultsIn(payment, made.find(isOf(payment))),
      ...faultsInLedger(order, payment, place),
    ]),
    ...made.flatMap((one) => {
      const known = payments.find((payment) => isOf(payment)(one));
      const isShown = shown?.confirmation_code === one.confirmation_code;
      const isBack = isShown ? one.status_code === 3 : wasHeard(one, 3, there, evidence);
      return [
        ...(known || !(isShown || wasHeard(one, 1, there, evidence))
          ? []
          : [`the store does not have its payment ${one.confirmation_code}`]),
        ...(known && isBack && known.reversedAt === undefined
          ? [`the store does not know that ${one.confirmation_code} went back`]
          : []),
      ];
    }),
  ];
}

function isOf({ confirmationCode }: Payment) {
  return ({ confirmation_code }: SandboxPayment) => isSameCode(confirmation_code, confirmationCode);
}

function faultsIn(
  { confirmationCode, paid, reversedAt }: Payment,
  made: SandboxPayment | undefined,
): string[] {
  if (!made) return [`the store has a payment ${confirmationCode} that nobody made`];
  const isAsMade = paid?.currency === made.currency && Number(paid.amount) === made.amount;
  return [
    ...(isAsMade ? [] : [`the store has ${paid?.currency} ${paid?.amount} of ${confirmationCode}`]),
    ...(reversedAt === undefined || made.status_code === 3
      ? []
      : [`the store says that ${confirmationCode} went back, and it did not`]),
  ];
}

/** Of what was paid back in part, what was not stays in the ledger. */
function faultsInLedger(
  { refund, entries = [] }: Order,
  { confirmationCode, paid, reversedAt }: Payment,
  place: number,
) {
  const isRefunded = refund?.status === 'paid_back' && isSameCode(refund.confirmationCode, confirmationCode);
  const back = isRefunded ? refund.amount : paid;
  const kept = Number(paid?.amount) - (reversedAt === undefined ? 0 : Number(back?.amount));
  const entered = entries
    .filter(({ payment }) => payment === place)
    .reduce(
      (sum, { money }) => sum + (money.currency === paid?.currency ? Number(money.amount) : Number.NaN),
      0,
    );
  return entered === kept ? [] : [`the ledger has ${entered} of ${confirmationCode}, and ${kept} is kept`];
}

/** True when the record came whole to a bot that lived on, and showed this payment in this way. */
function wasHeard(
  { confirmation_code }: SandboxPayment,
  status: 1 | 3,
  there: Readonly<SandboxOrder> | undefined,
  { environment }: Evidence,
): boolean {
  const names = [there?.id ?? '', there?.order_tracking_id ?? ''];
  return environment.proxies.service.passed.some(
    ({ what, sent, fault, answer }) =>
      fault === undefined &&
      answer !== undefined &&
      /GetTransaction/i.test(what) &&
      names.some((name) => sent.includes(name)) &&
      answer.body.includes(`"confirmation_code":"${confirmation_code}"`) &&
      answer.body.includes(`"status_code":${status}`) &&
      !environment.stops.some((at) => at >= answer.at && at <= answer.at + SAVING_MS),
  );
}

/** Each payment is told once, and once that it went back; of one that Teller first saw going back, only that. */
export function auditEachPayment({ order }: Case, announced: readonly Post[], tally: Tally): string[] {
  const { payments = [] } = order;
  const about = paymentsOf(announced, payments);
  const twice = announced.filter((post) => isMoney(post) && !about.has(post));
  tally.twice += twice.length;
  return [
    ...twice.map(({ news }) => `"${news}" names no payment that was not announced`),
    ...payments.flatMap((payment) => {
      const kinds = [...about].flatMap(([post, one]) => (one === payment ? [isReversal(post)] : []));
      const isLost = !kinds.includes(hasGoneBack(payment));
      if (isLost) tally.lost += 1;
      else tally.once += kinds.length;
      return isLost ? [`it was never announced how payment ${payment.confirmationCode} stands`] : [];
    }),
  ];
}

/**
 * Which payment each post is about: one that it names and that no other post of its kind is about. In the thread it names no other;
 * to the agent alone all are shown, and so the one for which the post is needed counts.
 */
export function paymentsOf(announced: readonly Post[], payments: readonly Payment[]): Map<Post, Payment> {
  const about = new Map<Post, Payment>();
  for (const post of announced.filter(isMoney)) {
    const told = [...about].flatMap(([other, payment]) =>
      isReversal(other) === isReversal(post) ? [payment] : [],
    );
    const named = payments.filter(
      (one) => !told.includes(one) && (payments.length === 1 || post.shown.includes(one.confirmationCode)),
    );
    const payment = named.find((one) => hasGoneBack(one) === isReversal(post)) ?? named[0];
    if (payment) about.set(post, payment);
  }
  return about;
}

function isReversal(post: Post): boolean {
  return kindOf(post) === 'reversed';
}
