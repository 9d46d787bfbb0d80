// The sentences of direct messages to an order's agent: that a link is not paid yet, and that money came.

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

/** Of Home: what it is now, and what the button beside it changes. */
export const SWITCH_TEXT = {
  title: 'What Teller tells you directly',
  toldOfPaid: 'Teller writes to you directly when an order of yours is paid.',
  stopTellingOfPaid: 'Stop telling me of payments',
  notToldOfPaid: 'You hear of payments in the threads of your cards. Teller can also write to you directly.',
  tellOfPaid: 'Tell me directly when mine is paid',
  reminded: 'Teller reminds you directly of links that are not paid.',
  stopReminding: 'Stop reminding',
  notReminded: 'Teller does not remind you of links that are not paid.',
  remindAgain: 'Remind me again',
} as const;

/** Reference, money and what it is for come escaped. */
export function reminderSentence(reference: string, money: string, what: string, until?: string): string {
  return `Not paid yet: ${money} for ${what}, payment link ${reference}${until ? `. It can be paid ${until}` : ''}.`;
}
