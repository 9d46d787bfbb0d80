// Panels of which one is shown at a time, with their names in a row above.
import { type ComponentType, h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

export type Tab = { readonly id: string; readonly label: string; readonly content: ComponentType };

export function Tabs({ name, tabs }: { name: string; tabs: readonly Tab[] }): JSX.Element {
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown({ key }: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = (chosen + step + tabs.length) % tabs.length;
    setChosen(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  }

  return h(
    'div',
    { class: 'tabs' },
    h(
      'div',
      { role: 'tablist', 'aria-label': name, ref: list, onKeyDown },
      tabs.map(({ id, label }, index) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            id: `tab-${id}`,
            'aria-controls': `panel-${id}`,
            'aria-selected': index === chosen,
            tabIndex: index === chosen ? 0 : -1,
            onClick: () => setChosen(index),
          },
          label,
        ),
      ),
    ),
    tabs.map(({ id, content }, index) =>
      h(
        'div',
        {
          key: id,
          role: 'tabpanel',
          id: `panel-${id}`,
          'aria-labelledby': `tab-${id}`,
          tabIndex: 0,
          hidden: index !== chosen,
        },
        index === chosen && h(content, null),
      ),
    ),
  );
}
