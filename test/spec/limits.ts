// What SPEC.md's tables of errors and limits say.
import { type Clause, inRow, none, type Sections } from './clause.ts';

const WITH_CODE = 'application-error-under-http';
const REFUSED = 'nothing-sent-wrong';
const LIMITED = 'limits-most-characters';
const CANCEL_FAILS = 'errors-cancelling-id-http';
const CANCEL_ENDS = 'cancellation-decided-status-both';
const WRONG_ADDRESS = 'means-wrong-address-nothing';
const TOO_LONG_ID = 'order-request-id-51';

const missing = (id: string): Clause => [
  `Cancel failure: 200 body with status 500, ${id} id`,
  inRow(CANCEL_FAILS, `['${id}',`),
  CANCEL_ENDS,
];

export const LIMITS: Sections = {
  Errors: [
    [
      'Application error on order creation: Ordinary envelope with error object (error_type, code, message) and status string.',
      'endpoints-2-success-failure',
      WITH_CODE,
    ],
    [
      'Application error on push (invalid field value)',
      'endpoints-3-invalid-field',
      'application-error-under-http-200',
    ],
    ['Application error on token issue', 'errors-token-issue-http', 'refused-key-is-credentials-error'],
    [
      'Application error on lookup',
      'errors-unknown-reference-tracking',
      inRow('failed-status-request-not-unknown', "'a general failure'"),
    ],
    [
      'Missing required field on mobile money push: 400, Model-state object: message (string), modelState',
      'errors-push-without-required',
      '400-model-state-names',
    ],
    [
      'Missing required field on mobile money push: whose keys are field paths and whose values are arrays of strings',
      'errors-keys-model-state',
      '400-model-state-keeps',
    ],
    [
      'Missing required field on mobile money push: Only this operation returns this shape.',
      'order-request-required',
      none('the bot reads the shape wherever it comes'),
    ],
    [
      'Invalid payment_method on push: Ordinary error shape, message Invalid Payment method provided.',
      'errors-payment_method-http-200',
      'application-error-under-http-200',
    ],
    [
      'Missing Content-Type on token issue: Plain-text message object: message (string), no error object.',
      'errors-missing-content-type',
      '415-token-issue-matter',
    ],
    [
      'Unknown path: 404, Same message-only shape as 415, returned before the request reaches the application.',
      'errors-unknown-path-404',
      inRow(WRONG_ADDRESS, '404'),
    ],
    [
      'wrong method: 405, Same message-only shape as 415, returned before the request reaches the application.',
      'errors-wrong-method-405',
      inRow(WRONG_ADDRESS, '405'),
    ],
    ...['unknown', 'malformed', 'empty', 'missing'].map(missing),
    [
      'Cancel failure: message Invalid order state. Order cannot be cancelled. for a repeat cancel.',
      'states-any-second-cancel',
      'words-orders-state-kind',
    ],
    [
      'IPN registration application error: Error object with all fields present and non-null: error_type, code, message, plus status (usually the string 500, never matching the HTTP status).',
      'errors-application-error-http',
      'registration-joins-pipe-delimited',
    ],
    [
      'IPN registration without Authorization: message field holding a JSON-encoded string of the error',
      'authentication-4-no-authorization',
      '401-error-encoded-twice',
    ],
    [
      'IPN registration rate limit exceeded: Same message-in-string wrapper as 401; no Retry-After header.',
      'errors-sooner-than-8',
      '409-rate-limit-same',
    ],
    [
      'Order id of 51 to 150 characters: Generic decline that does not mention length.',
      TOO_LONG_ID,
      'shows-only-type-id',
    ],
    [
      'error.code is mostly snake_case but not consistently: InvalidIpnId is PascalCase.',
      'order-request-notification_id-must',
      inRow(WITH_CODE, "['InvalidIpnId', 'invalid_request']"),
    ],
    ['Compare exactly.', none('advice to the merchant'), inRow(WITH_CODE, "['invalidipnid', 'declined']")],
    [
      'Multiple validation errors arrive pipe-delimited in one string.',
      'ipn-error-details-multiple',
      'registration-joins-pipe-delimited',
    ],
    [
      'Malformed JSON produces leading empty segments.',
      'ipn-error-details-malformed',
      'registration-joins-pipe-delimited',
    ],
    [
      'Complete list of error codes and messages: not shown.',
      none('the stand-in has the codes that are publicly known'),
      inRow(WITH_CODE, "['something_never_seen', 'declined']"),
    ],
  ],
  Limits: [
    ['Access token validity: 60 minutes', 'limits-token-valid-60', 'renewal-comes-minute-before'],
    [
      'IPN registration rate: About one request every 8 seconds, measured from the last success.',
      'limits-only-success-restarts',
      'rate-limit-waited-out',
    ],
    [
      'IPN registration rate: Exceeding returns HTTP 409 without Retry-After.',
      'errors-sooner-than-8',
      '409-rate-limit-same',
    ],
    [
      'order id: At most 50 characters (51 to 150 fails with a generic decline)',
      TOO_LONG_ID,
      inRow(REFUSED, "['id', { id: 'x'.repeat(51) }]"),
    ],
    [
      'currency: At most 3 characters, from the allowed list',
      'order-request-currency-most',
      'currencies-spec-mds-nothing',
    ],
    ['branch: At most 30 characters', inRow(LIMITED, "['branch', 30]"), 'configuration-names-every-wrong'],
    [
      'account_number: At most 50 characters',
      inRow(LIMITED, "['account_number', 50]"),
      inRow('recurring-form-refused-at-field', "{ account_number: 'x'.repeat(51) }, 'account_number'"),
    ],
    [
      'billing_address.email_address: At most 60 characters',
      inRow(LIMITED, "['billing_address.email_address', 60]"),
      inRow('once-form-refused-at-field', "'email_address', /longer than 60/"),
    ],
    [
      'billing_address first_name, middle_name, last_name: At most 50 characters each',
      inRow(LIMITED, "['billing_address.middle_name', 50]"),
      inRow(REFUSED, "['billing_address.middle_name',"),
    ],
    [
      'billing_address.country_code: At most 3 characters',
      inRow(LIMITED, "['billing_address.country_code', 3]"),
      inRow(REFUSED, "['billing_address.country_code',"),
    ],
    [
      'ipn_notification_type: Longer than 4 characters gives a length message',
      'limits-ipn_notification_type-longer-than',
      inRow('nothing-sent-registration-wrong', "ipn_notification_type: 'DELETE'"),
    ],
    ['description: No maximum enforced', 'limits-no-maximum-length', 'keeps-limits-may-sent'],
    [
      'subscription start_date: Must be in the future, format dd-MM-yyyy',
      'subscription_details-start-must-future',
      'subscription-starts-tomorrow-east',
    ],
    [
      'Rate limits of operations other than IPN registration: not shown.',
      none('the stand-in limits nothing else'),
      inRow('failed-status-request-not-unknown', "'a rate limit'"),
    ],
  ],
};
