// Help: the answer to `/pay`, `/pay help` and a greeting. Four buttons start what agents do most; *More* lists every subcommand.
import type { Button } from '@slack/types';
import { SUBCOMMANDS } from '#slack/features.ts';
import { MORE_HELP } from '#slack/home/open-orders.ts';
import { ORDER_FORM_IDS } from '#slack/order/form-fields.ts';
import { buttonRow, plainSection, press, section } from '#slack/ui/blocks.ts';
import { type MessageContent, message, mrkdwnMessage } from '#slack/ui/message.ts';
import { asTyped, lined, say } from '#slack/ui/say.ts';

/** What agents do most, each with words to type as an example. */
const COMMON = [
  ['prompt', '0722123456 1500 Flour'],
  ['link', '2500 School fees'],
  ['find', 'Jane 1500 yesterday'],
  ['open', ''],
] as const;

/** Runs a subcommand without a form. Its value is the subcommand and, behind a blank, the key of its arguments in the store. */
export const SUBCOMMAND = 'subcommand';

/** Made once for each name of the command. */
const HELP = new Map<string, MessageContent>();

/** `command`: its name in this workspace, such as "/pay"; '' where subcommands work without one. */
export function helpMessage(command: string): MessageContent {
  const help = HELP.get(command) ?? madeHelp(command);
  HELP.set(command, help);
  return help;
}

function madeHelp(command: string): MessageContent {
  const rows = COMMON.map(([task, example]) => ({ task, typed: `${command} ${task} ${example}`.trim() }));
  return message([
    plainSection('What would you like to do? Press a button or type:'),
    ...rows.map(({ task, typed }) => ({ ...section([asTyped(typed)]), accessory: startButton(task) })),
    ...buttonRow([press('more', 'More', MORE_HELP)]),
  ]);
}

/** Every subcommand, in the order of features.ts. `command`: as above. */
export function moreHelp(command: string): MessageContent {
  const all = [...SUBCOMMANDS].map(
    ([
      name,
      {
        help: [args, what],
      },
    ]) => {
      const typed = `${command} ${name} ${args}`.trim();
      return say`${asTyped(typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))}  ${what}`;
    },
  );
  const inThreads = say`In a thread, mention me instead: \`@Teller status\`. In a direct message, just type the words.`;
  return mrkdwnMessage(lined([...all, inThreads]));
}

/** Starts a subcommand, or `help`. `key`: under which its arguments wait in the store; without one it starts without arguments. */
export function startButton(name: string, key?: string): Button {
  const label = SUBCOMMANDS.get(name)?.label ?? 'Help';
  if (name === 'prompt' || name === 'link') return press(ORDER_FORM_IDS[name], label, key);
  if (name === 'find' && key === undefined) return press('look_up', label);
  return press(SUBCOMMAND, label, key === undefined ? name : `${name} ${key}`);
}
