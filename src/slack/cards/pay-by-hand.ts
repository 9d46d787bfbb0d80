// What the customer of a prompt can type to pay without it, on the card and in the form's outcome. Pure.
import type { ContextBlock } from '@slack/types';
import type { Order } from '#orders/order.ts';
import { CARD_TEXT, payByHand } from '#slack/text/card.ts';
import { escapeMrkdwn, shorten } from '#slack/text/escape.ts';
import { context } from './blocks.ts';

/** Nothing until the account number is known: half of it would help nobody. */
export function payByHandLine(order: Order): ContextBlock[] {
  const byHand = payByHand(order);
  if (!byHand) return [];
  const value = (text: string) => `*${escapeMrkdwn(shorten(text, 60))}*`;
  const { business, number, account, accountNumber } = byHand;
  return [context(`${CARD_TEXT.noPrompt} ${business} ${value(number)} · ${account} ${value(accountNumber)}`)];
}
