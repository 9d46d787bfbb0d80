// The sentences of direct messages to an order's agent: that a link is not paid yet, and that money came.
import { shortDay } from '#lib/days.ts';
import type { Order } from '#orders/order.ts';

export const DIRECT_TEXT = {
  unpaid: 'not paid yet',
  send: 'A word to the customer that is ready to be sent:',
  shareByWhatsApp: 'Share by WhatsApp',
  openCard: 'Open its card',
  stop: 'Stop reminding',
  stopped:
    'Teller no longer reminds you of your unpaid links. In Teller’s Home you can switch reminders on again.',
  alreadyStopped:
    'Teller does not remind you of unpaid links any more: that was switched off before. In Teller’s Home you can switch it on again.',
} as const;

/** "until 24 Nov"; undefined without a deadline. */
export function describeDeadline({ validUntil, createdAt }: Order): string | undefined {
  return validUntil && `until ${shortDay(validUntil, new Date(createdAt).toISOString())}`;
}

/** Reference, money and what it is for come escaped. */
export function reminderSentence(reference: string, money: string, what: string, until?: string): string {
  return `Not paid yet: ${money} for ${what}, payment link ${reference}${until ? `. It can be paid ${until}` : ''}.`;
}
