// The answer about one payment: its state, readable without its card.
import type { KnownBlock } from '@slack/types';
import { maskNumbers, maskPayer } from '#lib/msisdn.ts';
import { mayBeAtProvider, neverArrived } from '#orders/at-provider.ts';
import { lastCheck } from '#orders/check-schedule.ts';
import type { Order } from '#orders/order.ts';
import { type Failure, isSameCode } from '#orders/payment.ts';
import { codesIn } from '#orders/payments.ts';
import type { FindResult, OtherTransaction } from '#payments/status/find.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { isCardStale } from '#slack/announce/order-news.ts';
import { checkButton, shareButton, toCustomerButtons } from '#slack/card/buttons.ts';
import { orderFacts } from '#slack/card/order-card.ts';
import { cardUrlOf, headlineOf } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Place } from '#slack/outbox/outbound.ts';
import { describeFailure, describeState, plainMoney, providerSays } from '#slack/text/orders.ts';
import { buttonRow, context, facts, linkButton, plainSection, section } from '#slack/ui/blocks.ts';
import { bold, date, emoji, foreign, line, ours, person } from '#slack/ui/line.ts';
import { type MessageContent, message, mrkdwnMessage, plainMessage } from '#slack/ui/message.ts';
import { type Said, say } from '#slack/ui/say.ts';
import { quoted } from './meanings.ts';
import { nothingFound } from './search.ts';

/** `one`: the only answer for all who read the thread. `unanswered`: the provider could not be queried. */
export type Found = { readonly answer: MessageContent } & (
  | { readonly status: 'one'; readonly codes: readonly string[] }
  | { readonly status: 'list' }
  | { readonly status: 'not_searched' }
  | { readonly status: 'none' | 'unanswered'; readonly why: Said }
);

export function hasCode(found: Found, code: string): boolean {
  return found.status === 'one' && found.codes.some((its) => isSameCode(its, code));
}

/** `sharer`: who posts the answer for everybody. `isForAll`: others will read it. `place`: where the answer will stand. */
export type Showing = {
  readonly canShare?: boolean;
  readonly sharer?: string | undefined;
  readonly isForAll?: boolean;
  readonly place?: Place | undefined;
};

/** `query`: a reference or tracking id. A card that shows something else is redrawn. */
export async function findExactly(ctx: SlackContext, query: string, how: Showing): Promise<Found> {
  const { payments, store, clock } = ctx;
  const result = await payments.finder.findPayment(query);
  const order = result.status === 'ours' ? result.order : undefined;
  if (order && isCardStale(order)) await store.orders.trigger('deliver', order.reference, clock.now());
  const cardUrl = order && (await cardUrlOf(ctx, order));
  const { place } = how;
  const isAtCard =
    order?.card !== undefined && order.card.channel === place?.channel && order.card.ts === place.threadTs;
  const answer = statusCard(result, { ...how, query, cardUrl, isAtCard, now: clock.now() });
  if (result.status === 'none') return { status: 'none', why: [ours(describeNone(query))], answer };
  if (result.status === 'unanswered')
    return { status: 'unanswered', why: [ours(describeUnasked(result.failure))], answer };
  const external = result.status === 'external' ? result.transaction.payment : undefined;
  const paid = order?.payments ?? (external ? [external] : []);
  return { status: 'one', answer, codes: codesIn(paid) };
}

type StatusOptions = Pick<Showing, 'canShare' | 'sharer'> & {
  readonly query: string;
  readonly cardUrl?: string | undefined;
  readonly now: number;
  readonly isAtCard?: boolean;
};

export function statusCard(found: FindResult, options: StatusOptions): MessageContent {
  switch (found.status) {
    case 'ours':
      return options.isAtCard ? statusLine(found, options.now) : orderStatus(found, options);
    case 'external':
      return externalStatus(found.transaction, options);
    case 'none':
      return plainMessage(describeNone(options.query));
    case 'unanswered': {
      const nothing = nothingFound({ said: [quoted(options.query)] });
      return mrkdwnMessage(say`${nothing} ${ours(describeUnasked(found.failure))}`);
    }
  }
}

function describeNone(query: string): string {
  return `No payment found for ${quoted(query)}, here or at Pesapal. Check the reference or tracking ID.`;
}

function describeUnasked(failure: Failure): string {
  return `Pesapal couldn’t be checked. ${describeUnanswered(failure)}`;
}

/** Why the provider could not be checked, with its words and the log's incident number. */
export function describeUnanswered(failure: Failure): string {
  const { what, providerText, incident } = describeFailure(failure);
  const details = [providerText, incident ? `Incident ${incident}.` : ''].filter(Boolean).join(' · ');
  return [what, 'Try again in a few minutes.', details].filter(Boolean).join(' ');
}

