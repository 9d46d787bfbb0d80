// The first stops of the Tab key: past the messages, which have a few stops each, to where one types and where it rings.
import { h, type JSX } from 'preact';
import { type Pane, usePart, useStore } from '#sandbox/page/web/state/store.ts';

export function SkipLinks(): JSX.Element {
  const { go } = useStore();
  const isHome = usePart(({ here }) => here.place === 'home');
  const link = (id: string, pane: Pane, label: string) => {
    const onClick = (event: Event) => {
      event.preventDefault();
      go({ pane });
      // In a narrow window the pane is shown first.
      requestAnimationFrame(() => document.getElementById(id)?.focus());
    };
    return h('a', { href: `#${id}`, onClick }, label);
  };
  return h(
    'nav',
    { class: 'skip', 'aria-label': 'Skip' },
    !isHome && link('compose', 'channel', 'Skip to the message box'),
    link('phone', 'customer', 'Skip to the customer’s phone'),
  );
}
