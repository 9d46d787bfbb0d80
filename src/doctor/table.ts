// The doctor's table for a terminal: how each thing stands, what is so, and below it what to do.
import { styleText } from 'node:util';
import { oneLine } from '#lib/text.ts';
import { CHECKS, type Checked } from './teller-at.ts';

const COLORS = { good: 'green', warning: 'yellow', wrong: 'red' } as const;
const STATUS_WIDTH = 9;
const NAME_WIDTH = Math.max(...CHECKS.map((check) => check.length)) + 2;
const INDENT = ' '.repeat(STATUS_WIDTH + NAME_WIDTH);
const MIN_TEXT = 30;
const MAX_WIDTH = 110;

/** `columns` of the terminal. Colours only where the standard output shows them. */
export function tableOf(checked: readonly Checked[], columns: number): string {
  const width = Math.max(MIN_TEXT, Math.min(columns, MAX_WIDTH) - INDENT.length);
  const rows = checked.flatMap(({ status, check, found, next }) => {
    const [first = '', ...more] = [
      ...wrapped(found, width),
      ...(next === undefined ? [] : hanging('→ ', wrapped(next, width - 2))),
    ];
    const colored = styleText(COLORS[status], status.padEnd(STATUS_WIDTH));
    return [`${colored}${check.padEnd(NAME_WIDTH)}${first}`, ...more.map((line) => `${INDENT}${line}`)];
  });
  return [...rows, '', sumOf(checked)].join('\n');
}

function sumOf(checked: readonly Checked[]): string {
  const count = (status: Checked['status']) => checked.filter((one) => one.status === status).length;
  const warnings = count('warning');
  const said = warnings === 0 ? '' : ` ${warnings} warning${warnings === 1 ? '' : 's'}.`;
  const wrongs = count('wrong');
  if (wrongs === 0) return `No problems found.${said}`;
  return `${wrongs} ${wrongs === 1 ? 'problem' : 'problems'}.${said}`;
}

function hanging(mark: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line);
}

/** Lines of at most `width` characters; a longer word has a line of its own. */
function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of oneLine(text).split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
