// response_url: the address that comes with a command or a click, good for five answers within thirty minutes.

import { createArgs } from '#sandbox/slack/api/args.ts';
import { contentOf } from '#sandbox/slack/api/chat.ts';
import { readMetadata } from '#sandbox/slack/blocks/surfaces.ts';
import type { Fields } from '#sandbox/slack/json.ts';
import {
  deleteMessage,
  editMessage,
  findMessage,
  postMessage,
  removeEphemeral,
  replaceEphemeral,
  showEphemeral,
} from '#sandbox/slack/state/messages.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';

const MAX_USES = 5;
const LIFETIME_MS = 30 * 60_000;

/** Whom an answer reaches; `originalTs` is the message that was clicked, if there is one. */
type ReplyAddress = { user: string; channel: string; originalTs?: string };

export type ResponseUrls = {
  issue(address: ReplyAddress): string;
  /** Refuses with used_url or expired_url, and as chat.postMessage for the content. */
  receive(id: string, body: Fields): void;
};

export function createResponseUrls(state: WorkspaceState, urlOf: (id: string) => string): ResponseUrls {
  const issued = new Map<string, ReplyAddress & { at: number; left: number }>();

  return {
    issue(address) {
      const id = state.secret();
      issued.set(id, { ...address, at: state.now(), left: MAX_USES });
      return urlOf(id);
    },

    receive(id, body) {
      const entry = issued.get(id);
      if (!entry || state.now() - entry.at > LIFETIME_MS) throw new Refusal('expired_url');
      if (entry.left === 0) throw new Refusal('used_url');
      answer(state, entry, body);
      entry.left -= 1;
    },
  };
}

function answer(state: WorkspaceState, address: ReplyAddress, body: Fields): void {
  if (body.delete_original === true) removeOriginal(state, address);
  else if (body.replace_original === true && address.originalTs !== undefined)
    replaceOriginal(state, address, body);
  else answerAnew(state, address, body);
}

/** Shows an app's answer as a new message: to the person alone unless it says `in_channel`. */
export function answerAnew(state: WorkspaceState, address: ReplyAddress, body: Fields): void {
  const args = createArgs(body);
  const { text = '', blocks } = contentOf(args);
  const threadTs = args.text('thread_ts') || undefined;
  if (body.response_type === 'in_channel') {
    postMessage(state, channelOf(state, address), {
      user: state.app.botUserId,
      text,
      blocks,
      thread_ts: threadTs,
      metadata: args.has('metadata') ? readMetadata(args.nested('metadata')) : undefined,
    });
    return;
  }
  showEphemeral(state, {
    from: 'app',
    user: address.user,
    channel: address.channel,
    text,
    ...(blocks && { blocks }),
    ...(threadTs && { thread_ts: threadTs }),
  });
}

function replaceOriginal(state: WorkspaceState, address: ReplyAddress, body: Fields): void {
  const { text = '', blocks } = contentOf(createArgs(body));
  const { message, ephemeral } = originalOf(state, address);
  if (message) editMessage(state, message, { text, blocks: blocks ?? [] });
  else if (ephemeral) replaceEphemeral(state, ephemeral, text, blocks);
  else throw new Refusal('message_not_found');
}

function removeOriginal(state: WorkspaceState, address: ReplyAddress): void {
  const { message, ephemeral } = originalOf(state, address);
  if (message) deleteMessage(state, channelOf(state, address), message);
  else if (ephemeral) removeEphemeral(state, ephemeral);
  else throw new Refusal('message_not_found');
}

function originalOf(state: WorkspaceState, { user, channel, originalTs }: ReplyAddress) {
  if (originalTs === undefined) return {};
  const message = findMessage(state, channelOf(state, { user, channel }), originalTs);
  const ephemeral = state.ephemerals.find((shown) => shown.ts === originalTs && shown.user === user);
  return { message, ephemeral };
}

function channelOf(state: WorkspaceState, address: ReplyAddress) {
  const channel = state.channels.get(address.channel);
  if (!channel) throw new Refusal('channel_not_found');
  return channel;
}
