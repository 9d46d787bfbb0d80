// The messages that an agent sends to a customer, usually by WhatsApp.
import { oneLine } from '#lib/text.ts';
import type { Language, Order } from '#orders/order.ts';
import { paidFor } from '#orders/payments.ts';
import { dayIn, moneyIn } from './numbers-and-dates.ts';
import { SENTENCES } from './sentences.ts';

type How = { readonly merchantName: string; readonly language: Language };

type Link = Pick<Order, 'amount' | 'description' | 'provider' | 'validUntil'>;

/** Of a description, in characters as people count them. */
const MAX_WHAT_LENGTH = 200;

/** Of an address in one of Slack's buttons. */
const MAX_URL_LENGTH = 3_000;

/** Asks for the payment of a link. */
export function linkText(link: Link, { merchantName, language }: How): string {
  return SENTENCES[language].share.link(valuesOf(link, merchantName, language));
}

/** Asks once more, the day before the deadline, or some days later where there is none. */
export function reminderText(link: Link, { merchantName, language }: How): string {
  return SENTENCES[language].share.reminder(valuesOf(link, merchantName, language));
}

/** Thanks for what was paid, with the address of the receipt. */
export function receiptText(
  order: Pick<Order, 'amount' | 'payments'>,
  { merchantName, language }: How,
  receiptUrl: string,
): string {
  const money = moneyIn(language, paidFor(order) ?? order.amount);
  return SENTENCES[language].share.receipt({ merchant: oneLine(merchantName), money, url: receiptUrl });
}

/**
 * The address that opens a chat with `phone` (digits with the country code) and `text` already written; without a number the
 * agent chooses the contact. Undefined when it would be too long for a button.
 */
export function whatsAppUrl(phone: string | undefined, text: string): string | undefined {
  const url = `https://wa.me/${phone ?? ''}?text=${encodeURIComponent(text.toWellFormed())}`;
  return url.length <= MAX_URL_LENGTH ? url : undefined;
}

function valuesOf(link: Link, merchantName: string, language: Language) {
  const { amount, description, provider, validUntil } = link;
  return {
    merchant: oneLine(merchantName),
    money: moneyIn(language, amount),
    what: cut(oneLine(description)),
    url: provider.redirectUrl ?? '',
    ...(validUntil === undefined ? {} : { until: dayIn(language, validUntil) }),
  };
}

/** What is seen as one character is never split. */
function cut(text: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= MAX_WHAT_LENGTH
    ? text
    : `${characters.slice(0, MAX_WHAT_LENGTH - 1).join('')}…`;
}
