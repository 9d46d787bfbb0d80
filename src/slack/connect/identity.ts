// Who the bot is in Slack. Asked once, when first needed, so that Teller starts while Slack is down.
import type { WebClient } from '@slack/web-api';
import { singleFlight } from '#lib/single-flight.ts';

export type Identity = {
  readonly teamId: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly name: string;
};

export type WhoAmI = {
  /** Rejects while Slack cannot be asked or does not accept the token. */
  ask(): Promise<Identity>;
  /** What is known without asking. */
  known(): Identity | undefined;
  /** A call failed that should not have: the next `ask` asks Slack again. */
  doubt(): void;
};

export function createWhoAmI(client: WebClient): WhoAmI {
  let identity: Identity | undefined;
  let isSure = false;
  const ask = singleFlight(async (_: 'me') => {
    if (identity && isSure) return identity;
    const { team_id, user_id, bot_id, user } = await client.auth.test();
    if (!team_id || !user_id) throw new Error('auth.test did not say who the bot is');
    identity = { teamId: team_id, botUserId: user_id, botId: bot_id ?? '', name: user ?? 'Teller' };
    isSure = true;
    return identity;
  });
  return {
    ask: () => ask('me'),
    known: () => identity,
    doubt() {
      isSure = false;
    },
  };
}
