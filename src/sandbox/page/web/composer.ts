/// <reference lib="dom" />
// The box at the foot of a channel or thread: messages, mentions and commands, with what could come next on offer.
import { type Offer, offersFor } from './completion.ts';
import type { Desk } from './desk.ts';
import { type Child, h, icon } from './dom.ts';

export type Composer = {
  readonly node: HTMLElement;
  /** Puts words into the box, for the person to send. */
  fill(text: string): void;
  setPlaceholder(words: string): void;
};

/** `where` says what is written to; undefined: nowhere, nothing is sent. */
export function createComposer(
  desk: Desk,
  options: {
    id: string;
    where: () => { channel: string; thread?: string } | undefined;
    before?: Child;
  },
): Composer {
  const { id, where } = options;
  const listId = `${id}-offers`;
  let offers: Offer[] = [];
  let chosen = -1;

  const list = h('div', {
    id: listId,
    role: 'listbox',
    class: 'offers',
    'aria-label': 'Suggestions',
    hidden: true,
  });
  const input = h('input', {
    id,
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': 'Message',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
    oninput: () => refresh(),
    onfocus: () => refresh(),
    onblur: () => hide(),
    onkeydown: (event: KeyboardEvent) => onKey(event),
  });
  const send = h('button', { class: 'icon-button send', 'aria-label': 'Send now' }, icon('send'));
  const onsubmit = (event: Event) => {
    event.preventDefault();
    submit();
  };
  const node = h(
    'form',
    { class: 'composer', onsubmit },
    list,
    h('div', { class: 'box' }, options.before, input, send),
  );

  function refresh() {
    const { app, orders, people } = desk.screen();
    const isInThread = where()?.thread !== undefined;
    offers = offersFor(input.value, {
      command: app.command,
      description: app.commandDescription,
      words: app.words,
      references: orders.filter(({ kind }) => kind !== 'charge').map(({ reference }) => reference),
      people: people.filter((person) => person.id !== desk.here().me),
      isInThread,
    });
    // While a word is being typed Enter completes it; after a blank it sends.
    chosen = offers.length > 0 && !input.value.endsWith(' ') ? 0 : -1;
    draw();
  }

  function draw() {
    list.replaceChildren(
      ...offers.map(({ label, hint }, index) =>
        h(
          'div',
          {
            id: `${listId}-${index}`,
            role: 'option',
            'aria-selected': index === chosen ? 'true' : 'false',
            onpointerdown(event: Event) {
              event.preventDefault();
              take(index);
            },
          },
          h('strong', {}, label),
          h('span', {}, hint),
        ),
      ),
    );
    list.hidden = offers.length === 0;
    input.setAttribute('aria-expanded', String(offers.length > 0));
    if (chosen < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${listId}-${chosen}`);
  }

  function hide() {
    offers = [];
    chosen = -1;
    draw();
  }

  function take(index: number) {
    const offer = offers[index];
    if (!offer) return;
    input.value = offer.text;
    input.focus();
    refresh();
  }

  function onKey(event: KeyboardEvent) {
    const isOpen = offers.length > 0;
    if (!isOpen || event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      chosen = (Math.max(chosen, step < 0 ? 0 : -1) + step + offers.length) % offers.length;
      draw();
    } else if (event.key === 'Escape') hide();
    else if (event.key === 'Tab' && !event.shiftKey) take(Math.max(chosen, 0));
    else if (event.key === 'Enter' && chosen >= 0) take(chosen);
    else return;
    event.preventDefault();
  }

  function submit() {
    const text = input.value.trim();
    const place = where();
    if (text === '' || !place) return;
    input.value = '';
    hide();
    void desk.act({ type: 'write', text, ...place });
  }

  return {
    node,
    fill(text) {
      input.value = text;
      input.focus();
      refresh();
    },
    setPlaceholder(words) {
      if (input.placeholder === words) return;
      input.placeholder = words;
      input.setAttribute('aria-label', words);
    },
  };
}
