// Who reads, and the names of what is read about: what drawing a text of Slack's takes.
import { useMemo } from 'preact/hooks';
import type { Person } from '#sandbox/page/server/screen.ts';
import type { Conversation } from '#sandbox/slack/state/user-views.ts';
import { slackDate } from './dates.ts';
import { type Store, usePart, useStore } from './store.ts';

export type Reader = Pick<Store, 'go' | 'act' | 'ask' | 'now'> & {
  readonly me: string;
  readonly zone: string;
  person(id: string): Person | undefined;
  channel(id: string): Conversation | undefined;
};

/** The same object as long as reader, people, channels and the day are the same: dates are called today and yesterday. */
export function useReader(): Reader {
  const { go, act, ask, now } = useStore();
  const me = usePart(({ here }) => here.me);
  const people = usePart(({ screen }) => screen.people);
  const conversations = usePart(({ screen }) => screen.conversations);
  const zone = people.find(({ id }) => id === me)?.zone ?? 'UTC';
  const today = usePart(() => slackDate(now() / 1000, '{date_num}', { zone, now: now() }));
  return useMemo(() => {
    const person = (id: string) => people.find((one) => one.id === id);
    const channel = (id: string) => conversations.find((one) => one.id === id);
    return { go, act, ask, now, me, zone, person, channel };
  }, [go, act, ask, now, me, zone, today, people, conversations]);
}
