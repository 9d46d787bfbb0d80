// What is above the limit goes nowhere before another person approved it: by the audit record, by what people pressed, and by
// what went over the wire to the provider.
import { needsApproval, RINGS_WITHIN_MS } from '#orders/approval.ts';
import { type AuditLine, TELLER } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import type { Journal } from './course.ts';
import type { Environment } from './environment.ts';
import type { Evidence, Violation } from './evidence.ts';

type Line = Pick<AuditLine, 'at' | 'who' | 'event'>;

/** How the request to approve an order can go; a prompt that was approved late needs one more step. It lapses without a card. */
const OF_ORDER = /^(approved( sent_now| withdrawn| ran_out)?|declined|withdrawn|ran_out|lapsed)$/;
/** The requests for its refund, one after the other. */
const OF_REFUNDS = /^(refund_asked (approved( lapsed)?|declined|withdrawn|ran_out|lapsed)( |$))*$/;
const AUDIT_EVENTS = /^(approved|declined|withdrawn|ran_out|lapsed|sent_now|refund_asked)$/;

export function auditApprovals({ environment, orders, record, journal }: Evidence): Violation[] {
  const calls = environment.proxies.service.passed;
  return orders.flatMap((order) => {
    const { reference } = order;
    const isAbove = isAboveLimit(order, environment);
    const lines = linesOf(reference, record.lines);
    const heardAt = calls.find(({ sent }) => sent.includes(reference))?.at;
    return [
      ...faultsInRequests(order, isAbove, lines, journal.approvals),
      ...(isAbove ? faultsInHearing(order, lines, heardAt) : []),
    ].map((what) => ({ reference, what }));
  });
}

/** Nobody asks for a charge, nor for what was paid elsewhere. */
export function isAboveLimit({ kind, amount }: Order, { approvalAbove }: Pick<Environment, 'approvalAbove'>) {
  return (kind === 'prompt' || kind === 'link') && needsApproval(amount, approvalAbove);
}

export function linesOf(reference: string, lines: readonly AuditLine[]): AuditLine[] {
  return lines.filter((line) => line.order === reference);
}

/** The lines on the order's own request, and those on the requests for its refund. */
function requestsIn(lines: readonly Line[]): { ofOrder: readonly Line[]; ofRefunds: readonly Line[] } {
  const ours = lines.filter(({ event }) => AUDIT_EVENTS.test(event));
  const first = ours.findIndex(({ event }) => event === 'refund_asked');
  const until = first < 0 ? ours.length : first;
  return { ofOrder: ours.slice(0, until), ofRefunds: ours.slice(until) };
}

/** Each request is decided once, by whom it may be. `pressed`: who pressed *Approve*. `lines`: of the order, oldest first. */
export function faultsInRequests(
  { reference, agent, approval, state }: Pick<Order, 'reference' | 'agent' | 'approval' | 'state'>,
  isAbove: boolean,
  lines: readonly Line[],
  pressed: Journal['approvals'],
): string[] {
  const { ofOrder, ofRefunds } = requestsIn(lines);
  const auditEventsOf = (some: readonly Line[]) => some.map(({ event }) => event).join(' ');
  const fits = isAbove ? OF_ORDER.test(auditEventsOf(ofOrder)) : ofOrder.length === 0;
  const faults = [
    ...(state === 'waiting' || approval?.state === 'open' ? ['it still waits for approval after a day'] : []),
    ...(ofOrder.at(-1)?.event === 'lapsed' && state !== 'not_sent'
      ? [`its request lapsed, and it is ${state}`]
      : []),
    ...(fits ? [] : [`the audit record says of its request: "${auditEventsOf(ofOrder)}"`]),
    ...(OF_REFUNDS.test(auditEventsOf(ofRefunds))
      ? []
      : [`the audit record says of its refund: "${auditEventsOf(ofRefunds)}"`]),
  ];
  let asker: string = agent;
  let about: 'order' | 'refund' = 'order';
  for (const { event, who } of [...ofOrder, ...ofRefunds]) {
    if (event === 'refund_asked') [asker, about] = [who, 'refund'];
    else if (!mayBeBy(event, who, asker)) faults.push(`its ${about} was ${event} by the wrong person`);
    const hasPressed = pressed.some(
      (one) => one.reference === reference && one.about === about && one.by === who,
    );
    if (event === 'approved' && !hasPressed) faults.push(`its ${about} was approved by who never pressed`);
  }
  return faults;
}

