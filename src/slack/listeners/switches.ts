// The buttons with which people switch direct messages on or off. All but one are only in Home.
import { plainMessage } from '#slack/cards/message.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import { DIRECT_TEXT } from '#slack/text/direct.ts';
import type { ButtonTask } from './press.ts';

/** By action id. */
export function switchTasks({ switches, home }: Tasks): Readonly<Record<string, ButtonTask>> {
  return {
    tell_directly: {
      right: 'approve',
      async work({ value, userId }) {
        await switches.notifyOfRequests(userId, value === 'on');
        await home.show(userId);
      },
    },
    tell_when_paid: {
      right: 'either',
      async work({ value, userId }) {
        await switches.tellOfPaid(userId, value === 'on');
        await home.show(userId);
      },
    },
    remind_again: {
      right: 'either',
      async work({ userId }) {
        await switches.remindAgain(userId);
        await home.show(userId);
      },
    },
    stop_reminding: {
      right: 'either',
      async work({ userId, messageTs, reply }) {
        const wasOn = await switches.stopReminding(userId);
        // In Home the row itself says so.
        if (messageTs === undefined) return home.show(userId);
        await reply(plainMessage(wasOn ? DIRECT_TEXT.stopped : DIRECT_TEXT.alreadyStopped));
        await home.showAgain(userId);
      },
    },
  };
}
