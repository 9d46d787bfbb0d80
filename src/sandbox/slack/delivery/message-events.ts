// Slack tells the app of every message in its direct messages with people: new ones, the app's own too, edits, deletions.
import type { Fields } from '#sandbox/slack/json.ts';
import { messageJson } from '#sandbox/slack/state/messages.ts';
import type { Change, Message } from '#sandbox/slack/state/model.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import type { Events } from './events.ts';

/** A message that a person typed is sent by messaging.ts, which knows how often Slack delivers it; all others from here. */
export function sendMessageEvents(state: WorkspaceState, events: Pick<Events, 'send'>): void {
  state.onChange((change) => {
    const event = eventOf(state, change);
    // Before the app has said where it is reached, Slack has nobody to tell.
    if (event) events.send(event).catch(() => undefined);
  });
}

/** A new message in a direct message, as the app hears of it. */
export function newMessageEvent(state: WorkspaceState, message: Message): Fields {
  return {
    ...messageJson(state, message),
    channel: message.channel,
    channel_type: 'im',
    event_ts: message.ts,
  };
}

function eventOf(state: WorkspaceState, change: Change): Fields | undefined {
  if (!('message' in change)) return undefined;
  const { message } = change;
  if (state.channels.get(message.channel)?.kind !== 'im') return undefined;
  if (change.kind === 'posted')
    return message.client_msg_id === undefined ? newMessageEvent(state, message) : undefined;
  const ts = state.nextTs();
  const base = {
    type: 'message',
    hidden: true,
    channel: message.channel,
    channel_type: 'im',
    ts,
    event_ts: ts,
  };
  if (change.kind !== 'edited')
    return {
      ...base,
      subtype: 'message_deleted',
      deleted_ts: message.ts,
      previous_message: messageJson(state, message),
    };
  return {
    ...base,
    subtype: 'message_changed',
    message: messageJson(state, message),
    previous_message: messageJson(state, change.before),
  };
}
