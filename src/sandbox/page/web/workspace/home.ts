// The app's Home tab, as the app published it for the reader.
import { h, type JSX } from 'preact';
import { blockNodes } from '#sandbox/page/web/blocks/blocks.ts';
import { avatar } from '#sandbox/page/web/parts/avatar.ts';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart } from '#sandbox/page/web/state/store.ts';

export function Home(): JSX.Element {
  const reader = useReader();
  const home = usePart(({ screen }) => screen.home);
  const app = usePart(({ screen }) => screen.app);
  const direct = usePart(({ screen }) => screen.conversations.find(({ kind }) => kind === 'im'));
  const messages = () => direct && reader.go({ place: direct.id });
  return h(
    'div',
    { class: 'home scroll', tabIndex: 0, role: 'region', 'aria-label': 'Home of Teller' },
    h(
      'div',
      { class: 'home-tabs' },
      h('span', { class: 'tab', 'aria-current': 'true' }, 'Home'),
      h('button', { type: 'button', class: 'tab', onClick: messages }, 'Messages'),
    ),
    h(
      'div',
      { class: 'home-content' },
      home
        ? h('div', { class: 'blocks' }, blockNodes(reader, home.blocks, { in: 'home' }))
        : h('p', { class: 'waiting' }, avatar(reader.person(app.botUserId)), ' Teller is getting ready…'),
    ),
  );
}
