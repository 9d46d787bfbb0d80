/// <reference lib="dom" />
// Panels of which one is shown at a time, with their names in a row above.
import { h } from './dom.ts';

export type Tab = { readonly id: string; readonly label: string; readonly content: HTMLElement };

export function createTabs(name: string, tabs: readonly Tab[]): HTMLElement {
  const buttons = tabs.map(({ id, label }, index) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': `panel-${id}`,
        onclick: () => choose(index),
        onkeydown(event: KeyboardEvent) {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (step === undefined) return;
          const next = (index + step + tabs.length) % tabs.length;
          choose(next);
          buttons[next]?.focus();
        },
      },
      label,
    ),
  );
  const panels = tabs.map(({ id, content }) =>
    h('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: 0 }, content),
  );

  function choose(chosen: number) {
    buttons.forEach((button, index) => {
      button.setAttribute('aria-selected', String(index === chosen));
      button.tabIndex = index === chosen ? 0 : -1;
    });
    panels.forEach((panel, index) => {
      panel.hidden = index !== chosen;
    });
  }

  choose(0);
  return h('div', { class: 'tabs' }, h('div', { role: 'tablist', 'aria-label': name }, buttons), panels);
}
