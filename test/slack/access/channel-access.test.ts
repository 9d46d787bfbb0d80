// What Slack says about a channel, and what Teller makes of it.
import { expect, test } from 'vitest';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import { startSlackAnswers } from './slack-answers.ts';

test.each([
  ['a channel with the bot', { channel: { is_member: true, is_ext_shared: false } }, 'in', false],
  ['a channel without the bot', { channel: { is_member: false, is_ext_shared: false } }, 'out', false],
  ['a shared channel', { channel: { is_member: true, is_ext_shared: true } }, 'in', true],
  [
    'a channel that several workspaces of the organisation have',
    { channel: { is_member: true, is_ext_shared: false, is_org_shared: true } },
    'in',
    true,
  ],
  ['a channel that does not say whether it is shared', { channel: { is_member: true } }, 'in', true],
  ['a direct message', { channel: { is_im: true } }, 'in', false],
  [
    'an archived channel',
    { channel: { is_member: true, is_archived: true, is_ext_shared: false } },
    'out',
    false,
  ],
  ['nothing', {}, 'out', true],
  ['a shared channel without the bot', { channel: { is_ext_shared: true } }, 'out', true],
  ['that there is no such channel', 'channel_not_found', 'out', true],
  ['that the app has no scope for it', 'missing_scope', 'out', true],
  ['an error of its own', 'internal_error', 'unknown', true],
  ['no answer', undefined, 'unknown', true],
])('where Slack answers with %s, posting there is decided by that', async (_, answer, access, shared) => {
  const { client, sent } = await startSlackAnswers({ 'conversations.info': answer });
  const channels = createChannelAccess(client);
  expect([await channels.check('C1'), await channels.isShared('C1')]).toEqual([access, shared]);
  expect(sent.map((fields) => fields.get('channel'))).toEqual(['C1', 'C1']);
});
