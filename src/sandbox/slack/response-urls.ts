// response_url: the address that comes with a command or a click, good for five answers within thirty minutes.

import { readMetadata } from '#sandbox/slack/blocks/surfaces.ts';
import { createArgs } from './args.ts';
import { contentOf } from './chat.ts';
import type { Fields } from './json.ts';
import {
  deleteMessage,
  editMessage,
  findMessage,
  postMessage,
  removeEphemeral,
  replaceEphemeral,
  showEphemeral,
} from './messages.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

const MOST_USES = 5;
const LIFETIME_MS = 30 * 60_000;

/** Whom an answer reaches; `originalTs` is the message that was clicked, if there is one. */
export type ReplyAddress = { user: string; channel: string; originalTs?: string };

export type ResponseUrls = {
  issue(address: ReplyAddress): string;
  /** Refuses with used_url or expired_url, and as chat.postMessage for the content. */
  receive(id: string, body: Fields): void;
};

export function createResponseUrls(world: World, urlOf: (id: string) => string): ResponseUrls {
  const issued = new Map<string, ReplyAddress & { at: number; left: number }>();

  return {
    issue(address) {
      const id = world.secret();
      issued.set(id, { ...address, at: world.now(), left: MOST_USES });
      return urlOf(id);
    },

    receive(id, body) {
      const entry = issued.get(id);
      if (!entry || world.now() - entry.at > LIFETIME_MS) throw new Refusal('expired_url');
      if (entry.left === 0) throw new Refusal('used_url');
      answer(world, entry, body);
      entry.left -= 1;
    },
  };
}

function answer(world: World, address: ReplyAddress, body: Fields): void {
  if (body.delete_original === true) removeOriginal(world, address);
  else if (body.replace_original === true && address.originalTs !== undefined)
    replaceOriginal(world, address, body);
  else answerAnew(world, address, body);
}

/** Shows an app's answer as a new message: to the person alone unless it says `in_channel`. */
export function answerAnew(world: World, address: ReplyAddress, body: Fields): void {
  const args = createArgs(body);
  const { text = '', blocks } = contentOf(args);
  const threadTs = args.text('thread_ts') || undefined;
  if (body.response_type === 'in_channel') {
    postMessage(world, channelOf(world, address), {
      user: world.app.botUserId,
      text,
      blocks,
      thread_ts: threadTs,
      metadata: args.has('metadata') ? readMetadata(args.nested('metadata')) : undefined,
    });
    return;
  }
  showEphemeral(world, {
    from: 'app',
    user: address.user,
    channel: address.channel,
    text,
    ...(blocks && { blocks }),
    ...(threadTs && { thread_ts: threadTs }),
  });
}

function replaceOriginal(world: World, address: ReplyAddress, body: Fields): void {
  const { text = '', blocks } = contentOf(createArgs(body));
  const { message, ephemeral } = originalOf(world, address);
  if (message) editMessage(world, message, { text, blocks: blocks ?? [] });
  else if (ephemeral) replaceEphemeral(world, ephemeral, text, blocks);
  else throw new Refusal('message_not_found');
}

function removeOriginal(world: World, address: ReplyAddress): void {
  const { message, ephemeral } = originalOf(world, address);
  if (message) deleteMessage(world, channelOf(world, address), message);
  else if (ephemeral) removeEphemeral(world, ephemeral);
  else throw new Refusal('message_not_found');
}

function originalOf(world: World, { user, channel, originalTs }: ReplyAddress) {
  if (originalTs === undefined) return {};
  const message = findMessage(world, channelOf(world, { user, channel }), originalTs);
  const ephemeral = world.ephemerals.find((shown) => shown.ts === originalTs && shown.user === user);
  return { message, ephemeral };
}

function channelOf(world: World, address: ReplyAddress) {
  const channel = world.channels.get(address.channel);
  if (!channel) throw new Refusal('channel_not_found');
  return channel;
}
