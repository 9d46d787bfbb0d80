// All that happened to one order, so that a violation can be understood without running the storm again. Nothing personal.
import type { Order } from '#orders/order.ts';
import type { Evidence, Violation } from './evidence.ts';
import type { Passed } from './faulty-proxy.ts';

/** Lines of text: what is wrong, the stored document, the provider's, what was announced, and what went over the wire. */
export function historyOf(violations: readonly Violation[], evidence: Evidence): string {
  const { environment, posts, orders, journal, unfinished } = evidence;
  const [first] = violations;
  const reference = first?.reference;
  const lines = violations.map(({ what }) => `✗ ${reference ?? 'the environment'}: ${what}`);
  if (reference === undefined) return lines.join('\n');
  const order = orders.find((one) => one.reference === reference);
  const trackingId = order?.provider.trackingId;
  const names = [reference, ...(trackingId ? [trackingId] : [])];
  const there = environment.provider
    .orders()
    .find((one) => one.id === reference || one.order_tracking_id === trackingId);
  const announced = [
    ...posts.about(reference),
    ...(order?.chargeOf ? posts.about(order.chargeOf).filter(({ news }) => news === 'card') : []),
  ];
  const events = [
    ...environment.proxies.slack.passed.map((one) => onTheWire('Slack', one, names)),
    ...environment.proxies.service.passed.map((one) => onTheWire('the service', one, names)),
    ...environment.proxies.bot.passed.map((one) => onTheWire('the bot', one, names)),
    ...announced.map(({ ts, channel, threadTs, news, shown, deleted }) => ({
      at: Number(ts) * 1_000,
      text: `posted "${news}" in ${channel}${threadTs ? ` (thread ${threadTs})` : ''}${deleted ? ', deleted since' : ''}: ${shown.split('\n')[0]}`,
    })),
    ...journal.changes.flatMap(({ trackingId: changed, what, at }) =>
      changed === trackingId ? [{ at, text: `at the service: ${what}` }] : [],
    ),
  ].flatMap((event) => (event ? [event] : []));
  const made = (there?.payments ?? []).map(
    ({ confirmation_code: code, status_code: status, currency, amount, at }) =>
      `${code}: status ${status}, ${currency} ${amount}, at ${at}`,
  );
  return [
    ...lines,
    `  orders: ${JSON.stringify(order ? withoutPersons(order) : null)}`,
    `  service: ${there ? `${there.kind}, amount ${there.currency} ${there.amount}, cancelled at ${there.cancelledAt}, record ${there.payment?.confirmation_code} status ${there.payment?.status_code}, payments ${made.join('; ') || 'none'}` : 'unknown there'}`,
    ...unfinished.entries.flatMap((entry) =>
      entry.reference === reference ? [`  queue: ${JSON.stringify(entry)}`] : [],
    ),
    ...events.sort((a, b) => a.at - b.at).map(({ at, text }) => `  ${new Date(at).toISOString()} ${text}`),
  ].join('\n');
}

function onTheWire(to: string, { at, what, sent, fault, answer }: Passed, names: readonly string[]) {
  if (!names.some((name) => sent.includes(name) || sent.includes(encodeURIComponent(name)))) return undefined;
  const error = answer && /"(?:error|code)":"(\w+)"/.exec(answer.body)?.[1];
  const news = /%22news%22%3A%22([^%]+(?:%40\w+)?)%22/.exec(sent)?.[1];
  const outcome = answer ? `${answer.status}${error ? ` ${error}` : ''}` : 'no answer';
  return {
    at,
    text: `to ${to}: ${what}${news ? ` "${decodeURIComponent(news)}"` : ''} → ${outcome}${fault ? ` (${fault})` : ''}`,
  };
}

function withoutPersons({ customer, prompt, payments, ...order }: Order): unknown {
  return {
    ...order,
    ...(prompt ? { prompt: { method: prompt.method } } : {}),
    ...(payments ? { payments: payments.map(({ payer, ...money }) => money) } : {}),
  };
}
