// Help: the answer to `/pay`, `/pay help`, a mention and an unknown word. Its buttons open the forms without typing.
import { button, note, section } from '#slack/cards/blocks.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { nearestWord } from '#slack/text/nearest-word.ts';
import { unknownWord } from '#slack/text/tasks.ts';
import { ORDER_FORM_IDS } from './order-forms.ts';

/** The words after the command, in the order in which help shows them, each with what may follow it and what it does. */
const LINES = {
  prompt: ['[phone] [amount] [description]', 'The customer’s phone asks for the PIN.'],
  link: ['[amount] [currency] [description]', 'A page to pay on, once or again and again.'],
  status: ['<reference>', 'How a payment stands. In a thread: mention Teller with the word status.'],
  cancel: ['[reference]', 'Cancel an unpaid order.'],
  open: ['', 'Your open orders.'],
  report: ['[today|yesterday|week|month|2026-11|2026-11-01..2026-11-15]', 'Totals and a file.'],
  alerts: ['on|off|quiet|list', 'What this channel hears of payments.'],
} as const;

/** Every word but `help`, which does not list itself. */
export type TaskWord = keyof typeof LINES;

export const COMMAND_WORDS: readonly string[] = [...Object.keys(LINES), 'help'];

/** `command`: its name in this workspace, such as "/pay". `unknown`: the word that was not understood, if any. */
export function helpMessage(command: string, unknown?: string): MessageContent {
  const intro = 'This is what Teller can do:';
  const text = unknown ? `${unknownWord(unknown, nearestWord(unknown, COMMAND_WORDS))} ${intro}` : intro;
  const lines = Object.entries(LINES).map(
    ([word, [args, what]]) => `\`${`${command} ${word} ${args}`.trim()}\`  ${what}`,
  );
  return {
    text: intro,
    blocks: [
      note(text),
      section(lines.join('\n')),
      {
        type: 'actions',
        elements: [
          { ...button(ORDER_FORM_IDS.prompt, 'Send a PIN prompt'), style: 'primary' },
          button(ORDER_FORM_IDS.link, 'Create a payment link'),
          button('look_up', 'Look up a payment'),
        ],
      },
    ],
  };
}
