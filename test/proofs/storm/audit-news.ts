// Each change announced once, in the right place, with the right figures, in the right order; and to the channels with alerts on.
import type { Order } from '#orders/order.ts';
import { isAboveLimit, linesOf, newsOfDecisions, newsOfRequests } from './audit-approvals.ts';
import { auditEachPayment, hasGoneBack, paymentsOf } from './audit-payments.ts';
import {
  type Case,
  type Evidence,
  isBalanceOf,
  isExactAmount,
  isPaidByAnother,
  type Linked,
  paymentsOfBalances,
  type Tally,
  wasPaid,
} from './evidence.ts';
import { CARD, isMoney, kindOf, type Post } from './posts.ts';

export function auditNews(one: Case, evidence: Evidence, tally: Tally): string[] {
  const { order } = one;
  const all = evidence.posts.about(order.reference).filter(({ news }) => news !== CARD);
  const isToApprover = ({ news }: Post) => news.startsWith('waits-');
  const announced = all.filter((post) => !post.news.includes('@') && !isToApprover(post));
  const alerts = all.filter(({ news }) => news.includes('@'));
  return [
    ...(order.announcements.length > 0
      ? [`the store still has ${order.announcements.map(({ id }) => id).join(', ')} to deliver`]
      : []),
    ...auditCounts(one, announced, evidence, tally),
    ...auditEachPayment(one, announced, tally),
    ...announced.flatMap((post) => auditPlace(one, post, evidence)),
    ...auditFigures(one, announced),
    ...auditPaidTwice(one, announced),
    ...auditSequence(announced.filter((post) => !isReminder(post))),
    ...auditAlerts(announced, alerts, evidence),
    ...auditApprovers(all.filter(isToApprover)),
  ];
}

/** Each approver is notified of a request at most once, and no request is open after the storm: its messages say how it ended. */
function auditApprovers(posts: readonly Post[]): string[] {
  const places = posts.map(({ channel, news }) => `${news} in ${channel}`);
  return [
    ...places
      .filter((place, index) => places.indexOf(place) < index)
      .map((place) => `an approver was notified twice: ${place}`),
    ...posts
      .filter(({ shown }) => shown.includes('[Approve'))
      .map(({ news, channel }) => `${news} in ${channel} can still be approved`),
  ];
}

/** Least and most often that each kind of news may have been announced. */
function expected(
  one: Case,
  { journal, environment, record }: Evidence,
): Record<string, readonly [number, number]> {
  const { order, there } = one;
  const { state, payments = [] } = order;
  const isAbove = isAboveLimit(order, environment);
  const ofOrder = newsOfDecisions(order, isAbove ? linesOf(order.reference, record.lines) : []);
  const happened = (what: string) =>
    journal.changes.some((change) => change.what === what && change.trackingId === there?.order_tracking_id);
  const is = (condition: boolean): readonly [number, number] => (condition ? [1, 1] : [0, 0]);
  const accepted = linesOf(order.reference, record.lines).filter(({ event }) => event === 'accepted_as_paid');
  // A state that came and went between two checks was never seen.
  const mayHave = (now: boolean, before: boolean): readonly [number, number] => [
    now ? 1 : 0,
    now || before ? 1 : 0,
  ];
  return {
    ...newsOfRequests(order, ofOrder),
    // Each payment by itself: auditEachPayment.
    paid: [0, payments.length],
    review: [0, payments.length],
    reversed: [0, payments.length],
    failed: mayHave(state === 'failed', happened('declined')),
    cancelled: mayHave(state === 'cancelled', there?.cancelledAt !== undefined),
    not_sent: is(
      state === 'not_sent' && order.kind !== 'charge' && !order.failure?.reason.startsWith('approval_'),
    ),
    accepted_as_paid: [accepted.length, accepted.length],
    balance_paid: endOfReview(one),
    // What went back before anybody saw it paid was never needed.
    balance_returned: [
      0,
      one.chain.flatMap((other) => other.order.payments ?? []).filter(hasGoneBack).length,
    ],
    paid_twice: [0, Number.POSITIVE_INFINITY],
    pending: [0, order.kind === 'charge' ? 0 : 1],
    checks_ended: [0, order.kind === 'charge' ? 0 : 1],
    reminder: [isDueToRemind(one, environment.now()) ? 1 : 0, order.remindAt === undefined ? 0 : 1],
    // Once for each day without a charge, as long as the storm lasts.
    charge_missed: [0, order.recurring ? daysBetween(order.createdAt, environment.now()) : 0],
  };
}

