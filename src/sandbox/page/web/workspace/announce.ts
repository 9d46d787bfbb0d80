// Says what has happened: new messages to screen readers, and short sentences at the foot of the page to everybody.
import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart } from '#sandbox/page/web/state/store.ts';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';

const MAX_READ = 5;

export function Note(): JSX.Element {
  return h(
    'div',
    { class: 'toast', role: 'status' },
    usePart(({ note }) => note),
  );
}

/** Reads out what arrives after the beginning; the text of a message is made for that. */
export function NewMessages(): JSX.Element {
  const reader = useReader();
  const messages = usePart(({ screen }) => screen.messages);
  const ephemerals = usePart(({ screen }) => screen.ephemerals);
  const known = useRef({ me: '', newest: '' });
  const [read, setRead] = useState<readonly (Message | Ephemeral)[]>([]);

  useEffect(() => {
    const { me, newest } = known.current;
    const all = [...Object.values(messages).flatMap((channel) => Object.values(channel)), ...ephemerals];
    const last = all.reduce((latest, { ts }) => (ts > latest ? ts : latest), '');
    known.current = { me: reader.me, newest: last };
    if (me !== reader.me || newest === '') return;
    const fresh = all.filter(({ ts }) => ts > newest).sort((one, other) => one.ts.localeCompare(other.ts));
    if (fresh.length > 0) setRead((before) => [...before, ...fresh].slice(-MAX_READ));
  }, [reader.me, messages, ephemerals]);

  return h(
    'div',
    { class: 'hidden', 'aria-live': 'polite', role: 'log', 'aria-label': 'New messages' },
    read.map((message) => {
      const name = 'type' in message ? reader.person(message.user)?.realName : 'Only visible to you';
      return h('p', { key: message.ts }, `${name ?? 'Somebody'}: ${message.text}`);
    }),
  );
}
