// A select whose options the app finds: typing searches, arrows walk through what was found, Enter takes it.
import { createContext, h, type JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { FormEntries, Surface } from '#sandbox/page/server/screen.ts';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { asText, type Fields, fieldsOr, wordsOf } from '#sandbox/page/web/state/json.ts';
import { useStore } from '#sandbox/page/web/state/store.ts';
import type { Suggestions, View } from '#sandbox/slack/state/model.ts';

/** The form around it, and what was typed into the other fields, which Slack sends along. */
export const OpenForm = createContext<
  { readonly view: View; readonly entries: () => FormEntries } | undefined
>(undefined);

/** So that a word is asked for once, not letter by letter. */
const PAUSE_MS = 120;

/** Slack asks the app from the third character on, unless the app says otherwise. */
const MIN_QUERY_LENGTH = 3;

export function ExternalSelect(props: {
  at: Surface;
  block: Fields;
  element: Fields;
  /** Its id, label and what describes it. */
  attributes: Readonly<Record<string, string | boolean | undefined>>;
}): JSX.Element {
  const { at, block, element, attributes } = props;
  const { act } = useStore();
  const form = useContext(OpenForm);
  const [query, setQuery] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const action = asText(element['action_id']);
  const blockId = asText(block['block_id']);
  const held = fieldsOr(form?.view.state.values[blockId]?.[action]?.['selected_option']);
  const typed = query ?? '';
  const least = Number(element['min_query_length'] ?? MIN_QUERY_LENGTH);
  const found = foundFor(form?.view.suggestions[blockId]?.[action], typed, least);
  const options = isOpen ? found.options : [];
  const listId = `offers-${blockId}-${action}`;

  useEffect(() => {
    if (!isOpen || typed.length < least) return;
    const pause = setTimeout(() => void act({ type: 'search', at, action, query: typed }), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [isOpen, typed]);

  function search(words: string) {
    setQuery(words);
    setMarked(0);
    setOpen(true);
  }

  function close() {
    setOpen(false);
    setQuery(undefined);
  }

  function take(option: Fields | undefined) {
    close();
    const values = form?.entries() ?? {};
    void act({ type: 'pick', at, action, value: option ? asText(option['value']) : null, values });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !isOpen) search('');
    else if (step) setMarked((marked + step + options.length) % Math.max(options.length, 1));
    else if (!isOpen || (event.key !== 'Escape' && event.key !== 'Enter')) return;
    else if (event.key === 'Escape') close();
    else if (options[marked]) take(options[marked]);
    // Escape would close the form, and Enter would send it.
    event.preventDefault();
    event.stopPropagation();
  }

  return h(
    'div',
    { class: 'external-select' },
    h('input', {
      ...attributes,
      ref: input,
      type: 'text',
      role: 'combobox',
      autocomplete: 'off',
      spellcheck: false,
      placeholder: wordsOf(element['placeholder']) || 'Search…',
      value: query ?? wordsOf(held?.['text']),
      'aria-autocomplete': 'list',
      'aria-expanded': options.length > 0,
      'aria-controls': listId,
      'aria-activedescendant': options[marked] && `${listId}-${marked}`,
      onInput: ({ currentTarget }) => search(currentTarget.value),
      onClick: () => !isOpen && search(''),
      onBlur: close,
      onKeyDown,
    }),
    held &&
      block['optional'] === true &&
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': `Clear ${wordsOf(block['label'])}`,
          onClick() {
            take(undefined);
            input.current?.focus();
          },
        },
        icon('close'),
      ),
    h(
      'div',
      { id: listId, role: 'listbox', class: 'offers', 'aria-label': 'Options', hidden: options.length === 0 },
      options.map((option, index) => {
        const onPointerDown = (event: Event) => {
          event.preventDefault();
          take(option);
        };
        const id = `${listId}-${index}`;
        const label = wordsOf(option['text']);
        return h('div', { id, role: 'option', 'aria-selected': index === marked, onPointerDown }, label);
      }),
    ),
    h('p', { class: 'offers-note', role: 'status' }, isOpen ? found.note : ''),
  );
}

/** What there is for these letters, and a sentence where that is nothing. */
function foundFor(
  suggestions: Suggestions | undefined,
  typed: string,
  least: number,
): { readonly options: readonly Fields[]; readonly note: string } {
  if (typed.length < least) return { options: [], note: `Type ${least} characters or more.` };
  if (suggestions?.query !== typed) return { options: [], note: 'Searching…' };
  const { options, trouble } = suggestions;
  return { options, note: trouble ?? (options.length === 0 ? 'No results' : '') };
}
