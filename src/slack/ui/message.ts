// What every message is made of, whether it is posted, answered to one person, or shown in a form.
import { createHash } from 'node:crypto';
import type { Button, KnownBlock } from '@slack/types';
import { escapeSentence } from '#slack/text/escape.ts';
import { buttonRow, linkButton, type MessageBlock, plainSection, section } from './blocks.ts';
import { inMrkdwn } from './line.ts';
import { mrkdwnOf, type Said } from './say.ts';

/** `text` is for notifications and screen readers: the message's first line. */
export type MessageContent<Block = KnownBlock> = { readonly text: string; readonly blocks: Block[] };

/**
 * A message of these blocks. `first`: what its `text` says where the first line doesn't say what happened. Slack reads mentions, links and
 * formatting in `text` although the blocks are literal, so whatever isn't ours is escaped in it.
 */
export function message<Block extends MessageBlock>(blocks: Block[], first?: Said): MessageContent<Block> {
  return { text: first ? mrkdwnOf(first) : textOf(blocks), blocks };
}

function textOf([first]: readonly MessageBlock[]): string {
  const [line = ''] = first ? firstText(first).split('\n', 1) : [];
  return line;
}

function firstText(block: MessageBlock): string {
  if (block.type === 'rich_text') {
    const [section] = block.elements;
    const pieces = section?.type === 'rich_text_section' ? section.elements : [];
    return pieces
      .map(({ style: _, ...piece }) =>
        piece.type === 'text' && piece.text === '\n' ? '\n' : inMrkdwn(piece),
      )
      .join('');
  }
  const text = block.type === 'section' || block.type === 'header' ? block.text : undefined;
  return text?.type === 'mrkdwn' ? text.text : escapeSentence(text?.text ?? '');
}

/** Answers one person, where they are. Rejects when Slack does not take the answer. */
export type Reply = (content: MessageContent | string) => Promise<void>;

/** One sentence, which may contain anybody's words. */
export function plainMessage(text: string): MessageContent {
  return message([plainSection(text)]);
}

/** The same, with buttons to go on. */
export function offerMessage(text: string, ...buttons: Button[]): MessageContent {
  return message([plainSection(text), ...buttonRow(buttons)]);
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
export function mrkdwnMessage(said: Said): MessageContent {
  return message([section(said)]);
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

/** What the person reads; nothing when they were answered otherwise, such as by a form that opened. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that has answered otherwise returns nothing.
export type Answer = MessageContent | string | undefined | void;
