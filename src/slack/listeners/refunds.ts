// Starting to request a refund, from a button or by words: whose payment it is decides which right that needs.
import type { Reply } from '#slack/cards/message.ts';
import { type ListenerDeps, replyWith } from './guard.ts';

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
