// The whole story of one order, so that a violation can be understood without running the storm again. Nothing personal.
import type { Order } from '#orders/order.ts';
import type { Evidence, Violation } from './audit.ts';
import type { Passed } from './line.ts';

/** Lines of text: what is wrong, the orders's document, the service's, what was told, and what went over the wire. */
export function tellStory(violations: readonly Violation[], evidence: Evidence): string {
  const { town, ears, orders, journal, unfinished } = evidence;
  const [first] = violations;
  const reference = first?.reference;
  const lines = violations.map(({ what }) => `✗ ${reference ?? 'the town'}: ${what}`);
  if (reference === undefined) return lines.join('\n');
  const order = orders.find((one) => one.reference === reference);
  const trackingId = order?.service.trackingId;
  const names = [reference, ...(trackingId ? [trackingId] : [])];
  const there = town.provider
    .orders()
    .find((one) => one.id === reference || one.order_tracking_id === trackingId);
  const told = [
    ...ears.about(reference),
    ...(order?.chargeOf ? ears.about(order.chargeOf).filter(({ news }) => news === 'card') : []),
  ];
  const events = [
    ...town.lines.slack.passed.map((one) => onTheWire('Slack', one, names)),
    ...town.lines.service.passed.map((one) => onTheWire('the service', one, names)),
    ...town.lines.bot.passed.map((one) => onTheWire('the bot', one, names)),
    ...told.map(({ ts, channel, threadTs, news, shown, deleted }) => ({
      at: Number(ts) * 1_000,
      text: `told "${news}" in ${channel}${threadTs ? ` (thread ${threadTs})` : ''}${deleted ? ', deleted since' : ''}: ${shown.split('\n')[0]}`,
    })),
    ...journal.changes.flatMap(({ trackingId: changed, what, at }) =>
      changed === trackingId ? [{ at, text: `at the service: ${what}` }] : [],
    ),
  ].flatMap((event) => (event ? [event] : []));
  const payment = there?.payment;
  return [
    ...lines,
    `  orders: ${JSON.stringify(order ? withoutPersons(order) : null)}`,
    `  service: ${there ? `${there.kind}, asked ${there.currency} ${there.amount}, cancelled at ${there.cancelledAt}, ${payment ? `status ${payment.status_code}, ${payment.currency} ${payment.amount}, at ${payment.at}` : 'not paid'}` : 'unknown there'}`,
    ...unfinished.turns.flatMap((turn) =>
      turn.reference === reference ? [`  queue: ${JSON.stringify(turn)}`] : [],
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

function withoutPersons({ customer, prompt, payment, ...order }: Order): unknown {
  const { payer, ...money } = payment ?? { payer: '' };
  return {
    ...order,
    ...(prompt ? { prompt: { method: prompt.method } } : {}),
    ...(payment ? { payment: money } : {}),
  };
}
