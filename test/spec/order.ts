// What SPEC.md says of the fields of an order, be it a link or a push.
import { type Clause, inRow, none, type Sections } from './clause.ts';

const REFUSED = 'nothing-sent-wrong';
const REFUSED_PUSH = 'nothing-sent-push-wrong';

const required = (field: string): Clause => [
  `${field}: required`,
  inRow('order-request-required', `'${field}'`),
  inRow('order-without-named-sent', `'${field}'`),
];

const atMost = (says: string, path: string, most: number): Clause => [
  `${says}: At most ${most} characters.`,
  inRow('limits-most-characters', `['${path}', ${most}]`),
  inRow(REFUSED, path === 'billing_address.email_address' ? EMAIL : tooLong(path, most)),
];

const EMAIL = "['billing_address.email_address', { billing_address: { email_address:";

function tooLong(path: string, most: number): string {
  const value = path.endsWith('country_code') ? "'KENY'" : `'x'.repeat(${most + 1})`;
  const [outer, inner] = path.split('.');
  if (inner) return `['${path}', { ${outer}: { ${inner}: ${value} } }]`;
  const rest = path === 'account_number' ? '...recurring({}), ' : '';
  return `['${path}', { ${rest}${path}: ${value} }]`;
}

const unlimited = (field: string): Clause => [
  `${field}: string`,
  'billing_address-other-fields-no',
  'recurring-order-every-field',
];

export const ORDER: Sections = {
  'Order request (used by order creation and mobile money push)': [
    required('id'),
    ['id: Your own unique reference.', 'states-order-creation-same', 'reference-already-used-refused'],
    ['id: At most 50 characters.', 'order-request-id-most', 'any-id-up-50'],
    [
      'id: A value of 51 to 150 characters fails with a generic decline that does not mention length.',
      'order-request-id-51',
      'shows-only-type-id',
    ],
    ['id: of more than 150 characters nothing is said', 'order-request-id-above', 'any-id-up-50'],
    [
      'id, and every other text: string',
      'order-request-texts-strings',
      inRow(REFUSED_PUSH, "['msisdn', { msisdn: 254712345678 }]"),
    ],
    required('currency'),
    [
      'currency: At most 3 characters.',
      'order-request-currency-most',
      inRow(REFUSED, "['currency', { currency: 'XXX' }]"),
    ],
    [
      'currency: Validated against a lookup table.',
      'order-request-currency-most',
      inRow(REFUSED, "['currency', { currency: 'kes' }]"),
    ],
    [
      'currency: Allowed: KES UGX TZS RWF ZMW MWK ZWL BWP ZAR NGN GHS ETB EGP MAD XAF XOF BIF SOS CDF AOA MZN NAD LSL SZL USD GBP EUR JPY CHF CAD AUD CNY INR AED SAR.',
      'order-request-every-currency',
      'every-currency-list-may',
    ],
    [
      'currency: Acceptance at submission does not guarantee that a customer can pay in that currency.',
      'facts-amount-currency-those',
      'paid-another-currency-flagged',
    ],
    required('amount'),
    ['amount: Numeric.', 'order-request-amount-number', 'plain-order-sends-exactly'],
    required('description'),
    ['description: Shown to the customer.', 'escapes-merchant-wrote-spec', 'link-nothing-but-necessary'],
    ['description: No maximum length is enforced.', 'limits-no-maximum-length', 'keeps-limits-may-sent'],
    required('callback_url'),
    [
      'callback_url: Plain HTTP is accepted.',
      'order-request-callback_url-plain',
      inRow('plain-http-may-sent', "'callback_url'"),
    ],
    ['cancellation_url: optional', 'order-request-callback_url-plain', 'plain-order-sends-exactly'],
    required('notification_id'),
    [
      'notification_id: An ipn_id obtained from IPN registration.',
      'order-request-notification_id-must',
      'no-longer-knows-notification',
    ],
    required('billing_address'),
    [
      'billing_address: The object is mandatory, but every field in it is optional. An empty object is accepted.',
      'order-request-billing_address-mandatory',
      'plain-order-sends-exactly',
    ],
    atMost('branch', 'branch', 30),
    [
      'redirect_mode: Allowed: TOP_WINDOW, PARENT_WINDOW.',
      'order-request-redirect_mode-may',
      'redirect_mode-may-sent',
    ],
    [
      'redirect_mode: string, and no other',
      'order-request-redirect_mode-may-nothing',
      inRow(REFUSED, "['redirect_mode', { redirect_mode: 'NEW_WINDOW' }]"),
    ],
    [
      'branch, redirect_mode, account_number, subscription_details: optional',
      'order-creation-response-tracking',
      'plain-order-sends-exactly',
    ],
    [
      'account_number: Your identifier for a subscriber.',
      'transaction-record-account_number-one',
      'uses-reference-account-number',
    ],
    atMost('account_number', 'account_number', 50),
    [
      'account_number: Send together with subscription_details.',
      'order-request-account_number-alone',
      inRow(REFUSED, "['account_number', { account_number: 'SUB-77' }]"),
    ],
    [
      'subscription_details: Makes the order recurring.',
      'order-request-account_number-subscription_details',
      'recurring-payment-link-tells',
    ],
  ],
  'billing_address (all fields optional)': [
    ['all fields optional', 'order-request-billing_address-mandatory', 'plain-order-sends-exactly'],
    atMost('email_address', 'billing_address.email_address', 60),
    unlimited('phone_number'),
    atMost('first_name', 'billing_address.first_name', 50),
    atMost('middle_name', 'billing_address.middle_name', 50),
    atMost('last_name', 'billing_address.last_name', 50),
    [
      'country_code: ISO 3166-1 alpha-2.',
      none('SPEC.md shows no check of it beyond the length'),
      'recurring-order-every-field',
    ],
    atMost('country_code', 'billing_address.country_code', 3),
    ...['line_1', 'line_2', 'city', 'state', 'postal_code', 'zip_code'].map(unlimited),
  ],
};
