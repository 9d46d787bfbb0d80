// Which refusals of Slack end the tries at once, which after a day, and which never.
import { expect, it } from 'vitest';
import { GIVE_UP_MS, isFinal } from '#slack/bolt/errors.ts';

const refused = (code: string) => ({ status: 'refused', code, error: undefined }) as const;

it.each([
  'is_archived',
  'channel_not_found',
  'restricted_action_thread_locked',
  'thread_not_found',
  'message_not_found',
  'user_disabled',
  'cannot_dm_bot',
  'invalid_blocks',
  'msg_too_long',
])('what Slack refuses as %s is not tried again', (code) => {
  expect(isFinal(refused(code), 0)).toBe(true);
});

it.each(['access_denied', 'ekm_access_denied', 'external_channel_migrating', 'update_failed', 'unheard_of'])(
  'what Slack refuses as %s is tried again for a day',
  (code) => {
    expect(isFinal(refused(code), GIVE_UP_MS)).toBe(false);
    expect(isFinal(refused(code), GIVE_UP_MS + 1)).toBe(true);
  },
);

it.each([
  'invalid_auth',
  'missing_scope',
  'team_access_not_granted',
  'org_login_required',
  'accesslimited',
  'message_limit_exceeded',
])('what Slack refuses as %s is tried for as long as Slack takes nothing', (code) => {
  expect(isFinal(refused(code), Number.POSITIVE_INFINITY)).toBe(false);
});
