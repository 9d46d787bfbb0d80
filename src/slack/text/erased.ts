// The text of messages whose customer's data was erased.

/** By what the id of a reply begins with (orders/announcement.ts). Other replies need no headline. */
const HEADLINES: Readonly<Record<string, string>> = {
  paid: 'Paid.',
  money_directly: 'Paid.',
  review: 'Paid, but not as requested.',
  reversed: 'Refunded.',
  failed: 'Not paid.',
  not_sent: 'Not sent.',
  cancelled: 'Cancelled.',
  cancel_refused: 'Not cancelled.',
  accepted_as_paid: 'Accepted as paid.',
  rest_paid: 'The remaining amount is paid.',
  rest_gone_back: 'The remaining amount was refunded.',
  paid_twice: 'Duplicate payment.',
};

/** In the place of a reply in an order's thread. `news`: the id of its announcement. */
export function erasedReply(news: string): string {
  const [kind = ''] = news.split('-');
  const headline = Object.hasOwn(HEADLINES, kind) ? `${HEADLINES[kind]} ` : '';
  return `${headline}The rest of this message was erased with the customer’s data. The card shows the amounts.`;
}

/** In the place of a message elsewhere, and of an answer to somebody who looked it up. */
export const ERASED_MESSAGE = 'This message was erased with the customer’s data.';
