// Changes in reading phone numbers that no test can notice.
import type { Equivalent } from './equivalent.ts';

export const PHONE_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'src/lib/msisdn.ts',
    line: "const type = found.getType() ?? '';",
    changes: [["''", '"Stryker was here!"']],
    why: 'A valid number has a type.',
  },
  {
    file: 'src/lib/msisdn.ts',
    line: "return ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(type) || found.number.startsWith('+25639');",
    changes: [["'FIXED_LINE_OR_MOBILE'", '""']],
    why: 'The numbers of Kenya and Uganda are never of both.',
  },
  {
    file: 'src/lib/msisdn.ts',
    line: 'const found = parsePhone(text.trim(), homeCountry);',
    changes: [['text.trim()', 'text']],
    why: 'The library reads a number with blanks around it all the same.',
  },
  {
    file: 'src/lib/msisdn.ts',
    line: 'if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined;',
    changes: [
      ['digits.length < MIN_DIGITS || digits.length > MAX_DIGITS', 'false'],
      [
        'digits.length < MIN_DIGITS || digits.length > MAX_DIGITS',
        'digits.length < MIN_DIGITS && digits.length > MAX_DIGITS',
      ],
      ['digits.length < MIN_DIGITS', 'false'],
      ['digits.length > MAX_DIGITS', 'false'],
      ['digits.length > MAX_DIGITS', 'digits.length >= MAX_DIGITS'],
    ],
    why: 'Only the time grows: the library refuses what is too short or too long, and no number has 18 digits.',
  },
  {
    file: 'src/lib/msisdn.ts',
    line: 'const options = { defaultCountry: country as CountryCode, extract: false };',
    changes: [['false', 'true']],
    why: 'There is nothing to extract from a text that has only digits and the marks between them.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'for (let index = 0; index < groups.length; index += 1) {',
    changes: [['index < groups.length', 'index <= groups.length']],
    why: 'No number begins behind the last group.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'if (!mayBegin(text, groups[index])) return undefined;',
    changes: [['!mayBegin(text, groups[index])', 'false']],
    why: 'Only the time grows: what begins no number is refused when it is read.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'for (let count = runLength(text, run); count > 0; count -= 1) {',
    changes: [['count > 0', 'count >= 0']],
    why: 'No groups are no number.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'if (!first) return false;',
    changes: [
      ['false', 'true'],
      ['!first', 'false'],
    ],
    why: 'It is never asked without a group; the type checker wants the question.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: String.raw`return /^(?:0|25[46])/.test(text.slice(first.start, first.end)) || /\+\(?$/.test(before);`,
    changes: [
      [String.raw`/^(?:0|25[46])/.test(text.slice(first.start, first.end)) || /\+\(?$/.test(before)`, 'true'],
      ['/^(?:0|25[46])/', '/(?:0|25[46])/'],
      [String.raw`/\+\(?$/`, String.raw`/\+\(?/`],
    ],
    why: 'Only the time grows: what begins no number is refused when it is read.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: String.raw`const [, start] = /(?<!\d)\d{1,3}[\s,.-](0\d\d|25[46])$/.exec(text.slice(0, first?.end)) ?? [];`,
    changes: [
      ['first?.end', 'first.end'],
      ['[]', '["Stryker was here"]'],
    ],
    why: 'There is a group at this index, and only the second part of the match is read.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: "const marks = /[+(]{0,2}$/.exec(text.slice(Math.max(0, first - 2), first))?.[0] ?? '';",
    changes: [
      ["''", '"Stryker was here!"'],
      [
        '/[+(]{0,2}$/.exec(text.slice(Math.max(0, first - 2), first))?.[0]',
        '/[+(]{0,2}$/.exec(text.slice(Math.max(0, first - 2), first))[0]',
      ],
    ],
    why: 'The pattern fits every text.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: ".map(({ index, 1: written = '' }) => ({ start: index, end: index + written.length, text: written }))",
    changes: [["''", '"Stryker was here!"']],
    why: 'What was matched has this part.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'for (let index = 0; index < words.length; index += 1) {',
    changes: [['index < words.length', 'index <= words.length']],
    why: 'Behind the last word there is none, and the next line asks for one.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'end: run.at(-1)?.end ?? word.end,',
    changes: [['run.at(-1)?.end', 'run.at(-1).end']],
    why: 'The run has at least its first word.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'const first = groups[0]?.start ?? 0;',
    changes: [['groups[0]?.start', 'groups[0].start']],
    why: 'Numbers are read of one group at least.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'const written = text.slice(first, groups.at(-1)?.end);',
    changes: [['groups.at(-1)?.end', 'groups.at(-1).end']],
    why: 'Numbers are read of one group at least.',
  },
  {
    file: 'src/slack/forms/phone-words.ts',
    line: 'const open = text.slice(start, groups.at(-1)?.end);',
    changes: [['groups.at(-1)?.end', 'groups.at(-1).end']],
    why: 'Numbers are read of one group at least.',
  },
];
