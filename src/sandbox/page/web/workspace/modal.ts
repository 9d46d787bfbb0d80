// The modal on top of the reader's screen: a dialog that follows the app's view, and keeps what is being typed.
import { h, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FormEntries } from '#sandbox/page/server/screen.ts';
import { blockNodes } from '#sandbox/page/web/blocks/blocks.ts';
import { OpenForm } from '#sandbox/page/web/blocks/external-select.ts';
import { heldIn, inputNode, type Typed } from '#sandbox/page/web/blocks/inputs.ts';
import { useDialog } from '#sandbox/page/web/parts/dialog.ts';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { asText, type Fields, fieldsOr, wordsOf } from '#sandbox/page/web/state/json.ts';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart } from '#sandbox/page/web/state/store.ts';
import type { View } from '#sandbox/slack/state/model.ts';

const REPORTED_AFTER_MS = 250;

export function Modal(): JSX.Element | null {
  const view = usePart(({ screen }) => screen.modal);
  return view && h(ModalDialog, { view });
}

function ModalDialog({ view }: { view: View }): JSX.Element {
  const { act } = useReader();
  const dialog = useRef<HTMLDialogElement>(null);
  // A result needs no answer, so what is around it can be used while it is open.
  useDialog(dialog, view.submit !== null);
  useFocus(dialog, view);
  const onCancel = (event: Event) => {
    event.preventDefault();
    void act({ type: 'closeModal' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && view.submit === null) onCancel(event);
  };
  return h(
    'dialog',
    { class: 'modal', 'aria-labelledby': 'modal-title', ref: dialog, onCancel, onKeyDown },
    h(Form, { key: view.id, view }),
  );
}

/** After each change of the view: to what is wrong, else to the field that the app names or to the first, unless the person is somewhere in it. */
function useFocus(dialog: { current: HTMLDialogElement | null }, view: View): void {
  useLayoutEffect(() => {
    const find = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector);
    const active = document.activeElement;
    const isInside =
      active !== dialog.current && dialog.current?.contains(active) && !active?.closest('.dialog-head');
    const wrong = find('[aria-invalid]');
    const named = view.blocks.find((block) => fieldsOr(block['element'])?.['focus_on_load'] === true);
    const first = named ? `[name="${named.block_id}"]` : '.field :is(input, select)';
    if (wrong) wrong.focus();
    else if (!isInside) (find(first) ?? find('.dialog-foot button'))?.focus();
  }, [dialog, view]);
}

function Form({ view }: { view: View }): JSX.Element {
  const reader = useReader();
  const conversations = usePart(({ screen }) => screen.conversations);
  /** By block id: an update of the view leaves alone what a person has typed, as in Slack. */
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [isSending, setSending] = useState(false);
  const close = () => void reader.act({ type: 'closeModal' });

  function entryOf(block: Fields): Fields | undefined {
    const action = asText(fieldsOr(block['element'])?.['action_id']);
    return view.state.values[asText(block['block_id'])]?.[action];
  }

  function inputOf(block: Fields): Typed {
    return typed[asText(block['block_id'])] ?? heldIn(entryOf(block));
  }

  /** All that stands in the form, as it is sent. */
  function entries(): FormEntries {
    const inputs = view.blocks.filter(({ type }) => type === 'input');
    const values = inputs.map((block) => {
      const value = inputOf(block);
      return [block.block_id, typeof value === 'string' ? value : [...value]];
    });
    return Object.fromEntries(values);
  }

  /** Slack tells the app of what is typed into a field that asks for it, while it is typed, and of what is chosen there. */
  const report = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(report.current), []);
  function reportSoon(element: Fields | undefined, value: Typed) {
    const config = fieldsOr(element?.['dispatch_action_config'])?.['trigger_actions_on'];
    const isTyped = Array.isArray(config) && config.includes('on_character_entered');
    if (!element || !(isTyped || element['type'] === 'static_select')) return;
    const action = asText(element['action_id']);
    const entered = typeof value === 'string' ? value : [...value];
    clearTimeout(report.current);
    report.current = window.setTimeout(
      () => void reader.act({ type: 'pick', at: { in: 'modal' }, action, value: entered, values: entries() }),
      isTyped ? REPORTED_AFTER_MS : 0,
    );
  }

  async function onSubmit(event: Event) {
    event.preventDefault();
    if (!view.submit || isSending) return;
    clearTimeout(report.current);
    setSending(true);
    await reader.act({ type: 'submit', values: entries() });
    setSending(false);
  }

  const drawInput = (block: Fields) => {
    const id = asText(block['block_id']);
    const onType = (value: Typed) => {
      setTyped((before) => ({ ...before, [id]: value }));
      if (block['dispatch_action'] === true) reportSoon(fieldsOr(block['element']), value);
    };
    return inputNode(conversations, {
      block,
      value: inputOf(block),
      held: entryOf(block),
      error: view.errors[id],
      onType,
    });
  };

  return h(
    'form',
    { noValidate: true, onSubmit },
    h(
      'div',
      { class: 'dialog-head' },
      h('h2', { id: 'modal-title' }, wordsOf(view.title)),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close', onClick: close },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'dialog-body', tabIndex: 0, role: 'group', 'aria-label': 'Form' },
      view.trouble && h('p', { class: 'trouble', role: 'alert' }, view.trouble),
      h(
        OpenForm.Provider,
        { value: { view, entries } },
        blockNodes(reader, view.blocks, { in: 'modal' }, drawInput),
      ),
    ),
    h(
      'div',
      { class: 'dialog-foot' },
      h('button', { type: 'button', class: 'kit-button', onClick: close }, wordsOf(view.close) || 'Close'),
      view.submit &&
        h(
          'button',
          { class: 'kit-button filled primary', 'aria-busy': isSending || undefined },
          wordsOf(view.submit),
        ),
    ),
  );
}
