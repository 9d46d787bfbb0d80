// Searches Teller's orders by whatever a person typed, and lists them page by page.
import type { ContextBlock, KnownBlock } from '@slack/types';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import { counted } from '#lib/text.ts';
import type { Order } from '#orders/order.ts';
import { codesIn, newestPayment } from '#orders/payments.ts';
import { quotedReference } from '#orders/reference.ts';
import { isPersonal } from '#payments/finding/condition.ts';
import type { FoundPage } from '#payments/finding/search-orders.ts';
import { aboutDuplicate, cardUrlOf, describeOtherMoney, headlineOf } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import { nameOf } from '#slack/text/customers.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { describeState, describeWhat, plainMoney } from '#slack/text/orders.ts';
import { buttonRow, context, linkButton, plainSection, press, section } from '#slack/ui/blocks.ts';
import { bold, channel, date, emoji, foreign, person } from '#slack/ui/line.ts';
import { type MessageContent, plainMessage } from '#slack/ui/message.ts';
import { mrkdwnOf, type Said, say } from '#slack/ui/say.ts';
import { type FindWords, readFindWords } from './arguments.ts';

/** `fault`: nothing could be searched for, or has what cannot be a day in it. */
export type Searched =
  | { readonly status: 'one'; readonly words: FindWords; readonly order: Order }
  | { readonly status: 'list'; readonly answer: MessageContent }
  | { readonly status: 'none' | 'fault'; readonly words: FindWords };

/** How a list goes on, in the store because other apps see a button's value. `now`: what "today" was. */
type SavedSearch = {
  readonly words: string;
  readonly withoutFillers: boolean;
  readonly now: number;
  readonly from: NonNullable<FoundPage['next']>;
};

/** Begins a value of *More*, for which other lists have a reference, without a blank. */
const MORE = 'found ';

export async function search(ctx: SlackContext, typed: string, userId: string): Promise<Searched> {
  const { searchOrders } = ctx.payments;
  const person = { ...ctx.settings, userId, now: ctx.clock.now() };
  let words = readFindWords(typed, person);
  if (words.conditions.length === 0) return { status: 'fault', words };
  let page = await searchOrders(words.conditions);
  // Fillers are left out where nothing has them.
  const core = readFindWords(typed, { ...person, withoutFillers: true });
  if (page.orders.length === 0 && core.conditions.length !== words.conditions.length) {
    words = core;
    page = await searchOrders(core.conditions);
  }
  await recordSearch(ctx, words, userId, page);
  const [order, ...others] = page.orders;
  // Most likely a day was meant, even where older orders may have the words.
  if (!order && words.fault) return { status: 'fault', words };
  if (!page.next && !order) return { status: 'none', words };
  if (!page.next && order && others.length === 0) return { status: 'one', words, order };
  const saved = { words: typed, withoutFillers: words.isWithoutFillers, now: person.now };
  return { status: 'list', answer: await listFound(ctx, page, words, saved) };
}

export function isMore(value: string): boolean {
  return value.startsWith(MORE);
}

export async function showMoreFound(ctx: SlackContext, value: string, userId: string) {
  const kept = await ctx.savedInput.read(value.slice(MORE.length));
  if (kept === undefined) return plainMessage('This list expired after 15 minutes. Please search again.');
  const { from, ...saved }: SavedSearch = JSON.parse(kept);
  const words = readFindWords(saved.words, { ...ctx.settings, ...saved, userId });
  const page = await ctx.payments.searchOrders(words.conditions, from);
  await recordSearch(ctx, words, userId, page);
  if (page.orders.length === 0 && !page.next) return plainMessage('No more payments found.');
  return listFound(ctx, page, words, saved, false);
}

/** Who searched by a customer's data and how many were found, but not the words. */
async function recordSearch(ctx: SlackContext, words: FindWords, who: string, page: FoundPage) {
  const outcome = `${page.orders.length}${page.next ? '+' : ''}`;
  if (words.conditions.some(isPersonal)) await ctx.recorder.recordFirst({ who, event: 'searched', outcome });
}