function mayBeBy(event: string, who: string, asker: string): boolean {
  if (event === 'ran_out' || event === 'lapsed') return who === TELLER;
  if (event === 'withdrawn' || event === 'sent_now') return who === asker;
  return who !== asker && who !== TELLER;
}

/** `heardAt`: when the first call that names the order went to the provider (ms), if one did. */
export function faultsInHearing(
  order: Pick<Order, 'kind'>,
  lines: readonly Line[],
  heardAt: number | undefined,
): string[] {
  if (heardAt === undefined) return [];
  const { ofOrder } = requestsIn(lines);
  const last = ofOrder.at(-1);
  if (last?.event !== 'approved' && last?.event !== 'sent_now')
    return [`the service heard of it though its request is ${last?.event ?? 'undecided'}`];
  const [request] = lines;
  const isLate = order.kind === 'prompt' && request && last.at - request.at > RINGS_WITHIN_MS;
  return [
    ...(heardAt < last.at ? [`the service heard of it before it was ${last.event}`] : []),
    ...(isLate && last.event === 'approved' ? ['it was approved late, and nobody sent it'] : []),
  ];
}

type Limits = readonly [least: number, most: number];

/** How often the decisions about an order above the limit are told; those about its refund come to that. */
export function newsOfDecisions(
  { kind }: Pick<Order, 'kind'>,
  lines: readonly Line[],
): { approval_decided: Limits; approved_late: Limits } {
  const [request] = lines;
  const { ofOrder } = requestsIn(lines);
  const late = ofOrder.filter(
    ({ event, at }) =>
      kind === 'prompt' && event === 'approved' && request && at - request.at > RINGS_WITHIN_MS,
  ).length;
  const sent = ofOrder.filter(({ event }) => event === 'sent_now').length;
  // Without a card the order is told to be not sent.
  const lapsed = ofOrder.filter(({ event }) => event === 'lapsed').length;
  const decided = ofOrder.length - late - sent - lapsed;
  return { approval_decided: [decided, decided + sent], approved_late: [late, late] };
}

/** Each request is told of, and how it was decided, unless the money went back before; and what the provider said. */
export function newsOfRequests(
  { approval, refund, payments = [] }: Order,
  ofOrder: ReturnType<typeof newsOfDecisions>,
): Record<string, readonly [number, number]> {
  const [least, most] = ofOrder.approval_decided;
  // The request to approve the order had the first number.
  const isFirst = least > 0 || ofOrder.approved_late[0] > 0;
  const asked = approval?.about === 'refund' ? approval.number - (isFirst ? 1 : 0) : 0;
  const status = refund?.status;
  const isUnknown = status === 'unknown' || status === 'not_paid_back';
  const may = (now: boolean): readonly [number, number] => [
    now ? 1 : 0,
    now || status === 'paid_back' ? 1 : 0,
  ];
  const wentBack = payments.some(
    (one) => one.reversedAt && one.confirmationCode === refund?.confirmationCode,
  );
  return {
    approval_asked: [asked, asked],
    ...ofOrder,
    approval_decided: [least + Math.max(0, asked - 1), most + asked],
    refund_received: may(status === 'received'),
    refund_lapsed: [status === 'not_asked' && approval?.state === 'approved' && !wentBack ? 1 : 0, asked],
    refund_refused: [status === 'refused' ? 1 : 0, asked],
    refund_unknown: [isUnknown ? 1 : 0, asked > 0 ? 1 : 0],
    refund_reminder: [0, asked > 0 ? 1 : 0],
    refund_ended: status === 'not_paid_back' ? [1, 1] : [0, 0],
  };
}
