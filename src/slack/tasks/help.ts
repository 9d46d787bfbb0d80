// Help: the answer to `/pay`, `/pay help` and a greeting. Its buttons open the forms without typing.
import { button, plainSection, section } from '#slack/cards/blocks.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { HOME_TEXT } from '#slack/text/home.ts';
import { helpSentence } from '#slack/text/tasks.ts';
import { ORDER_FORM_IDS } from './order-forms.ts';

/** The words after the command, in the order in which help shows them, each with what may follow it and what it does. */
const LINES = {
  prompt: ['[phone] [amount] [description]', 'The customer’s phone asks for the PIN.'],
  link: ['[amount] [currency] [description]', 'A page to pay on, once or again and again.'],
  bulk: ['', 'Many prompts or links at once, from a CSV file.'],
  find: [
    '<anything>',
    'A payment by its code, phone number, name, amount, day or reference, such as “Jane 1500 yesterday”. In a thread: mention Teller with the word find.',
  ],
  cancel: ['[reference]', 'Cancel an unpaid order.'],
  refund: ['<reference or code>', 'Ask to pay a customer back. Another person approves it.'],
  open: ['[all]', 'Your open orders, and what waits for your approval. Approvers see everybody’s with all.'],
  history: ['[reference]', 'Who did what with an order, and when.'],
  report: [
    '[today|yesterday|week|month|last week|last month|2026-11|2026-11-01..2026-11-15] [me|@agent]',
    'Totals and a file, for you alone until you post them. With the word audit in front: who did what, for approvers.',
  ],
  alerts: ['on [filter]|off|quiet|list', 'What this channel hears of payments.'],
  digest: ['daily 18:00|weekly mon 08:00|off', 'Payments summed up in this channel.'],
  forget: ['<phone or email>', 'Erase a customer’s data from orders that are over. For approvers.'],
  settings: ['', 'Currency, method and branch that orders of this channel start with.'],
} as const;

/** Every word but `help`, which does not list itself. */
export type TaskWord = keyof typeof LINES;

export const COMMAND_WORDS: readonly string[] = [...Object.keys(LINES), 'help'];

export function isTaskWord(word: string): word is TaskWord {
  return Object.hasOwn(LINES, word);
}

/** `command`: its name in this workspace, such as "/pay"; '' where the words work without one. */
export function helpMessage(command: string): MessageContent {
  const intro = 'This is what Teller can do:';
  const { sendPrompt, createLink, lookUp } = HOME_TEXT;
  const lines = Object.entries(LINES).map(
    ([word, [args, what]]) =>
      `\`${`${command} ${word} ${args.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`.trim()}\`  ${what}`,
  );
  return {
    text: helpSentence({ words: Object.keys(LINES), command, buttons: [sendPrompt, createLink, lookUp] }),
    blocks: [
      plainSection(intro),
      section(lines.join('\n')),
      {
        type: 'actions',
        elements: [
          { ...button(ORDER_FORM_IDS.prompt, sendPrompt), style: 'primary' },
          button(ORDER_FORM_IDS.link, createLink),
          button('look_up', lookUp),
        ],
      },
    ],
  };
}