async function listFound(
  ctx: SlackContext,
  { orders, next }: FoundPage,
  understood: FindWords,
  saved: Omit<SavedSearch, 'from'>,
  isFirst = true,
): Promise<MessageContent> {
  const key = next && (await ctx.savedInput.keep(JSON.stringify({ ...saved, from: next })));
  const more = next && { value: `${MORE}${key}`, lookedBackTo: next.createdAt };
  const rows = orders.map(async (order) => ({ order, cardUrl: await cardUrlOf(ctx, order) }));
  return foundList({ orders: await Promise.all(rows), understood, isFirst, more });
}

/** Two lines for each order, newest first. `lookedBackTo` in ms. */
export function foundList(list: {
  readonly orders: readonly { readonly order: Order; readonly cardUrl: string | undefined }[];
  readonly understood: Understood;
  readonly isFirst: boolean;
  readonly more?: { readonly value: string; readonly lookedBackTo: number } | undefined;
}): MessageContent {
  const { orders, understood, isFirst, more } = list;
  const text = describeCount(orders.length, isFirst, more !== undefined);
  return {
    text,
    blocks: [
      plainSection(text),
      ...understoodLine(understood),
      ...orders.flatMap(({ order, cardUrl }) => foundRow(order, cardUrl)),
      ...(more
        ? [
            context(say`Searched back to ${date(more.lookedBackTo)}.`),
            ...buttonRow([press('more', 'More', more.value)]),
          ]
        : []),
    ],
  };
}

function describeCount(count: number, isFirst: boolean, hasMore: boolean): string {
  if (count === 0) return 'None of these orders match.';
  const payments = counted(count, 'payment');
  if (!isFirst) return `${payments} from further back.`;
  return hasMore ? `The newest ${payments}.` : `${payments} found, newest first.`;
}

type Understood = Pick<FindWords, 'said'> & Partial<Pick<FindWords, 'agents' | 'channels'>>;

function whoseOrders({ agents = [], channels = [] }: Understood): Said[] {
  return [
    ...agents.slice(0, 5).map((id) => say`by ${person(id)}`),
    ...channels.slice(0, 5).map((id) => say`in ${channel(id)}`),
  ];
}

export function nothingFound(understood: Understood): Said {
  const words = understood.said.join(' · ');
  const parts = [...(words ? [say`for ${foreign(words, 400)}`] : []), ...whoseOrders(understood)];
  return say`No payments found${parts.flatMap((part) => say` ${part}`)}.`;
}

export function understoodLine(understood: Understood): KnownBlock[] {
  const words = shorten(plain(understood.said.join(' · ')), 500);
  const whose = whoseOrders(understood).map(mrkdwnOf).join(' · ');
  const elements: ContextBlock['elements'] = [
    ...(words ? [{ type: 'plain_text', text: `Searched for ${words}`, emoji: false } as const] : []),
    ...(whose ? [{ type: 'mrkdwn', text: whose, verbatim: true } as const] : []),
  ];
  return elements.length > 0 ? [{ type: 'context', elements }] : [];
}

function foundRow(order: Order, cardUrl: string | undefined): KnownBlock[] {
  const { agent, amount, createdAt, customer, prompt, reference, payments = [] } = order;
  const paidAt = newestPayment(order)?.paidAt;
  const when = say`requested ${date(createdAt)}${paidAt ? say`, paid ${date(paidAt)}` : undefined}`;
  const other = describeOtherMoney(order);
  const how = other ? say`*${other}*` : say`${bold(plainMoney(amount))} · ${bold(describeState(order), 200)}`;
  const [card] = linkButton('open_card', 'Card', cardUrl);
  const phone = prompt?.msisdn ?? customer.phone;
  const details = [
    shorten(maskNumbers(describeWhat(order)), 120),
    shorten(nameOf(order), 60),
    phone ? maskMsisdn(phone) : '',
    quotedReference(reference),
    shorten(plain(codesIn(payments).join(', ')), 80),
  ];
  const text = details.filter(Boolean).join(' · ');
  const whose = context(say`${person(agent)}`).elements;
  const line = section(say`${emoji(headlineOf(order).icon)} ${how} · ${when}${aboutDuplicate(order)}`);
  return [
    { ...line, ...(card && { accessory: card }) },
    { type: 'context', elements: [{ type: 'plain_text', text, emoji: false }, ...whose] },
  ];
}
