// What SPEC.md says of the fields of an order, be it a link or a push.
import { type Clause, inRow, none, type Sections } from './clause.ts';

const REFUSED = 'nothing is sent when %s is wrong: %j';
const REFUSED_PUSH = 'nothing is sent when %s of a push is wrong: %j';

const required = (field: string): Clause => [
  `${field}: required`,
  inRow('SPEC Order request: %s is required', `'${field}'`),
  inRow('an order without its %s is named and not sent', `'${field}'`),
];

const atMost = (says: string, path: string, most: number): Clause => [
  `${says}: At most ${most} characters.`,
  inRow('SPEC Limits: %s has at most %i characters', `['${path}', ${most}]`),
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
  'SPEC billing_address: the other fields have no limit',
  'a recurring order with every field sends every field under its own name',
];

export const ORDER: Sections = {
  'Order request (used by order creation and mobile money push)': [
    required('id'),
    [
      'id: Your own unique reference.',
      'SPEC States: order creation with the same id returns the original order',
      'a reference that is already used is refused before anything is sent',
    ],
    [
      'id: At most 50 characters.',
      'SPEC Order request: an id of at most 50 characters is accepted',
      'any id of up to 50 of the allowed characters, and no other',
    ],
    [
      'id: A value of 51 to 150 characters fails with a generic decline that does not mention length.',
      'SPEC Order request: an id of 51 to 150 characters',
      'that shows only its type, as for an id that is too long, is a plain decline',
    ],
    [
      'id: of more than 150 characters nothing is said',
      'SPEC Order request: an id above 150 characters is refused',
      'any id of up to 50 of the allowed characters, and no other',
    ],
    [
      'id, and every other text: string',
      'SPEC Order request: texts are strings',
      inRow(REFUSED_PUSH, "['msisdn', { msisdn: 254712345678 }]"),
    ],
    required('currency'),
    [
      'currency: At most 3 characters.',
      'SPEC Order request: a currency is at most 3 characters and of the table',
      inRow(REFUSED, "['currency', { currency: 'XXX' }]"),
    ],
    [
      'currency: Validated against a lookup table.',
      'SPEC Order request: a currency is at most 3 characters and of the table',
      inRow(REFUSED, "['currency', { currency: 'kes' }]"),
    ],
    [
      'currency: Allowed: KES UGX TZS RWF ZMW MWK ZWL BWP ZAR NGN GHS ETB EGP MAD XAF XOF BIF SOS CDF AOA MZN NAD LSL SZL USD GBP EUR JPY CHF CAD AUD CNY INR AED SAR.',
      'SPEC Order request: every currency of the lookup table is accepted',
      'every currency of the list may be sent',
    ],
    [
      'currency: Acceptance at submission does not guarantee that a customer can pay in that currency.',
      'FACTS: amount and currency are those paid and can differ from the order',
      'paid in another currency is flagged for review too',
    ],
    required('amount'),
    [
      'amount: Numeric.',
      'SPEC Order request: the amount is a number',
      'a plain order sends exactly the required fields, the amount as a JSON number',
    ],
    required('description'),
    [
      'description: Shown to the customer.',
      'escapes what the merchant wrote, as SPEC Order request says that the description is shown',
      'for a link with nothing but the necessary is exactly this',
    ],
    [
      'description: No maximum length is enforced.',
      'SPEC Limits: no maximum length of a description is enforced',
      'what keeps to the limits may be sent: every text at its longest',
    ],
    required('callback_url'),
    [
      'callback_url: Plain HTTP is accepted.',
      'SPEC Order request: a callback_url in plain HTTP is accepted',
      inRow('a %s in plain HTTP may be sent', "'callback_url'"),
    ],
    [
      'cancellation_url: optional',
      'and cancellation_url may be left out',
      'a plain order sends exactly the required fields',
    ],
    required('notification_id'),
    [
      'notification_id: An ipn_id obtained from IPN registration.',
      'SPEC Order request: notification_id must come from IPN registration',
      'no longer knows the notification id: it is registered again once, and the order goes out',
    ],
    required('billing_address'),
    [
      'billing_address: The object is mandatory, but every field in it is optional. An empty object is accepted.',
      'SPEC Order request: billing_address is mandatory but an empty object is accepted',
      'a plain order sends exactly the required fields',
    ],
    atMost('branch', 'branch', 30),
    [
      'redirect_mode: Allowed: TOP_WINDOW, PARENT_WINDOW.',
      'SPEC Order request: redirect_mode may be %s',
      'the redirect_mode %s may be sent',
    ],
    [
      'redirect_mode: string, and no other',
      'SPEC Order request: redirect_mode may be nothing else',
      inRow(REFUSED, "['redirect_mode', { redirect_mode: 'NEW_WINDOW' }]"),
    ],
    [
      'branch, redirect_mode, account_number, subscription_details: optional',
      'SPEC Order creation response: tracking id, the id that was sent',
      'a plain order sends exactly the required fields',
    ],
    [
      'account_number: Your identifier for a subscriber.',
      'SPEC Transaction record: account_number is the one of the order',
      'uses the reference as account number when none is given',
    ],
    atMost('account_number', 'account_number', 50),
    [
      'account_number: Send together with subscription_details.',
      'SPEC Order request: account_number alone, sent without subscription_details',
      inRow(REFUSED, "['account_number', { account_number: 'SUB-77' }]"),
    ],
    [
      'subscription_details: Makes the order recurring.',
      'SPEC Order request: account_number and subscription_details make an order recurring',
      'a recurring payment link tells each charge once in its thread',
    ],
  ],
  'billing_address (all fields optional)': [
    [
      'all fields optional',
      'SPEC Order request: billing_address is mandatory but an empty object is accepted',
      'a plain order sends exactly the required fields',
    ],
    atMost('email_address', 'billing_address.email_address', 60),
    unlimited('phone_number'),
    atMost('first_name', 'billing_address.first_name', 50),
    atMost('middle_name', 'billing_address.middle_name', 50),
    atMost('last_name', 'billing_address.last_name', 50),
    [
      'country_code: ISO 3166-1 alpha-2.',
      none('SPEC.md shows no check of it beyond the length'),
      'a recurring order with every field sends every field under its own name',
    ],
    atMost('country_code', 'billing_address.country_code', 3),
    ...['line_1', 'line_2', 'city', 'state', 'postal_code', 'zip_code'].map(unlimited),
  ],
};
