// What people do and read in channels with a digest, for the journeys about these.

import { SAYS } from '#test/slack/text/phrases.ts';
import { dayInNairobi } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A digest waits for so long, until the last payments before it are in the books. */
const SETTLED_MS = 3_000;

export function digestChannels(rig: Rig) {
  const messages = (channel: string) => rig.slack.messages(channel).map((message) => renderMessage(message));
  const isSwitch = (text: string) => text.includes(SAYS.digestChanged);

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
    digests: (channel: string) => messages(channel).filter((text) => text.startsWith(SAYS.paymentsFrom)),
    /** How long (ms) it is until what is due at that time in Nairobi is posted; `weekday`: on the next of these, 0 is Sunday. */
    untilTime(time: string, weekday?: number): number {
      const now = rig.clock.now();
      const today = Date.parse(`${dayInNairobi(now)}T${time}+03:00`) + SETTLED_MS;
      const moments = Array.from({ length: 8 }, (_, days) => today + days * DAY_MS);
      const isRight = (at: number) =>
        at > now && (weekday === undefined || new Date(dayInNairobi(at)).getUTCDay() === weekday);
      return (moments.find(isRight) ?? now) - now;
    },
  };
}
