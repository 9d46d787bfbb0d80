// One of each answer that gives a customer something.

import { linkText, receiptText, whatsAppUrl } from '#customers/share-text.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { qrCode, qrInWords, sharedText } from '#slack/cards/to-customer.ts';
import { ORDERS } from './samples.ts';

/** Where the sample's picture would be. */
export const QR_URL = 'https://teller.example/q/code.png';

export function answerSamples(): Record<string, MessageContent> {
  const { 'link: waiting': link, 'prompt: paid': paid } = ORDERS;
  const [merchantName, receiptUrl] = ['Duka la Amina', 'https://teller.example/r/code'];
  const invitation = linkText(link, { merchantName, language: 'sw' });
  const receipt = receiptText(paid, { merchantName, language: 'en' }, receiptUrl);
  const written = (text: string) => ({ text, whatsAppUrl: whatsAppUrl(undefined, text) });
  return {
    'Answer, link for WhatsApp': sharedText('share_whatsapp', link, {
      ...written(invitation),
      language: 'sw',
    }),
    'Answer, receipt for WhatsApp': sharedText('send_receipt', paid, {
      ...written(receipt),
      language: 'en',
    }),
    'Answer, QR code': qrCode(link, QR_URL),
    'Answer, QR code whose picture is not there': qrInWords(link),
  };
}
