// Who reads, and the names of what is read about: what drawing a text of Slack's takes.
import { useMemo } from 'preact/hooks';
import type { Person } from '#sandbox/page/server/screen.ts';
import type { Conversation } from '#sandbox/slack/state/user-views.ts';
import { type Store, usePart, useStore } from './store.ts';

export type Reader = Pick<Store, 'go' | 'act' | 'ask' | 'now'> & {
  readonly me: string;
  readonly zone: string;
  person(id: string): Person | undefined;
  channel(id: string): Conversation | undefined;
};

/** The same object as long as reader, people and channels are the same. */
export function useReader(): Reader {
  const { go, act, ask, now } = useStore();
  const me = usePart(({ here }) => here.me);
  const people = usePart(({ screen }) => screen.people);
  const conversations = usePart(({ screen }) => screen.conversations);
  return useMemo(() => {
    const person = (id: string) => people.find((one) => one.id === id);
    const channel = (id: string) => conversations.find((one) => one.id === id);
    return { go, act, ask, now, me, zone: person(me)?.zone ?? 'UTC', person, channel };
  }, [go, act, ask, now, me, people, conversations]);
}
