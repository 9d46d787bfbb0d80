// The box at the foot of a channel or thread: messages, mentions and commands, with what could come next on offer.
import { type ComponentChildren, h, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';
import { type Offer, offersFor } from './completion.ts';

/** Words that a button puts into the box, for the person to send; a new object each time. */
export type Draft = { readonly text: string };

export function MessageBox(props: {
  id: string;
  channel: string;
  thread?: string;
  placeholder: string;
  draft?: Draft | undefined;
  /** The answer to what one has written should be in sight. */
  onSend: () => void;
  before?: ComponentChildren;
}): JSX.Element {
  const { id, channel, thread, draft } = props;
  const { act } = useStore();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const known = useKnown(channel, thread !== undefined);
  const offers = isOpen ? offersFor(text, known) : [];
  // Tab takes the first suggestion. Enter sends what was typed, unless an arrow has chosen a suggestion.
  const [chosen, setChosen] = useState(-1);
  const listId = `${id}-offers`;

  function write(words: string) {
    setText(words);
    setOpen(true);
    setChosen(-1);
  }

  function fill(words: string) {
    // First, since a field that gets the focus offers what fits its old text.
    input.current?.focus();
    write(words);
  }

  useLayoutEffect(() => {
    if (draft) fill(draft.text);
  }, [draft]);

  function onKeyDown(event: KeyboardEvent) {
    if (offers.length === 0 || event.isComposing) return;
    const offer = offers[event.key === 'Tab' ? Math.max(chosen, 0) : chosen];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((Math.max(chosen, step < 0 ? 0 : -1) + step + offers.length) % offers.length);
    } else if (event.key === 'Escape') setOpen(false);
    else if (offer && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) fill(offer.text);
    else return;
    event.preventDefault();
  }

  function submit(event: Event) {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    setText('');
    setOpen(false);
    props.onSend();
    void act({ type: 'write', channel, text: words, ...(thread !== undefined && { thread }) });
  }

  return h(
    'form',
    { class: 'message-box', onSubmit: submit },
    h(
      'div',
      {
        id: listId,
        role: 'listbox',
        class: 'offers',
        'aria-label': 'Suggestions',
        hidden: offers.length === 0,
      },
      offers.map((offer, index) => offerNode(offer, `${listId}-${index}`, index === chosen, fill)),
    ),
    h(
      'div',
      { class: 'box' },
      props.before,
      h('input', {
        id,
        ref: input,
        type: 'text',
        role: 'combobox',
        autocomplete: 'off',
        spellcheck: false,
        placeholder: props.placeholder,
        value: text,
        'aria-label': props.placeholder,
        'aria-autocomplete': 'list',
        'aria-expanded': offers.length > 0,
        'aria-controls': listId,
        'aria-activedescendant': offers[chosen] && `${listId}-${chosen}`,
        onInput: ({ currentTarget }) => write(currentTarget.value),
        onFocus: () => write(text),
        onBlur: () => setOpen(false),
        onKeyDown,
      }),
      h('button', { class: 'icon-button send', 'aria-label': 'Send now' }, icon('send')),
    ),
  );
}

function offerNode(offer: Offer, id: string, isChosen: boolean, take: (text: string) => void): JSX.Element {
  const onPointerDown = (event: Event) => {
    event.preventDefault();
    take(offer.text);
  };
  return h(
    'div',
    { id, role: 'option', 'aria-selected': isChosen, onPointerDown },
    h('strong', null, offer.label),
    h('span', null, offer.hint),
  );
}

/** What the suggestions are made from. */
function useKnown(channel: string, isInThread: boolean) {
  const conversations = usePart(({ screen }) => screen.conversations);
  const { command, commandDescription, words } = usePart(({ screen }) => screen.app);
  const people = usePart(({ screen }) => screen.people);
  const orders = usePart(({ screen }) => screen.orders);
  const me = usePart(({ here }) => here.me);
  return {
    command,
    description: commandDescription,
    words,
    people: people.filter(({ id }) => id !== me),
    references: Object.values(orders)
      .filter(({ kind }) => kind !== 'charge')
      .map(({ reference }) => reference)
      .reverse(),
    isInThread,
    isDirect: conversations.find(({ id }) => id === channel)?.kind === 'im',
  };
}
