// A button that opens a menu: arrows walk through it, Escape and a click elsewhere close it.
import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export type MenuItem = { readonly label: string; readonly hint?: string; readonly onPick: () => void };

/** `items` is called each time the menu opens. */
export function Menu(props: {
  label: string;
  children?: ComponentChildren;
  items: () => readonly MenuItem[];
}): JSX.Element {
  const [items, setItems] = useState<readonly MenuItem[]>();
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setItems(undefined);

  useEffect(() => {
    if (!items) return;
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, [items]);

  return h(
    'span',
    { class: 'menu-place', ref: place },
    h(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        ref: button,
        'aria-label': props.label,
        'aria-haspopup': 'menu',
        'aria-expanded': items !== undefined,
        onClick: () => setItems(items ? undefined : props.items()),
      },
      props.children,
    ),
    items &&
      h(MenuItems, {
        items,
        close(isByKey) {
          close();
          if (isByKey) button.current?.focus();
        },
      }),
  );
}

/** `close` says whether the button should have the focus again. */
function MenuItems({
  items,
  close,
}: {
  items: readonly MenuItem[];
  close: (isByKey: boolean) => void;
}): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  const buttons = () => [...(menu.current?.querySelectorAll('button') ?? [])];

  useLayoutEffect(() => {
    const { right = 0, bottom = 0 } = menu.current?.getBoundingClientRect() ?? {};
    // A pane that scrolls hides what reaches over its side.
    const pane = menu.current?.closest('.scroll')?.getBoundingClientRect();
    if (right > (pane?.right ?? window.innerWidth)) menu.current?.classList.add('to-left');
    if (bottom > window.innerHeight - 8) menu.current?.classList.add('upwards');
    buttons()[0]?.focus();
  }, []);

  function walk(event: KeyboardEvent) {
    const all = buttons();
    const at = all.findIndex((one) => one.matches(':focus'));
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.stopPropagation();
      return close(event.key === 'Escape');
    }
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next >= all.length ? 0 : next)?.focus();
  }

  return h(
    'div',
    { role: 'menu', class: 'menu', ref: menu, onKeyDown: walk },
    items.map(({ label, hint, onPick }) =>
      h(
        'button',
        {
          type: 'button',
          role: 'menuitem',
          tabIndex: -1,
          onClick() {
            close(true);
            onPick();
          },
        },
        h('span', null, label),
        hint && h('small', null, hint),
      ),
    ),
  );
}
