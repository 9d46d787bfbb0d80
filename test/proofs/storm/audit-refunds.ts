// Money goes back once, and never for one person alone: the provider is asked for a refund only after another person approved
// it, and once more only after a lost answer. By what went over the wire, since a service that is asked twice hides it.
import type { Order } from '#orders/order.ts';
import { paymentWith } from '#orders/payments.ts';
import type { RefundStatus } from '#orders/refund.ts';
import type { Evidence, Violation } from './evidence.ts';
import type { Passed } from './faulty-proxy.ts';

/** A bot that was killed, or whose store was, may have lost an answer that came by then. */
const BEFORE_MS = 30_000;

export function auditRefunds(evidence: Evidence): Violation[] {
  return [
    ...auditCalls(evidence),
    ...auditRequests(evidence),
    ...evidence.orders.flatMap((order) =>
      faultsInRefund(order).map((what) => ({ reference: order.reference, what })),
    ),
  ];
}

/** What one call came to, as far as whoever called can know. */
type Heard = 'received' | 'refused' | 'lost' | 'nothing';

function auditCalls({ environment, orders }: Evidence): Violation[] {
  const calls = environment.proxies.service.passed.filter(({ what }) => what.endsWith('/RefundRequest'));
  return [...Map.groupBy(calls, codeOf)].flatMap(([code, sent]) => {
    const reference = orders.find((order) => paymentWith(order, code))?.reference;
    return faultsInCalls(sent, environment.stops).map((what) => ({ reference, what }));
  });
}

/**
 * Of the calls for one payment, oldest first, and of when bots were killed. A request that was refused may be asked for anew;
 * one that was received, or lost twice, may not.
 */
export function faultsInCalls(sent: readonly Passed[], stops: readonly number[]): string[] {
  const faults: string[] = [];
  let lost = 0;
  let isOver = false;
  sent.forEach((call, index) => {
    const heard = heardFrom(call);
    // A refused token: the same call comes again, and is the one that counts.
    if (heard === 'nothing') return;
    if (isOver) faults.push('the service was asked for a refund again after its answer');
    if (lost > 1) faults.push('the service was asked for a refund a third time');
    const next = sent[index + 1];
    const mayBeLost = next !== undefined && stops.some((at) => at > call.at - BEFORE_MS && at <= next.at);
    if (heard === 'lost' || mayBeLost) lost += 1;
    else if (heard === 'received' || lost > 0) isOver = true;
  });
  return faults;
}

function heardFrom({ fault, answer }: Passed): Heard {
  // Nothing went on, and the bot is told so.
  if (fault === '429') return 'refused';
  if (!answer || (fault !== undefined && fault !== 'slow')) return 'lost';
  if (/invalid_api_credentials_provided/.test(answer.body)) return 'nothing';
  return /"status":"200"|received already/.test(answer.body) ? 'received' : 'refused';
}

function codeOf({ sent }: Passed): string {
  return /"confirmation_code":"([^"]+)"/.exec(sent)?.[1] ?? 'without a code';
}

/** What the provider may still carry out, or has carried out. */
const STANDS: ReadonlySet<RefundStatus> = new Set(['received', 'unknown', 'paid_back']);

/** Each request that the provider has was asked for by one person and approved by another. */
function auditRequests({ environment, orders, journal }: Evidence): Violation[] {
  return environment.provider.refunds().flatMap(({ id, confirmation_code, currency, amount }) => {
    const order = orders.find((one) => paymentWith(one, confirmation_code));
    const refund = order?.refund;
    if (!order || refund?.confirmationCode !== confirmation_code)
      return [{ reference: id, what: 'the service has a refund of it that the store does not have' }];
    const { reference } = order;
    const asked = `${refund.amount.currency} ${Number(refund.amount.amount)}`;
    const approvers = journal.approvals
      .filter((one) => one.about === 'refund' && one.reference === reference)
      .map(({ by }) => by);
    const asker = journal.refundAskers.get(reference);
    return [
      ...(asked === `${currency} ${amount}` ? [] : [`${asked} was asked for, and not ${currency} ${amount}`]),
      ...(STANDS.has(refund.status) ? [] : [`its refund is ${refund.status}, and the service has it`]),
      ...(approvers.some((by) => by !== asker && by === refund.approvedBy)
        ? []
        : ['the service has a refund of it that nobody else had approved']),
    ].map((what) => ({ reference, what }));
  });
}

/** Nobody approves what they asked for, and a day later nothing is left open. */
export function faultsInRefund({ approval, refund }: Order): string[] {
  const wrong: (string | false)[] = [
    approval?.state === 'approved' &&
      approval.requestedBy === approval.decidedBy &&
      'it was approved by whoever asked for it',
    approval?.state === 'open' && 'its request for approval is still open after a day',
    refund?.approvedBy !== undefined &&
      refund.approvedBy === refund.requestedBy &&
      'its refund was approved by whoever asked for it',
    (refund?.status === 'approved' || refund?.status === 'requested') &&
      `its refund is still ${refund.status} after a day`,
    refund?.status === 'received_before' && 'somebody else is said to have asked for its refund',
  ];
  return wrong.filter((what) => what !== false);
}
