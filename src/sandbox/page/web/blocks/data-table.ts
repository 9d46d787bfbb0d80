// The data_table block: a table that sorts by any column, page by page.
import { type ComponentChild, h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { asText, type Fields, fieldsIn } from '#sandbox/page/web/state/json.ts';
import type { Reader } from '#sandbox/page/web/state/reader.ts';
import { richText } from './rich-text.ts';

type Sorting = { readonly column: number; readonly isDown: boolean };

/** What Slack shows when a table does not say. */
const PAGE_SIZE = 5;

export function DataTable({ reader, block }: { reader: Reader; block: Fields }): JSX.Element {
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const [header = [], ...rows] = rowsOf(block);
  const isNumeric = header.map((_, column) => rows.every((row) => row[column]?.['type'] === 'raw_number'));
  const sorted = sorting ? rows.toSorted(comparing(sorting, isNumeric[sorting.column] ?? false)) : rows;
  const size = Number(block['page_size'] ?? PAGE_SIZE);
  const pages = Math.max(1, Math.ceil(rows.length / size));

  function sortBy(column: number): void {
    setPage(0);
    setSorting((before) => ({ column, isDown: before?.column === column && !before.isDown }));
  }
  const headerCell = (cell: Fields, column: number) => {
    const isSorted = sorting?.column === column;
    const mark = isSorted ? (sorting.isDown ? ' ↓' : ' ↑') : '';
    return h(
      'th',
      {
        scope: 'col',
        class: isNumeric[column] ? 'number' : undefined,
        'aria-sort': isSorted ? (sorting.isDown ? 'descending' : 'ascending') : 'none',
      },
      h(
        'button',
        { type: 'button', onClick: () => sortBy(column) },
        cellNode(reader, cell),
        h('span', { 'aria-hidden': 'true' }, mark),
      ),
    );
  };
  const bodyCell = (cell: Fields, column: number) =>
    h(
      column === 0 ? 'th' : 'td',
      {
        ...(column === 0 && { scope: 'row' as const }),
        class: isNumeric[column] ? 'number' : undefined,
      },
      cellNode(reader, cell),
    );
  const shown = sorted.slice(page * size, (page + 1) * size);
  return h(
    'div',
    { class: 'data-table' },
    h(
      'table',
      null,
      h('caption', null, asText(block['caption'])),
      h('thead', null, h('tr', null, header.map(headerCell))),
      h(
        'tbody',
        null,
        shown.map((row) => h('tr', null, row.map(bodyCell))),
      ),
    ),
    pages > 1 && h(Pages, { page, pages, setPage }),
  );
}

function Pages(props: { page: number; pages: number; setPage: (page: number) => void }): JSX.Element {
  const { page, pages, setPage } = props;
  const turn = (label: string, to: number) =>
    h('button', { type: 'button', disabled: to < 0 || to >= pages, onClick: () => setPage(to) }, label);
  return h(
    'div',
    { class: 'table-pages' },
    turn('Previous', page - 1),
    h('span', { role: 'status' }, `Page ${page + 1} of ${pages}`),
    turn('Next', page + 1),
  );
}

function rowsOf(block: Fields): Fields[][] {
  return Array.isArray(block['rows']) ? block['rows'].map(fieldsIn) : [];
}

function cellNode(reader: Reader, cell: Fields): ComponentChild {
  return cell['type'] === 'rich_text' ? richText(reader, cell) : asText(cell['text']);
}

function comparing({ column, isDown }: Sorting, isNumeric: boolean) {
  const [before, after] = isDown ? [1, -1] : [-1, 1];
  const sortValue = (row: readonly Fields[]) => row[column]?.[isNumeric ? 'value' : 'text'];
  return (one: readonly Fields[], other: readonly Fields[]): number => {
    const [a, b] = [sortValue(one), sortValue(other)];
    if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? before : after;
    return asText(a).localeCompare(asText(b)) * after;
  };
}
