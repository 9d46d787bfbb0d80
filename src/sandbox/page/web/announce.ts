/// <reference lib="dom" />
// Says what has happened: new messages to those who listen, and short sentences at the foot of the page to everybody.
import type { Desk } from './desk.ts';
import { h } from './dom.ts';

const SHOWN_MS = 6_000;

export function createToast(): { node: HTMLElement; say: (note: string) => void } {
  const node = h('div', { class: 'toast', role: 'status' });
  let timer: number | undefined;
  return {
    node,
    say(note) {
      node.textContent = note;
      clearTimeout(timer);
      timer = window.setTimeout(() => node.replaceChildren(), SHOWN_MS);
    },
  };
}

/** Reads out what arrives after the beginning; the text of a message is made for that. */
export function createNewsReader(desk: Desk): HTMLElement {
  const node = h('div', {
    class: 'hidden',
    'aria-live': 'polite',
    role: 'log',
    'aria-label': 'New messages',
  });
  let newest = '';
  let who = '';

  desk.onChange(() => {
    const { messages, ephemerals } = desk.screen();
    const { me } = desk.here();
    const all = [...Object.values(messages).flat(), ...ephemerals].toSorted((one, other) =>
      one.ts.localeCompare(other.ts),
    );
    const fresh = who === me ? all.filter(({ ts }) => ts > newest) : [];
    who = me;
    newest = all.at(-1)?.ts ?? newest;
    for (const message of fresh) {
      const name = 'type' in message ? desk.person(message.user)?.realName : 'Only visible to you';
      node.appendChild(h('p', {}, `${name ?? 'Somebody'}: ${message.text}`));
    }
    while (node.childElementCount > 5) node.firstElementChild?.remove();
  });
  return node;
}
