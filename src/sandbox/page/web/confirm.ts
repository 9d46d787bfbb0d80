/// <reference lib="dom" />
// Slack's own question before a press is let through. Nothing reaches the app when the answer is no.
import type { Desk } from './desk.ts';
import { h } from './dom.ts';
import { textObject } from './mrkdwn.ts';
import { asText, type Fields, wordsOf } from './unknown.ts';

export function confirmed(desk: Desk, question: Fields): Promise<boolean> {
  const before = document.activeElement;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const style = asText(question['style']) === 'danger' ? 'danger' : 'primary';
  const dialog = h(
    'dialog',
    { class: 'ask', 'aria-labelledby': 'ask-title', 'aria-describedby': 'ask-text' },
    h('h2', { id: 'ask-title' }, wordsOf(question['title'])),
    h('p', { id: 'ask-text' }, textObject(desk, question['text'])),
    h(
      'div',
      { class: 'dialog-foot' },
      h(
        'button',
        { type: 'button', class: 'kit-button', autofocus: true, onclick: () => dialog.close() },
        wordsOf(question['deny']),
      ),
      h(
        'button',
        { type: 'button', class: `kit-button filled ${style}`, onclick: () => dialog.close('yes') },
        wordsOf(question['confirm']),
      ),
    ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    resolve(dialog.returnValue === 'yes');
  });
  document.body.appendChild(dialog);
  dialog.showModal();
  return promise;
}
