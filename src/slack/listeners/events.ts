// Events: mentions in threads, Home, and custom steps of Workflow Builder. Slack delivers them up to four times.
import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { MessageContent } from '#slack/cards/order-card.ts';
import { plainCard } from '#slack/cards/status.ts';
import { splitCommand } from '#slack/forms/command-words.ts';
import type { FindTask, Place } from '#slack/tasks/find.ts';
import { helpMessage } from '#slack/tasks/help.ts';
import type { Steps } from '#slack/tasks/steps.ts';
import { FIND_TEXT } from '#slack/text/tasks.ts';
import type { Leases } from '#store/store.ts';
import type { Guard, Reply } from './guard.ts';
import { asCard } from './guard.ts';

export type EventTasks = {
  lookup: FindTask;
  home: { opened(userId: string): Promise<void> };
  steps: Steps;
  /** What the merchant calls the command, as far as it was heard. */
  commandName: () => string;
  leases: Leases;
  answerIn: (place: Place, card: MessageContent, answering: string) => Promise<boolean>;
  client: WebClient;
  surface: Guard;
  hold: <Value>(work: Promise<Value>) => Promise<Value>;
  record: (error: unknown, about: Record<string, unknown>) => string;
};

/** Slack's last repeat of an event comes five minutes after the first. */
const REPEATS_MS = 15 * 60_000;

export function listenToEvents(app: App, tasks: EventTasks): void {
  const { lookup, home, steps, leases, answerIn, client, surface, hold, record } = tasks;

  app.event('app_mention', async ({ event, body }) => {
    const userId = event.user;
    if (!userId || !(await isFirst(body.event_id))) return;
    const place = { channel: event.channel, threadTs: event.thread_ts ?? event.ts };
    const about = { event: 'app_mention' };
    const tell: Reply = async (said) => {
      const { text, blocks } = asCard(said);
      await client.chat.postEphemeral({
        channel: event.channel,
        user: userId,
        // Slack shows it in a thread only once that has a reply.
        ...(event.thread_ts ? { thread_ts: event.thread_ts } : {}),
        text,
        blocks,
      });
    };
    await surface.run({ userId, about, tell }, async () => {
      const card = await answerTo(event.text, { ...place, threadTs: event.thread_ts });
      if (!(await answerIn(place, card, body.event_id))) await tell(card);
    });
  });

  /** "@Teller status 7K3M9-QX2ZD", "@Teller status" in an order's thread, "@Teller 7K3M9-QX2ZD", "@Teller help". */
  async function answerTo(text: string, place: Place): Promise<MessageContent> {
    const said = text.replace(/<@[^>]*>/g, ' ');
    const { word, rest } = splitCommand(said);
    if (word === 'help') return helpMessage(tasks.commandName());
    if (word === 'status' && rest) return lookup.status(rest.split(' ')[0] ?? '', { canShare: false });
    const reference = await lookup.referenceFor(place, said);
    if (reference) return lookup.status(reference, { canShare: false });
    if (word === 'status') return plainCard(FIND_TEXT.noReference);
    return helpMessage(tasks.commandName(), word || undefined);
  }

  app.event('app_home_opened', async ({ event }) => {
    if (event.tab !== 'home') return;
    await hold(home.opened(event.user)).catch((error: unknown) =>
      record(error, { event: 'app_home_opened' }),
    );
  });

  for (const step of Object.values(steps)) {
    app.function(step.callbackId, { autoAcknowledge: true }, async ({ inputs, complete, fail, body }) => {
      const execution = String(
        (body.event as { function_execution_id?: string }).function_execution_id ?? '',
      );
      await hold(
        (async () => {
          const done = await step.run(inputs as Record<string, unknown>, execution);
          if ('error' in done) await fail({ error: done.error });
          else await complete({ outputs: done.outputs });
        })(),
      ).catch((error: unknown) => record(error, { step: step.callbackId }));
    });
  }

  /** True for one replica and one delivery. A store that is down lets the answer come twice rather than never. */
  async function isFirst(eventId: string): Promise<boolean> {
    try {
      return (await leases.acquire(`event:${eventId}`, REPEATS_MS)) !== undefined;
    } catch (error) {
      record(error, { event: 'app_mention' });
      return true;
    }
  }
}
