// Each change told once, in the right place, with the right figures, in the right order; and to the channels that listen.
import type { Order } from '#orders/order.ts';
import type { SandboxOrder } from '#sandbox/provider/orders.ts';
import { type Case, type Evidence, isAsAsked, type Tally } from './audit.ts';
import { CARD, type Heard } from './heard.ts';

const MONEY = ['paid', 'review', 'reversed'];

export function auditNews(one: Case, evidence: Evidence, tally: Tally): string[] {
  const { order } = one;
  const all = evidence.ears.about(order.reference).filter(({ news }) => news !== CARD);
  const told = all.filter(({ news }) => !news.includes('@'));
  const alerts = all.filter(({ news }) => news.includes('@'));
  return [
    ...(order.announcements.length > 0
      ? [`the orders still has ${order.announcements.map(({ id }) => id).join(', ')} to tell`]
      : []),
    ...auditCounts(one, told, evidence, tally),
    ...told.flatMap((heard) => auditPlace(one, heard, evidence)),
    ...told.flatMap((heard) => auditFigures(one, heard)),
    ...auditSequence(told),
    ...auditAlerts(told, alerts, evidence),
  ];
}

function kindOf(news: string): string {
  return news.replace(/-\d+$/, '');
}

/** Least and most often that each kind of news may have been told. */
function expected({ order, there }: Case, { journal }: Evidence): Record<string, readonly [number, number]> {
  const { state } = order;
  const happened = (what: string) =>
    journal.changes.some((change) => change.what === what && change.trackingId === there?.order_tracking_id);
  const is = (condition: boolean): readonly [number, number] => (condition ? [1, 1] : [0, 0]);
  const payment = there?.payment;
  const wasPaid = payment !== undefined && payment.status_code !== 2;
  const asAsked = there ? isAsAsked(order, there) : false;
  const reversed = payment?.status_code === 3;
  const money = (right: boolean): readonly [number, number] =>
    reversed && right ? [0, 1] : is(wasPaid && right);
  // What went by between two looks was never seen.
  const mayHave = (now: boolean, before: boolean): readonly [number, number] => [
    now ? 1 : 0,
    now || before ? 1 : 0,
  ];
  return {
    paid: money(asAsked),
    review: money(!asAsked),
    reversed: is(reversed),
    failed: mayHave(state === 'failed', happened('declined')),
    cancelled: mayHave(state === 'cancelled', there?.cancelledAt !== undefined),
    not_sent: is(state === 'not_sent' && order.kind !== 'charge'),
    pending: [0, order.kind === 'charge' ? 0 : 1],
    checks_ended: [0, order.kind === 'charge' ? 0 : 1],
  };
}

function auditCounts(one: Case, told: readonly Heard[], evidence: Evidence, tally: Tally): string[] {
  const problems: string[] = [];
  const limits = expected(one, evidence);
  const counts = new Map<string, number>();
  for (const { news } of told) counts.set(kindOf(news), (counts.get(kindOf(news)) ?? 0) + 1);
  for (const kind of new Set([...counts.keys(), ...Object.keys(limits)])) {
    const count = counts.get(kind) ?? 0;
    const [least, most] = limits[kind] ?? [0, 0];
    if (count < least) problems.push(`"${kind}" was never told`);
    if (count > most) problems.push(`"${kind}" was told ${count} times; ${most} at most is right`);
    if (!MONEY.includes(kind) || most === 0) continue;
    if (count > most) tally.twice += 1;
    else if (count < least) tally.lost += 1;
    else if (count === 1) tally.once += 1;
  }
  const dm = evidence.town.slack.dmOf(one.home.agent);
  tally.direct += told.filter(({ news, channel }) => MONEY.includes(kindOf(news)) && channel === dm).length;
  return problems;
}

/** In the thread of the card; or to the agent, where the card or its channel is gone. */
function auditPlace({ home }: Case, heard: Heard, { ears, town }: Evidence): string[] {
  const card = ears.cardOf(home.reference);
  if (card && heard.channel === card.channel && heard.threadTs === card.ts) return [];
  if (heard.channel !== town.slack.dmOf(home.agent)) return [`"${heard.news}" was told in ${heard.channel}`];
  const isGone = !card || card.deleted || town.closed.has(card.channel);
  return isGone ? [] : [`"${heard.news}" was told to the agent alone though its thread is there`];
}

/** Money is said as the service has it, and where it is not what was asked, that too. */
function auditFigures({ order, there }: Case, { news, shown }: Heard): string[] {
  const kind = kindOf(news);
  if (!there?.payment || !MONEY.includes(kind)) return [];
  const figures = kind === 'review' ? [paid(there), asked(order)] : [paid(there)];
  return figures.flatMap((figure) =>
    shown.includes(figure) ? [] : [`"${news}" does not say ${figure}: ${shown.split('\n')[0]}`],
  );
}

function paid({ payment }: Readonly<SandboxOrder>): string {
  return figure(payment?.amount ?? Number.NaN, payment?.currency ?? '');
}

function asked({ amount: { amount, currency } }: Order): string {
  return figure(Number(amount), currency);
}

function figure(amount: number, currency: string): string {
  const decimals = currency === 'UGX' ? 0 : 2;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${currency} ${amount.toLocaleString('en-US', options)}`;
}

/** News carries the number of the change that made it. */
function auditSequence(told: readonly Heard[]): string[] {
  const numbers = told.map(({ news }) => Number(news.split('-').at(-1)));
  const isRising = numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));
  return isRising ? [] : [`told out of order: ${told.map(({ news }) => news).join(', ')}`];
}

/** Each listening channel heard each news of money once, unless it stands in that channel anyway. */
function auditAlerts(told: readonly Heard[], alerts: readonly Heard[], { places, town }: Evidence): string[] {
  const problems: string[] = [];
  const news = told.filter(({ news }) => MONEY.includes(kindOf(news)));
  for (const one of news) {
    for (const channel of places.listening) {
      const heard = alerts.filter((alert) => alert.news === `${one.news}@${channel}`);
      const most = one.channel === channel ? 0 : 1;
      const least = town.closed.has(channel) ? 0 : most;
      if (heard.length > most)
        problems.push(`${channel} heard of "${one.news}" ${heard.length} times too many`);
      if (heard.length < least) problems.push(`${channel} never heard of "${one.news}"`);
      const wrong = heard.find((alert) => alert.channel !== channel);
      if (wrong) problems.push(`an alert for ${channel} stands in ${wrong.channel}`);
    }
  }
  for (const alert of alerts) {
    const isKnown = news.some((one) => alert.news.startsWith(`${one.news}@`));
    if (!isKnown) problems.push(`alert "${alert.news}" in ${alert.channel} tells what its thread does not`);
  }
  return problems;
}