function daysBetween(from: number, to: number): number {
  return Math.ceil((to - from) / 86_400_000);
}

/** How often the payment of a rest may have been announced: one may have gone back, and another been paid. */
function endOfReview(one: Case): readonly [number, number] {
  const { acceptedBy, payments = [], state } = one.order;
  const isWithoutBalance = acceptedBy !== undefined || isExactAmount(one.order);
  // More may have come, or have been accepted, after a rest was paid.
  if (payments.length === 0 || (isWithoutBalance && payments.length === 1)) return [0, 0];
  const balances = paymentsOfBalances(one).length;
  return state === 'paid' && !isWithoutBalance ? [1, Math.max(1, balances)] : [0, balances];
}

/** Two payments for the same thing are announced in both threads, each other payment once. */
function auditPaidTwice(one: Case, announced: readonly Post[]): string[] {
  const { order, chain } = one;
  const told = announced.filter((post) => kindOf(post) === 'paid_twice');
  const duplicatesBy = (hasAll: (whole: Order) => boolean) => {
    const broughtAll = (whole: Linked, rest: Order) => hasAll(whole.order) && isBalanceOf(rest, whole.order);
    const others = chain.filter(
      (other) =>
        other.order !== order &&
        wasPaid(other) &&
        (other.order.balanceOf === order.balanceOf ||
          broughtAll(other, order) ||
          broughtAll(one, other.order)),
    );
    return wasPaid(one) ? others : [];
  };
  const duplicates = duplicatesBy(isExactAmount);
  // What has several payments may have been paid in full by some of them.
  const mayBeDuplicates = duplicatesBy((whole) => isExactAmount(whole) || (whole.payments ?? []).length > 1);
  const toldOf = (reference: string) =>
    told.filter(({ shown }) => shown.includes(`for ${reference}.`)).length;
  const isKept = ({ order: { payments = [] } }: Linked) => !payments.every(hasGoneBack);
  return [
    // Once one of them went back, they may both be paid anew.
    ...mayBeDuplicates.flatMap(({ order: { reference, payments = [] } }) =>
      toldOf(reference) > 1 + [...payments, ...(order.payments ?? [])].filter(hasGoneBack).length
        ? [`it was told ${toldOf(reference)} times that ${reference} was paid as well`]
        : [],
    ),
    ...(isKept(one) && duplicates.some(isKept) && told.length === 0
      ? ['it was never told that it was paid twice']
      : []),
    ...(told.every(({ shown }) =>
      mayBeDuplicates.some((duplicate) => shown.includes(`for ${duplicate.order.reference}.`)),
    )
      ? []
      : ['it was told to be paid twice, and was not']),
  ];
}

function auditCounts(one: Case, announced: readonly Post[], evidence: Evidence, tally: Tally): string[] {
  const problems: string[] = [];
  const limits = expected(one, evidence);
  const counts = new Map<string, number>();
  for (const post of announced) counts.set(kindOf(post), (counts.get(kindOf(post)) ?? 0) + 1);
  for (const kind of new Set([...counts.keys(), ...Object.keys(limits)])) {
    const count = counts.get(kind) ?? 0;
    const [least, most] = limits[kind] ?? [0, 0];
    if (count < least) problems.push(`"${kind}" was never announced`);
    if (count > most) problems.push(`"${kind}" was announced ${count} times; at most ${most} is right`);
  }
  const dm = evidence.environment.slack.dmOf(one.parent.agent);
  tally.direct += announced.filter((post) => isMoney(post) && post.channel === dm).length;
  return problems;
}

/** Not paid, not cancelled and not sent again, so nothing kept its agent from being reminded. */
function isDueToRemind(one: Case, now: number): boolean {
  const { state, resentAs, remindAt } = one.order;
  const isUnpaid = state === 'pending' && !resentAs && !isPaidByAnother(one);
  return isUnpaid && remindAt !== undefined && remindAt <= now;
}

