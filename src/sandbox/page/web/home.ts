/// <reference lib="dom" />
// The app's Home tab, as the app published it for the reader.
import { avatar } from './avatar.ts';
import { blockNodes } from './blocks.ts';
import type { Desk } from './desk.ts';
import { h, keepOne } from './dom.ts';

export function createHome(desk: Desk): HTMLElement {
  const content = h('div', { class: 'home-content' });
  const messages = () => {
    const direct = desk.screen().conversations.find(({ kind }) => kind === 'im');
    if (direct) desk.go({ place: direct.id });
  };
  const node = h(
    'div',
    { class: 'home scroll', tabindex: 0, role: 'region', 'aria-label': 'Home of Teller', hidden: true },
    h(
      'div',
      { class: 'home-tabs' },
      h('span', { class: 'tab', 'aria-current': 'true' }, 'Home'),
      h('button', { type: 'button', class: 'tab', onclick: messages }, 'Messages'),
    ),
    content,
  );

  desk.onChange(() => {
    if (desk.here().place !== 'home') return;
    const { home, app } = desk.screen();
    const sign = JSON.stringify([home?.hash, home?.user, desk.here().me]);
    keepOne(content, sign, () =>
      home
        ? h('div', { class: 'blocks' }, blockNodes(desk, home.blocks, { in: 'home' }))
        : h('p', { class: 'waiting' }, avatar(desk.person(app.botUserId)), ' Teller is getting ready…'),
    );
  });
  return node;
}
