// The JSON that Slack sends to apps, field by field as Slack writes it.
import { asText, type Fields } from '#sandbox/slack/json.ts';
import { messageJson } from '#sandbox/slack/state/messages.ts';
import { viewJson } from '#sandbox/slack/state/modals.ts';
import type { Channel, Ephemeral, Message, User, View } from '#sandbox/slack/state/model.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';

type CommandUse = {
  channel: Channel;
  command: string;
  text: string;
  triggerId: string;
  responseUrl: string;
};

export function slashCommand(state: WorkspaceState, user: User, use: CommandUse): Fields {
  return {
    token: state.app.verificationToken,
    team_id: user.team_id,
    team_domain: state.team.domain,
    channel_id: use.channel.id,
    channel_name: shownName(use.channel),
    user_id: user.id,
    user_name: user.name,
    command: use.command,
    text: use.text,
    api_app_id: state.app.id,
    is_enterprise_install: 'false',
    response_url: use.responseUrl,
    trigger_id: use.triggerId,
  };
}

export function viewSubmission(state: WorkspaceState, user: User, view: View, triggerId: string): Fields {
  return {
    ...interaction(state, 'view_submission', user),
    trigger_id: triggerId,
    view: viewJson(view),
    response_urls: [],
  };
}

export function messageActions(
  state: WorkspaceState,
  user: User,
  place: { channel: Channel; message: Message | Ephemeral; isEphemeral: boolean; values: Fields },
  extra: { action: Fields; triggerId: string; responseUrl: string },
): Fields {
  const { channel, message, isEphemeral } = place;
  return {
    ...interaction(state, 'block_actions', user),
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.thread_ts !== undefined && { thread_ts: message.thread_ts }),
    },
    trigger_id: extra.triggerId,
    channel: { id: channel.id, name: shownName(channel) },
    // Slack does not show an app the content of what only one person saw.
    ...('type' in message && { message: messageJson(state, message) }),
    state: { values: place.values },
    response_url: extra.responseUrl,
    actions: [extra.action],
  };
}

export function viewActions(
  state: WorkspaceState,
  user: User,
  view: View,
  extra: { action: Fields; triggerId: string },
): Fields {
  return {
    ...interaction(state, 'block_actions', user),
    container: { type: 'view', view_id: view.id },
    trigger_id: extra.triggerId,
    view: viewJson(view),
    actions: [extra.action],
  };
}

/** What a person has typed into an external_select; there is no trigger to open anything with. */
export function blockSuggestion(
  state: WorkspaceState,
  user: User,
  view: View,
  typed: { blockId: string; actionId: string; query: string },
): Fields {
  return {
    ...interaction(state, 'block_suggestion', user),
    container: { type: 'view', view_id: view.id },
    block_id: typed.blockId,
    action_id: typed.actionId,
    value: typed.query,
    view: viewJson(view),
  };
}

export function globalShortcut(
  state: WorkspaceState,
  user: User,
  callbackId: string,
  triggerId: string,
): Fields {
  return {
    ...interaction(state, 'shortcut', user),
    action_ts: state.nextTs(),
    callback_id: callbackId,
    trigger_id: triggerId,
  };
}

export function messageAction(
  state: WorkspaceState,
  user: User,
  place: { channel: Channel; message: Message },
  extra: { callbackId: string; triggerId: string; responseUrl: string },
): Fields {
  return {
    ...interaction(state, 'message_action', user),
    action_ts: state.nextTs(),
    callback_id: extra.callbackId,
    trigger_id: extra.triggerId,
    response_url: extra.responseUrl,
    message_ts: place.message.ts,
    channel: { id: place.channel.id, name: shownName(place.channel) },
    message: messageJson(state, place.message),
  };
}

export function eventCallback(state: WorkspaceState, event: Fields): Fields {
  return {
    token: state.app.verificationToken,
    team_id: state.team.id,
    context_team_id: state.team.id,
    context_enterprise_id: null,
    api_app_id: state.app.id,
    event,
    type: 'event_callback',
    event_id: state.nextId('Ev'),
    event_time: Math.floor(state.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: state.team.id,
        user_id: state.app.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: state.channels.get(asText(event.channel))?.is_ext_shared ?? false,
    event_context: `4-${state.secret()}`,
  };
}

function interaction(state: WorkspaceState, type: string, user: User): Fields {
  return {
    type,
    token: state.app.verificationToken,
    team: { id: state.team.id, domain: state.team.domain },
    user: { id: user.id, username: user.name, name: user.name, team_id: user.team_id },
    api_app_id: state.app.id,
    is_enterprise_install: false,
    enterprise: null,
  };
}

/** Slack hides the names of private channels from apps here. */
function shownName(channel: Channel): string {
  return channel.kind === 'private' ? 'privategroup' : channel.name;
}
