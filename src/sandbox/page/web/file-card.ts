/// <reference lib="dom" />
// A shared file: its name, a way to download it, and a look inside.
import type { SharedFile } from '#sandbox/slack/state/model.ts';
import { rowsOf } from './csv.ts';
import { h, icon } from './dom.ts';

const MOST_ROWS = 50;

export function fileCard({ id, name, title, size }: SharedFile): HTMLElement {
  const href = `files/${encodeURIComponent(id)}`;
  const inside = h('div', {
    class: 'file-inside',
    tabindex: 0,
    role: 'region',
    'aria-label': `Inside ${name}`,
  });
  async function look() {
    if (!preview.open || inside.childElementCount > 0) return;
    const text = await (await fetch(href)).text();
    inside.replaceChildren(table(rowsOf(text.replace(/^\ufeff/, ''))));
  }
  const preview = h('details', { ontoggle: () => void look() }, h('summary', {}, 'Look inside'), inside);
  return h(
    'div',
    { class: 'file-card' },
    h(
      'div',
      { class: 'file-head' },
      icon('file'),
      h('span', {}, h('strong', {}, title), h('small', {}, `${name} · ${size} bytes`)),
      h('a', { class: 'kit-button', href, download: name }, 'Download'),
    ),
    preview,
  );
}

function table([head = [], ...rows]: string[][]): HTMLElement {
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        head.map((cell) => h('th', { scope: 'col' }, cell)),
      ),
    ),
    h(
      'tbody',
      {},
      rows.slice(0, MOST_ROWS).map((row) =>
        h(
          'tr',
          {},
          row.map((cell) => h('td', {}, cell)),
        ),
      ),
    ),
  );
}
