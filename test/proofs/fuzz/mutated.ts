// Real samples with something wrong in them: text that is cut, doubled, mixed with other samples or with odd characters, and
// JSON of which values are replaced, taken away or given another name.
import fc from 'fast-check';

/** What has made programs fail before: marks of Slack, of HTML and of paths, invisible ones, halves of characters, long runs. */
// biome-ignore format: one list
const ODD_TEXTS = [
  '', ' ', '\0', '\n', '\r\n', '\ufeff', '\u202e', '\ud83d', '\udc00', '🌽', 'ﬁ', 'İ', 'ß', '٣', '０', '\u0301'.repeat(50),
  '<!channel>', '<@U1|x>', '<tel:1|', '&amp;lt;', '"', "'", '\\', '`', '$' + '{1}', '%', '%00', '%E0%A4%A', '+', '&', '=', '[]', '{', '}',
  '__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '-0', '1e999', '9'.repeat(400), '0x10', '1_000', '//', '../',
  '254712345678', '4111111111111111', '0712 345 678', 'x'.repeat(5_000), ' '.repeat(2_000), '('.repeat(500),
];

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 6 }));

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.1,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { value: null },
    { toString: 1 },
    JSON.parse('{"__proto__":{"value":1}}'),
  ),
  oddText,
  fc.jsonValue({ maxDepth: 2 }),
);

type TextEdit = {
  how: 'insert' | 'cut' | 'double' | 'replace' | 'end';
  at: number;
  length: number;
  piece: string;
};

/** Half of them with one change, others with up to six; now and then a sample as it is. */
export function textFrom(samples: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof({ weight: 3, arbitrary: oddText }, fc.constantFrom(...samples));
  const edit = fc.record<TextEdit>({
    how: fc.constantFrom('insert', 'insert', 'cut', 'double', 'replace', 'end'),
    at: fc.nat(),
    length: fc.nat({ max: 20 }),
    piece,
  });
  const edits = fc.oneof(fc.tuple(edit), fc.array(edit, { maxLength: 6 }));
  return fc.tuple(fc.constantFrom(...samples), edits).map(([sample, all]) => all.reduce(editText, sample));
}

function editText(text: string, { how, at, length, piece }: TextEdit): string {
  const start = at % (text.length + 1);
  const [head, part, tail] = [
    text.slice(0, start),
    text.slice(start, start + length),
    text.slice(start + length),
  ];
  if (how === 'insert') return head + piece + part + tail;
  if (how === 'cut') return head + tail;
  if (how === 'double') return head + part + part + tail;
  if (how === 'replace') return head + piece + tail;
  return head;
}

type ValueEdit = { how: 'replace' | 'remove' | 'rename' | 'wrap'; at: number; other: unknown };
const REMOVED = Symbol('removed');

export function jsonFrom(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const edit = fc.record<ValueEdit>({
    how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'rename', 'wrap'),
    at: fc.nat(),
    other: oddValue,
  });
  const edits = fc.oneof(fc.tuple(edit), fc.array(edit, { maxLength: 4 }));
  return fc
    .tuple(fc.constantFrom(...samples), edits)
    .map(([sample, all]) => all.reduce<unknown>(editValue, sample));
}

function editValue(value: unknown, { how, at, other }: ValueEdit): unknown {
  let left = at % countOf(value);
  const walk = (part: unknown): unknown => {
    left -= 1;
    if (left === -1) {
      if (how === 'replace') return other;
      return how === 'wrap' ? [part] : REMOVED;
    }
    if (Array.isArray(part)) return part.map(walk).filter((one) => one !== REMOVED);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([name, one]) => {
        const next = walk(one);
        if (next !== REMOVED) return [[name, next]];
        return how === 'rename' ? [[name.toUpperCase(), one]] : [];
      }),
    );
  };
  const edited = walk(value);
  return edited === REMOVED ? undefined : edited;
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 1);
}

/** One sample whose shape is right: only a text in it is another one. */
export function otherTextIn(sample: unknown): fc.Arbitrary<unknown> {
  const texts = textsIn(sample);
  return fc.tuple(fc.nat(), textFrom(texts)).map(([at, text]) => {
    let left = at % texts.length;
    const replaced = (_: string, value: unknown) => {
      if (typeof value !== 'string') return value;
      left -= 1;
      return left === -1 ? text : value;
    };
    return JSON.parse(JSON.stringify(sample, replaced));
  });
}

/** One sample with `text` in each of its fields but those that say what it is. */
export function everyTextIn(sample: unknown, text: string): unknown {
  const replaced = (name: string, value: unknown) =>
    typeof value === 'string' && name !== 'type' ? text : value;
  return JSON.parse(JSON.stringify(sample, replaced));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** JSON text, of which every third is damaged as text as well. */
export function jsonTextFrom(samples: readonly unknown[]): fc.Arbitrary<string> {
  const whole = jsonFrom(samples).map((value) => JSON.stringify(value) ?? '');
  return fc.oneof({ weight: 2, arbitrary: whole }, textFrom(samples.map((sample) => JSON.stringify(sample))));
}

/** Texts of `length` characters on which a careless pattern takes the square of their length, or more. */
export function longTexts(length: number): readonly string[] {
  const pieces = [
    ' ',
    '0',
    '1 ',
    '0. ',
    '1,',
    '-',
    '(',
    '+254 ',
    '07 ',
    'KES ',
    '<',
    '<a|',
    '&amp;',
    '.',
    '"',
    "'",
    '{"a":',
    '[',
    'a',
    '/',
    '\u202a',
    '1.',
    '%41',
    '=&',
  ];
  return pieces.flatMap((piece) => {
    const run = piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1);
    return [`${run}!`, `x${run}`, `1500 ${run} 0712345678`];
  });
}
