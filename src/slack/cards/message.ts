// What every message is made of, whether it is posted, answered to one person, or shown in a form.
import { createHash } from 'node:crypto';
import type { Button, KnownBlock } from '@slack/types';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { buttonRow, linkButton, type MessageBlock, plainSection, section } from './blocks.ts';

/** `text` is for notifications and screen readers, so it says the whole in one line. */
export type MessageContent = { readonly text: string; readonly blocks: KnownBlock[] };

/** Answers one person, where they are. Rejects when Slack does not take the answer. */
export type Reply = (content: MessageContent | string) => Promise<void>;

/** One sentence, which may contain anybody's words. */
export function plainMessage(text: string): MessageContent {
  return { text: escapeMrkdwn(text), blocks: [plainSection(text)] };
}

/** The same, with buttons to go on. */
export function offerMessage(text: string, ...buttons: Button[]): MessageContent {
  const { blocks, ...message } = plainMessage(text);
  return { ...message, blocks: [...blocks, ...buttonRow(buttons)] };
}

/** The same, with a button to the message that it speaks of; without one when the address is not known. */
export function messageWithLink(text: string, label: string, url: string | undefined): MessageContent {
  return offerMessage(text, ...linkButton('open_card', label, url));
}

/** The same for a card. */
export function messageWithCard(text: string, cardUrl: string | undefined): MessageContent {
  return messageWithLink(text, 'Open card', cardUrl);
}

/** One sentence of ours in mrkdwn. */
export function mrkdwnMessage(mrkdwn: string): MessageContent {
  return { text: mrkdwn, blocks: [section(mrkdwn)] };
}

/** The message for a reply: a text is one sentence, which may contain anybody's words. */
export function contentOf(content: MessageContent | string): MessageContent {
  return typeof content === 'string' ? plainMessage(content) : content;
}

/** A short hash of what a message shows, kept with the card to know whether it needs an edit. */
export function contentHashOf(content: {
  readonly text: string;
  readonly blocks: readonly MessageBlock[];
}): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
