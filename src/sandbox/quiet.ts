// Knows when nothing happens any more between the bot and its two stand-ins.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Town } from './town.ts';

/** However long somebody hangs, a story goes on after this. */
const LONGEST_WAIT_MS = 30_000;

const ROUND_MS = 5;

/** The returned function resolves when for `ms` nobody has asked or told anybody anything, and nobody waits for an answer. */
export function createQuiet({
  slack,
  provider,
}: Pick<Town, 'slack' | 'provider'>): (ms: number) => Promise<void> {
  const happenings = () => slack.calls.length + provider.requests.length + provider.notifications.length;
  const hopeless = new Set<unknown>();
  const unanswered = () =>
    provider.requests.filter((record) => record.answer === undefined && !hopeless.has(record));

  return async (ms) => {
    const deadline = Date.now() + LONGEST_WAIT_MS;
    let seen = happenings();
    // Rounds and not the time of day: on a busy machine time passes without anybody having had a chance to act.
    let roundsLeft = ms / ROUND_MS;
    while (roundsLeft > 0 && Date.now() < deadline) {
      let isNotifying = true;
      void provider.notificationsSettled().then(() => {
        isNotifying = false;
      });
      await sleep(ROUND_MS);
      const isQuiet = !isNotifying && happenings() === seen && unanswered().length === 0;
      seen = happenings();
      roundsLeft = isQuiet ? roundsLeft - 1 : ms / ROUND_MS;
    }
    for (const record of unanswered()) hopeless.add(record);
  };
}
