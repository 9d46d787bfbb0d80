import { reminderText, whatsAppUrl } from '#customers/share-text.ts';
import type { Direct } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import { quotedReference } from '#orders/reference.ts';
import { forWhom } from '#slack/home/open-orders.ts';
import { describeDeadline, plainMoney } from '#slack/text/orders.ts';
import { buttonRow, copyable, linkButton, plainSection, press } from '#slack/ui/blocks.ts';
import { bold, emoji, foreign, line, lines, link, ours } from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { say } from '#slack/ui/say.ts';
import { moneyLine } from './money-line.ts';

export function directMessage(
  order: Order,
  news: Direct,
  { merchantName, cardUrl }: { merchantName: string; cardUrl: string | undefined },
): MessageContent {
  if (news.kind === 'reminder') return reminder(order, merchantName, cardUrl);
  const reference = foreign(quotedReference(order.reference));
  return message([line(...moneyLine(order, news.of), [reference], link('card', cardUrl))]);
}

/** The message stays, so it has no number in it: in WhatsApp the agent chooses whom to write to. */
function reminder(order: Order, merchantName: string, cardUrl: string | undefined): MessageContent {
  const { reference, language = 'en' } = order;
  const until = describeDeadline(order);
  const amount = plainMoney(order.amount);
  const masked = { ...order, description: withoutOwnNumbers(order.description, order) };
  const toCustomer = reminderText(masked, { merchantName, language });
  return message([
    lines(
      [say`${emoji('link')} ${bold(amount)}`, ...forWhom(order), [bold('not paid yet')]],
      [until ? [ours(until)] : [], [foreign(reference)]],
    ),
    plainSection('A reminder to send to the customer:'),
    copyable(toCustomer),
    ...buttonRow([
      ...linkButton('open_whatsapp', 'Share by WhatsApp', whatsAppUrl(undefined, toCustomer)),
      ...linkButton('open_card', 'Open card', cardUrl),
      press('stop_reminding', 'Stop reminders'),
    ]),
  ]);
}
