// One of each answer that gives a customer something.
import type { ModalView } from '@slack/types';
import { linkText, receiptText, whatsAppUrl } from '#customers/share-text.ts';
import { erased } from '#orders/forgetting.ts';
import type { ForgetJob } from '#payments/finding/forget-jobs.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { buildEraseForm, buildErasureMessage } from '#slack/erase/erase.ts';
import { buildErasedReply } from '#slack/erase/erase-messages.ts';
import { qrCode, qrInWords, sharedText } from '#slack/share/card.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/ui/message.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { ORDERS } from './samples.ts';

/** Orders and rows that have to wait before their customer is erased. */
const KEPT: Pick<ForgetJob, 'kept' | 'files'> = {
  kept: [
    { reference: referenceOf('K7D2P-9XM4A'), because: 'open', until: Date.parse('2026-12-22T09:00Z') },
    { reference: referenceOf('BR6ZC-VV9H9'), because: 'review' },
  ],
  files: [
    { by: 'U2', channel: 'C1', rows: 2 },
    { by: 'U1', channel: 'C1', rows: 1, until: Date.parse('2026-11-22T16:00Z') },
  ],
};

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
    'Card, its customer erased': orderCard(erased(paid, 'U2', Date.parse('2026-11-22T15:00Z'))),
    'Reply, erased': mrkdwnMessage(buildErasedReply('paid-3')),
    'Direct message, a customer was erased': buildErasureMessage({ erased: 3, ...KEPT }),
    'Answer, QR code': qrCode(link, QR_URL),
    'Answer, QR code whose picture is not there': qrInWords(link),
  };
}

export function forgetFormSample(): ModalView {
  const orders = ['2026-11-22', '2026-11-09', '2026-11-02'].map((day) => ({ createdAt: Date.parse(day) }));
  return buildEraseForm(orders, KEPT, { timeZone: 'Africa/Nairobi', memory: 'a1b2' });
}
