// What can be done, for `/pay`, `/pay help` and a word that is none of ours; with buttons, so that nothing need be typed.
import type { KnownBlock } from '@slack/types';
import { note, section } from '#slack/cards/blocks.ts';
import { shorten } from '#slack/escape.ts';

export type Help = { readonly text: string; readonly blocks: KnownBlock[] };

/** `command` is what the merchant calls it, such as "/pay"; `unknown` the word that was not understood, if any. */
export function helpMessage(command: string, unknown?: string): Help {
  const text = unknown
    ? `“${shorten(unknown, 40)}” is not one of Teller’s words. This is what it can do:`
    : 'This is what Teller can do:';
  return {
    text,
    blocks: [
      note(text),
      section(
        [
          `\`${command} prompt [phone] [amount] [description]\`  The customer’s phone asks for the PIN.`,
          `\`${command} link [amount] [currency] [description]\`  A page to pay on, once or again and again.`,
          `\`${command} help\`  This message.`,
        ].join('\n'),
      ),
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: 'send_prompt',
            text: { type: 'plain_text', text: 'Send a PIN prompt' },
            style: 'primary',
          },
          {
            type: 'button',
            action_id: 'create_link',
            text: { type: 'plain_text', text: 'Create a payment link' },
          },
        ],
      },
    ],
  };
}
