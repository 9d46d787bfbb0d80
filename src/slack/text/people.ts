// Sentences for the person who acts: why they may not, that the bot is not in a channel, that something went wrong.

export const REFUSALS = {
  guest:
    'Guests can’t use Teller. Ask a full member of this workspace, or ask an admin to change your account.',
  stranger: 'Only members of the workspace that installed Teller can use it.',
  unknown_person: 'You aren’t in the workspace that installed Teller. Ask a colleague there.',
  org_wide:
    'Teller works in one workspace but is installed for the whole organisation. Ask whoever runs Teller: the log says what to do.',
  not_in_group: 'Only some groups in your workspace can use Teller. Ask an admin to add you to one.',
  not_approver: 'Only approvers can do this. Ask one of them, or ask whoever runs Teller to add you.',
  no_approvers:
    'This is off because there are no approvers. Whoever runs Teller can name them in APPROVER_USERGROUPS, and can erase customers without them.',
  group_unreadable:
    'Slack didn’t say who can use Teller, so nothing was done. Try again in a minute, or ask whoever runs Teller.',
  person_unreadable: 'Slack didn’t confirm that you can use Teller. Try again in a minute.',
} as const;
export type Refusal = keyof typeof REFUSALS;

export const NO_FORM = 'Slack didn’t open the form. Press the button again, or type the command.';

export const UNKNOWN_ORDER = 'There’s no order with this reference.';

/** Never with the number itself. */
export const CARD_NUMBER =
  'That’s a card number. Leave it out: with a payment link, the customer enters it on the payment page.';

/** For what was written in a channel or a direct message, where others may read it. */
export const CARD_NUMBER_IN_MESSAGE = `${CARD_NUMBER} Please also delete your message, which still shows it.`;

/** Of a direct message that is not with Teller: nobody can invite it there. */
export const BETWEEN_PEOPLE =
  'Teller can’t join direct messages between people. Choose a channel, or your messages with Teller.';

/** `channel`: its Slack id. */
export function notInChannel(botMention: string, channel: string): string {
  if (isDirectMessage(channel)) return BETWEEN_PEOPLE;
  return `Teller isn’t in that channel. Type /invite ${botMention} there, then send again.`;
}

const AFTER_FAILURE = {
  nothing: 'Nothing was sent. Try again. If it happens again, give whoever runs Teller',
  /** The customer or the provider may have had the request already. */
  uncertain: 'Check the card in the channel before you send again, and give whoever runs Teller',
  /** A message may have been posted already. */
  posting: 'Check the channel before you press again, and give whoever runs Teller',
} as const;

export function wentWrong(incident: string, what: keyof typeof AFTER_FAILURE = 'nothing'): string {
  return `Something went wrong. ${AFTER_FAILURE[what]} incident number ${incident}.`;
}

/** `channel`: a Slack id. A direct message has no name that could be shown to others. */
export function isDirectMessage(channel: string): boolean {
  return channel.startsWith('D');
}

/** Of saved input whose time is over. */
export const INPUT_GONE = 'Your words were only kept for 15 minutes. Please enter them again.';
