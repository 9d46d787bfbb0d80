// The orders that a search has found, newest first, two lines each with a button to the card, and what was understood. Pure.
import type { ContextBlock, KnownBlock } from '@slack/types';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { codesIn, newestPayment } from '#orders/payments.ts';
import { quotedReference } from '#orders/reference.ts';
import { aboutTwin, describeOtherMoney, headlineOf } from '#slack/text/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { FIND_TEXT, foundCount, lookedBackTo, type Understood, whoseOrders } from '#slack/text/find.ts';
import { describeMoney, describeState, describeWhat } from '#slack/text/orders.ts';
import { button, buttonRow, context, linkButton, plainSection, section, slackDate } from './blocks.ts';
import type { MessageContent } from './message.ts';

type FoundList = {
  readonly orders: readonly { readonly order: Order; readonly cardUrl: string | undefined }[];
  readonly understood: Understood;
  readonly isFirst: boolean;
  /** Where the list goes on: the value of *More*, and how far back (ms) it has looked. */
  readonly more?: { readonly value: string; readonly lookedBackTo: number } | undefined;
};

export function foundList({ orders, understood, isFirst, more }: FoundList): MessageContent {
  const text = foundCount(orders.length, { isFirst, hasMore: more !== undefined });
  return {
    text,
    blocks: [
      plainSection(text),
      ...understoodLine(understood),
      ...orders.flatMap(({ order, cardUrl }) => row(order, cardUrl)),
      ...(more ? [context(lookedBackTo(slackDate(more.lookedBackTo)))] : []),
      ...buttonRow(more ? [button('more', FIND_TEXT.more, more.value)] : []),
    ],
  };
}

/** What was understood, in one line: people learn from it how to search. */
export function understoodLine(understood: Understood): KnownBlock[] {
  const words = shorten(plain(understood.said.join(' · ')), 500);
  const whose = whoseOrders(understood).join(' · ');
  const elements: ContextBlock['elements'] = [
    ...(words ? [{ type: 'plain_text', text: FIND_TEXT.searchedFor(words), emoji: false } as const] : []),
    ...(whose ? [{ type: 'mrkdwn', text: whose, verbatim: true } as const] : []),
  ];
  return elements.length > 0 ? [{ type: 'context', elements }] : [];
}

function row(order: Order, cardUrl: string | undefined): KnownBlock[] {
  const [card] = linkButton('open_card', FIND_TEXT.card, cardUrl);
  const paidAt = newestPayment(order)?.paidAt;
  // The list is sorted by when each order was requested.
  const when = [
    `requested ${slackDate(order.createdAt)}`,
    ...(paidAt ? [`paid ${slackDate(paidAt)}`] : []),
  ].join(', ');
  const how = describeOtherMoney(order) ?? `${describeMoney(order.amount)}* · *${describeState(order)}`;
  const first = section(`:${headlineOf(order).icon}: *${how}* · ${when}${aboutTwin(order)}`);
  return [
    card ? { ...first, accessory: card } : first,
    {
      type: 'context',
      elements: [
        { type: 'plain_text', text: details(order), emoji: false },
        { type: 'mrkdwn', text: `<@${order.agent}>`, verbatim: true },
      ],
    },
  ];
}

function details(order: Order): string {
  const { customer, prompt, reference, payments = [] } = order;
  const phone = prompt?.msisdn ?? customer.phone;
  return [
    shorten(maskNumbers(describeWhat(order)), 120),
    shorten(nameOf(order), 60),
    phone ? maskMsisdn(phone) : '',
    quotedReference(reference),
    shorten(plain(codesIn(payments).join(', ')), 80),
  ]
    .filter(Boolean)
    .join(' · ');
}
