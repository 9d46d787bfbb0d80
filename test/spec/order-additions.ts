// What SPEC.md says of the fields that make an order recurring, and of those that make it a push.
import { type Clause, inRow, type Sections } from './clause.ts';

const REFUSED = 'nothing-sent-wrong';
const REFUSED_PUSH = 'nothing-sent-push-wrong';

export const ORDER_ADDITIONS: Sections = {
  subscription_details: [
    ...['start_date', 'end_date', 'frequency'].map(
      (field): Clause => [
        `${field}: required`,
        inRow('subscription_details-required', `'${field}'`),
        inRow('subscription_details-without-their-named', `'${field}'`),
      ],
    ),
    [
      'start_date: Format dd-MM-yyyy.',
      inRow('subscription_details-dates-format-dd', "'1-5-2024'"),
      'recurring-link-dates-dd',
    ],
    [
      'start_date: ISO 8601 is rejected.',
      inRow('subscription_details-dates-format-dd', "'2024-05-01T00:00:00Z'"),
      inRow(REFUSED, "recurring({ start_date: '2026-11-22' })"),
    ],
    [
      'start_date: Must be in the future.',
      'subscription_details-start-must-future',
      inRow(REFUSED, "recurring({ start_date: '21-11-2026' })"),
    ],
    [
      'end_date: Format dd-MM-yyyy.',
      inRow('subscription_details-dates-format-dd', "'31-02-2025'"),
      inRow(REFUSED, "recurring({ end_date: '30-02-2027' })"),
    ],
    [
      'end_date: The range is not validated, so an end date before the start date is accepted.',
      'subscription_details-range-validated',
      inRow(REFUSED, "recurring({ start_date: '02-01-2027', end_date: '03-12-2026' })"),
    ],
    [
      'frequency: Case insensitive.',
      'subscription_details-frequency-one-five',
      inRow('frequency-may-asked', "'qUARTERLY'"),
    ],
    [
      'frequency: Allowed: DAILY, WEEKLY, MONTHLY, QUARTERLY, YEARLY.',
      'subscription_details-frequency-one-five',
      inRow(REFUSED, "recurring({ frequency: 'HOURLY' })"),
    ],
  ],
  'Mobile money push additions to the order request': [
    ...['msisdn', 'payment_method'].map(
      (field): Clause => [
        `${field}: required`,
        inRow('errors-push-without-required', `'${field}'`),
        inRow('push-without-named-sent', `'${field}'`),
      ],
    ),
    ['msisdn: The phone number to prompt.', 'push-has-no-hosted-page', 'sent-service-prompt-exactly'],
    [
      'msisdn: Not validated for shape: an unroutable number is accepted and an order is still created.',
      'mobile-money-push-additions',
      inRow(REFUSED_PUSH, "['msisdn', { msisdn: '0712345678' }]"),
    ],
    [
      'payment_method: Allowed: MpesaKE, AirtelKE, AirtelUG.',
      'mobile-money-push-response',
      'payment_method-may-sent',
    ],
    [
      'payment_method: Other values, including MpesaTZ, MtnUG, TigoTZ and VodacomTZ, are rejected with the message Invalid Payment method provided.',
      'errors-payment_method-http-200',
      inRow(REFUSED_PUSH, "['payment_method', { payment_method: 'MpesaTZ' }]"),
    ],
  ],
};
