// Posts what somebody shares with a channel. When Slack's answer is lost it looks whether the message is there, because the person
// would else be told that it failed, press again, and post it twice.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import type { Message, Outbound, Posted } from '#slack/delivery/outbound.ts';

/** `about`: stands in the metadata in the place of a reference. Rejects only with what `outbound` rejects. */
export async function postOrFind(
  { outbound, clock }: { outbound: Pick<Outbound, 'post' | 'findOwn'>; clock: Pick<Clock, 'now'> },
  message: Omit<Message, 'metadata' | 'threadTs'>,
  about: string,
): Promise<Posted> {
  const { channel } = message;
  const metadata = { reference: about, news: randomUUID() };
  const sinceMs = clock.now();
  const posted = await outbound.post({ ...message, metadata });
  if (posted.status !== 'unknown') return posted;
  const found = await outbound.findOwn({ channel, sinceMs }, about);
  const ts = found.status === 'found' ? found.messages.get(metadata.news) : undefined;
  return ts ? { status: 'posted', channel, ts } : posted;
}
