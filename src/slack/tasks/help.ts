// Help: the answer to `/pay`, `/pay help` and a greeting. Four buttons start what agents do most; *More* lists every subcommand.
import type { Button } from '@slack/types';
import { button, buttonRow, plainSection, section } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { MORE_HELP } from '#slack/cards/open-orders.ts';
import { TASK_LABELS } from '#slack/text/home.ts';
import { HELP_TEXT } from '#slack/text/tasks.ts';
import { ORDER_FORM_IDS } from './order-forms.ts';

/** The subcommands in the order of *More*, each with its arguments and what it does. */
const LINES = {
  prompt: ['[phone] [amount] [description]', 'Send a PIN prompt'],
  link: ['[amount] [currency] [description]', 'Create a payment link'],
  cancel: ['[reference]', 'Cancel an unpaid order'],
  find: ['<anything>', 'Find a payment by code, phone, name, amount, day or reference'],
  open: ['[all]', 'Your open orders; approvers see everyone’s with *all*'],
  refund: ['<reference or code>', 'Request a refund'],
  bulk: ['', 'Send many requests from a CSV file'],
  alerts: ['on [filter]|off|quiet|list', 'Payments announced in this channel'],
  digest: ['daily 18:00|weekly mon 08:00|off', 'A regular summary in this channel'],
  report: [
    '[today|last week|november|2026-11-01..2026-11-15|…] [me|@agent]',
    'Totals and a CSV file, for you alone; for approvers also *audit*',
  ],
  history: ['<reference>', 'What happened to an order'],
  settings: ['', 'This channel’s currency, method and branch'],
  forget: ['<phone or email>', 'Erase a customer’s data (approvers)'],
} as const;

/** Every subcommand but `help`, which does not list itself. */
export type TaskWord = keyof typeof LINES;

export const COMMAND_WORDS: readonly string[] = [...Object.keys(LINES), 'help'];

export function isTaskWord(word: string): word is TaskWord {
  return Object.hasOwn(LINES, word);
}

/** What agents do most, each with words to type as an example. */
const COMMON = [
  ['prompt', '0722123456 1500 Flour'],
  ['link', '2500 School fees'],
  ['find', 'Jane 1500 yesterday'],
  ['open', ''],
] as const;

/** Runs a subcommand without a form. Its value is the subcommand and, behind a blank, the key of its arguments in the store. */
export const SUBCOMMAND = 'subcommand';

/** `command`: its name in this workspace, such as "/pay"; '' where subcommands work without one. */
export function helpMessage(command: string): MessageContent {
  const rows = COMMON.map(([task, example]) => ({ task, typed: `${command} ${task} ${example}`.trim() }));
  const spoken = rows.map(({ task, typed }) => `${TASK_LABELS[task]}: ${typed}.`);
  return {
    text: [HELP_TEXT.start, ...spoken].join(' '),
    blocks: [
      plainSection(HELP_TEXT.start),
      ...rows.map(({ task, typed }) => ({ ...section(`\`${typed}\``), accessory: startButton(task) })),
      ...buttonRow([button('more', HELP_TEXT.more, MORE_HELP)]),
    ],
  };
}

/** The whole list. `command`: as above. */
export function moreHelp(command: string): MessageContent {
  const lines = Object.entries(LINES).map(
    ([word, [args, what]]) =>
      `\`${`${command} ${word} ${args.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`.trim()}\`  ${what}`,
  );
  return mrkdwnMessage([...lines, HELP_TEXT.inThreads].join('\n'));
}

/** Starts a subcommand. `key`: under which its arguments wait in the store; without one it starts without arguments. */
export function startButton(task: TaskWord | 'help', key?: string): Button {
  const label = TASK_LABELS[task];
  if (task === 'prompt' || task === 'link') return button(ORDER_FORM_IDS[task], label, key);
  if (task === 'find' && key === undefined) return button('look_up', label);
  return button(SUBCOMMAND, label, key === undefined ? task : `${task} ${key}`);
}