const CANCELLED =
  'Cancelled here. Pesapal still shows it as pending, which is normal. Any late payment is announced.';

type OwnOrder = Extract<FindResult, { status: 'ours' }>;

function orderStatus({ order, stale }: OwnOrder, options: StatusOptions): MessageContent {
  const missing = stale ? undefined : missingThere(order, options.now);
  const { outcomeUnknownAt, ...answered } = order;
  const { text, blocks } = orderFacts(missing ? answered : order);
  return {
    text,
    blocks: [
      ...blocks,
      ...(missing ? [section(missing)] : []),
      ...(order.state === 'cancelled' ? [plainSection(CANCELLED)] : []),
      ...(stale ? [plainSection(describeStale(stale))] : []),
      ...footer(options, stale || isUnsent(order) ? undefined : options.now),
      ...buttonRow([
        ...linkButton('open_card', 'Open card', options.cardUrl),
        ...(stale ? [checkButton(order.reference)] : toCustomerButtons(order)),
        ...(options.canShare ? [shareButton(order.reference)] : []),
      ]),
    ],
  };
}

function statusLine({ order, stale }: OwnOrder, now: number): MessageContent {
  const missing = stale ? undefined : missingThere(order, now);
  if (missing) return mrkdwnMessage(missing);
  const state = describeState(order);
  const checked = /[,:;…]/.test(state) ? `${state}. Checked just now.` : `${state}, checked just now.`;
  const said = stale
    ? [ours(` ${state}. `), foreign(describeStale(stale), 600)]
    : [ours(` ${isUnsent(order) ? `${state}.` : checked}`)];
  return message([
    line([emoji(headlineOf(order).icon), ...said]),
    ...buttonRow(stale ? [checkButton(order.reference)] : []),
  ]);
}

/** The provider is not queried about an order that it was never sent. */
function isUnsent(order: Order): boolean {
  return (order.state === 'waiting' || order.state === 'not_sent') && !mayBeAtProvider(order);
}

/** Only a request without an answer leaves open whether the provider has the order. */
function missingThere(order: Order, now: number): Said | undefined {
  const isOpen = order.state === 'sending' || neverArrived(order);
  if (!isOpen || order.kind === 'charge' || !mayBeAtProvider(order)) return undefined;
  const until = lastCheck(order);
  const more = until > now ? say` Checks continue until ${date(until)}.` : undefined;
  return say`Pesapal has no such order.${more}`;
}

function describeStale(failure: Failure): string {
  const { what, providerText } = describeFailure(failure);
  const next = 'This is the last known state. Press Check now to try again.';
  return [what, providerSays(providerText), next].filter(Boolean).join(' ');
}

const OUTCOMES = {
  pending: 'Waiting for payment',
  completed: 'Paid',
  failed: 'Not paid',
  reversed: 'Refunded',
  unknown: 'Pesapal doesn’t say whether it’s paid',
} satisfies Record<OtherTransaction['outcome'], string>;

function externalStatus(found: OtherTransaction, options: StatusOptions): MessageContent {
  const { payment, providerMessage, createdAt } = found;
  // A record may lack either; its amount is 0 then.
  const isKnown = found.money.currency !== '' && found.money.amount !== '0';
  const money = isKnown ? plainMoney(found.money) : 'Amount not known';
  const outcome = OUTCOMES[found.outcome];
  const paidWith = payment && [nameOfMethod(payment.method), maskPayer(payment.payer)];
  return message([
    section(say`${bold(money)} · ${bold(outcome)}`),
    ...facts([
      ['Reference', found.reference],
      ['Paid with', paidWith?.filter(Boolean).join(', ')],
      ['Confirmation code', payment?.confirmationCode],
      ['Pesapal says', providerMessage ? maskNumbers(providerMessage) : undefined],
      ['Tracking id', found.trackingId],
    ]),
    ...(createdAt === undefined ? [] : [context(say`${date(createdAt)}`)]),
    plainSection('This payment wasn’t requested here, so it has no card.'),
    ...footer(options, options.now),
    ...buttonRow(options.canShare ? [shareButton(found.trackingId ?? options.query)] : []),
  ]);
}

function footer({ sharer }: StatusOptions, checkedAt: number | undefined): KnownBlock[] {
  const checked = checkedAt === undefined ? [] : say`Checked with Pesapal ${date(checkedAt)}`;
  const posted = sharer ? say`posted by ${person(sharer)}` : [];
  const between = checked.length > 0 && posted.length > 0 ? say` · ` : [];
  const said = [...checked, ...between, ...posted];
  return said.length > 0 ? [context(said)] : [];
}
