// What somebody passes on to a customer: a text with the link or the receipt, and the QR code. Only for whoever pressed the
// button, because the address of WhatsApp has the customer's number in it. Pure.

import type { ActionsBlock, KnownBlock, StaticSelect } from '@slack/types';
import { LANGUAGES, type Language, type Order } from '#orders/order.ts';
import { escapeSentence, shorten } from '#slack/text/escape.ts';
import {
  altOfQr,
  describeQr,
  describeShared,
  isLanguage,
  LANGUAGE_NAMES,
  SHARING_TEXT,
  type SharedText,
} from '#slack/text/sharing.ts';
import { buttonRow, copyable, linkButton, plainSection } from './blocks.ts';
import type { MessageContent } from './message.ts';

/** With this the block_ids begin of an answer that is shown in a window, so that the next one takes its place. */
export const ANSWER = 'answer-';

/** `whatsAppUrl`: undefined when it is too long for a button. */
export function sharedText(
  what: SharedText,
  order: Order,
  written: { readonly text: string; readonly language: Language; readonly whatsAppUrl: string | undefined },
): MessageContent {
  const title = describeShared(what, order);
  const { text, language, whatsAppUrl } = written;
  const row: ActionsBlock = {
    type: 'actions',
    // Of each language its own: Slack shows what was chosen before in a select that stays the same.
    block_id: `${ANSWER}${language}-${what}:${order.reference}`,
    elements: [
      ...linkButton('open_whatsapp', SHARING_TEXT.openWhatsApp, whatsAppUrl),
      languageSelect(language),
    ],
  };
  return {
    text: fallbackText(`${title} ${text}`),
    blocks: [
      plainSection(title),
      copyable(text),
      ...(whatsAppUrl ? [] : [plainSection(SHARING_TEXT.tooLong)]),
      row,
    ],
  };
}

function languageSelect(chosen: Language): StaticSelect {
  const option = (language: Language) => ({
    text: { type: 'plain_text' as const, text: LANGUAGE_NAMES[language] },
    value: language,
  });
  return {
    type: 'static_select',
    action_id: 'language',
    placeholder: { type: 'plain_text', text: SHARING_TEXT.language },
    initial_option: option(chosen),
    options: LANGUAGES.map(option),
  };
}

/** What was chosen in that select; `blockId`: of the row that it stands in. */
export function readLanguageChoice(
  chosen: string,
  blockId: string,
): { readonly language: Language; readonly what: SharedText; readonly reference: string } | undefined {
  const [, what, reference] = /^answer-\w+-(share_whatsapp|send_receipt):(.+)$/.exec(blockId) ?? [];
  if ((what !== 'share_whatsapp' && what !== 'send_receipt') || !reference || !isLanguage(chosen))
    return undefined;
  return { language: chosen, what, reference };
}

/** `pictureUrl`: Slack fetches the picture there, and refuses the whole message when it cannot. */
export function qrCode(order: Order, pictureUrl: string): MessageContent {
  const sentence = describeQr(order);
  return {
    text: fallbackText(sentence),
    blocks: [plainSection(sentence), { type: 'image', image_url: pictureUrl, alt_text: altOfQr(order) }],
  };
}

/** The same without a picture. */
export function qrInWords({ service }: Order): MessageContent {
  const { redirectUrl = '' } = service;
  const blocks: KnownBlock[] = [
    plainSection(SHARING_TEXT.noPicture),
    copyable(redirectUrl),
    ...buttonRow(linkButton('open_payment_page', 'Open payment page', redirectUrl)),
  ];
  return { text: fallbackText(`${SHARING_TEXT.noPicture} ${redirectUrl}`), blocks };
}

/** For a message's `text`: what a screen reader says of it, and a notification shows. */
function fallbackText(text: string): string {
  return escapeSentence(shorten(text, 500));
}
