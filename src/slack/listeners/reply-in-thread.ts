// Answers in a thread for everybody who reads it, but not where people of another workspace do.
import type { WebClient } from '@slack/web-api';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import type { Place } from '#slack/delivery/outbound.ts';
import type { Replies } from '#slack/delivery/replies.ts';

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
