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

export function createReceive(deps: {
  app: App;
  reporter: Reporter;
  /** Slack was answered after `ms`; `failed`: with an error, or it was not there any more. */
  answered?: ((outcome: 'ok' | 'failed', ms: number) => void) | undefined;
}): Receive {
  const { app, reporter, answered } = deps;

  /** Resolves to false where Slack stopped waiting or the socket closed. The listener goes on: a person may wait for its work. */
  async function answer(how: () => Promise<void>): Promise<boolean> {
    try {
      await how();
      return true;
    } catch (err) {
      reporter.warn('the answer to Slack failed', { err });
      return false;
    }
  }

  return async ({ payload, ack, refuse }) => {
    const begunAt = performance.now();
    const read = readPayload(payload);
    if (read.status === 'unreadable') {
      reporter.warn('Slack sent an unreadable request; refused', { where: read.where });
      await answer(() => refuse('unreadable'));
      return;
    }
    let isAnswered = false;
    const answerOnce = async (how: () => Promise<void>, outcome: 'ok' | 'failed' = 'ok') => {
      if (isAnswered) return;
      isAnswered = true;
      const hasArrived = await answer(how);
      answered?.(hasArrived ? outcome : 'failed', performance.now() - begunAt);
    };
    if (read.status === 'held_back') reporter.warn('too many events: Slack pauses them for a minute');
    if (read.status === 'read')
      try {
        const { body } = read;
        await app.processEvent({ body, ack: (response: unknown) => answerOnce(() => ack(response)) });
      } catch (error) {
        reporter.error(error, { what: 'a Slack request failed' });
        await answerOnce(() => refuse('failed'), 'failed');
      }
    // Nobody listens for it.
    await answerOnce(() => ack());
  };
}
