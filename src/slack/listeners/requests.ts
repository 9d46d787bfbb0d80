// The buttons of requests for approval and of refunds: who may press which, and what becomes of the message they stand on.
import { NothingDecided } from '#payments/ordering/approvals.ts';
import type { Reply } from '#slack/cards/message.ts';
import type { RequestAnswer } from '#slack/tasks/requests.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import { describeUndecided } from '#slack/text/requests.ts';
import { type ListenerDeps, maybeSent, replyWith } from './guard.ts';
import type { ButtonTask, Press } from './press.ts';

/** By action id. All refresh the presser's Home, which lists what waits for them: the button may stand there. */
export function requestTasks(tasks: Tasks): Readonly<Record<string, ButtonTask>> {
  async function answer(press: Press, answering: Promise<RequestAnswer | undefined>): Promise<void> {
    const answered = await answering;
    if (!answered) return;
    tasks.home.refreshSoon(press.userId);
    // A card is redrawn, and an older state of it must not come back.
    if (answered.isOver && answered.order?.card?.ts !== press.messageTs) await press.removeButtons();
    await press.reply(answered.answer);
  }
  return {
    approve: { right: 'approve', whenFailed, work: (press) => answer(press, tasks.requests.approve(press)) },
    // Only its form decides.
    decline: {
      right: 'approve',
      whenFailed: (incident) => describeUndecided(incident, true),
      work: (press) => answer(press, tasks.requests.askReason(press)),
    },
    // The requester may; the task refuses others.
    withdraw: { right: 'either', whenFailed, work: (press) => answer(press, tasks.requests.withdraw(press)) },
    send_now: {
      right: 'either',
      whenFailed: maybeSent,
      work: (press) => answer(press, tasks.requests.sendNow(press)),
    },
    refund_done: {
      right: 'approve',
      whenFailed,
      work: (press) => answer(press, tasks.requests.endRefund(press, true)),
    },
    refund_not_done: {
      right: 'approve',
      whenFailed,
      work: (press) => answer(press, tasks.requests.endRefund(press, false)),
    },
  };
}

/** The store did not answer. */
export function whenFailed(incident: string, error: unknown): string {
  return describeUndecided(incident, error instanceof NothingDecided);
}

/** Whoever calls has asked whether the person may act or approve. */
export type StartRefund = (
  query: string,
  person: {
    readonly userId: string;
    /** Where the person is: there a payment made elsewhere gets its card. */
    readonly channel: string | undefined;
    /** Without one a button is offered that opens the form. */
    readonly triggerId?: string | undefined;
    readonly reply: Reply;
  },
) => Promise<void>;

export function createStartRefund({ tasks, guard }: Pick<ListenerDeps, 'tasks' | 'guard'>): StartRefund {
  return async (query, { userId, channel, triggerId, reply }) => {
    const found = await tasks.refunds.find(query, { userId, channel });
    if (found.status === 'not_found') return reply(found.why);
    await guard({ userId, right: found.right, about: { deed: 'refund' }, reply }, () =>
      replyWith(
        reply,
        found.status === 'found'
          ? tasks.refunds.open(found.order, triggerId)
          : tasks.refunds.openElsewhere(found.asked, triggerId),
      ),
    );
  };
}
