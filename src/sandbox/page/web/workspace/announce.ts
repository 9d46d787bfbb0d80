// Says what has happened: new messages to screen readers, and short sentences at the foot of the page to everybody.
import { type ComponentChild, type ComponentChildren, h, isValidElement, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { mrkdwn } from '#sandbox/page/web/blocks/mrkdwn.ts';
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
  // Another object only when the server has sent the whole screen, for another person or anew.
  const people = usePart(({ screen }) => screen.people);
  const known = useRef({ people: [] as typeof people, newest: '' });
  const [read, setRead] = useState<readonly (Message | Ephemeral)[]>([]);

  useEffect(() => {
    const before = known.current;
    const all = [...Object.values(messages).flatMap((channel) => Object.values(channel)), ...ephemerals];
    const last = all.reduce((latest, { ts }) => (ts > latest ? ts : latest), '');
    known.current = { people, newest: last };
    if (before.people !== people) return;
    const fresh = all
      .filter(({ ts }) => ts > before.newest)
      .sort((one, other) => one.ts.localeCompare(other.ts));
    if (fresh.length > 0) setRead((earlier) => [...earlier, ...fresh].slice(-MAX_READ));
  }, [people, messages, ephemerals]);

  return h(
    'div',
    { class: 'hidden', 'aria-live': 'polite', role: 'log', 'aria-label': 'New messages' },
    read.map((message) => {
      const name = 'type' in message ? reader.person(message.user)?.realName : 'Only visible to you';
      return h('p', { key: message.ts }, `${name ?? 'Somebody'}: ${wordsOf(mrkdwn(reader, message.text))}`);
    }),
  );
}

/** What nodes say, without what can be pressed in them: nobody would see where the focus is. */
function wordsOf(nodes: ComponentChildren): string {
  if (Array.isArray(nodes)) return nodes.map((node: ComponentChild) => wordsOf(node)).join('');
  if (!isValidElement(nodes)) return typeof nodes === 'string' ? nodes : '';
  const { props } = nodes;
  return 'aria-label' in props ? String(props['aria-label']) : wordsOf(props.children);
}
