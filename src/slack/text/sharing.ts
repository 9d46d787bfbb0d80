// What agents read where customers get something: the link in a text, the QR code, the receipt. What customers read stands in
// src/customers/. Exhaustive by type.

import type { WhyNoReceipt, WhyNotShared } from '#customers/to-customer.ts';
import { maskNumbers } from '#lib/msisdn.ts';
import { LANGUAGES, type Language } from '#orders/language.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order, Successor } from '#orders/order.ts';
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
    'The deadline of this link is over, so the customer should not pay it. Teller is cancelling it; then Send again on its card makes a new one.',
  language: 'Language',
  openWhatsApp: 'Open WhatsApp',
  /** In the place of the button. */
  tooLong: 'The text is too long for a button. Copy it into WhatsApp.',
  noPicture:
    'Slack could not load the picture of the QR code. Try again, or give the customer the link that is in it:',
} as const;

const WHAT = {
  share_whatsapp: 'Text with the payment link',
  send_receipt: 'Text with the receipt',
} as const satisfies Record<SharedText, string>;

/** "Text with the receipt for Jane Wanjiru · +254 7•• ••• 678". */
export function describeShared(what: SharedText, { customer, prompt }: Order): string {
  const phone = prompt?.msisdn ?? customer.phone;
  const whom = describeCustomer({ ...customer, ...(phone ? { phone } : {}) });
  return whom === '-' ? `${WHAT[what]}:` : `${WHAT[what]} for ${whom}`;
}

export function describeQr(order: Order): string {
  return `Let the customer scan this with the phone’s camera, to pay ${plainMoney(order.amount)} for ${shorten(maskNumbers(describeWhat(order)), 80)}.`;
}

/** For those who do not see the picture. */
export function altOfQr({ amount, reference }: Order): string {
  return `QR code that opens the payment page for ${plainMoney(amount)}, reference ${reference}`;
}

export function describeNotShared(why: WhyNotShared, { successor, paidTwin }: Order): string {
  const sentences = {
    no_link: 'This order has no payment link. Its card shows how it stands.',
    waits: 'This order waits for approval. Its link is made when it is approved.',
    paid: 'Money has already arrived for this order, so the customer should not pay it again. Its card shows how it stands.',
    cancelled:
      'This link is cancelled, so the customer should not pay it. Press Send again on its card to make a new one.',
    being_cancelled:
      'Somebody has asked to cancel this link, and the payment service has not confirmed that yet. The customer should not pay it. Press Cancel on its card once more.',
    not_sent: 'This link was never made. Press Send again on its card to try once more.',
    sent_again: successor ? describeSentAgain(successor) : '',
    other_is_paid: paidTwin?.isAccepted
      ? `${paidTwin.reference} was accepted as paid. The customer should not pay this one.`
      : `${paidTwin?.reference}, made from the same order, has been paid already. The customer should not pay this one.`,
    erased:
      'The customer’s data of this order was erased, so there is nothing to share any more. Send it again from its card to make a new link.',
    not_cancelled:
      'The deadline of this link is over, and the payment service did not cancel it, so it can still be paid. Cancel it on its card, or in the service’s dashboard.',
  } satisfies Record<WhyNotShared, string>;
  return sentences[why];
}

function describeSentAgain(successor: Successor): string {
  const again = `This has been asked for again as ${successor.reference}`;
  const { state } = successor;
  if (cameToNothing(successor))
    return `${again}, which came to nothing (${describeSuccessor(successor)}). Press Send again on the card of that one to make a new link.`;
  if (state === 'waiting') return `${again}, which waits for approval. Its link is made when it is approved.`;
  if (state === 'paid') return `${again}, which is paid. The customer should not pay this one.`;
  return wasPaid(state)
    ? `${again}, for which money has come. The customer should not pay this one; the card of that one says what to do.`
    : `${again}. Share that one, from its own card.`;
}

export function describeNoReceipt(why: WhyNoReceipt): string {
  const sentences = {
    erased: 'The customer’s data of this order was erased, so there is no receipt any more.',
    not_paid:
      'This is not paid, so there is no receipt. Press Check now on its card if the customer says otherwise.',
    review:
      'Another amount was paid than was asked for, or it is not known how much. There is a receipt to send once the rest is paid, or somebody accepts what is known to have come.',
    paid_back: 'This was paid back, so there is no receipt to send.',
    elsewhere: 'This was paid elsewhere, so Teller has no receipt for it.',
  } satisfies Record<WhyNoReceipt, string>;
  return sentences[why];
}
