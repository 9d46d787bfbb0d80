// The sentences of direct messages to an order's agent: that a link is not paid yet, and that money came.

export const DIRECT_TEXT = {
  unpaid: 'not paid yet',
  send: 'A reminder to send to the customer:',
  shareByWhatsApp: 'Share by WhatsApp',
  openCard: 'Open card',
  stop: 'Stop reminders',
  stopped: 'You won’t get reminders of unpaid links any more. Turn them on again in Home.',
  alreadyStopped: 'Your reminders are already off. Turn them on again in Home.',
} as const;

/** Of Home: what it is now, and what the button beside it changes. */
export const SWITCH_TEXT = {
  title: 'Notifications',
  toldOfPaid: 'You get a direct message when your orders are paid.',
  stopTellingOfPaid: 'Stop notifications',
  notToldOfPaid: 'Payments of your orders appear in the threads of their cards.',
  tellOfPaid: 'Notify me when my orders are paid',
  reminded: 'You get reminders of unpaid links.',
  stopReminding: 'Stop reminders',
  notReminded: 'Reminders of unpaid links are off.',
  remindAgain: 'Turn on reminders',
} as const;

/** Reference, money and what it is for come escaped. */
export function reminderSentence(reference: string, money: string, what: string, until?: string): string {
  return `Not paid yet: ${money} for ${what}, payment link ${reference}${until ? `, payable ${until}` : ''}.`;
}
