// Direct messages to an order's agent: that a link is not paid yet, with a text for the customer, and that money came. Pure.
import { reminderText, whatsAppUrl } from '#customers/share-text.ts';
import type { Direct } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import { quotedReference } from '#orders/reference.ts';
import { DIRECT_TEXT, reminderSentence } from '#slack/text/direct.ts';
import { escapeMrkdwn, escapeSentence, shorten } from '#slack/text/escape.ts';
import { describeDeadline, describeMoney, describeWhat, plainMoney } from '#slack/text/orders.ts';
import { button, buttonRow, copyable, linkButton, plainSection } from './blocks.ts';
import { bold, emoji, foreign, line, lines, link, ours } from './line.ts';
import type { MessageContent } from './message.ts';
import { moneyLine, moneySentence } from './money-line.ts';
import { forWhom } from './open-orders.ts';

/** `cardUrl`: the address of the order's card, if Slack gave it. */
export function directMessage(
  order: Order,
  news: Direct,
  { merchantName, cardUrl }: { merchantName: string; cardUrl: string | undefined },
): MessageContent {
  if (news.kind === 'reminder') return reminder(order, merchantName, cardUrl);
  return {
    text: moneySentence(order, news.of),
    blocks: [
      line(...moneyLine(order, news.of), [foreign(quotedReference(order.reference))], link('card', cardUrl)),
    ],
  };
}

/** The message stays, so it has no number in it: WhatsApp lets the agent choose whom to write to. */
function reminder(order: Order, merchantName: string, cardUrl: string | undefined): MessageContent {
  const { reference, amount } = order;
  const until = describeDeadline(order);
  const said = { ...order, description: withoutOwnNumbers(order.description, order) };
  const text = reminderText(said, { merchantName, language: order.language ?? 'en' });
  const what = escapeSentence(shorten(describeWhat(order), 100));
  return {
    text: reminderSentence(escapeMrkdwn(reference), describeMoney(amount), what, until),
    blocks: [
      lines(
        [[emoji('link'), ours(' '), bold(plainMoney(amount))], ...forWhom(order), [bold(DIRECT_TEXT.unpaid)]],
        [until ? [ours(until)] : [], [foreign(reference)]],
      ),
      plainSection(DIRECT_TEXT.send),
      copyable(text),
      ...buttonRow([
        ...linkButton('open_whatsapp', DIRECT_TEXT.shareByWhatsApp, whatsAppUrl(undefined, text)),
        ...linkButton('open_card', DIRECT_TEXT.openCard, cardUrl),
        button('stop_reminding', DIRECT_TEXT.stop),
      ]),
    ],
  };
}
