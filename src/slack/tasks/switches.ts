// What people switch on or off for themselves: in Home, and reminders also by the button of each reminder.
import type { OwnSwitches } from '#slack/cards/home.ts';
import type { Switches } from '#slack/delivery/switches.ts';

export type SwitchTasks = ReturnType<typeof createSwitchTasks>;

/** All take Slack ids, and reject when the store is down. */
export function createSwitchTasks({ switches }: { switches: Switches }) {
  return {
    async read(userId: string): Promise<OwnSwitches> {
      const [isToldOfPaid, isUnreminded] = await Promise.all([
        switches.paid.has(userId),
        switches.unreminded.has(userId),
      ]);
      return { isToldOfPaid, isReminded: !isUnreminded };
    },
    notifyOfRequests: (userId: string, isOn: boolean) => switches.unnotified.set(userId, !isOn),
    tellOfPaid: (userId: string, isOn: boolean) => switches.paid.set(userId, isOn),
    remindAgain: (userId: string) => switches.unreminded.set(userId, false),
    /** Resolves to false when reminders were off before. */
    async stopReminding(userId: string): Promise<boolean> {
      if (await switches.unreminded.has(userId)) return false;
      await switches.unreminded.set(userId, true);
      return true;
    },
  };
}
