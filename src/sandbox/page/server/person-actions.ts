// What a person does in the page's workspace, done through the stand-in as Slack's own client would do it.
import type { Environment } from '#sandbox/environment/environment.ts';
import type { Ephemeral, Message, View } from '#sandbox/slack/state/model.ts';
import type { Action, ActionResult, Surface } from './screen.ts';

type Of<Type extends Action['type']> = Extract<Action, { type: Type }>;

/** Each throws a plain sentence about what the person could not do in Slack. */
export function createPersonActions({ slack, manifest }: Pick<Environment, 'slack' | 'manifest'>) {
  const [{ command }] = manifest.features.slash_commands;

  function find(userId: string, surface: Surface): Message | Ephemeral | View {
    const found = search(userId, surface);
    if (!found) throw new Error('This is no longer there.');
    return found;
  }

  function search(userId: string, surface: Surface): Message | Ephemeral | View | undefined {
    if (!('ts' in surface)) return surface.in === 'modal' ? slack.modal(userId) : slack.home(userId);
    const isMeant = ({ ts }: Message | Ephemeral) => ts === surface.ts;
    if (surface.in === 'ephemeral') return slack.ephemerals(userId, surface.channel).find(isMeant);
    return slack.thread(surface.channel, surface.ts).find(isMeant);
  }

  /** `@teller`, `@brian`: names become the marks that Slack makes of them. */
  function withMentions(text: string): string {
    return text.replace(/(^|\s)@([\w.-]+)/g, (whole, before: string, name: string) => {
      const person = slack.people().find((user) => user.name === name.toLowerCase());
      return person ? `${before}<@${person.id}>` : whole;
    });
  }

  /** Commands that Slack carries out by itself, without the bot. */
  const slackCommands: Readonly<Record<string, (channel: string, text: string) => ActionResult>> = {
    '/invite': (channel, text) =>
      text.toLowerCase() === '@teller'
        ? invite(channel)
        : { note: 'Only Teller can be added: /invite @teller' },
    '/archive'(channel) {
      slack.archive(channel);
      return {};
    },
  };

  async function slash(userId: string, channel: string, text: string): Promise<ActionResult> {
    const [name = '', rest = ''] = text.split(/\s+(.*)/s);
    const own = Object.hasOwn(slackCommands, name) ? slackCommands[name] : undefined;
    if (own) return own(channel, rest.trim());
    if (name !== command) return { note: `${name} isn’t a valid command.` };
    return done(slack.person(userId).command(channel, name, rest.trim()));
  }

  function invite(channel: string): ActionResult {
    slack.invite(channel, slack.botUserId);
    return {};
  }

  return {
    async write(userId: string, { channel, text: typed, thread }: Of<'write'>): Promise<ActionResult> {
      const text = typed.trim();
      if (text.startsWith('/')) {
        const [name] = text.split(/\s/);
        if (thread !== undefined) return { note: `${name} is not supported in threads. Sorry!` };
        return slash(userId, channel, text);
      }
      const marked = withMentions(text);
      const options = thread === undefined ? {} : { thread_ts: thread };
      const person = slack.person(userId);
      if (marked.includes(`<@${slack.botUserId}>`)) return done(person.mention(channel, marked, options));
      person.say(channel, marked, options);
      return {};
    },

    shortcut: (userId: string, { callbackId }: Of<'shortcut'>) =>
      done(slack.person(userId).shortcut(callbackId)),

    messageShortcut(userId: string, { callbackId, channel, ts }: Of<'messageShortcut'>) {
      const message = find(userId, { in: 'message', channel, ts });
      if (!('type' in message) || message.type !== 'message') throw new Error('This message is gone.');
      return done(slack.person(userId).messageShortcut(callbackId, message));
    },

    click(userId: string, { at, action, value, values }: Of<'click'>) {
      const person = slack.person(userId);
      if (values) person.fill(values);
      return done(person.click(find(userId, at), action, value === undefined ? {} : { value }));
    },

    pick(userId: string, { at, action, value, values }: Of<'pick'>) {
      const person = slack.person(userId);
      if (values) person.fill(values);
      return done(person.select(find(userId, at), action, value));
    },

    search(userId: string, { at, action, query }: Of<'search'>) {
      const shown = find(userId, at);
      if (!('hash' in shown)) throw new Error('This page searches in forms only.');
      return done(slack.person(userId).search(shown, action, query));
    },

    submit: (userId: string, { values }: Of<'submit'>) => done(slack.person(userId).submit(values)),

    async closeModal(userId: string): Promise<ActionResult> {
      if (slack.modal(userId)) slack.person(userId).close();
      return {};
    },

    openHome: (userId: string) => done(slack.person(userId).openHome()),

    invite: async (_: string, { channel }: Of<'invite'>) => invite(channel),

    /** The bot is invited first, since alerts can only be turned on where it is a member. */
    async alertsOn(userId: string, { channel }: Of<'alertsOn'>): Promise<ActionResult> {
      invite(channel);
      return slash(userId, channel, `${command} alerts on`);
    },
  };
}

/** How the bot took it is seen on the page and in the wire log. */
async function done(work: Promise<unknown>): Promise<ActionResult> {
  await work;
  return {};
}
