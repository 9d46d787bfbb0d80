// The sentences that people read: each failure has a next step, each state its words, and none is technical.

import { describe, expect, test } from 'vitest';
import { maskNumbers, parseMsisdn } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { FAILURE_REASONS } from '#orders/payment.ts';
import { CURRENCIES } from '#provider/currencies.ts';
import { nameOfMethod, PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import { whatIsApproved } from '#slack/approval/requests.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { buildErasureMessage } from '#slack/erase/erase.ts';
import { describeWarning } from '#slack/order/form-fields.ts';
import { phoneFault } from '#slack/order/forms.ts';
import { auditReportCard } from '#slack/report/report.ts';
import { amountFault, FIELD_TEXT, type WarningKind } from '#slack/text/fields.ts';
import { describeFailure, describeKind, describeState, plainMoney } from '#slack/text/orders.ts';
import { notInChannel, REFUSALS, wentWrong } from '#slack/text/people.ts';
import { EVERY_STATE_AND_KIND, HOSTILE, orderIn, PHONE } from '#test/slack/every-order.ts';
import { expectMasked } from '#test/slack/harmless.ts';
import { CONTENT } from '#test/slack/report/report-content.ts';

const JARGON =
  /null|undefined|NaN|exception|\[object|stack trace|\bAPI\b|HTTP|JSON|timeout|payload|invalid_|_id\b|orders|queue|webhook|IPN/i;

const AMOUNT_FAULTS = [
  'missing', 'not_a_number', 'not_positive', 'too_many_decimals', 'too_large', 'other_currency',
] as const; // biome-ignore format: one list
const PHONE_FAULTS = ['missing', 'not_a_mobile_number', 'other_country'] as const;
const WARNING_KINDS: readonly WarningKind[] = [
  'not_a_number', 'not_promptable', 'second_number', 'nine_digits', 'number_or_amount', 'which_country', 'any_country', 'unclear',
  'dot', 'counted', 'joined', 'not_an_amount', 'other_currency', 'number_left_out', 'card_number',
]; // biome-ignore format: one list
const METHODS: readonly PaymentMethod[] = ['MpesaKE', 'AirtelKE', 'AirtelUG'];

const EVERYTHING: readonly string[] = [
  ...FAILURE_REASONS.flatMap((reason) => {
    const { what, next } = describeFailure({ reason, providerMessage: '' });
    return [what, next];
  }),
  ...CURRENCIES.flatMap((currency) => AMOUNT_FAULTS.map((fault) => amountFault(fault, currency))),
  ...METHODS.flatMap((method) => PHONE_FAULTS.map((fault) => phoneFault(fault, method))),
  ...Object.values(FIELD_TEXT),
  ...Object.values(REFUSALS),
  notInChannel('@Teller', 'C1'),
  notInChannel('@Teller', 'D1'),
  wentWrong('7f3a-91c2'),
  wentWrong('7f3a-91c2', 'uncertain'),
  wentWrong('7f3a-91c2', 'posting'),
  ...WARNING_KINDS.map((kind) => describeWarning({ kind, text: '1.500' })),
];

describe('every sentence', () => {
  test('every sentence is one sentence, in plain language', () => {
    for (const sentence of EVERYTHING) {
      expect(sentence).toMatch(/^[A-Z“].*[^.]\.$/);
      expect(sentence).not.toMatch(JARGON);
    }
  });

  test('every sentence is short enough for its place in Slack', () => {
    for (const sentence of EVERYTHING) expect(sentence.length).toBeLessThan(250);
  });
});

describe('a failure', () => {
  test.each(FAILURE_REASONS)(
    'a failure (%s) has a reason and another sentence that says what to do next',
    (reason) => {
      const { what, next } = describeFailure({ reason, providerMessage: '' });
      expect(what.length).toBeGreaterThan(10);
      expect(next.length).toBeGreaterThan(10);
      expect(next).not.toBe(what);
    },
  );

  test('a failure keeps the service’s explanation and the incident, on one line and not too long', () => {
    const told = describeFailure({
      reason: 'declined',
      providerMessage: 'amount_exceeds\n_limit',
      incident: '7f3a-91c2',
    });
    expect(told).toMatchObject({ providerText: 'amount_exceeds _limit', incident: '7f3a-91c2' });
    expect(
      describeFailure({ reason: 'declined', providerMessage: HOSTILE }).providerText.length,
    ).toBeLessThanOrEqual(300);
  });

  test.each(['request_terminated_by_user', 'Expired'])(
    'a failure with the service’s code %s is described in our own words',
    (providerMessage) => {
      const { what, providerText: left } = describeFailure({ reason: 'payment_failed', providerMessage });
      expect(what).toMatch(/customer/);
      expect(left).toBe('');
    },
  );

  test.each([
    ['', '', /Invite Teller to the channel with \/invite/],
    ['not_in_channel', ' (Slack: not_in_channel)', /Invite Teller to the channel with \/invite/],
    ['is_archived', ' (Slack: is_archived)', /isn’t archived and that Teller can post there/],
    ['limited', '', /Try again in a minute/],
    ['unknown', '', /Try again in a minute/],
  ])('a card that Slack did not take (%s) is not said in Pesapal’s name', (code, said, step) => {
    const told = describeFailure({ reason: 'card_not_posted', providerMessage: code });
    expect(told.what).toBe(`The card couldn’t be posted in the channel${said}.`);
    expect(told.providerText).toBe('');
    expect(told.next).toMatch(/^Nothing was sent\. /);
    expect(told.next).toMatch(step);
  });

  test('a failure says that nothing was sent only where that is certain', () => {
    for (const reason of ['unexpected', 'payment_failed', 'not_found'] as const)
      expect(describeFailure({ reason, providerMessage: '' }).next).not.toContain('Nothing was sent');
    for (const what of ['uncertain', 'posting'] as const)
      expect(wentWrong('1', what)).not.toContain('Nothing was sent');
  });

  test('an order that is not sent because an earlier one can be paid again says that, and names no button that its card lacks', () => {
    const failure = { reason: 'order_state', providerMessage: '' } as const;
    const { what, next } = describeFailure(failure);
    expect(what).toContain('one it was made from');
    expect(next).toMatch(/^Nothing was sent\. .*made from/);
    const card = JSON.stringify(orderCard(orderIn('not_sent', 'prompt', { failure })).blocks);
    expect(card).toContain(what);
    expect(card).not.toContain('check_order');
    expect(next).not.toContain('Check now');
  });
});

describe('a state', () => {
  test.each(EVERY_STATE_AND_KIND)(
    'the state %s (%s) has words, and only a state with money is called paid',
    (state, kind) => {
      const words = describeState(orderIn(state, kind));
      expect(words).not.toMatch(JARGON);
      expect(/^Pa(id|yment to review)/.test(words)).toBe(['paid', 'review'].includes(state));
    },
  );

  test('an order whose outcome is unknown is not described as plain sending', () => {
    expect(describeState(orderIn('sending', 'prompt', { outcomeUnknownAt: 1 }))).toContain('No answer');
    expect(describeState(orderIn('sending', 'prompt'))).toBe('Sending…');
    const over = { outcomeUnknownAt: 1, checksEndedAt: 2 };
    expect(describeState(orderIn('sending', 'link', over))).toBe('No answer from Pesapal');
    expect(describeState(orderIn('sending', 'link', { checksEndedAt: 2 }))).toBe('No answer from Pesapal');
  });

  test('an order that nobody answers says for what it waits, that there is no PIN, or that it was not answered', () => {
    const words = (kind: 'prompt' | 'link', own: Partial<Order>) =>
      describeState(orderIn('pending', kind, own));
    expect(words('prompt', {})).toBe('Waiting for the PIN');
    expect(words('prompt', { noPinAt: 1 })).toBe('No PIN yet');
    expect(words('prompt', { noPinAt: 1, checksEndedAt: 2 })).toBe('Not answered');
    expect(words('link', {})).toBe('Waiting for payment');
    expect(words('link', { checksEndedAt: 2 })).toBe('Not answered');
    for (const state of ['failed', 'cancelled', 'paid'] as const)
      expect(describeState(orderIn(state, 'prompt', { noPinAt: 1, checksEndedAt: 2 }))).toBe(
        describeState(orderIn(state, 'prompt')),
      );
  });
});

describe('names', () => {
  test('names of kinds and methods are words, and an unknown method keeps the service’s name', () => {
    expect(describeKind({ kind: 'prompt' })).toBe('PIN prompt');
    expect(describeKind(orderIn('pending', 'recurring link'))).toBe('Recurring payment link');
    expect(nameOfMethod('AirtelUG')).toBe('Airtel Money Uganda');
    expect(nameOfMethod('Visa')).toBe('Visa');
    expect(nameOfMethod('toString')).toBe('toString');
  });
});

describe('figures', () => {
  test('amounts have separators and the currency’s decimals, and an unknown currency is shown as it is', () => {
    expect(plainMoney({ amount: '1500', currency: 'KES' })).toBe('KES 1,500.00');
    expect(plainMoney({ amount: '9', currency: '<!channel>' })).toBe('<!channel> 9.00');
  });

  test('figures long enough to be a phone or a card number are masked, and others are not', () => {
    expect(maskNumbers(`to ${PHONE}, +${PHONE}`)).toBe('to +254 7•• ••• 678, +254 7•• ••• 678');
    expect(maskNumbers('0712 345 678')).toBe('07•• ••• 678');
    expect(maskNumbers('4761739001010119')).toBe('4761•••119');
    for (const text of ['2547xxx56689', '476173XXXXXX0119', 'SCJ8JQ26SW', '2026-11-21 09:00', 'KES 1,500.00'])
      expect(maskNumbers(text)).toBe(text);
  });
});

describe('a warning about words', () => {
  test.each(WARNING_KINDS)('a warning about words (%s) masks what may be somebody’s number', (kind) => {
    for (const text of [
      '0712 345 678',
      '+254-712-345-678',
      '(0712) 345.678',
      '712345678',
      '07123456789',
      '500, 0712345678',
    ])
      expectMasked(describeWarning({ kind, text }));
  });

  test('a warning about words names short ones as they were typed, and shows both readings of a dot', () => {
    expect(describeWarning({ kind: 'unclear', text: '500, 1,000,000' })).toContain('“500, 1,000,000”');
    expect(describeWarning({ kind: 'dot', text: '1.500' })).toContain('1,500 or 1.50.');
    expect(describeWarning({ kind: 'dot', text: '1.500.000' })).toContain('could be 1,500,000.');
    expect(describeWarning({ kind: 'not_an_amount', text: HOSTILE }).length).toBeLessThan(250);
  });
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the code "%s" of the service has no words of ours, and is shown as the service wrote it',
  (providerMessage) => {
    const plain = describeFailure({ reason: 'payment_failed', providerMessage: 'xyz' });
    expect(describeFailure({ reason: 'payment_failed', providerMessage })).toEqual({
      ...plain,
      providerText: providerMessage,
    });
  },
);

test('one of a thing is not said to be several', () => {
  const head = { count: 1, hash: 'ab' };
  const { period, timeZone } = CONTENT;
  const { blocks } = auditReportCard({ period, timeZone, head, rows: 1, leftOut: 1, damaged: 1 });
  const text = JSON.stringify(blocks);
  expect(text).toContain('1 later line is missing');
  expect(text).toContain('1 line can’t be read and is missing');
  expect(buildErasureMessage({ erased: 1, kept: [], files: [] }).text).not.toContain('Their');
});

test.each(METHODS)('the number that stands as an example for %s is one that it reaches', (method) => {
  const [example = ''] = /0\d{3} \d{3} \d{3}/.exec(phoneFault('missing', method)) ?? [];
  const read = parseMsisdn(example, PAYMENT_METHODS[method].country);
  expect(read.ok && networkOf(read.value)?.method).toBe(method);
});

test('who approves a prompt reads who sends it later, and who approves a link does not', () => {
  const asked = { about: 'order' } as const;
  const of = (kind: 'prompt' | 'link') => whatIsApproved(orderIn('waiting', kind), asked);
  expect(of('prompt')).toMatch(/over 10 minutes old, the requester sends it\.$/);
  expect(of('link')).not.toContain('requester');
});
