// What somebody passes on to a customer. Only who pressed the button sees it: WhatsApp's address has the customer's number.
import type { ActionsBlock, StaticSelect } from '@slack/types';
import { type WhyNoReceipt, type WhyNotShared, whyNoReceipt, whyNotShared } from '#customers/to-customer.ts';
import { maskNumbers } from '#lib/msisdn.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import { LANGUAGES, type Language, type Order, type ResentOrder } from '#orders/order.ts';
import { cameToNothing } from '#orders/resends.ts';
import { describeCustomer } from '#slack/text/customers.ts';
import { shorten } from '#slack/text/escape.ts';
import { describeResentOrder, describeWhat, plainMoney } from '#slack/text/orders.ts';
import { buttonRow, copyable, linkButton, plainSection } from '#slack/ui/blocks.ts';
import { type MessageContent, message, messageWithCard, plainMessage } from '#slack/ui/message.ts';

/** Begins the block_ids of an answer in a window, whose place the next one takes. */
export const ANSWER = 'answer-';

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', sw: 'Swahili', fr: 'French' };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value);
}

const TEXTS = { share_whatsapp: 'Payment link', send_receipt: 'Receipt' } as const;
export type SharedText = keyof typeof TEXTS;

/** `whatsAppUrl`: undefined when it is too long for a button. */
export function sharedText(
  what: SharedText,
  { customer, prompt, reference }: Order,
  written: { readonly text: string; readonly language: Language; readonly whatsAppUrl: string | undefined },
): MessageContent {
  const { text, language, whatsAppUrl } = written;
  const phone = prompt?.msisdn ?? customer.phone;
  const whom = describeCustomer({ ...customer, ...(phone ? { phone } : {}) });
  const title = whom === '-' ? `${TEXTS[what]}:` : `${TEXTS[what]} for ${whom}`;
  const option = (each: Language) => ({
    text: { type: 'plain_text' as const, text: LANGUAGE_NAMES[each] },
    value: each,
  });
  const languages: StaticSelect = {
    type: 'static_select',
    action_id: 'language',
    placeholder: { type: 'plain_text', text: 'Language' },
    initial_option: option(language),
    options: LANGUAGES.map(option),
  };
  const row: ActionsBlock = {
    type: 'actions',
    // Slack shows what was chosen before in a select that keeps its id.
    block_id: `${ANSWER}${language}-${what}:${reference}`,
    elements: [...linkButton('open_whatsapp', 'Open WhatsApp', whatsAppUrl), languages],
  };
  const tooLong = plainSection('The text is too long for the button. Copy it into WhatsApp.');
  return message([plainSection(title), copyable(text), ...(whatsAppUrl ? [] : [tooLong]), row]);
}

export function readLanguageChoice(language: string, blockId: string) {
  const [, what, reference] = /^answer-\w+-(share_whatsapp|send_receipt):(.+)$/.exec(blockId) ?? [];
  return reference && isLanguage(language) ? { language, what: what as SharedText, reference } : undefined;
}

export function describeQr(order: Order): string {
  return `Ask the customer to scan this code and pay ${plainMoney(order.amount)} for ${shorten(maskNumbers(describeWhat(order)), 80)}.`;
}

/** Slack refuses the whole message when it cannot fetch the picture. */
export function qrCode(order: Order, pictureUrl: string): MessageContent {
  const sentence = describeQr(order);
  const alt = `QR code of the payment page for ${plainMoney(order.amount)}, reference ${order.reference}`;
  return message([plainSection(sentence), { type: 'image', image_url: pictureUrl, alt_text: alt }]);
}

export function qrInWords({ provider: { redirectUrl = '' } }: Order): MessageContent {
  const sentence = 'Slack couldn’t load the QR code. Share the link instead:';
  return message([
    plainSection(sentence),
    copyable(redirectUrl),
    ...buttonRow(linkButton('open_payment_page', 'Open payment page', redirectUrl)),
  ]);
}

export function refusalOf(order: Order, what: SharedText, now: number): MessageContent | undefined {
  if (what === 'send_receipt') {
    const why = whyNoReceipt(order);
    return why && plainMessage(NO_RECEIPT[why]);
  }
  const why = whyNotShared(order);
  // Teller's cancel may wait for the provider.
  if (isDeadlineOver(order, now) && (!why || why === 'being_cancelled'))
    return plainMessage(
      'This link has expired and is being cancelled. Once it is, press Send again on its card to make a new one.',
    );
  return why && messageWithCard(describeNotShared(why, order), order.resentAs?.cardUrl);
}

export function describeNotShared(why: WhyNotShared, { resentAs, duplicatePayment }: Order): string {
  const sentences: Record<WhyNotShared, string> = {
    no_link: 'This order has no payment link. Check its card.',
    waits: 'This order needs approval. You can share its link once it’s approved.',
    paid: 'Money has already arrived for this order. The customer shouldn’t pay again.',
    cancelled: 'This link is cancelled. Press Send again on its card to make a new one.',
    being_cancelled:
      'This link is being cancelled, but Pesapal hasn’t confirmed it. Press Cancel on its card again.',
    not_sent: 'This link was never made. Press Send again on its card.',
    sent_again: resentAs ? describeResend(resentAs) : '',
    other_is_paid: `${duplicatePayment?.reference} ${duplicatePayment?.isAccepted ? 'was accepted as paid' : 'is paid for the same request'}. The customer shouldn’t pay this one.`,
    erased: 'This customer’s data was erased. Press Send again on the card to make a new link.',
    not_cancelled:
      'This link has expired, but Pesapal didn’t cancel it, so it can still be paid. Cancel it on its card or in the Pesapal dashboard.',
  };
  return sentences[why];
}

function describeResend(resend: ResentOrder): string {
  const again = `This was sent again as ${resend.reference}`;
  if (cameToNothing(resend))
    return `${again} (${describeResentOrder(resend)}). Press Send again on that card to make a new link.`;
  if (resend.state === 'waiting')
    return `${again}, which needs approval. You can share its link once it’s approved.`;
  if (resend.state === 'paid') return `${again}, which is paid. The customer shouldn’t pay this one.`;
  return wasPaid(resend.state)
    ? `${again}, which has a payment. The customer shouldn’t pay this one. Check that card.`
    : `${again}. Share that link from its card.`;
}

const NO_RECEIPT: Record<WhyNoReceipt, string> = {
  erased: 'This customer’s data was erased, so there’s no receipt.',
  not_paid: 'This isn’t paid, so there’s no receipt. If the customer has paid, press Check now on the card.',
  review:
    'This payment is under review. You can send a receipt once the rest is paid or someone accepts the amount.',
  paid_back: 'This payment was refunded, so there’s no receipt to send.',
  external: 'This payment wasn’t requested here, so there’s no receipt.',
};
