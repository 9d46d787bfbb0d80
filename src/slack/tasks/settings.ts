// Choose what the orders of a channel start with: `/pay settings` opens a form, and what was changed is said in the channel.
// Also where people of another workspace read along: it is about orders whose cards they read, and about nothing else.

import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { botMention } from '#slack/connect/identity.ts';
import type { OrderHabitsOf } from '#slack/delivery/channel-settings.ts';
import { messageView } from '#slack/forms/outcome.ts';
import { readSettingsForm, SETTINGS_TITLE, settingsForm } from '#slack/forms/settings-form.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import {
  cannotSet,
  type OrderHabits,
  SETTINGS_TEXT,
  settingsNow,
  settingsSet,
  settingsSwitched,
} from '#slack/text/settings.ts';
import { createChangeHabit, type HabitAnswer, type HabitRequest } from './channel-habit.ts';
import { openForm } from './open-form.ts';
import type { Submission } from './order-forms.ts';

/** Whoever calls has checked that the person may act. All reject when the store is down. */
export function createSettingsTask(
  deps: Parameters<typeof createChangeHabit>[0] & {
    client: WebClient;
    clock: Clock;
    orderHabits: OrderHabitsOf;
    defaultCurrency: string;
  },
) {
  const { channelAccess, identity, orderHabits, defaultCurrency } = deps;
  const changeHabit = createChangeHabit(deps, { name: 'settings', cannot: cannotSet });

  return {
    /** Opens the form. Without a trigger, and where there is nothing to set, it answers. */
    async open(request: HabitRequest & { readonly triggerId?: string }): HabitAnswer {
      const { channel, command, triggerId } = request;
      // A direct message, with Teller or with somebody else.
      if (isDirectMessage(channel)) return mrkdwnMessage(SETTINGS_TEXT.onlyInChannels(command));
      const { by, ...habits } = (await orderHabits.of(channel)) ?? { by: undefined };
      if (triggerId === undefined)
        return mrkdwnMessage(`${settingsNow(habits, by)} ${SETTINGS_TEXT.howToChange(command)}`);
      if ((await channelAccess.check(channel)) === 'out')
        return mrkdwnMessage(cannotSet(botMention(identity)));
      const view = settingsForm({ habits, merchantCurrency: defaultCurrency, memory: channel });
      await openForm(deps, triggerId, view);
      return undefined;
    },
    /** The form was sent. */
    async submit({ userId, memory, state, show, tell, showErrors }: Submission): Promise<void> {
      const read = readSettingsForm(state);
      if (read.status === 'invalid') return showErrors(read.errors);
      await show(messageView(SETTINGS_TITLE, SETTINGS_TEXT.wait));
      const refusal = await change(memory, read.input, userId);
      await (refusal ? tell(refusal) : show(messageView(SETTINGS_TITLE, SETTINGS_TEXT.saved)));
    },
  };

  async function change(
    channel: string,
    habits: OrderHabits,
    by: string,
  ): Promise<MessageContent | undefined> {
    const now = await orderHabits.of(channel);
    // Also where a copy of the same form was just saved: Slack sends one more when it did not get the ack.
    if (isSame(habits, now)) return mrkdwnMessage(settingsNow(habits, now?.by));
    const isSet = Object.keys(habits).length > 0;
    return changeHabit({
      channel,
      needsAccess: true,
      isPrivate: false,
      save: () => orderHabits.set(channel, isSet ? { ...habits, by } : undefined),
      deed: { who: by, deed: 'changed_settings', outcome: shortly(channel, habits) },
      switched: settingsSwitched(habits, by),
      set: settingsSet(habits),
    });
  }
}

function isSame(a: OrderHabits, b: OrderHabits = {}): boolean {
  return a.currency === b.currency && a.method === b.method && a.branch === b.branch;
}

/** The branch is somebody's own words, and the record has none of these. */
function shortly(channel: string, { currency, method, branch }: OrderHabits): string {
  return [channel, currency, method, branch && 'branch'].filter(Boolean).join(' ');
}
