// What a person does at the page's workspace, done through the stand-in as Slack's own client would do it.
import { asText } from '#sandbox/slack/json.ts';
import type { AckResult } from '#sandbox/slack/line.ts';
import type { Ephemeral, Message, View } from '#sandbox/slack/model.ts';
import type { Town } from '#sandbox/town.ts';
import type { Deed, DeedResult, Spot } from './screen.ts';
import type { WireLog } from './wire-log.ts';

export type PersonDeeds = ReturnType<typeof createPersonDeeds>;

/** Each throws a plain sentence about what the person could not do in Slack. */
export function createPersonDeeds({ town, wire, command }: { town: Town; wire: WireLog; command: string }) {
  const { slack } = town;

  function found(userId: string, spot: Spot): Message | Ephemeral | View {
    const thing = look(userId, spot);
    if (!thing) throw new Error('That is no longer there.');
    return thing;
  }

  function look(userId: string, spot: Spot): Message | Ephemeral | View | undefined {
    if (!('ts' in spot)) return spot.in === 'modal' ? slack.modal(userId) : slack.home(userId);
    const isMeant = ({ ts }: Message | Ephemeral) => ts === spot.ts;
    if (spot.in === 'ephemeral') return slack.ephemerals(userId, spot.channel).find(isMeant);
    return slack.thread(spot.channel, spot.ts).find(isMeant);
  }

  /** `@teller`, `@brian`: names become the marks that Slack makes of them. */
  function withMentions(text: string): string {
    return text.replace(/(^|\s)@([\w.-]+)/g, (whole, before: string, name: string) => {
      const person = slack.people().find((user) => user.name === name.toLowerCase());
      return person ? `${before}<@${person.id}>` : whole;
    });
  }

  async function slash(userId: string, channel: string, text: string): Promise<DeedResult> {
    const [name = '', rest = ''] = text.split(/\s+(.*)/s);
    if (name === '/invite') return invite(channel);
    if (name !== command) return { note: `${name} is not a command that this workspace knows.` };
    const body = { command: name, text: rest.trim(), channel_id: channel, user_id: userId };
    await wire.gesture(text, body, slack.person(userId).command(channel, name, rest.trim()));
    return {};
  }

  function invite(channel: string): DeedResult {
    slack.invite(channel, slack.botUserId);
    return {};
  }

  async function interact(what: string, body: unknown, work: Promise<AckResult>): Promise<DeedResult> {
    await wire.gesture(what, body, work);
    return {};
  }

  return {
    async write(userId: string, deed: Extract<Deed, { do: 'write' }>): Promise<DeedResult> {
      const { channel, thread } = deed;
      const text = deed.text.trim();
      if (text.startsWith('/')) {
        const [name] = text.split(/\s/);
        if (thread !== undefined) return { note: `${name} is not supported in threads. Sorry!` };
        return slash(userId, channel, text);
      }
      const marked = withMentions(text);
      const place = thread === undefined ? {} : { thread_ts: thread };
      const person = slack.person(userId);
      if (!marked.includes(`<@${slack.botUserId}>`)) {
        person.say(channel, marked, place);
        return {};
      }
      const body = { type: 'app_mention', channel, text: marked, ...place };
      const heard = person.mention(channel, marked, place).then(({ acks }) => acks[0] ?? NOT_TOLD);
      return interact('event app_mention', body, heard);
    },

    shortcut: (userId: string, { callbackId }: Extract<Deed, { do: 'shortcut' }>) =>
      interact(
        `shortcut ${callbackId}`,
        { type: 'shortcut', callback_id: callbackId },
        slack.person(userId).shortcut(callbackId),
      ),

    messageShortcut(userId: string, deed: Extract<Deed, { do: 'messageShortcut' }>) {
      const { callbackId, channel, ts } = deed;
      const message = found(userId, { in: 'message', channel, ts });
      if (!('type' in message) || message.type !== 'message') throw new Error('That message is gone.');
      return interact(
        `message shortcut ${callbackId}`,
        { type: 'message_action', callback_id: callbackId, channel, message_ts: ts },
        slack.person(userId).messageShortcut(callbackId, message),
      );
    },

    click(userId: string, { at, action, value }: Extract<Deed, { do: 'click' }>) {
      const which = value === undefined ? {} : { value };
      return interact(
        `press ${action}`,
        { type: 'block_actions', action_id: action, ...which, ...at },
        slack.person(userId).click(found(userId, at), action, which),
      );
    },

    pick(userId: string, { at, action, value }: Extract<Deed, { do: 'pick' }>) {
      return interact(
        `pick ${action}`,
        { type: 'block_actions', action_id: action, value, ...at },
        slack.person(userId).select(found(userId, at), action, value),
      );
    },

    submit(userId: string, { values }: Extract<Deed, { do: 'submit' }>) {
      const callbackId = asText(slack.modal(userId)?.callback_id);
      return interact(
        `submit ${callbackId}`,
        { type: 'view_submission', callback_id: callbackId, values },
        slack.person(userId).submit(values),
      );
    },

    async closeModal(userId: string): Promise<DeedResult> {
      if (slack.modal(userId)) await slack.person(userId).close();
      return {};
    },

    openHome: (userId: string) =>
      interact('event app_home_opened', { type: 'app_home_opened' }, slack.person(userId).openHome()),

    invite: async (_: string, { channel }: Extract<Deed, { do: 'invite' }>) => invite(channel),

    /** What a person does who wants a channel to hear of every payment: lets Teller in, then says so. */
    async alertsOn(userId: string, { channel }: Extract<Deed, { do: 'alertsOn' }>) {
      invite(channel);
      return slash(userId, channel, `${command} alerts on`);
    },
  };
}

/** Slack kept the event to itself. */
const NOT_TOLD: AckResult = { sent: false, status: 0, body: '', ms: 0 };
