// What every listener needs: may this person act, where do answers go, and what if it fails.
import type { RespondArguments, RespondFn } from '@slack/bolt';
import type { Card } from './cards/order-card.ts';
import { plainCard } from './cards/status.ts';
import type { Permissions } from './permissions.ts';
import { REFUSALS, wentWrong } from './words/people.ts';

/** Says something to one person, where they are. */
export type Tell = (card: Card | string) => Promise<void>;

export type Surface = {
  /**
   * Runs `work` for a person who may act; everybody else is told why not. What fails is told with an incident number,
   * and if that fails too, the log has both. `about` goes to the log.
   */
  run(
    asked: { userId: string; about: Record<string, unknown>; tell: Tell },
    work: () => Promise<void>,
  ): Promise<void>;
};

export function createSurface(deps: {
  permissions: Permissions;
  record: (error: unknown, about: Record<string, unknown>) => string;
  /** Keeps track of running work, so that stopping can wait for it. */
  hold: <Value>(work: Promise<Value>) => Promise<Value>;
}): Surface {
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
        await tell(wentWrong(incident, 'unsure')).catch((lost: unknown) =>
          record(lost, { ...about, answering: incident }),
        );
      }
    },
  };
}

/** Through a response_url: works wherever the person is, whether or not the bot is there too. */
export function ephemerally(respond: RespondFn): Tell {
  return async (said) => {
    const { text, blocks } = asCard(said);
    await respond({ response_type: 'ephemeral', replace_original: false, text, blocks } as RespondArguments);
  };
}

export function asCard(said: Card | string): Card {
  return typeof said === 'string' ? plainCard(said) : said;
}
