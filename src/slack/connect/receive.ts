// The one way from Slack to Bolt, whether it came over HTTP or over a socket. Whatever comes in, it ends with an answer.
import type { App } from '@slack/bolt';
import { z } from 'zod';
import type { Reporter } from '#observability/reporter.ts';

/** What Slack sent, as parsed JSON or fields of a form, and how it is answered. */
export type Incoming = {
  readonly payload: unknown;
  /** With what a listener answers, or with nothing. May reject, when nobody is there any more. */
  ack(answer?: unknown): Promise<void>;
  /** Says that it could not be read, or that something went wrong with it. */
  refuse(why: 'unreadable' | 'failed'): Promise<void>;
};

/** Resolves when the listeners have ended. Never rejects. */
export type Receive = (incoming: Incoming) => Promise<void>;

/** An event, a command, or something of a type (Slack, Events API, Slash commands, Interaction payloads). */
const PAYLOAD = z
  .looseObject({
    event: z.looseObject({ type: z.string() }).optional(),
    command: z.string().optional(),
    type: z.string().optional(),
  })
  .refine(({ event, command, type }) => event ?? command ?? type);

/** Interactions that Bolt knows. It warns of every other type, so those are not passed on. */
const INTERACTIONS: ReadonlySet<unknown> = new Set([
  'block_actions',
  'block_suggestion',
  'message_action',
  'shortcut',
  'view_closed',
  'view_submission',
]);

export function createReceive({ app, reporter }: { app: App; reporter: Reporter }): Receive {
  async function answer(how: () => Promise<void>): Promise<void> {
    // Slack stopped waiting, or the socket closed. The listener goes on, because a person may wait for its work.
    await how().catch((err: unknown) => reporter.warn('Slack could not be answered', { err }));
  }

  return async ({ payload, ack, refuse }) => {
    const { data: body } = PAYLOAD.safeParse(payload);
    if (!body) {
      reporter.warn('Slack sent something that cannot be read; it was refused');
      return answer(() => refuse('unreadable'));
    }
    let isAnswered = false;
    const answerOnce = async (how: () => Promise<void>) => {
      if (isAnswered) return;
      isAnswered = true;
      await answer(how);
    };
    if (body.type === 'app_rate_limited')
      reporter.warn('Slack holds back events for a minute, because there were too many');
    if (body.event || body.command !== undefined || INTERACTIONS.has(body.type))
      try {
        await app.processEvent({ body, ack: (response: unknown) => answerOnce(() => ack(response)) });
      } catch (error) {
        reporter.error(error, { what: 'a Slack request failed' });
        await answerOnce(() => refuse('failed'));
      }
    // Nobody listens for it.
    await answerOnce(() => ack());
  };
}
