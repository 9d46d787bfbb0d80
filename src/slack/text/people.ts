// Sentences for the person who acts: why they may not, that the bot is not in a channel, that something went wrong.

export const REFUSALS = {
  guest:
    'Teller is for full members of this workspace. Ask a colleague who is one, or an admin to change your account.',
  stranger: 'Teller serves only members of the workspace that installed it.',
  unknown_person:
    'Slack does not know you in the workspace that installed Teller, so you may not use it. Ask a colleague who is a member there.',
  org_wide:
    'Teller is installed for the whole organisation, and it serves one workspace only. Tell whoever runs Teller: the log says what to do.',
  not_in_group:
    'Your workspace lets only some groups use Teller, and you are in none of them. Ask an admin to add you.',
  not_approver:
    'Only approvers may do this, and you are not one of them. Ask one of them, or whoever runs Teller to add you.',
  no_approvers:
    'This is off, because Teller knows no approvers. Whoever runs Teller switches it on: the setting APPROVER_USERGROUPS names the groups or people who approve. Without it a customer’s data is erased with `npm run store -- forget`.',
  group_unreadable:
    'Teller could not read who may use it, so it does nothing for now. Try again in a minute, or tell whoever runs Teller.',
  person_unreadable: 'Teller could not check with Slack that you may use it. Try again in a minute.',
} as const;
export type Refusal = keyof typeof REFUSALS;

export const NO_FORM = 'Slack did not let Teller open the form. Press the button again, or type the command.';

export const UNKNOWN_ORDER = 'Teller has no order with this reference.';

/** Never with the number itself. */
export const CARD_NUMBER =
  'This holds a card number, so Teller did nothing with it. Leave the number out: with a payment link the customer types it on the payment page.';

/** For what was written in a channel or a direct message, where others may read it. */
export const CARD_NUMBER_IN_MESSAGE = `${CARD_NUMBER} Please also delete your message, which still shows it.`;

/** Of a direct message that is not with Teller: nobody can invite it there. */
export const BETWEEN_PEOPLE =
  'Teller cannot be in a direct message between people. Choose a channel, or your messages with Teller.';

/** `channel`: its Slack id. */
export function notInChannel(botMention: string, channel: string): string {
  if (isDirectMessage(channel)) return BETWEEN_PEOPLE;
  return `Teller is not in that channel, so nobody would hear of the payment. Type /invite ${botMention} there, then send again.`;
}

const AFTER_FAILURE = {
  nothing: 'Nothing was sent. Try again; if it happens again, tell whoever runs Teller',
  /** The customer or the payment service may have been asked already. */
  uncertain: 'Check the card in the channel before you send again, and tell whoever runs Teller',
  /** A message may have been posted already. */
  posting: 'Look in the channel before you press again, and tell whoever runs Teller',
  /** A file of many customers may go on being sent. */
  stopping: 'Rows may still be sent. Press Stop again; if it happens again, tell whoever runs Teller',
} as const;

export function wentWrong(incident: string, what: keyof typeof AFTER_FAILURE = 'nothing'): string {
  return `Something went wrong in Teller. ${AFTER_FAILURE[what]} the incident number ${incident}.`;
}

/** `channel`: a Slack id. A direct message has no name that could be shown to others. */
export function isDirectMessage(channel: string): boolean {
  return channel.startsWith('D');
}