function isReminder({ news }: Post): boolean {
  return news.startsWith('reminder-');
}

/**
 * In the thread of the card; or to the agent, or to whoever asked for the refund or approved it, where the card or its channel is
 * gone. A reminder goes to the agent alone.
 */
function auditPlace({ order, parent }: Case, post: Post, { posts, environment, record }: Evidence): string[] {
  if (isReminder(post))
    return post.channel === environment.slack.dmOf(parent.agent)
      ? []
      : [`the reminder is in ${post.channel}`];
  const card = posts.cardOf(parent.reference);
  if (card && post.channel === card.channel && post.threadTs === (card.threadTs ?? card.ts)) return [];
  const lines = linesOf(order.reference, record.lines);
  const refund = lines.filter(({ event }) => event === 'refund_asked' || event === 'approved');
  const readers = [parent.agent, ...refund.map(({ who }) => who)];
  if (!readers.some((userId) => post.channel === environment.slack.dmOf(userId)))
    return [`"${post.news}" was announced in ${post.channel}`];
  const isGone = !card || card.deleted || environment.closed.has(card.channel);
  return isGone ? [] : [`"${post.news}" was announced to the agent alone though its thread is there`];
}

/** Figures are those that the provider has; where they are not what was asked for, both are there. */
function auditFigures({ order, there }: Case, announced: readonly Post[]): string[] {
  const { payments = [], refund, erasedAt } = order;
  // The card alone shows the money of an order whose customer was erased.
  if (erasedAt !== undefined) return [];
  return [...paymentsOf(announced, payments)].flatMap(([post, { confirmationCode: code }]) => {
    const kind = kindOf(post);
    const made = there?.payments.find(({ confirmation_code }) => confirmation_code === code);
    // What was paid back in part is told with what was asked back.
    const isRefund = refund?.status === 'paid_back' && refund.confirmationCode === code;
    const back = kind === 'reversed' && isRefund ? refund.amount : undefined;
    const figures = [
      code,
      back ? figure(Number(back.amount), back.currency) : figure(made?.amount ?? 0, made?.currency ?? ''),
      ...(kind === 'review' ? [askedFor(order)] : []),
    ];
    return figures.flatMap((one) =>
      post.shown.includes(one) ? [] : [`"${post.news}" does not say ${one}: ${post.shown.split('\n')[0]}`],
    );
  });
}

function askedFor({ amount: { amount, currency } }: Order): string {
  return figure(Number(amount), currency);
}

function figure(amount: number, currency: string): string {
  const decimals = currency === 'UGX' ? 0 : 2;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${currency} ${amount.toLocaleString('en-US', options)}`;
}

/** News carries the number of the change that made it. */
function auditSequence(announced: readonly Post[]): string[] {
  const numbers = announced.map(({ news }) => Number(news.split('-').at(-1)));
  const isRising = numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));
  return isRising ? [] : [`announced out of order: ${announced.map(({ news }) => news).join(', ')}`];
}

/** Each channel with alerts on got each announcement of money once, unless that is in the same channel anyway. */
function auditAlerts(
  announced: readonly Post[],
  alerts: readonly Post[],
  { channels, environment }: Evidence,
): string[] {
  const problems: string[] = [];
  const news = announced.filter((post) => isMoney(post));
  for (const one of news) {
    for (const channel of channels.listening) {
      const own = alerts.filter((alert) => alert.news === `${one.news}@${channel}`);
      const most = one.channel === channel ? 0 : 1;
      const least = environment.closed.has(channel) ? 0 : most;
      if (own.length > most) problems.push(`${channel} got "${one.news}" ${own.length} times too many`);
      if (own.length < least) problems.push(`${channel} never got "${one.news}"`);
      const wrong = own.find((alert) => alert.channel !== channel);
      if (wrong) problems.push(`an alert for ${channel} is in ${wrong.channel}`);
    }
  }
  for (const alert of alerts) {
    const isKnown = news.some((one) => alert.news.startsWith(`${one.news}@`));
    if (!isKnown)
      problems.push(`alert "${alert.news}" in ${alert.channel} announces what its thread does not`);
  }
  return problems;
}
