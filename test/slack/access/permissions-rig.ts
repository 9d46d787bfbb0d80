// The permissions over a Slack that answers as a test says, with a clock that stands still until the test moves it.
import type { Clock } from '#lib/clock.ts';
import { createPermissions } from '#slack/access/permissions.ts';
import { type Answers, startSlackAnswers } from './slack-answers.ts';

export const MEMBER = { id: 'U1', team_id: 'T1' };
const IDENTITY = {
  teamId: 'T1',
  botUserId: 'UB',
  botId: 'B1',
  name: 'teller',
  team: 'Duka',
  url: 'https://duka.slack.com/',
  scopes: undefined,
};

/** It stands still until the test moves it, however long Slack's answers take. */
export function createHandClock(): Clock & { advance(ms: number): void } {
  let now = 0;
  let waiting: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, callback) {
      const one = { at: now + delayMs, callback };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    advance(ms) {
      now += ms;
      for (const { at, callback } of waiting) if (at <= now) callback();
    },
  };
}

export async function startPermissions(
  answers: Answers,
  own: { allowed?: readonly string[]; approvers?: readonly string[]; fails?: Error } = {},
) {
  const { client, asked } = await startSlackAnswers(answers);
  const clock = createHandClock();
  const reported: object[] = [];
  const permissions = createPermissions({
    client,
    identity: {
      identify: async () => {
        if (own.fails) throw own.fails;
        return IDENTITY;
      },
    },
    allowed: own.allowed ?? [],
    approvers: own.approvers ?? [],
    clock,
    reporter: { error: (_, about) => String(reported.push(about)), warn: () => {} },
  });
  return { ...permissions, clock, asked, reported };
}

export const asMember = (own: object = {}) => ({ 'users.info': { user: { ...MEMBER, ...own } } });
