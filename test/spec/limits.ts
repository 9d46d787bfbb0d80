// What SPEC.md's tables of errors and limits say.
import { type Clause, inRow, none, type Sections } from './clause.ts';

const WITH_CODE = 'an application error under HTTP 200 with code %s is %s';
const REFUSED = 'nothing is sent when %s is wrong: %j';
const LIMITED = 'SPEC Limits: %s has at most %i characters';
const CANCEL_FAILS = 'SPEC Errors: cancelling an %s id is HTTP 200, status 500';
const CANCEL_ENDS = 'a cancellation is decided by its status and both endings are values';
const WRONG_ADDRESS = '%i means a wrong address and that nothing was done';
const TOO_LONG_ID = 'SPEC Order request: an id of 51 to 150 characters';

const missing = (id: string): Clause => [
  `Cancel failure: 200 body with status 500, ${id} id`,
  inRow(CANCEL_FAILS, `['${id}',`),
  CANCEL_ENDS,
];

export const LIMITS: Sections = {
  Errors: [
    [
      'Application error on order creation: Ordinary envelope with error object (error_type, code, message) and status string.',
      'SPEC Endpoints 2: success and failure have one shape',
      WITH_CODE,
    ],
    [
      'Application error on push (invalid field value)',
      'SPEC Endpoints 3: an invalid field value is HTTP 200',
      'an application error under HTTP 200 on a push with a wrong method is an invalid request',
    ],
    [
      'Application error on token issue',
      'SPEC Errors: %s at token issue is HTTP 200',
      'told by %s is a credentials error of the token issue',
    ],
    [
      'Application error on lookup',
      'SPEC Errors: an unknown reference or tracking id is HTTP 200',
      inRow('trouble with a look-up is never read as "not known": %s is %s', "'a general failure'"),
    ],
    [
      'Missing required field on mobile money push: 400, Model-state object: message (string), modelState',
      'SPEC Errors: a push without the required %s is HTTP 400',
      '400 with model state names the fields in words',
    ],
    [
      'Missing required field on mobile money push: whose keys are field paths and whose values are arrays of strings',
      'SPEC Errors: the keys of the model state are field paths',
      '400 with model state keeps field paths that have nothing before them',
    ],
    [
      'Missing required field on mobile money push: Only this operation returns this shape.',
      'SPEC Order request: %s is required, and its lack is an error object on HTTP 200',
      none('the bot reads the shape wherever it comes'),
    ],
    [
      'Invalid payment_method on push: Ordinary error shape, message Invalid Payment method provided.',
      'SPEC Errors: payment_method %s is HTTP 200, ordinary error shape',
      'an application error under HTTP 200 on a push with a wrong method is an invalid request',
    ],
    [
      'Missing Content-Type on token issue: Plain-text message object: message (string), no error object.',
      'SPEC Errors: a missing Content-Type at token issue is HTTP 415',
      '415 on token issue is a matter of configuration, and no order was sent',
    ],
    [
      'Unknown path: 404, Same message-only shape as 415, returned before the request reaches the application.',
      'SPEC Errors: an unknown path is 404 with a message only, even without a token',
      inRow(WRONG_ADDRESS, '404'),
    ],
    [
      'wrong method: 405, Same message-only shape as 415, returned before the request reaches the application.',
      'SPEC Errors: a wrong method is 405 with a message only, even without a token',
      inRow(WRONG_ADDRESS, '405'),
    ],
    ...['unknown', 'malformed', 'empty', 'missing'].map(missing),
    [
      'Cancel failure: message Invalid order state. Order cannot be cancelled. for a repeat cancel.',
      'SPEC States: any second cancel fails',
      'in words of the order’s state has a kind of its own',
    ],
    [
      'IPN registration application error: Error object with all fields present and non-null: error_type, code, message, plus status (usually the string 500, never matching the HTTP status).',
      'SPEC Errors: an application error is HTTP 200 with error_type, code and message present',
      'on registration joins the pipe-delimited faults',
    ],
    [
      'IPN registration without Authorization: message field holding a JSON-encoded string of the error',
      'SPEC Authentication 4: no Authorization header at IPN registration',
      '401 with the error encoded twice is read through to its code',
    ],
    [
      'IPN registration rate limit exceeded: Same message-in-string wrapper as 401; no Retry-After header.',
      'SPEC Errors: sooner than 8 seconds after a success is HTTP 409',
      '409 is a rate limit, in the same wrapper and without one',
    ],
    [
      'Order id of 51 to 150 characters: Generic decline that does not mention length.',
      TOO_LONG_ID,
      'that shows only its type, as for an id that is too long, is a plain decline',
    ],
    [
      'error.code is mostly snake_case but not consistently: InvalidIpnId is PascalCase.',
      'else InvalidIpnId in PascalCase',
      inRow(WITH_CODE, "['InvalidIpnId', 'invalid_request']"),
    ],
    ['Compare exactly.', none('advice to the merchant'), inRow(WITH_CODE, "['invalidipnid', 'declined']")],
    [
      'Multiple validation errors arrive pipe-delimited in one string.',
      'SPEC IPN error details: multiple validation errors arrive pipe-delimited',
      'on registration joins the pipe-delimited faults',
    ],
    [
      'Malformed JSON produces leading empty segments.',
      'SPEC IPN error details: malformed JSON produces leading empty segments',
      'on registration joins the pipe-delimited faults and drops the empty ones',
    ],
    [
      'Complete list of error codes and messages: not shown.',
      none('the stand-in has the codes that are publicly known'),
      inRow(WITH_CODE, "['something_never_seen', 'declined']"),
    ],
  ],
  Limits: [
    [
      'Access token validity: 60 minutes',
      'SPEC Limits: a token is valid for 60 minutes and not longer',
      'renewal comes a minute before exp',
    ],
    [
      'IPN registration rate: About one request every 8 seconds, measured from the last success.',
      'SPEC Limits: only a success restarts the clock',
      'the rate limit is waited out when the list does not know the URL',
    ],
    [
      'IPN registration rate: Exceeding returns HTTP 409 without Retry-After.',
      'SPEC Errors: sooner than 8 seconds after a success is HTTP 409',
      '409 is a rate limit, in the same wrapper and without one',
    ],
    [
      'order id: At most 50 characters (51 to 150 fails with a generic decline)',
      TOO_LONG_ID,
      inRow(REFUSED, "['id', { id: 'x'.repeat(51) }]"),
    ],
    [
      'currency: At most 3 characters, from the allowed list',
      'SPEC Order request: a currency is at most 3 characters and of the table',
      'the currencies are SPEC.md’s, and nothing like them',
    ],
    [
      'branch: At most 30 characters',
      inRow(LIMITED, "['branch', 30]"),
      'configuration names every wrong setting at once',
    ],
    [
      'account_number: At most 50 characters',
      inRow(LIMITED, "['account_number', 50]"),
      inRow('recurring, with %j, is told so at %s', "{ account_number: 'x'.repeat(51) }, 'account_number'"),
    ],
    [
      'billing_address.email_address: At most 60 characters',
      inRow(LIMITED, "['billing_address.email_address', 60]"),
      inRow('once, with %j, is told so at %s', "'email_address', /at most 60/"),
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
      'SPEC Limits: an ipn_notification_type longer than 4 characters',
      inRow('nothing is sent when a registration is wrong: %j', "ipn_notification_type: 'DELETE'"),
    ],
    [
      'description: No maximum enforced',
      'SPEC Limits: no maximum length of a description is enforced',
      'what keeps to the limits may be sent: every text at its longest',
    ],
    [
      'subscription start_date: Must be in the future, format dd-MM-yyyy',
      'SPEC subscription_details: the start must be in the future',
      'a subscription that starts tomorrow in East Africa',
    ],
    [
      'Rate limits of operations other than IPN registration: not shown.',
      none('the stand-in limits nothing else'),
      inRow('trouble with a look-up is never read as "not known": %s is %s', "'a rate limit'"),
    ],
  ],
};
