// What people do and read in channels with a digest, for the journeys about these.
import { dayOf } from '#lib/days.ts';
import { momentOf } from '#lib/zoned-time.ts';
import { addDays } from '#orders/recurrence.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { type Rig, until } from './rig.ts';

const ZONE = 'Africa/Nairobi';
/** A digest waits for so long, until the last payments before it are in the books. */
const SETTLED_MS = 3_000;

export function digestChannels(rig: Rig) {
  const messages = (channel: string) => rig.slack.messages(channel).map((message) => renderMessage(message));
  const isSwitch = (text: string) => text.includes('has changed the digest');

  return {
    /** The last message in a channel that only the agent sees. */
    answer(channel: string): string {
      const last = rig.slack.ephemerals(rig.agent.id, channel).at(-1);
      return last ? renderMessage(last, { nameOf: rig.slack.nameOf }) : '';
    },
    /** Types `/pay digest …` and waits until the bot says in the channel who changed it. */
    async set(channel: string, words: string): Promise<void> {
      const switches = () => messages(channel).filter(isSwitch).length;
      const before = switches();
      await rig.agent.command(channel, '/pay', `digest ${words}`);
      await until(() => switches() > before);
    },
    switches: (channel: string) => messages(channel).filter(isSwitch),
    /** The digests that people read in a channel. */
    digests: (channel: string) => messages(channel).filter((text) => text.startsWith('*Payments* from')),
    /** How long (ms) it is until what is due when clocks in Nairobi show that time is posted, today or tomorrow. */
    untilTime(time: string): number {
      const now = rig.clock.now();
      const today = dayOf(now, ZONE);
      const moments = [today, addDays(today, 1)].map((day) => momentOf(day, time, ZONE) + SETTLED_MS);
      return (moments.find((at) => at > now) ?? now) - now;
    },
  };
}
