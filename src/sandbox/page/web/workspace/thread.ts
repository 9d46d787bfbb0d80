// The thread at the side: its parent, its replies, and a box to answer in.
import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { useScrollAtEnd } from '#sandbox/page/web/parts/scroll.ts';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart } from '#sandbox/page/web/state/store.ts';
import { MessageBox } from './message-box.ts';
import { useTimeline } from './timeline.ts';

export function Thread(): JSX.Element | null {
  const thread = usePart(({ here }) => here.thread);
  return thread ? h(ThreadPane, thread) : null;
}

function ThreadPane({ channel, ts }: { channel: string; ts: string }): JSX.Element {
  const reader = useReader();
  const body = useRef<HTMLDivElement>(null);
  const messages = useTimeline(reader, channel, ts);
  const toEnd = useScrollAtEnd(body, ts, messages);
  const place = reader.channel(channel);
  const close = () => reader.go({ thread: undefined, pane: 'channel' });
  return h(
    'section',
    { class: 'thread', 'aria-label': 'Thread' },
    h(
      'div',
      { class: 'pane-head' },
      h('h2', null, 'Thread'),
      h('span', { class: 'muted' }, !place || place.kind === 'im' ? 'Teller' : `#${place.name}`),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close thread', onClick: close },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Replies', ref: body },
      h('div', { class: 'messages' }, messages),
    ),
    h(MessageBox, {
      id: 'reply',
      channel,
      thread: ts,
      placeholder: 'Reply… or @teller find',
      onSend: toEnd,
    }),
  );
}
