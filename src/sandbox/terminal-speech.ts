// What the agent says at the sandbox's prompt: messages, mentions, threads, and the menu of a message.
import type { Message } from './slack/model.ts';
import { type Patiently, problemIn, type Scene } from './terminal-agent.ts';
import type { Screen } from './terminal-screen.ts';
import type { Town } from './town.ts';

/** Each deed throws what the stand-in throws: a plain sentence about what a person could not do in Slack. */
export function createSpeechDeeds(deps: {
  town: Pick<Town, 'slack'>;
  scene: Scene;
  screen: Screen;
  print: (text: string) => void;
  patiently: Patiently;
}) {
  const { scene, screen, print, patiently } = deps;
  const { slack } = deps.town;
  const me = () => slack.person(scene.person);
  const inThread = () => (scene.thread === undefined ? {} : { thread_ts: scene.thread });

  /** The message, or a sentence that there is none. */
  async function find(typed: string): Promise<Message | undefined> {
    const message = await patiently(() => screen.messages.meant(typed));
    if (!message) print(`No message has the number "${typed}", and none names a reference like that.`);
    return message;
  }

  return {
    say(text: string) {
      scene.isAtHome = false;
      me().say(scene.channel, text, inThread());
    },

    async mention(text: string) {
      scene.isAtHome = false;
      const { acks } = await me().mention(scene.channel, text, inThread());
      for (const problem of acks.map(problemIn)) if (problem) print(problem);
    },

    async thread(typed: string) {
      const message = await find(typed);
      if (!message) return;
      const { channel, ts, thread_ts = ts } = message;
      Object.assign(scene, { channel, thread: thread_ts, isAtHome: false });
      for (const one of slack.thread(channel, thread_ts)) print(screen.message(one));
    },

    leaveThread() {
      if (scene.thread === undefined) return print('You are in no thread.');
      scene.thread = undefined;
      print(`You are in ${screen.placeOf(scene.channel)} now.`);
    },

    /** The answer comes in the message's thread, or a form asks for the reference. */
    async lookUp(typed: string) {
      const message = await find(typed);
      if (!message) return;
      const result = await me().messageShortcut('look_up_message', message);
      if (result.problem === 'dismissed') print('That message is gone.');
    },
  };
}
