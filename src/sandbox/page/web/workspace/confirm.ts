// Slack's own question before a press is let through. Nothing reaches the app when the answer is no.
import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { textObject } from '#sandbox/page/web/blocks/mrkdwn.ts';
import { useDialog } from '#sandbox/page/web/parts/dialog.ts';
import { asText, type Fields, wordsOf } from '#sandbox/page/web/state/json.ts';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';

export function Confirm(): JSX.Element | null {
  const question = usePart((state) => state.question);
  return question ? h(ConfirmDialog, { question }) : null;
}

function ConfirmDialog({ question }: { question: Fields }): JSX.Element {
  const { answer } = useStore();
  const reader = useReader();
  const dialog = useRef<HTMLDialogElement>(null);
  useDialog(dialog);
  const style = asText(question['style']) === 'danger' ? 'danger' : 'primary';
  const onCancel = (event: Event) => {
    event.preventDefault();
    answer(false);
  };
  return h(
    'dialog',
    { class: 'ask', 'aria-labelledby': 'ask-title', 'aria-describedby': 'ask-text', ref: dialog, onCancel },
    h('h2', { id: 'ask-title' }, wordsOf(question['title'])),
    h('p', { id: 'ask-text' }, textObject(reader, question['text'])),
    h(
      'div',
      { class: 'dialog-foot' },
      h(
        'button',
        { type: 'button', class: 'kit-button', autoFocus: true, onClick: () => answer(false) },
        wordsOf(question['deny']),
      ),
      h(
        'button',
        { type: 'button', class: `kit-button filled ${style}`, onClick: () => answer(true) },
        wordsOf(question['confirm']),
      ),
    ),
  );
}
