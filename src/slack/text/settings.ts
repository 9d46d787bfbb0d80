// The sentences about channel defaults: what a channel's orders start with.
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { escapeMrkdwn } from './escape.ts';

/** What a channel's orders start with. What is missing follows the merchant's settings. */
export type OrderHabits = {
  /** Of links. */
  readonly currency?: string;
  /** Of prompts. */
  readonly method?: PaymentMethod;
  /** Sent to the provider as `branch`. */
  readonly branch?: string;
};

/** Posted in the channel itself, so that everybody knows who changed what their orders start with. */
export function settingsSwitched(habits: OrderHabits, by: string): string {
  return `<@${by}> changed the defaults of this channel. ${settingsSet(habits)}`;
}

export function settingsSet(habits: OrderHabits): string {
  return `From now on, ${describe(habits)}.`;
}

/** `by`: the Slack id of the person who set them; undefined where nobody has. */
export function settingsNow(habits: OrderHabits, by: string | undefined): string {
  const now = describe(habits);
  return `In this channel, ${now}.${by === undefined ? '' : ` Set by <@${by}>.`}`;
}

function describe({ currency, method, branch }: OrderHabits): string {
  const parts = [
    ...(currency ? [`links start with *${escapeMrkdwn(currency)}*`] : []),
    ...(method ? [`prompts start with *${PAYMENT_METHODS[method].name}*`] : []),
    ...(branch ? [`orders have the branch *${escapeMrkdwn(branch)}*`] : []),
  ];
  if (parts.length === 0) return 'orders start with the standard defaults';
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}

export const SETTINGS_TEXT = {
  wait: 'One moment…',
  saved: 'Saved and announced in the channel.',
  /** `command`: what the merchant calls it, such as "/pay"; '' where the words work without one. */
  onlyInChannels: (command: string) =>
    `Each channel has its own defaults. Type ${typed(command)} in the channel they’re for.`,
  howToChange: (command: string) => `To change this, type ${typed(command)} here.`,
  currency: { label: 'Currency of links', hint: 'Link forms start with it. You can change it there.' },
  method: {
    label: 'Method of PIN prompts',
    hint: 'Prompt forms start with it, unless the customer’s number belongs to another network.',
  },
  branch: {
    label: 'Branch',
    hint: 'Sent to Pesapal with every new order of this channel. Leave empty for the default branch.',
  },
  merchantCurrency: (currency: string) => `${currency} (default)`,
  merchantMethod: 'Follows the number and currency',
  noCurrency: 'Choose a currency from the list.',
  noMethod: 'Choose a method from the list.',
  branchTooLong: (max: number) => `Use up to ${max} characters.`,
} as const;

function typed(command: string): string {
  return `\`${command || '/pay'} settings\``;
}

export function cannotSet(botMention: string): string {
  return `Teller isn’t in this channel. Type \`/invite ${botMention}\`, then try again.`;
}
