/// <reference lib="dom" />
// The thread at the side: its parent, its replies, and a box to answer in.
import { createComposer } from './composer.ts';
import type { Desk } from './desk.ts';
import { h, icon, keep } from './dom.ts';
import { createScroll } from './scroll.ts';
import type { Timeline } from './timeline.ts';

export function createThread(desk: Desk, timeline: Timeline): HTMLElement {
  const where = h('span', { class: 'quiet' });
  const list = h('div', { class: 'messages' });
  const body = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Replies' }, list);
  const scroll = createScroll(body);
  const composer = createComposer(desk, {
    id: 'reply',
    where: () => {
      const { thread } = desk.here();
      return thread && { channel: thread.channel, thread: thread.ts };
    },
  });
  composer.setPlaceholder('Reply… or ask: @teller status');
  const close = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': 'Close thread',
      onclick: () => desk.go({ thread: undefined, pane: 'channel' }),
    },
    icon('close'),
  );
  const pane = h(
    'section',
    { class: 'thread', 'aria-label': 'Thread' },
    h('div', { class: 'pane-head' }, h('h2', {}, 'Thread'), where, close),
    body,
    composer.node,
  );

  desk.onChange(() => {
    const { thread } = desk.here();
    pane.hidden = thread === undefined;
    document.body.classList.toggle('has-thread', thread !== undefined);
    if (!thread) return;
    const channel = desk.screen().conversations.find(({ id }) => id === thread.channel);
    where.textContent = !channel || channel.kind === 'im' ? 'Teller' : `#${channel.name}`;
    scroll.around(thread.ts, () => keep(list, timeline.thread(thread.channel, thread.ts)));
  });
  return pane;
}
