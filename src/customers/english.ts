// What customers read in English.
import type { CustomerSentences } from './customer-sentences.ts';

export const ENGLISH: CustomerSentences = {
  landing: {
    paid: {
      title: 'Thank you',
      text: 'If you’ve just paid, there’s nothing more to do. You can close this page.',
    },
    cancelled: {
      title: 'Not paid',
      text: 'You left the payment page. If you didn’t pay, no money was taken. To pay, open your link again.',
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
    difference: (asked) => `${asked} was requested. Ask the seller about the difference.`,
    accepted: (asked) => `${asked} was requested. The seller accepted this as payment in full.`,
    balancePaid: (asked) => `${asked} was requested. The rest is paid too and has its own receipt.`,
    paidBack: (day) => `Refunded in full on ${day}.`,
    partPaidBack: (money, day) => `${money} was refunded on ${day}.`,
    somePaidBack: (day) => `All or part of this payment was refunded on ${day}.`,
    noTaxInvoice: 'This is not a tax invoice.',
  },
  noReceipt: {
    title: 'No receipt',
    text: 'There’s no receipt here yet. If you’ve just paid, open this page again in a minute.',
  },
  unavailable: {
    title: 'One moment',
    text: 'This page isn’t available right now. Try again in a minute.',
  },
  share: {
    link: ({ merchant, money, what, url, until }) =>
      `Hello from ${merchant}: please pay ${money} for ${what}${until ? ` by ${until}` : ''}: ${url}`,
    reminder: ({ merchant, money, what, url, until }) =>
      `Hello from ${merchant}: a friendly reminder to pay ${money} for ${what}${until ? ` by ${until}` : ''}. If you’ve already paid, thank you! ${url}`,
    receipt: ({ merchant, money, url }) =>
      `Hello from ${merchant}: thank you for your payment of ${money}. Your receipt: ${url}`,
  },
};
