// `/pay settings`: what the orders of a channel start with. People of another workspace may read that, as they read the cards.
import type { ModalView } from '@slack/types';
import { CURRENCIES, isCurrency } from '#provider/currencies.ts';
import { LIMITS } from '#provider/limits.ts';
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '#provider/methods.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Submission, Typed } from '#slack/feature.ts';
import { messageView } from '#slack/order/outcome.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import { choiceField, form, textField, valueIn } from '#slack/ui/fields.ts';
import { bold, person } from '#slack/ui/line.ts';
import { type Answer, mrkdwnMessage } from '#slack/ui/message.ts';
import { openForm } from '#slack/ui/open-form.ts';
import { asTyped, type Said, say } from '#slack/ui/say.ts';
import { askForInvitation, changeChannelDefault, listed } from './channel-default.ts';
import type { ChannelDefaults } from './stored-settings.ts';

const TITLE = 'Channel defaults';

/** The option that leaves it to the merchant: in Slack a choice cannot be taken back. */
const MERCHANTS = 'MERCHANT';

export const channelSettings: Feature = {
  subcommands: {
    settings: {
      label: 'Channel defaults',
      help: ['', say`This channel’s currency, method and branch`],
      run: openSettings,
    },
  },
  forms: { settings: { title: TITLE, run: submitSettings } },
};

async function openSettings(
  ctx: SlackContext,
  { place: { channel }, command, triggerId }: Typed,
): Promise<Answer> {
  const typed = asTyped(`${command || '/pay'} settings`);
  if (isDirectMessage(channel))
    return mrkdwnMessage(say`Each channel has its own defaults. Type ${typed} in the channel they’re for.`);
  const defaults = await ctx.channelDefaults.of(channel);
  if (triggerId === undefined)
    return mrkdwnMessage(say`${describeNow(defaults)} To change this, type ${typed} here.`);
  if ((await ctx.channelAccess.check(channel)) === 'out') return askForInvitation(ctx, channel);
  await openForm(ctx, triggerId, settingsForm(defaults ?? {}, ctx.settings.defaultCurrency, channel));
  return undefined;
}

export function settingsForm(
  defaults: ChannelDefaults,
  merchantCurrency: string,
  channel: string,
): ModalView {
  const currency = {
    label: 'Currency of links',
    hint: 'Link forms start with it. You can change it there.',
    optional: true,
    initial: defaults.currency ?? MERCHANTS,
  };
  const method = {
    label: 'Method of PIN prompts',
    hint: 'Prompt forms start with it, unless the customer’s number belongs to another network.',
    optional: true,
    initial: defaults.method ?? MERCHANTS,
  };
  const branch = {
    label: 'Branch',
    hint: 'Sent to Pesapal with every new order of this channel. Leave empty for the default branch.',
    optional: true,
    initial: defaults.branch,
    max: LIMITS.branch,
  };
  return form('settings', { title: TITLE, submit: 'Save', close: 'Cancel', memory: channel }, [
    choiceField('currency', currency, [
      [MERCHANTS, `${merchantCurrency} (default)`],
      ...CURRENCIES.map((one) => [one, one] as const),
    ]),
    choiceField('payment_method', method, [
      [MERCHANTS, 'Follows the number and currency'],
      ...PAYMENT_METHOD_NAMES.map((one) => [one, PAYMENT_METHODS[one].name] as const),
    ]),
    textField('branch', branch),
  ]);
}

async function submitSettings(
  ctx: SlackContext,
  { userId: by, memory: channel, state, show, tell, showErrors }: Submission,
): Promise<void> {
  const chosen = (name: string) => valueIn(state, name).replace(MERCHANTS, '') || undefined;
  const currency = chosen('currency');
  const named = chosen('payment_method');
  const method = PAYMENT_METHOD_NAMES.find((one) => one === named);
  const branch = valueIn(state, 'branch');
  const errors = {
    ...(currency && !isCurrency(currency) && { currency: 'Choose a currency from the list.' }),
    ...(named && !method && { payment_method: 'Choose a method from the list.' }),
    ...(branch.length > LIMITS.branch && { branch: `Use up to ${LIMITS.branch} characters.` }),
  };
  if (Object.keys(errors).length > 0) return showErrors(errors);
  await show(messageView(TITLE, 'One moment…'));
  const now = await ctx.channelDefaults.of(channel);
  // Also where a copy of the same form was just saved: Slack sends one more when it did not get the ack.
  if (currency === now?.currency && method === now?.method && branch === (now?.branch ?? ''))
    return tell(mrkdwnMessage(describeNow(now)));
  const defaults = { ...(currency && { currency }), ...(method && { method }), ...(branch && { branch }) };
  const isSet = Object.keys(defaults).length > 0;
  const answer = await changeChannelDefault(ctx, {
    channel,
    by,
    name: 'settings',
    needsAccess: true,
    save: () => ctx.channelDefaults.set(channel, isSet ? { ...defaults, by } : undefined),
    event: 'changed_settings',
    // The branch is somebody's own words, and the audit record has none of these.
    outcome: [currency, method, branch && 'branch'].filter(Boolean).join(' '),
    what: 'the defaults of this channel',
    set: say`From now on, ${describe(defaults)}.`,
  });
  await (answer ? tell(answer) : show(messageView(TITLE, 'Saved and announced in the channel.')));
}

function describeNow(now: (ChannelDefaults & { readonly by: string }) | undefined): Said {
  const setBy = now ? say` Set by ${person(now.by)}.` : [];
  return say`In this channel, ${describe(now ?? {})}.${setBy}`;
}

function describe({ currency, method, branch }: ChannelDefaults): Said {
  const parts = [
    ...(currency ? [say`links start with ${bold(currency)}`] : []),
    ...(method ? [say`prompts start with ${bold(PAYMENT_METHODS[method].name)}`] : []),
    ...(branch ? [say`orders have the branch ${bold(branch)}`] : []),
  ];
  return parts.length > 0 ? listed(parts, 'conjunction') : say`orders start with the standard defaults`;
}
