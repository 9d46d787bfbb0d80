// What is said of a payment whose code is on two orders: it is one payment. Pure.
import type { MoneyNews } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { CARD_TEXT, describeReference } from '#slack/text/card.ts';
import { bold, code, emoji, foreign, line, link, ours, type Parts, type Piece, wordsOf } from './line.ts';
import type { MessageContent } from './message.ts';

type Other = NonNullable<Payment['alsoOn']>;

/** The parts of a card that name the other orders. */
export function samePaymentParts({ payments = [] }: Order): Parts {
  return payments.flatMap(({ alsoOn, reversedAt }) => {
    if (!alsoOn) return [];
    return [[...withOther(alsoOn), ...(reversedAt ? [] : [ours('. '), bold(CARD_TEXT.deliverOnce)])]];
  });
}

/** In place of the payment's own reply, which is in the other order's thread. */
export function samePayment({ kind, payment }: MoneyNews, other: Other): MessageContent {
  const what = kind === 'reversed' ? CARD_TEXT.onePaymentBack : CARD_TEXT.onePayment;
  const parts = [
    [emoji('link'), ours(' '), ...withOther(other)],
    [...(payment?.confirmationCode ? [code(payment.confirmationCode), ours(' ')] : []), ours(what)],
  ];
  return { text: parts.map(wordsOf).join('. '), blocks: [line(...parts)] };
}

function withOther({ reference, cardUrl }: Other): Piece[] {
  const other = describeReference(reference);
  const [name = foreign(other)] = link(other, cardUrl);
  return [bold(CARD_TEXT.onePaymentWith), ours(' '), name];
}
