// What the customer of a prompt can type to pay without it, on the card and in the form's outcome. Pure.
import type { ContextBlock } from '@slack/types';
import type { Order } from '#orders/order.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import { CARD_TEXT } from '#slack/text/card.ts';
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

/** What the menu of each method calls the two values that the customer types to pay by hand. */
const BY_HAND = {
  MpesaKE: ['Paybill', 'account'],
  AirtelKE: ['Business name', 'reference'],
  AirtelUG: ['Business name', 'reference'],
} satisfies Record<keyof typeof PAYMENT_METHODS, readonly [business: string, account: string]>;

/**
 * The two values with their labels; undefined until the account number is known, without which nobody can pay by hand
 * (SPEC.md, Mobile money push response: "Both business_number and account_number should be shown to the customer").
 */
function payByHand({ prompt, service }: Order) {
  if (!prompt || !service.accountNumber) return undefined;
  const [business, account] = BY_HAND[prompt.method];
  const number = service.businessNumber ?? PAYMENT_METHODS[prompt.method].businessNumber;
  return { business, number, account, accountNumber: service.accountNumber };
}
