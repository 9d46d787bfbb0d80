// Runs around every task that a person starts: checks who may start it, runs the work, and tells the person if it fails.
import type { RespondArguments, RespondFn } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Reference } from '#orders/reference.ts';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import type { Permissions, Right } from '#slack/access/permissions.ts';
import { contentOf, type MessageContent, type Reply } from '#slack/cards/message.ts';
import type { Place } from '#slack/delivery/outbound.ts';
import type { Replies } from '#slack/delivery/replies.ts';
import { untilShown } from '#slack/delivery/short-limit.ts';
import { NoTrigger } from '#slack/tasks/open-form.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import { NO_FORM, REFUSALS, wentWrong } from '#slack/text/people.ts';
import type { KeyValueStore } from '#store/store.ts';

/** What every listener is given. */
export type ListenerDeps = {
  readonly tasks: Tasks;
  readonly replies: Replies;
  readonly client: WebClient;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly reporter: Reporter;
  readonly guard: Guard;
  readonly recorder: DeedRecorder;
  /** Slack's id of a step's run → the sentence that it failed with. */
  readonly failedSteps: KeyValueStore;
  /** See createCommandName. */
  readonly commandNames: KeyValueStore;
};

/**
 * `right`: what the person needs to be allowed, to act unless it says otherwise. `about` goes to the log, and of those who have
 * no right to the audit record: ids and our own words only. `reply` is how this person is answered: a message, a view, or the
 * failure of a step.
 */
type Requester = {
  readonly userId: string;
  readonly right?: Right;
  /** What a button is about. */
  readonly order?: Reference | undefined;
  readonly about: Readonly<Record<string, unknown>>;
  readonly reply: (text: string) => Promise<void>;
  /**
   * What the person reads when the work fails, with the incident's number; else that nothing was sent, because most of what people
   * start only asks, or opens a form.
   */
  readonly whenFailed?: ((incident: string, error: unknown) => string) | undefined;
};

/**
 * Runs `work` if the person has the right to it; else replies why not. When `work` rejects, the error is logged under one
 * incident id and the reply has that id. Teller's stop waits for the work. Never rejects.
 */
type Guard = (start: Requester, work: () => Promise<void>) => Promise<void>;

export function createGuard(deps: {
  permissions: Permissions;
  recorder: Pick<DeedRecorder, 'recordRefusal'>;
  reporter: Reporter;
  inFlight: InFlight;
}): Guard {
  const { permissions, recorder, reporter, inFlight } = deps;

  async function run(
    { userId, right, order, about, reply, whenFailed = (incident) => wentWrong(incident) }: Requester,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      const refusal = await permissions.refusalFor(userId, right);
      if (!refusal) return await work();
      // Beside the answer, which a store that is slow or away must not hold up.
      const recorded = recorder.recordRefusal({
        who: userId,
        what: Object.values(about).join(' '),
        order,
        why: refusal,
      });
      await reply(REFUSALS[refusal]).finally(() => recorded);
    } catch (error) {
      const incident = error instanceof NoTrigger ? undefined : reporter.error(error, about);
      const sentence = incident === undefined ? NO_FORM : whenFailed(incident, error);
      await reply(sentence).catch((err: unknown) =>
        reporter.warn('the error message did not reach the person', { err, ...about, incident }),
      );
    }
  }

  return (start, work) => inFlight.track(run(start, work));
}

/** For what asks the customer or the payment service, and may have done so before it failed: there is a card to look at. */
export function maybeSent(incident: string): string {
  return wentWrong(incident, 'uncertain');
}

/**
 * Through a response_url: only the person sees it, wherever they are and whether or not the bot is there. `threadTs`: the thread
 * that they read, else it stands in the channel (Slack, Handling user interaction).
 */
export function respondEphemerally(clock: Clock, respond: RespondFn | undefined, threadTs?: string): Reply {
  return async (content) => {
    // Bolt's types say that it is always there; it is not where Slack sent no response_url.
    if (!respond) throw new Error('Slack named no address for the answer');
    const { text, blocks } = contentOf(content);
    const thread = threadTs ? { thread_ts: threadTs } : {};
    const how = { response_type: 'ephemeral', replace_original: false, ...thread };
    await untilShown(clock, () => respond({ ...how, text, blocks } as RespondArguments));
  };
}

/**
 * The thread in which this message is read. Undefined in the channel, and for a reply that was also sent to the channel: Slack
 * does not say where it was pressed, and who reads the channel does not see an answer in the thread.
 */
export function threadOf(message: Readonly<Record<string, unknown>>): string | undefined {
  const { ts, thread_ts: threadTs, subtype } = message;
  return typeof threadTs === 'string' && threadTs !== ts && subtype !== 'thread_broadcast'
    ? threadTs
    : undefined;
}

/** Replies what the work answers; nothing where it has answered otherwise, such as by opening a form. */
export async function replyWith(
  reply: Reply,
  answering: MessageContent | undefined | Promise<MessageContent | undefined>,
): Promise<void> {
  const answer = await answering;
  if (answer) await reply(answer);
}

/** Slack's last repeat of an event comes five minutes after the first delivery. */
export const REPEATS_MS = 15 * 60_000;

/**
 * `id` is that of `messageIdOf`, `type` goes to the log. True for one delivery at one replica. While the store is down every
 * delivery is answered.
 */
export type IsFirstDelivery = (id: string, type: string) => Promise<boolean>;

/** Each event about a message has an id of its own, but they share what tells the message from all others. */
export function messageIdOf({ channel, ts }: { readonly channel: string; readonly ts: string }): string {
  return `${channel}-${ts}`;
}

export function createIsFirstDelivery(deps: Pick<ListenerDeps, 'leases' | 'reporter'>): IsFirstDelivery {
  const { leases, reporter } = deps;
  return async (id, type) => {
    try {
      return (await leases.acquire(`message:${id}`, REPEATS_MS)) !== undefined;
    } catch (err) {
      reporter.warn('a repeated event cannot be recognised', { err, event: type });
      return true;
    }
  };
}

/**
 * False when nothing was posted, because the channel is shared or Slack did not take it; the person is then answered alone.
 * `answers`: the id of the event that is answered. Never rejects.
 */
type ReplyInThread = (place: Place, content: MessageContent, answers: string) => Promise<boolean>;

export function createReplyInThread({
  replies,
  client,
}: {
  replies: Replies;
  client: WebClient;
}): ReplyInThread {
  const { isShared } = createChannelAccess(client);
  return async (place, content, answers) =>
    !(await isShared(place.channel)) && (await replies.inThread(place, content, answers));
}
