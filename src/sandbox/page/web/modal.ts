/// <reference lib="dom" />
// The modal on top of the reader's screen: a dialog that follows the app's view, and keeps what is being typed.
import type { View } from '#sandbox/slack/state/model.ts';
import { blockNodes } from './blocks.ts';
import type { Desk } from './desk.ts';
import { h, icon, keepOne } from './dom.ts';
import { fieldNode, heldIn, type Typed } from './fields.ts';
import { asText, type Fields, fieldsOr, wordsOf } from './unknown.ts';

export function createModal(desk: Desk): HTMLElement {
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': 'modal-title' });
  /** By view and field: an update of the view leaves alone what a person has typed, as in Slack. */
  const typed = new Map<string, Typed>();
  let before: Element | null = null;
  let isSending = false;

  const keyOf = (view: View, name: string) => `${view.id} ${name}`;

  function valueIn(view: View, block: Fields): Typed {
    const name = asText(block['block_id']);
    const action = asText(fieldsOr(block['element'])?.['action_id']);
    return typed.get(keyOf(view, name)) ?? heldIn(view.state.values[name]?.[action]);
  }

  function valuesOf(view: View): Record<string, string | string[] | null> {
    const inputs = view.blocks.filter(({ type }) => type === 'input');
    return Object.fromEntries(
      inputs.map((block) => {
        const value = valueIn(view, block);
        return [block.block_id, typeof value === 'string' ? value : [...value]];
      }),
    );
  }

  async function submit(view: View, button: HTMLElement) {
    if (isSending) return;
    isSending = true;
    button.setAttribute('aria-busy', 'true');
    await desk.act({ type: 'submit', values: valuesOf(view) });
    isSending = false;
    button.removeAttribute('aria-busy');
  }

  function drawInput(view: View, block: Fields): HTMLElement {
    const name = asText(block['block_id']);
    return fieldNode(desk, {
      block,
      value: valueIn(view, block),
      error: view.errors[name],
      onType: (value) => void typed.set(keyOf(view, name), value),
    });
  }

  function draw(view: View): HTMLElement {
    const close = () => void desk.act({ type: 'closeModal' });
    const submitButton =
      view.submit &&
      h('button', { class: 'kit-button filled primary', 'data-focus': 'submit' }, wordsOf(view.submit));
    const onsubmit = (event: Event) => {
      event.preventDefault();
      if (submitButton) void submit(view, submitButton);
    };
    return h(
      'form',
      { novalidate: true, onsubmit },
      h(
        'header',
        { class: 'dialog-head' },
        h('h2', { id: 'modal-title' }, wordsOf(view.title)),
        h(
          'button',
          { type: 'button', class: 'icon-button', 'aria-label': 'Close', 'data-focus': 'x', onclick: close },
          icon('close'),
        ),
      ),
      h(
        'div',
        { class: 'dialog-body', tabindex: 0, role: 'group', 'aria-label': 'Form' },
        view.trouble && h('p', { class: 'trouble', role: 'alert' }, view.trouble),
        blockNodes(desk, view.blocks, { in: 'modal' }, (block) => drawInput(view, block)),
      ),
      h(
        'footer',
        { class: 'dialog-foot' },
        h(
          'button',
          { type: 'button', class: 'kit-button', 'data-focus': 'close', onclick: close },
          wordsOf(view.close) || 'Close',
        ),
        submitButton,
      ),
    );
  }

  function show(view: View) {
    const sign = JSON.stringify([view.id, view.hash, view.errors, view.trouble]);
    const isNew = keepOne(dialog, sign, () => draw(view));
    if (!dialog.open) {
      before = document.activeElement;
      dialog.showModal();
    }
    if (!isNew) return;
    const wrong = dialog.querySelector<HTMLElement>('[aria-invalid]');
    const first = dialog.querySelector<HTMLElement>('.field input, .field select, .field textarea');
    const isInside = dialog.contains(document.activeElement) && document.activeElement !== dialog;
    if (wrong) wrong.focus();
    else if (!isInside || document.activeElement?.closest('.dialog-head'))
      (first ?? dialog.querySelector<HTMLElement>('.dialog-foot button'))?.focus();
  }

  function hide() {
    if (!dialog.open) return;
    dialog.close();
    dialog.replaceChildren();
    typed.clear();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void desk.act({ type: 'closeModal' });
  });
  desk.onChange(() => {
    const { modal } = desk.screen();
    if (modal) show(modal);
    else hide();
  });
  return dialog;
}
