// One order at a time follows another, the earlier ones lead to the newest, and none was created once the provider had said
// that an earlier one is paid.
import type { Order } from '#orders/order.ts';
import { type Case, type Evidence, type Linked, predecessorOf } from './evidence.ts';
import type { Passed } from './faulty-proxy.ts';

/** Of every order the chain that it is in, oldest first. */
export function chainsOf(
  orders: readonly Order[],
  thereOf: (order: Order) => Linked['there'],
): Map<string, Linked[]> {
  const linked = new Map<string, Linked>(
    orders.map((order) => [order.reference, { order, there: thereOf(order) }]),
  );
  const next = Map.groupBy(linked.values(), ({ order }) => predecessorOf(order));
  const chains = new Map<string, Linked[]>();
  for (const first of linked.values()) {
    if (predecessorOf(first.order) !== undefined) continue;
    const chain = [first];
    // Whatever forks is told of by auditChain; the rest of the audit follows one of the branches.
    for (const one of chain) chain.push(...(next.get(one.order.reference) ?? []));
    for (const { order } of chain) chains.set(order.reference, chain);
  }
  return chains;
}

export function auditChain({ order, chain }: Case, evidence: Evidence): string[] {
  const resends = chain.filter((one) => predecessorOf(one.order) === order.reference);
  const newest = chain.at(-1)?.order;
  const { resentAs } = order;
  const problems: string[] = [];
  if (chain.length === 0) problems.push('the order that it was made from is not in the store');
  if (resends.length > 1)
    problems.push(
      `several orders were made from it: ${resends.map((one) => one.order.reference).join(', ')}`,
    );
  if (
    newest &&
    newest !== order &&
    (resentAs?.reference !== newest.reference || resentAs.state !== newest.state)
  )
    problems.push(
      `it names ${resentAs?.reference} (${resentAs?.state}) as its resentAs, and ${newest.reference} is ${newest.state}`,
    );
  if (newest === order && resentAs)
    problems.push(`it names a resentAs that is not there: ${resentAs.reference}`);
  return predecessorOf(order) ? [...problems, ...auditSettling(order, chain, evidence)] : problems;
}

/** The longest that settling takes, and how long it takes to save what the provider said. */
const SETTLING_MS = 60_000;
const SAVING_MS = 3_000;

/** Before an order that was made from others is requested, the provider is asked about each, and none is known to be paid. */
function auditSettling(order: Order, chain: readonly Linked[], { environment }: Evidence): string[] {
  const sentAt = order.requestedAt;
  if (sentAt === undefined) return [];
  const earlier = chain.slice(
    0,
    chain.findIndex((one) => one.order === order),
  );
  return earlier.flatMap(({ order: before, there }) => {
    const { requestedAt, reference } = before;
    if (!there || requestedAt === undefined || requestedAt > sentAt || reference === order.balanceOf)
      return [];
    const names = [reference, there.order_tracking_id];
    const answers = environment.proxies.service.passed.filter(
      ({ what, sent, answer }) =>
        /GetTransaction/i.test(what) &&
        names.some((name) => sent.includes(name)) &&
        answer !== undefined &&
        answer.at <= sentAt,
    );
    const last = answers.filter(arrived).at(-1);
    const isPaid = last?.answer && /"status_code":\s*[13]\b/.test(last.answer.body);
    const isRecent = last?.answer && last.answer.at > sentAt - SETTLING_MS;
    return [
      ...(isPaid && (last.answer?.at ?? 0) < sentAt - SAVING_MS
        ? [`it was requested although the service had said that ${reference} is paid`]
        : []),
      ...(isRecent ? [] : [`it was requested without asking the service about ${reference}`]),
    ];
  });
}

/** Whole, as far as the proxy let it. */
function arrived({ fault }: Passed): boolean {
  return fault === undefined || fault === 'slow';
}
