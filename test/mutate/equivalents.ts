// Changes of the code that no test can notice, because the changed code does the same. Each says why.
import type { Equivalent } from './equivalent.ts';
import { PHONE_EQUIVALENTS } from './phone-equivalents.ts';

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'src/orders/events.ts',
    line: ": 'trackingId' in event && event.trackingId !== undefined",
    changes: [
      [
        "'trackingId' in event && event.trackingId !== undefined",
        "'trackingId' in event || event.trackingId !== undefined",
      ],
      ['event.trackingId !== undefined', 'true'],
    ],
    why: 'The types allow no event with a tracking id that is undefined; the type checker wants both questions.',
  },
  {
    file: 'src/orders/events.ts',
    line: "case 'accepted':",
    changes: [["'accepted'", '""']],
    why: 'Without the case the function gives undefined, which adds nothing either.',
  },
  {
    file: 'src/orders/events.ts',
    line: "case 'pending':",
    changes: [["'pending'", '""']],
    why: 'Without the case the function gives undefined, which adds nothing either.',
  },
  {
    file: 'src/orders/events.ts',
    line: "case 'rest_paid':",
    changes: [["'rest_paid'", '""']],
    why: 'Without the case the function gives undefined, which adds nothing either.',
  },
  {
    file: 'src/orders/events.ts',
    line: "case 'rest_gone_back':",
    changes: [["'rest_gone_back'", '""']],
    why: 'Without the case the function gives undefined, which adds nothing either.',
  },
  {
    file: 'src/orders/events.ts',
    line: "case 'sent_now':",
    changes: [
      ["'sent_now'", '""'],
      ["case 'sent_now':\n      return {};", "case 'sent_now':"],
    ],
    why: 'Without the case the function gives undefined, which adds nothing either.',
  },
  {
    file: 'src/lib/money.ts',
    line: "const [whole = '0', fraction = ''] = money.amount.replace('-', '').split('.');",
    changes: [["'0'", '""']],
    why: 'split always gives a first part.',
  },
  {
    file: 'src/lib/money.ts',
    line: "const [whole = '', fraction] = amount.split('.');",
    changes: [["''", '"Stryker was here!"']],
    why: 'split always gives a first part.',
  },
  {
    file: 'src/lib/money.ts',
    line: "const [mantissa = '', exponent] = number.split('e');",
    changes: [["''", '"Stryker was here!"']],
    why: 'split always gives a first part.',
  },
  {
    file: 'src/lib/money.ts',
    line: "const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');",
    changes: [["''", '"Stryker was here!"']],
    why: 'split always gives a first part.',
  },
  {
    file: 'src/lib/money.ts',
    line: "const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');",
    changes: [["''", '"Stryker was here!"']],
    why: 'split always gives a first part.',
  },
  {
    file: 'src/lib/money.ts',
    line: "const [whole = '0', fraction = ''] = amount.split('.');",
    changes: [["'0'", '""']],
    why: 'split always gives a first part.',
  },
  {
    file: 'src/lib/money.ts',
    line: 'return shift < 0',
    changes: [['shift < 0', 'shift <= 0']],
    why: 'JavaScript writes no number with the exponent 0.',
  },
  {
    file: 'src/lib/money.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of code
    line: "return negative && amount !== '0' ? `-${amount}` : amount;",
    changes: [
      ["amount !== '0'", 'true'],
      ["'0'", '""'],
    ],
    why: 'Only subtractMoney makes a zero with a sign, and adds it as a number, which has none.',
  },
  {
    file: 'src/lib/money.ts',
    line: 'const negative = total < 0n;',
    changes: [['total < 0n', 'total <= 0n']],
    why: 'canonical takes the sign of a zero away.',
  },
  {
    file: 'src/slack/connect/signed-request.ts',
    line: "if (typeof stamp !== 'string' || typeof signature !== 'string' || !isFresh(stamp, clock.now()))",
    changes: [["typeof stamp !== 'string'", 'false']],
    why: 'A missing time is no number, so it is not fresh; the type checker wants the question.',
  },
  {
    file: 'src/slack/access/channel-access.ts',
    line: 'const isShared = (found?.is_ext_shared !== false || found.is_org_shared === true) && !found?.is_im;',
    changes: [
      ['found?.is_ext_shared', 'found.is_ext_shared'],
      ['found?.is_im', 'found.is_im'],
    ],
    why: 'Without a channel it throws, and what catches that gives the same answer.',
  },
  {
    file: 'src/slack/access/permissions.ts',
    line: 'const teams = [user?.team_id, ...(user?.enterprise_user?.teams ?? [])];',
    changes: [['[]', '["Stryker was here"]']],
    why: 'No workspace has this id.',
  },
  {
    file: 'src/slack/access/permissions.ts',
    line: 'for (const [id, { until }] of answers) if (until <= clock.now()) answers.delete(id);',
    changes: [
      ['until <= clock.now()', 'false'],
      ['until <= clock.now()', 'until < clock.now()'],
      ['answers.delete(id);', ';'],
    ],
    why: 'Only the memory grows: an answer that is too old is not used, whether it is still there or not.',
  },
  {
    file: 'src/lib/days.ts',
    line: String.raw`if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;`,
    changes: [
      [String.raw`!/^\d{4}-\d{2}-\d{2}$/.test(text)`, 'false'],
      [String.raw`/^\d{4}-\d{2}-\d{2}$/`, String.raw`/\d{4}-\d{2}-\d{2}$/`],
      [String.raw`/^\d{4}-\d{2}-\d{2}$/`, String.raw`/^\d{4}-\d{2}-\d{2}/`],
    ],
    why: 'What has another form is refused by the comparison with the day that was read.',
  },
  {
    file: 'src/orders/recurrence.ts',
    line: 'const until = day < endDay ? day : endDay;',
    changes: [['day < endDay', 'day <= endDay']],
    why: 'Where both are the same day it does not matter which is taken.',
  },
  ...PHONE_EQUIVALENTS,
];
