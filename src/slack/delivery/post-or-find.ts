// Posts what somebody waits for. When Slack's answer is lost it looks whether the message is there, because the person would else
// be told that it failed, ask again, and have it posted twice.
import type { Clock } from '#lib/clock.ts';
import type { Message, Outbound, Place, Posted } from './outbound.ts';

/** `where`: with a person's id the direct message with them. Rejects only with what `outbound` rejects. */
export async function postOrFind(
  {
    outbound,
    clock,
  }: { outbound: Pick<Outbound, 'post' | 'postToPerson' | 'findOwn'>; clock: Pick<Clock, 'now'> },
  where: Place | { readonly userId: string },
  message: Omit<Message, 'channel' | 'threadTs'>,
): Promise<Posted> {
  const { reference, news } = message.metadata;
  const sinceMs = clock.now();
  const posted =
    'userId' in where
      ? await outbound.postToPerson(where.userId, message)
      : await outbound.post({ ...where, ...message });
  if (posted.status !== 'unknown') return posted;
  const found = await outbound.findOwn({ ...where, sinceMs }, reference);
  const ts = found.status === 'found' && found.messages.get(news);
  return ts ? { status: 'posted', channel: found.channel, ts } : posted;
}
