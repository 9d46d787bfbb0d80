// What `npm run mutate` changes, by area: the files that are changed, the tests that must notice, and the least score.
// The order is that in which a run of all areas takes them.

export type Area = {
  readonly files: readonly string[];
  /** Those of them that load a changed file are run. */
  readonly tests: readonly string[];
  /** Of a hundred changes so many must be noticed. Named equivalents (equivalents.ts) do not count. */
  readonly aim: number;
};

export const AREAS: Readonly<Record<string, Area>> = {
  lifecycle: {
    files: ['src/orders/lifecycle.ts', 'src/orders/events.ts'],
    tests: ['test/orders/**'],
    aim: 100,
  },
  money: { files: ['src/lib/money.ts'], tests: ['test/lib/money.test.ts'], aim: 100 },
  permissions: { files: ['src/slack/access/*.ts'], tests: ['test/slack/access/**'], aim: 100 },
  signatures: {
    files: ['src/slack/connect/signed-request.ts'],
    tests: ['test/slack/connect/signed-request.test.ts'],
    aim: 100,
  },
  phone: {
    files: ['src/lib/msisdn.ts', 'src/slack/forms/phone-*.ts'],
    tests: [
      'test/lib/msisdn.test.ts',
      'test/slack/forms/{phone-words,phone-choice,misspelt-phones,home-country,command-words,fill-in-customer}.test.ts',
    ],
    aim: 90,
  },
  dates: {
    files: [
      'src/lib/days.ts',
      'src/lib/zoned-time.ts',
      'src/provider/dates.ts',
      'src/orders/recurrence.ts',
      'src/payments/reports/digest-schedule.ts',
    ],
    tests: [
      'test/lib/days.test.ts',
      'test/lib/zoned-time.test.ts',
      'test/provider/dates.test.ts',
      'test/orders/recurrence.test.ts',
      'test/payments/reports/digest-schedule.test.ts',
    ],
    aim: 90,
  },
  answers: {
    files: [
      'src/provider/read-transaction.ts',
      'src/provider/read-error.ts',
      'src/payments/status/from-record.ts',
    ],
    tests: [
      'test/provider/{reading-*,*transactions,*records,*fields,*answers}.test.ts',
      'test/payments/status/from-record.test.ts',
    ],
    aim: 90,
  },
  escaping: {
    files: [
      'src/slack/text/escape.ts',
      'src/slack/text/unwrap.ts',
      'src/lib/plain-text.ts',
      'src/lib/one-line.ts',
      'src/payments/reports/csv-file.ts',
    ],
    tests: [
      'test/slack/text/**',
      'test/lib/{plain-text,one-line}.test.ts',
      'test/payments/reports/csv-line.test.ts',
    ],
    aim: 90,
  },
  words: {
    files: [
      'src/slack/forms/*-words.ts',
      'src/slack/forms/*-numbers.ts',
      'src/slack/text/nearest-word.ts',
      '!src/slack/forms/phone-words.ts',
    ],
    tests: ['test/slack/forms/**', 'test/slack/text/**'],
    aim: 90,
  },
  submitting: {
    files: ['src/payments/ordering/{create-order,submit,order-request,prompt-limits}.ts'],
    tests: ['test/payments/ordering/**'],
    aim: 90,
  },
  checking: {
    files: [
      'src/payments/status/{check-order,due-check,order-updates,notifications}.ts',
      'src/orders/check-schedule.ts',
    ],
    tests: [
      'test/payments/status/**',
      'test/payments/ordering/**',
      'test/payments/bulk/**',
      'test/orders/{check-schedule,deadline,forgetting,missed-charges,requests}.test.ts',
    ],
    aim: 90,
  },
  cancelling: {
    files: ['src/payments/ordering/cancel.ts'],
    tests: ['test/payments/ordering/cancel.test.ts'],
    aim: 90,
  },
  customers: {
    files: [
      'src/customers/*.ts',
      '!src/customers/{english,swahili,french}.ts',
      'src/web/{page,receipt,qr,png,customer-pages}.ts',
    ],
    tests: ['test/customers/**', 'test/web/**'],
    aim: 90,
  },
  worker: { files: ['src/queue/*.ts'], tests: ['test/queue/**'], aim: 90 },
};
