// The views that replace a submitted form: "Sending…", then the outcome and what to do next. Pure.
import type { KnownBlock, ModalView } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { buttonRow, copyable, type Fact, facts, linkButton, note, section } from '#slack/cards/blocks.ts';
import { MAX_URL_LENGTH } from '#slack/cards/limits.ts';
import { describeFailure, shareText } from '#slack/text/orders.ts';

export function sendingView(title: string): ModalView {
  return contentView(title, [
    section(
      '*Sending…* This takes a few seconds. You can close this window: the card in the channel shows how it goes.',
    ),
  ]);
}

/** One sentence in the form's place. */
export function messageView(title: string, sentence: string): ModalView {
  return contentView(title, [note(sentence)]);
}

/** The order right after sending, for each state that it can be in by then. */
export function outcomeView(title: string, order: Order, merchantName: string): ModalView {
  return contentView(title, outcomeBlocks(order, merchantName));
}

function outcomeBlocks(order: Order, merchantName: string): KnownBlock[] {
  switch (order.state) {
    case 'sending':
      return [
        section(
          '*No answer from the payment service yet.* Teller keeps asking and writes in the card’s thread.',
        ),
        note(
          order.kind === 'prompt'
            ? 'Please do not send another prompt before the card says how this one went.'
            : 'The link will be on the card.',
        ),
        ...facts(withoutAnswer(order)),
      ];
    case 'not_sent':
    case 'failed':
      return failureBlocks(order);
    case 'pending':
      return order.kind === 'prompt' ? promptBlocks(order) : linkBlocks(order, merchantName);
    case 'paid':
      return [section(`*${formatMoney(order.amount)} has been paid.*`), ...reference(order)];
    default:
      return [
        section(`*${formatMoney(order.amount)}*: the card in the channel shows how it went.`),
        ...reference(order),
      ];
  }
}

function promptBlocks(order: Order): KnownBlock[] {
  const { prompt, service } = order;
  if (!prompt) return [];
  return [
    section(
      `*${maskMsisdn(prompt.msisdn)} is being asked for ${formatMoney(order.amount)}.* The customer enters the PIN on the phone.`,
    ),
    ...(service.accountNumber ? [note('If no prompt comes, the customer can pay by hand with:')] : []),
    ...facts([...payByHand(prompt.method, service), ['Reference', order.reference]]),
  ];
}

/** Half of it would help nobody. */
function payByHand(method: PaymentMethod, { businessNumber, accountNumber }: Order['service']): Fact[] {
  if (!accountNumber) return [];
  return [
    ['Business number', businessNumber ?? PAYMENT_METHODS[method].businessNumber],
    ['Account number', accountNumber],
  ];
}

function linkBlocks(order: Order, merchantName: string): KnownBlock[] {
  const { redirectUrl } = order.service;
  if (!redirectUrl) return reference(order);
  return [
    section(`*The link for ${formatMoney(order.amount)} is ready.* Send it to the customer:`),
    copyable(redirectUrl),
    ...buttonRow([
      ...linkButton('open_payment_page', 'Open payment page', redirectUrl),
      ...linkButton('share_whatsapp', 'Share by WhatsApp', whatsAppLink(order, merchantName)),
    ]),
    ...reference(order),
  ];
}

/**
 * The address of a WhatsApp chat with the link already written: `https://wa.me/<digits>?text=…`, without digits when no
 * number was given. Undefined without a link, or when the address is too long for a button.
 */
export function whatsAppLink(order: Order, merchantName: string): string | undefined {
  if (!order.service.redirectUrl) return undefined;
  const url = `https://wa.me/${order.customer.phone ?? ''}?text=${encodeURIComponent(shareText(order, merchantName).toWellFormed())}`;
  return url.length <= MAX_URL_LENGTH ? url : undefined;
}

function failureBlocks(order: Order): KnownBlock[] {
  if (!order.failure) return reference(order);
  const { what, next, serviceText, incident } = describeFailure(order.failure);
  const rows: Fact[] = [
    ['The service says', serviceText || undefined],
    ['Reference', order.reference],
    ['Incident', incident],
  ];
  return [section(`*${what}*`), note(next), ...facts(rows)];
}

function withoutAnswer({ failure, reference }: Order): Fact[] {
  const { serviceText, incident } = failure
    ? describeFailure(failure)
    : { serviceText: '', incident: undefined };
  return [
    ['The service says', serviceText || undefined],
    ['Reference', reference],
    ['Incident', incident],
  ];
}

function reference(order: Order): KnownBlock[] {
  return facts([['Reference', order.reference]]);
}

/** A message's blocks in the form's place. */
export function contentView(title: string, blocks: KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: 'outcome',
    title: { type: 'plain_text', text: title },
    close: { type: 'plain_text', text: 'Close' },
    blocks,
  };
}
