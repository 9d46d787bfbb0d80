// What SPEC.md says of the fields that make an order recurring, and of those that make it a push.
import { type Clause, inRow, type Sections } from './clause.ts';

const REFUSED = 'nothing is sent when %s is wrong: %j';
const REFUSED_PUSH = 'nothing is sent when %s of a push is wrong: %j';

export const ORDER_ADDITIONS: Sections = {
  subscription_details: [
    ...['start_date', 'end_date', 'frequency'].map(
      (field): Clause => [
        `${field}: required`,
        inRow('SPEC subscription_details: %s is required', `'${field}'`),
        inRow('subscription_details without their %s are named and not sent', `'${field}'`),
      ],
    ),
    [
      'start_date: Format dd-MM-yyyy.',
      inRow('SPEC subscription_details: dates have the format dd-MM-yyyy', "'1-5-2024'"),
      'for a recurring link has dates as dd-MM-yyyy and every field that was filled in',
    ],
    [
      'start_date: ISO 8601 is rejected.',
      inRow('SPEC subscription_details: dates have the format dd-MM-yyyy', "'2024-05-01T00:00:00Z'"),
      inRow(REFUSED, "recurring({ start_date: '2026-11-22' })"),
    ],
    [
      'start_date: Must be in the future.',
      'SPEC subscription_details: the start must be in the future',
      inRow(REFUSED, "recurring({ start_date: '21-11-2026' })"),
    ],
    [
      'end_date: Format dd-MM-yyyy.',
      inRow('SPEC subscription_details: dates have the format dd-MM-yyyy', "'31-02-2025'"),
      inRow(REFUSED, "recurring({ end_date: '30-02-2027' })"),
    ],
    [
      'end_date: The range is not validated, so an end date before the start date is accepted.',
      'SPEC subscription_details: the range is not validated',
      inRow(REFUSED, "recurring({ start_date: '02-01-2027', end_date: '03-12-2026' })"),
    ],
    [
      'frequency: Case insensitive.',
      'SPEC subscription_details: the frequency is one of five, case insensitive',
      inRow('the frequency %s may be asked for', "'qUARTERLY'"),
    ],
    [
      'frequency: Allowed: DAILY, WEEKLY, MONTHLY, QUARTERLY, YEARLY.',
      'SPEC subscription_details: the frequency is one of five, case insensitive',
      inRow(REFUSED, "recurring({ frequency: 'HOURLY' })"),
    ],
  ],
  'Mobile money push additions to the order request': [
    ...['msisdn', 'payment_method'].map(
      (field): Clause => [
        `${field}: required`,
        inRow('SPEC Errors: a push without the required %s is HTTP 400', `'${field}'`),
        inRow('a push without its %s is named and not sent', `'${field}'`),
      ],
    ),
    [
      'msisdn: The phone number to prompt.',
      'SPEC What the service does 3',
      'what is sent to the service for a prompt is exactly this',
    ],
    [
      'msisdn: Not validated for shape: an unroutable number is accepted and an order is still created.',
      'SPEC Mobile money push additions: msisdn is not validated for shape',
      inRow(REFUSED_PUSH, "['msisdn', { msisdn: '0712345678' }]"),
    ],
    [
      'payment_method: Allowed: MpesaKE, AirtelKE, AirtelUG.',
      'SPEC Mobile money push response: business_number of %s is %s',
      'the payment_method %s may be sent',
    ],
    [
      'payment_method: Other values, including MpesaTZ, MtnUG, TigoTZ and VodacomTZ, are rejected with the message Invalid Payment method provided.',
      'SPEC Errors: payment_method %s is HTTP 200, ordinary error shape',
      inRow(REFUSED_PUSH, "['payment_method', { payment_method: 'MpesaTZ' }]"),
    ],
  ],
};
