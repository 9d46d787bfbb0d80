// Choose what a channel hears of payments: `/pay alerts on [filter]`, `off`, `quiet`, `list`.
import type { AlertFilter } from '#orders/alert-filter.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { ALERT_MODES, type AlertChannels } from '#slack/delivery/alert-channels.ts';
import { readAlertWords } from '#slack/forms/alert-words.ts';
import {
  type AlertMode,
  alertChannelLine,
  alertsHelp,
  alertsNow,
  alertsSet,
  alertsSwitched,
  cannotAlert,
  FILTER_FAULTS,
  moreAlertChannels,
  NO_ALERT_CHANNELS,
  SHARED_CHANNEL,
  unknownFilterWord,
} from '#slack/text/alerts.ts';
import { createChangeHabit, describeHabit, type HabitAnswer, type HabitRequest } from './channel-habit.ts';

/** One section holds 3,000 characters; a line with a long filter has about two hundred. */
const MAX_LISTED = 50;
const MAX_LISTED_LENGTH = 2_800;

/** Whoever calls has checked that the person may act. Rejects when the store is down. */
export function createAlertsTask(
  deps: Parameters<typeof createChangeHabit>[0] & {
    alertChannels: AlertChannels;
    defaultCurrency: string;
  },
) {
  const { alertChannels, defaultCurrency } = deps;
  const changeHabit = createChangeHabit(deps, {
    name: 'alerts',
    cannot: cannotAlert,
    shared: SHARED_CHANNEL,
  });

  const change = (channel: string, habit: { mode: AlertMode; filter?: AlertFilter }, userId: string) =>
    changeHabit({
      channel,
      needsAccess: habit.mode !== 'off',
      isPrivate: habit.mode === 'on',
      save: () => alertChannels.set(channel, habit.mode, userId, habit.filter),
      deed: { who: userId, deed: 'switched_alerts', outcome: `${channel} ${habit.mode}` },
      switched: alertsSwitched(habit, userId),
      set: alertsSet(habit),
    });

  async function switchOn(channel: string, words: string, userId: string): HabitAnswer {
    const read = readAlertWords(words, { defaultCurrency, self: userId });
    switch (read.status) {
      case 'read':
        return change(channel, { mode: 'on', filter: read.filter }, userId);
      case 'unknown':
        return mrkdwnMessage(unknownFilterWord(read.word, read.nearest));
      case 'incomplete':
        return mrkdwnMessage(FILTER_FAULTS[read.fault]);
    }
  }

  async function list(): Promise<MessageContent> {
    const all = await alertChannels.list();
    if (all.length === 0) return mrkdwnMessage(NO_ALERT_CHANNELS);
    const lines = all.slice(0, MAX_LISTED).map(alertChannelLine);
    while (lines.join('\n').length > MAX_LISTED_LENGTH) lines.pop();
    const left = all.length - lines.length;
    return mrkdwnMessage([...lines, ...(left > 0 ? [moreAlertChannels(left)] : [])].join('\n'));
  }

  return async ({ userId, channel, words, command }: HabitRequest): HabitAnswer => {
    const [, first = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(words) ?? [];
    const word = first.toLowerCase();
    const mode = ALERT_MODES.find((one) => one === word);
    if (mode === 'on') return switchOn(channel, rest, userId);
    if (mode && rest.trim()) return mrkdwnMessage(FILTER_FAULTS.mode);
    if (mode) return change(channel, { mode }, userId);
    if (word === 'list') return list();
    return describeHabit(alertsNow(await alertChannels.of(channel)), alertsHelp(command));
  };
}
