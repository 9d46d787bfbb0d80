// What every listener needs: may this person act, where do answers go, and what if it fails.
import type { RespondArguments, RespondFn } from '@slack/bolt';
import type { Permissions } from '#slack/access/permissions.ts';
import type { MessageContent } from '#slack/cards/order-card.ts';
import { plainCard } from '#slack/cards/status.ts';
import { REFUSALS, wentWrong } from '#slack/text/people.ts';

/** Says something to one person, where they are. */
export type Reply = (card: MessageContent | string) => Promise<void>;

export type Guard = {
  /**
   * Runs `work` for a person who may act; everybody else is told why not. What fails is told with an incident number,
   * and if that fails too, the log has both. `about` goes to the log.
   */
  run(
    asked: { userId: string; about: Record<string, unknown>; tell: Reply },
    work: () => Promise<void>,
  ): Promise<void>;
};

export function createGuard(deps: {
  permissions: Permissions;
  record: (error: unknown, about: Record<string, unknown>) => string;
  /** Keeps track of running work, so that stopping can wait for it. */
  hold: <Value>(work: Promise<Value>) => Promise<Value>;
}): Guard {
  const { permissions, record, hold } = deps;
  return {
    async run({ userId, about, tell }, work) {
      try {
        await hold(
          (async () => {
            const refusal = await permissions.refusalFor(userId);
            if (refusal) await tell(REFUSALS[refusal]);
            else await work();
          })(),
        );
      } catch (error) {
        const incident = record(error, about);
        await tell(wentWrong(incident, 'uncertain')).catch((lost: unknown) =>
          record(lost, { ...about, answering: incident }),
        );
      }
    },
  };
}

/** Through a response_url: works wherever the person is, whether or not the bot is there too. */
export function ephemerally(respond: RespondFn): Reply {
  return async (said) => {
    const { text, blocks } = asCard(said);
    await respond({ response_type: 'ephemeral', replace_original: false, text, blocks } as RespondArguments);
  };
}

export function asCard(said: MessageContent | string): MessageContent {
  return typeof said === 'string' ? plainCard(said) : said;
}
