// The one way from Slack to Bolt, whether it came over HTTP or over a socket. Whatever comes in, it ends with an answer.
import type { App } from '@slack/bolt';
import type { Reporter } from '#observability/reporter.ts';
import { readPayload } from './payloads.ts';

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

export function createReceive({ app, reporter }: { app: App; reporter: Reporter }): Receive {
  async function answer(how: () => Promise<void>): Promise<void> {
    // Slack stopped waiting, or the socket closed. The listener goes on, because a person may wait for its work.
    await how().catch((err: unknown) => reporter.warn('Slack could not be answered', { err }));
  }

  return async ({ payload, ack, refuse }) => {
    const read = readPayload(payload);
    if (read.status === 'unreadable') {
      reporter.warn('Slack sent something that cannot be read; it was refused', { where: read.where });
      return answer(() => refuse('unreadable'));
    }
    let isAnswered = false;
    const answerOnce = async (how: () => Promise<void>) => {
      if (isAnswered) return;
      isAnswered = true;
      await answer(how);
    };
    if (read.status === 'held_back')
      reporter.warn('Slack holds back events for a minute, because there were too many');
    if (read.status === 'read')
      try {
        const { body } = read;
        await app.processEvent({ body, ack: (response: unknown) => answerOnce(() => ack(response)) });
      } catch (error) {
        reporter.error(error, { what: 'a Slack request failed' });
        await answerOnce(() => refuse('failed'));
      }
    // Nobody listens for it.
    await answerOnce(() => ack());
  };
}
