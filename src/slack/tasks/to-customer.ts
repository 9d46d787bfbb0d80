// What agents pass on to a customer: the text with the link or the receipt for WhatsApp, and the QR code of the link. Only whoever
// pressed the button sees it. The caller has checked that the person may act.

import type { CustomerAddresses } from '#customers/addresses.ts';
import { linkText, receiptText, whatsAppUrl } from '#customers/share-text.ts';
import { whyNoReceipt, whyNotShared } from '#customers/to-customer.ts';
import type { Clock } from '#lib/clock.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import type { Language, Order } from '#orders/order.ts';
import { parseStoredReference } from '#orders/reference.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { type MessageContent, messageWithCard, plainMessage } from '#slack/cards/message.ts';
import { qrCode, qrInWords, sharedText } from '#slack/cards/to-customer.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import { describeNoReceipt, describeNotShared, SHARING_TEXT, type SharedText } from '#slack/text/sharing.ts';
import type { OrderStore } from '#store/store.ts';
import type { LastLanguage } from './customer-choice.ts';

/** `reference`: a button's value. `language`: chosen in an earlier answer, so that the sharing is already recorded. */
type Asked = { readonly reference: string; readonly userId: string; readonly language?: Language };

/** `inWords`: where Slack cannot fetch the picture; undefined where there is none. */
type QrAnswer = { readonly content: MessageContent; readonly inWords?: MessageContent };

/** Both reject when the store is down: the audit event comes before the customer's number is shown. */
export function createToCustomerTasks(deps: {
  orders: Pick<OrderStore, 'get'>;
  addresses: Pick<CustomerAddresses, 'receiptUrl' | 'qrUrl'>;
  lastLanguage: LastLanguage;
  recorder: Pick<DeedRecorder, 'recordFirst'>;
  merchantName: string;
  clock: Pick<Clock, 'now'>;
}) {
  const { orders, addresses, lastLanguage, recorder, merchantName, clock } = deps;

  async function orderOf(value: string): Promise<Order | undefined> {
    const reference = parseStoredReference(value);
    return reference && orders.get(reference);
  }

  /** Why there is nothing for the customer, in words. */
  function refusal(order: Order | undefined, what: SharedText): MessageContent | undefined {
    if (!order) return plainMessage(UNKNOWN_ORDER);
    if (what === 'send_receipt') {
      const why = whyNoReceipt(order);
      return why && plainMessage(describeNoReceipt(why));
    }
    const why = whyNotShared(order);
    // Teller's cancel may have to wait until the provider can be reached.
    const isOver = isDeadlineOver(order, clock.now()) && (!why || why === 'being_cancelled');
    if (isOver) return plainMessage(SHARING_TEXT.deadlineOver);
    return why && messageWithCard(describeNotShared(why, order), order.successor?.cardUrl);
  }

  return {
    async text(what: SharedText, { reference, userId, language: chosen }: Asked): Promise<MessageContent> {
      const order = await orderOf(reference);
      const refused = refusal(order, what);
      if (!order || refused) return refused ?? plainMessage(UNKNOWN_ORDER);
      if (!chosen)
        await recorder.recordFirst({
          who: userId,
          deed: what === 'send_receipt' ? 'receipt' : 'shared',
          order: order.reference,
          outcome: what === 'send_receipt' ? '' : 'whatsapp',
        });
      const language = chosen ?? order.language ?? (await lastLanguage(order)) ?? 'en';
      const how = { merchantName, language };
      const text =
        what === 'send_receipt'
          ? receiptText(order, how, await addresses.receiptUrl(order.reference))
          : linkText(order, how);
      const phone = order.prompt?.msisdn ?? order.customer.phone;
      return sharedText(what, order, { text, language, whatsAppUrl: whatsAppUrl(phone, text) });
    },

    async qr({ reference, userId }: Omit<Asked, 'language'>): Promise<QrAnswer> {
      const order = await orderOf(reference);
      const refused = refusal(order, 'share_whatsapp');
      if (!order || refused) return { content: refused ?? plainMessage(UNKNOWN_ORDER) };
      await recorder.recordFirst({ who: userId, deed: 'shared', order: order.reference, outcome: 'qr' });
      return {
        content: qrCode(order, await addresses.qrUrl(order.reference)),
        inWords: qrInWords(order),
      };
    },
  };
}
