// The sentences about the settings of a channel: what its orders start with.
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { escapeMrkdwn } from './escape.ts';

/** What orders of a channel start with. What is missing is as the merchant has it. */
export type OrderHabits = {
  /** Of links. */
  readonly currency?: string;
  /** Of prompts. */
  readonly method?: PaymentMethod;
  /** What the payment service is sent as `branch`. */
  readonly branch?: string;
};

/** Posted in the channel itself, so that everybody knows who changed what their orders start with. */
export function settingsSwitched(habits: OrderHabits, by: string): string {
  return `<@${by}> has changed the settings of this channel. ${settingsSet(habits)}`;
}

export function settingsSet(habits: OrderHabits): string {
  return `From now on ${describe(habits)}.`;
}

/** `by`: the Slack id of the person who set them; undefined where nobody has. */
export function settingsNow(habits: OrderHabits, by: string | undefined): string {
  const now = describe(habits);
  return `In this channel ${now}.${by === undefined ? '' : ` <@${by}> has set it.`}`;
}

function describe({ currency, method, branch }: OrderHabits): string {
  const parts = [
    ...(currency ? [`links start with *${escapeMrkdwn(currency)}*`] : []),
    ...(method ? [`prompts start with *${PAYMENT_METHODS[method].name}*`] : []),
    ...(branch ? [`orders have the branch *${escapeMrkdwn(branch)}*`] : []),
  ];
  if (parts.length === 0) return 'orders start with what the merchant has set';
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}

export const SETTINGS_TEXT = {
  wait: 'One moment…',
  saved: 'The settings are saved. The channel says so.',
  /** `command`: what the merchant calls it, such as "/pay"; '' where the words work without one. */
  onlyInChannels: (command: string) =>
    `Settings are those of a channel. Type ${typed(command)} in the channel whose orders they are for.`,
  howToChange: (command: string) => `To change this, type ${typed(command)} here.`,
  currency: { label: 'Currency of links', hint: 'A form starts with it. It can be changed there.' },
  method: {
    label: 'Method of PIN prompts',
    hint: 'A form starts with it, unless the customer’s number is of another network.',
  },
  branch: {
    label: 'Branch',
    hint: 'The payment service gets it with every order of this channel that is made from now on. Empty: the merchant’s.',
  },
  merchantCurrency: (currency: string) => `${currency}, as the merchant has set`,
  merchantMethod: 'What fits the number and the currency',
  noCurrency: 'Choose a currency of the list.',
  noMethod: 'Choose a method of the list.',
  branchTooLong: (max: number) => `Use at most ${max} characters.`,
} as const;

function typed(command: string): string {
  return command ? `\`${command} settings\`` : '`settings` after Teller’s command';
}

export function cannotSet(botMention: string): string {
  return `Teller is not in this channel, so no orders can be made here. Type \`/invite ${botMention}\`, then do this again.`;
}
