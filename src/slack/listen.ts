// Which request goes to which task. Every listener is held in hand until it ends, and none can fail in silence.
import type { App, RespondFn } from '@slack/bolt';
import { splitCommand } from './command-line.ts';
import type { OrderFlow, OrderJob } from './order-flow.ts';
import { helpMessage } from './tasks/help.ts';
import { wentWrong } from './words.ts';

type Tell = (text: string) => Promise<void>;

/** `hold` keeps track of running work, so that stopping can wait for it. */
export function listen(
  app: App,
  deps: {
    flow: OrderFlow;
    jobs: { prompt: OrderJob; link: OrderJob };
    record: (error: unknown, about: Record<string, unknown>) => string;
    hold: <Value>(work: Promise<Value>) => Promise<Value>;
  },
): void {
  const { flow, jobs, record, hold } = deps;

  /** Says what went wrong to the person who asked; should that fail too, the log has both. */
  async function orSay(about: Record<string, unknown>, tell: Tell, work: () => Promise<void>): Promise<void> {
    try {
      await hold(work());
    } catch (error) {
      const incident = record(error, about);
      await tell(wentWrong(incident)).catch((lost: unknown) =>
        record(lost, { ...about, answering: incident }),
      );
    }
  }

  // Merchants may give the command another name in the manifest, so any name is ours.
  app.command(/.*/, async ({ command, ack, respond }) => {
    await ack();
    const { word, rest } = splitCommand(command.text);
    const tell = ephemerally(respond);
    const opening = {
      userId: command.user_id,
      channel: command.channel_id,
      triggerId: command.trigger_id,
      words: rest,
      tell,
    };
    await orSay({ command: word }, tell, async () => {
      if (word === 'prompt' || word === 'link') return flow.open(jobs[word], opening);
      await respond({
        response_type: 'ephemeral',
        ...helpMessage(command.command, word && word !== 'help' ? word : undefined),
      });
    });
  });

  for (const job of Object.values(jobs)) {
    app.view(job.callbackId, async ({ ack, body, view }) => {
      const about = { view: job.callbackId };
      await hold(flow.submit(job, { userId: body.user.id, view, ack: (answer) => ack(answer) })).catch(
        (error: unknown) => {
          record(error, about);
          throw error;
        },
      );
    });
    app.action({ type: 'block_actions', action_id: job.callbackId }, async ({ ack, body, respond }) => {
      await ack();
      const tell = ephemerally(respond);
      const opening = {
        userId: body.user.id,
        channel: body.channel?.id,
        triggerId: body.trigger_id,
        words: '',
        tell,
      };
      await orSay({ action: job.callbackId }, tell, () => flow.open(job, opening));
    });
  }

  // Buttons that only open an address are reported all the same, and want an answer.
  app.action(/^(open_payment_page|share_whatsapp)$/, async ({ ack }) => ack());
}

function ephemerally(respond: RespondFn): Tell {
  return async (text) => {
    await respond({
      response_type: 'ephemeral',
      replace_original: false,
      text,
      blocks: [{ type: 'section', text: { type: 'plain_text', text } }],
    });
  };
}
