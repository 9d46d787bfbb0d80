// Makes what was sent comparable: the same in each run, and laid out so that a difference shows the block that changed.

/** What is random or depends on the machine, by the name that stands in its place with a number. */
const RANDOM = {
  uuid: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  key: /\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{24}|[0-9a-f]{16})\b/,
  incident: /(?<=[Ii]ncident (?:number )?)[0-9a-f]{4}-[0-9a-f]{4}/,
  code: /(?<=(?:\/|%2F)[rq](?:\/|%2F))[\w\u2060-]+\.[\w\u2060-]+/,
  question: /(?<=\b(?:network|same|cents)-)[\w-]{12}(?:\.[\w-]+)*/,
  reference: /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/,
  receipt: /\bS\d{4}K\d{4}\b/,
  card: /\b\d{14}(?=\d{8}\b)/,
  account: /\bPP\d{6}\b/,
  message: /\b\d{10}\.\d{6}\b|\bp\d{16}\b/,
  id: /\b[FVW]0[0-9A-Z]{8,}\b/,
  host: /127\.0\.0\.1(?:\W+|%3A)\d{4,5}\b/,
  block: /(?<="block_id":")[\w-]{6}(?=")/,
};
const ANY = new RegExp(
  Object.values(RANDOM)
    .map(({ source }) => `(${source})`)
    .join('|'),
  'g',
);
const NAMES = Object.keys(RANDOM);

/** Without duplicates, and sorted as if nothing were random: calls of two connections arrive in any order. */
export function inStableOrder(sent: readonly unknown[]): unknown[] {
  const blank = (value: unknown) => JSON.stringify(value).replace(ANY, '#');
  const byText = new Map(sent.map((value) => [JSON.stringify(value), value]));
  return [...byText.values()].sort((a, b) => (blank(a) < blank(b) ? -1 : 1));
}

/** The text of a golden file: values on one line as far as they fit. */
export function goldenText(samples: Record<string, unknown>): string {
  const json = JSON.stringify(samples);
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const named = (text: string, ...groups: (string | undefined)[]) => {
    const name = NAMES[groups.findIndex((group) => group !== undefined)] ?? '';
    // The fields of forms have names of their own, and Slack names all other blocks.
    if (name === 'block' && json.includes(`"action_id":"${text}"`)) return text;
    const key = `${name} ${name === 'host' ? text.slice(-5) : text.replace(/^p(\d{10})/, '$1.').replaceAll('\u2060', '')}`;
    const number = seen.has(key) ? 0 : (counts.get(name) ?? 0) + 1;
    if (number > 0) {
      counts.set(name, number);
      seen.set(key, `${name}-${number}`);
    }
    return seen.get(key) ?? '';
  };
  return `${layOut(JSON.parse(json.replace(ANY, named)))}\n`;
}

function layOut(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 110) return line;
  const isList = Array.isArray(value);
  const inner = `${indent} `;
  const parts = Object.entries(value).map(
    ([key, part]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${layOut(part, inner)}`,
  );
  return `${isList ? '[' : '{'}\n${parts.join(',\n')}\n${indent}${isList ? ']' : '}'}`;
}
