// What people do and read in channels with alerts, for the journeys about these.
import type { Person } from '#sandbox/slack/actions/person.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

export function alertChannels(rig: Rig) {
  /** The last message in a channel that only this person sees. */
  function answer(channel: string, person: Person = rig.agent): string {
    const last = rig.slack.ephemerals(person.id, channel).at(-1);
    return last ? renderMessage(last, { nameOf: rig.slack.nameOf }) : '';
  }

  /** Types `/pay alerts …` and waits for the answer. */
  async function say(channel: string, words: string, expected: string): Promise<void> {
    await rig.agent.command(channel, '/pay', `alerts ${words}`);
    await until(() => answer(channel).includes(expected));
  }

  const messages = (channel: string) => rig.slack.messages(channel).map((message) => renderMessage(message));
  const isSwitch = (text: string) => text.includes(SAYS.alertsChanged);

  return {
    answer,
    say,
    /** The bot says in the channel itself who switched it. `how`: "on over 10000", "quiet". */
    async switchTo(channel: string, how: string): Promise<void> {
      const switches = () => messages(channel).filter(isSwitch).length;
      const before = switches();
      await rig.agent.command(channel, '/pay', `alerts ${how}`);
      await until(() => switches() > before);
    },
    /** The id of a channel, with the bot now in it. */
    join(name: 'finance' | 'leads'): string {
      const channel = rig.slack.channels[name];
      rig.slack.invite(channel, rig.slack.botUserId);
      return channel;
    },
    /** Everything about payments that people read in a channel without opening a thread. */
    timeline: (channel: string) => messages(channel).filter((text) => !isSwitch(text)),
    /** The messages that say who switched the alerts. */
    switches: (channel: string) => messages(channel).filter(isSwitch),
  };
}
