// Which command, form and shortcut goes to which task. Buttons and events are beside it, in files of their own.
import type { App } from '@slack/bolt';
import { splitCommand } from '#slack/forms/command-words.ts';
import { findForm } from '#slack/forms/find-form.ts';
import { helpMessage } from '#slack/tasks/help.ts';
import { type ButtonTasks, listenToButtons } from './actions.ts';
import { type EventTasks, listenToEvents } from './events.ts';
import { ephemerally, type Reply } from './guard.ts';
import { type LookupTasks, listenToLookups } from './views.ts';

/** One word of the command that answers by itself. */
export type WordTask = {
  run(asked: {
    userId: string;
    channel: string;
    words: string;
    triggerId: string;
    command: string;
    tell: Reply;
  }): Promise<void>;
};

export type Tasks = ButtonTasks &
  LookupTasks &
  Omit<EventTasks, 'commandName'> & {
    words: { status: WordTask; cancel: WordTask; open: WordTask; alerts: WordTask; report: WordTask };
  };

export function listen(app: App, tasks: Tasks): void {
  const { flow, jobs, words, surface, hold, record, client } = tasks;

  // Merchants may give the command another name in the manifest, so any name is ours; help elsewhere uses the last one heard.
  let commandName = '/pay';
  app.command(/.*/, async ({ command, ack, respond }) => {
    await ack();
    commandName = command.command;
    const { word, rest } = splitCommand(command.text);
    const tell = ephemerally(respond);
    const asked = {
      userId: command.user_id,
      channel: command.channel_id,
      words: rest,
      triggerId: command.trigger_id,
      command: command.command,
      tell,
    };
    await surface.run(
      { userId: asked.userId, about: { command: known(word) ?? 'other' }, tell },
      async () => {
        if (isJob(word)) return flow.open(jobs[word], { ...asked, prefill: jobs[word].prefill(rest) });
        if (isWord(word)) return words[word].run(asked);
        await tell(helpMessage(command.command, word && word !== 'help' ? word : undefined));
      },
    );
  });

  for (const job of Object.values(jobs)) {
    app.view(job.callbackId, async ({ ack, body, view }) => {
      const submission = flow.submit(job, { userId: body.user.id, view, ack: (answer) => ack(answer) });
      await hold(submission).catch((error: unknown) => {
        record(error, { view: job.callbackId });
        throw error;
      });
    });
    app.shortcut({ type: 'shortcut', callback_id: job.callbackId }, async ({ ack, shortcut }) => {
      await ack();
      const userId = shortcut.user.id;
      const tell = tasks.tellDirectly(userId);
      await surface.run({ userId, about: { shortcut: job.callbackId }, tell }, () =>
        flow.open(job, { userId, channel: undefined, triggerId: shortcut.trigger_id, prefill: {}, tell }),
      );
    });
  }

  app.shortcut({ type: 'shortcut', callback_id: 'look_up' }, async ({ ack, shortcut }) => {
    await ack();
    const userId = shortcut.user.id;
    await surface.run(
      { userId, about: { shortcut: 'look_up' }, tell: tasks.tellDirectly(userId) },
      async () => {
        await client.views.open({ trigger_id: shortcut.trigger_id, view: findForm('') });
      },
    );
  });

  listenToButtons(app, tasks);
  listenToLookups(app, tasks);
  listenToEvents(app, { ...tasks, commandName: () => commandName });

  function isJob(word: string): word is keyof typeof jobs {
    return Object.hasOwn(jobs, word);
  }

  function isWord(word: string): word is keyof typeof words {
    return Object.hasOwn(words, word);
  }

  function known(word: string): string | undefined {
    return isJob(word) || isWord(word) || word === 'help' || word === '' ? word : undefined;
  }
}
