/// <reference lib="dom" />
// A button that opens a menu: arrows walk through it, Escape and a click elsewhere close it.
import { type Child, h } from './dom.ts';

export type MenuItem = { readonly label: string; readonly hint?: string; readonly onPick: () => void };

/** `attributes` are the button's; the items are asked for each time it opens. */
export function menuButton(
  attributes: Readonly<Record<string, unknown>>,
  content: Child,
  items: () => readonly MenuItem[],
): HTMLElement {
  const button = h(
    'button',
    { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', ...attributes },
    content,
  );
  const place = h('span', { class: 'menu-place' }, button);
  let menu: HTMLElement | undefined;

  function close() {
    menu?.remove();
    menu = undefined;
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', closeFromOutside);
  }

  function closeFromOutside(event: Event) {
    if (!place.contains(event.target as Node)) close();
  }

  function open() {
    const nodes = items().map(({ label, hint, onPick }) =>
      h(
        'button',
        {
          type: 'button',
          role: 'menuitem',
          tabindex: -1,
          onclick() {
            close();
            button.focus();
            onPick();
          },
        },
        h('span', {}, label),
        hint && h('small', {}, hint),
      ),
    );
    menu = h('div', { role: 'menu', class: 'menu', onkeydown: walk }, nodes);
    place.appendChild(menu);
    const { right, bottom } = menu.getBoundingClientRect();
    if (right > window.innerWidth) menu.classList.add('to-left');
    if (bottom > window.innerHeight - 8) menu.classList.add('upwards');
    button.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', closeFromOutside);
    nodes[0]?.focus();
  }

  function walk(event: KeyboardEvent) {
    const nodes = [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = nodes.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === 'Escape' || event.key === 'Tab') {
      close();
      if (event.key === 'Escape') {
        event.stopPropagation();
        button.focus();
      }
      return;
    }
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    nodes.at(next >= nodes.length ? 0 : next)?.focus();
  }

  button.addEventListener('click', () => (menu ? close() : open()));
  return place;
}
