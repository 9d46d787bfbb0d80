// What stands in messages whose customer's data was erased.

/** By what the id of a reply begins with (orders/announcement.ts). Others had nothing that is worth a word of its own. */
const HEADLINES: Readonly<Record<string, string>> = {
  paid: 'Paid.',
  money_directly: 'Paid.',
  review: 'Paid, with another amount than was asked for.',
  reversed: 'Paid back.',
  failed: 'Not paid.',
  not_sent: 'Not sent.',
  cancelled: 'Cancelled.',
  cancel_refused: 'Not cancelled.',
  accepted_as_paid: 'Accepted as paid.',
  rest_paid: 'The rest was paid.',
  rest_gone_back: 'The rest went back to the customer.',
  paid_twice: 'Paid twice.',
};

/** In the place of a reply in an order's thread. `news`: the id of its announcement. */
export function erasedReply(news: string): string {
  const [kind = ''] = news.split('-');
  const headline = Object.hasOwn(HEADLINES, kind) ? `${HEADLINES[kind]} ` : '';
  return `${headline}What else stood here was erased with the customer’s data. The card shows the money.`;
}

/** In the place of a message elsewhere, and of an answer to somebody who looked it up. */
export const ERASED_MESSAGE = 'What stood here was erased with the customer’s data.';
