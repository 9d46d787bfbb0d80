// What agents read where customers get something: the link in a text, the QR code, the receipt. What customers read stands in
// src/customers/. Exhaustive by type.

import type { WhyNoReceipt, WhyNotShared } from '#customers/to-customer.ts';
import { maskNumbers } from '#lib/msisdn.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import { LANGUAGES, type Language, type Order, type Successor } from '#orders/order.ts';
import { cameToNothing } from '#orders/successor.ts';
import { describeCustomer } from './customers.ts';
import { shorten } from './escape.ts';
import { describeSuccessor, describeWhat, plainMoney } from './orders.ts';

/** As agents read them, in the order in which they are offered. */
export const LANGUAGE_NAMES = {
  en: 'English',
  sw: 'Swahili',
  fr: 'French',
} as const satisfies Record<Language, string>;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value);
}

/** What is sent to a customer as a text: the button that asks for it. */
export type SharedText = 'share_whatsapp' | 'send_receipt';

export const SHARING_TEXT = {
  /** Of the window that a press in Home opens. */
  title: 'For the customer',
  deadlineOver:
    'This link has expired and is being cancelled. Once it is, press Send again on its card to make a new one.',
  /** Below a new link, in mrkdwn. */
  updates: (cardUrl: string) => `Updates appear in <${cardUrl}|the card’s thread>.`,
  qrTitle: 'QR code',
  language: 'Language',
  openWhatsApp: 'Open WhatsApp',
  /** In the place of the button. */
  tooLong: 'The text is too long for the button. Copy it into WhatsApp.',
  noPicture: 'Slack couldn’t load the QR code. Share the link instead:',
} as const;

const WHAT = {
  share_whatsapp: 'Payment link',
  send_receipt: 'Receipt',
} as const satisfies Record<SharedText, string>;

/** "Receipt for Jane Wanjiru · +254 7•• ••• 678". */
export function describeShared(what: SharedText, { customer, prompt }: Order): string {
  const phone = prompt?.msisdn ?? customer.phone;
  const whom = describeCustomer({ ...customer, ...(phone ? { phone } : {}) });
  return whom === '-' ? `${WHAT[what]}:` : `${WHAT[what]} for ${whom}`;
}

export function describeQr(order: Order): string {
  return `Ask the customer to scan this code and pay ${plainMoney(order.amount)} for ${shorten(maskNumbers(describeWhat(order)), 80)}.`;
}

/** For those who do not see the picture. */
export function altOfQr({ amount, reference }: Order): string {
  return `QR code of the payment page for ${plainMoney(amount)}, reference ${reference}`;
}

export function describeNotShared(why: WhyNotShared, { successor, paidTwin }: Order): string {
  const sentences = {
    no_link: 'This order has no payment link. Check its card.',
    waits: 'This order needs approval. You can share its link once it’s approved.',
    paid: 'Money has already arrived for this order. The customer shouldn’t pay again.',
    cancelled: 'This link is cancelled. Press Send again on its card to make a new one.',
    being_cancelled:
      'This link is being cancelled, but Pesapal hasn’t confirmed it. Press Cancel on its card again.',
    not_sent: 'This link was never made. Press Send again on its card.',
    sent_again: successor ? describeSentAgain(successor) : '',
    other_is_paid: paidTwin?.isAccepted
      ? `${paidTwin.reference} was accepted as paid. The customer shouldn’t pay this one.`
      : `${paidTwin?.reference} is paid for the same request. The customer shouldn’t pay this one.`,
    erased: 'This customer’s data was erased. Press Send again on the card to make a new link.',
    not_cancelled:
      'This link has expired, but Pesapal didn’t cancel it, so it can still be paid. Cancel it on its card or in the Pesapal dashboard.',
  } satisfies Record<WhyNotShared, string>;
  return sentences[why];
}

function describeSentAgain(successor: Successor): string {
  const again = `This was sent again as ${successor.reference}`;
  const { state } = successor;
  if (cameToNothing(successor))
    return `${again} (${describeSuccessor(successor)}). Press Send again on that card to make a new link.`;
  if (state === 'waiting')
    return `${again}, which needs approval. You can share its link once it’s approved.`;
  if (state === 'paid') return `${again}, which is paid. The customer shouldn’t pay this one.`;
  return wasPaid(state)
    ? `${again}, which has a payment. The customer shouldn’t pay this one. Check that card.`
    : `${again}. Share that link from its card.`;
}

export function describeNoReceipt(why: WhyNoReceipt): string {
  const sentences = {
    erased: 'This customer’s data was erased, so there’s no receipt.',
    not_paid:
      'This isn’t paid, so there’s no receipt. If the customer has paid, press Check now on the card.',
    review:
      'This payment is under review. You can send a receipt once the rest is paid or someone accepts the amount.',
    paid_back: 'This payment was refunded, so there’s no receipt to send.',
    elsewhere: 'This payment wasn’t requested here, so there’s no receipt.',
  } satisfies Record<WhyNoReceipt, string>;
  return sentences[why];
}
