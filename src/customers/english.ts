// What customers read in English.
import type { CustomerSentences } from './customer-sentences.ts';

export const ENGLISH: CustomerSentences = {
  landing: {
    paid: {
      title: 'Thank you',
      text: 'If you have just paid, there is nothing more to do: the seller is told as soon as the payment is confirmed. You can close this page.',
    },
    cancelled: {
      title: 'Not paid',
      text: 'You left the payment page. If you did not pay, no money was taken. To pay after all, open the link that you were sent once more.',
    },
  },
  receipt: {
    title: 'Receipt',
    thanks: 'Thank you for your payment.',
    labels: {
      paid: 'Paid',
      what: 'For',
      when: 'When',
      method: 'Paid with',
      code: 'Confirmation code',
      reference: 'Reference',
    },
    partOf: (paid, asked) => `${paid} of ${asked}`,
    difference: (asked) => `${asked} was asked for. Please ask the seller about the difference.`,
    accepted: (asked) => `${asked} was asked for. The seller has accepted this as payment in full.`,
    restPaid: (asked) =>
      `${asked} was asked for. The rest has been paid as well and has a receipt of its own.`,
    paidBack: (day) => `All of it was paid back to you on ${day}.`,
    partPaidBack: (money, day) => `${money} of it was paid back to you on ${day}.`,
    somePaidBack: (day) => `Money of this payment was paid back to you on ${day}.`,
    noTaxInvoice: 'This is not a tax invoice.',
  },
  noReceipt: {
    title: 'No receipt',
    text: 'There is no receipt here yet. It appears as soon as the payment is confirmed. If you have just paid, open this page again in a minute.',
  },
  unavailable: {
    title: 'One moment',
    text: 'This page cannot be shown right now. Please try again in a minute.',
  },
  share: {
    link: ({ merchant, money, what, url, until }) =>
      `Hello from ${merchant}: please pay ${money} for ${what}${until ? ` by ${until}` : ''} here: ${url}`,
    reminder: ({ merchant, money, what, url, until }) =>
      `Hello from ${merchant}: a friendly reminder to pay ${money} for ${what}${until ? ` by ${until}` : ''}. If you have just paid, thank you! ${url}`,
    receipt: ({ merchant, money, url }) =>
      `Hello from ${merchant}: thank you for your payment of ${money}. Your receipt: ${url}`,
  },
};
