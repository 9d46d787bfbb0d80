// A shared file: its name, a way to download it, and a preview.
import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import type { SharedFile } from '#sandbox/slack/state/model.ts';

const MAX_ROWS = 50;

export function FileCard({ file: { id, name, title, size } }: { file: SharedFile }): JSX.Element {
  const [rows, setRows] = useState<string[][]>();
  const href = `files/${encodeURIComponent(id)}`;
  async function preview({ currentTarget }: { currentTarget: HTMLDetailsElement }) {
    if (!currentTarget.open || rows) return;
    const text = await (await fetch(href)).text();
    setRows(rowsOf(text.replace(/^\ufeff/, '')));
  }
  const inside = {
    class: 'file-inside',
    tabIndex: 0,
    role: 'region',
    'aria-label': `Preview of ${name}`,
  } as const;
  return h(
    'div',
    { class: 'file-card' },
    h(
      'div',
      { class: 'file-head' },
      icon('file'),
      h('span', null, h('strong', null, title), h('small', null, `${name} · ${size} bytes`)),
      h('a', { class: 'kit-button', href, download: name }, 'Download'),
    ),
    h('details', { onToggle: preview }, h('summary', null, 'Preview'), h('div', inside, rows && table(rows))),
  );
}

function table([head = [], ...rows]: string[][]): JSX.Element {
  const cells = (row: string[]) => row.map((cell) => h('td', null, cell));
  const names = head.map((name) => h('th', { scope: 'col' }, name));
  const body = rows.slice(0, MAX_ROWS).map((row) => h('tr', null, cells(row)));
  return h('table', null, h('thead', null, h('tr', null, names)), h('tbody', null, body));
}

/** RFC 4180: cells in quotes may hold commas, line ends and doubled quotes. */
export function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}
