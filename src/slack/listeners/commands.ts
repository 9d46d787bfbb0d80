// The slash command. Its first word says which task is meant; every other word gets help.
import type { App } from '@slack/bolt';
import type { Reply } from '#slack/cards/message.ts';
import { splitCommand } from '#slack/forms/command-words.ts';
import { helpMessage, type TaskWord } from '#slack/tasks/help.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import { type ListenerDeps, respondEphemerally } from './guard.ts';

type CommandRequest = {
  readonly userId: string;
  readonly channel: string;
  /** What follows the first word. */
  readonly words: string;
  readonly triggerId: string;
  /** The command's name in this workspace, such as "/pay". */
  readonly command: string;
  readonly reply: Reply;
};

/** `onCommand` is called with the command's name, which a merchant may change in the manifest; so any name is taken. */
export function listenToCommands(
  app: App,
  { tasks, guard, onCommand }: ListenerDeps & { onCommand: (name: string) => void },
): void {
  const subcommands: Readonly<Record<string, Subcommand>> = subcommandsOf(tasks);
  app.command(/.*/, async ({ command, ack, respond }) => {
    await ack();
    onCommand(command.command);
    const { word, rest } = splitCommand(command.text);
    const subcommand = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
    const isHelp = word === 'help' || word === '';
    const request = {
      userId: command.user_id,
      channel: command.channel_id,
      words: rest,
      triggerId: command.trigger_id,
      command: command.command,
      reply: respondEphemerally(respond),
      // An unknown word may be anything, even a customer's name, so it is not logged.
      about: { command: subcommand || isHelp ? word : 'other' },
    };
    await guard(request, () =>
      subcommand
        ? subcommand(request)
        : request.reply(helpMessage(command.command, isHelp ? undefined : word)),
    );
  });
}

type Subcommand = (request: CommandRequest) => Promise<void>;

/** By the first word of the command. */
function subcommandsOf({ orderForms, find, cancel, home, alerts, report }: Tasks) {
  return {
    prompt: ({ words, ...person }) => orderForms.openFromWords('prompt', words, person),
    link: ({ words, ...person }) => orderForms.openFromWords('link', words, person),
    status: async ({ words, reply }) => reply(await find.status(words, { canShare: true })),
    cancel: async (request) => {
      const answer = await cancel.command(request);
      if (answer) await request.reply(answer);
    },
    open: (request) => home.listOrders(request),
    report,
    alerts: async (request) => request.reply(await alerts(request)),
  } satisfies Record<TaskWord, Subcommand>;
}
