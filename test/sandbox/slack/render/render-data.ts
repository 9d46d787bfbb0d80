// Tables and charts as lines of plain text.
import { asFieldsList, asList, asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { type RenderOptions, renderPiece } from './render-text.ts';

/** A line for the caption and for each row, the cells apart by bars. */
export function renderTable(block: Fields, options: RenderOptions): string {
  const cellText = (cell: Fields) =>
    cell.type === 'rich_text'
      ? asFieldsList(cell.elements)
          .flatMap(({ elements }) => asFieldsList(elements))
          .map((piece) => renderPiece(piece, options))
          .join('')
      : asText(cell.text);
  const rows = asList(block.rows).map((row) => `| ${asFieldsList(row).map(cellText).join(' | ')} |`);
  return [`[table: ${asText(block.caption)}]`, ...rows].join('\n');
}

/** A line for the title and for each series, with its values. */
export function renderChart(block: Fields): string {
  const chart = isFields(block.chart) ? block.chart : {};
  const lines = asFieldsList(chart.series).map(({ name, data }) => {
    const points = asFieldsList(data).map(({ label, value }) => `${asText(label)} ${String(value)}`);
    return `${asText(name)}: ${points.join(', ')}`;
  });
  return [`[${asText(chart.type)} chart: ${asText(block.title)}]`, ...lines].join('\n');
}
