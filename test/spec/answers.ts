// What SPEC.md says of the answers to orders, of errors in them, of cancellation and of IPN registration.
import { type Clause, inRow, none, type Sections } from './clause.ts';

const READS_ORDER = 'a plain order sends exactly the required fields';
const READS_PUSH = 'a push sends the order with msisdn and payment_method and reads what the customer needs';
const ORDERED = 'SPEC Order creation response: tracking id, the id that was sent';
const PUSHED = 'SPEC Mobile money push response: business_number of %s is %s';
const REGISTERED = 'SPEC IPN registration response: %s is notification_type %i';
const REFUSED_REGISTRATION = 'nothing is sent when a registration is wrong: %j';
const READS_REGISTRATION = 'a registration is read with a seven-digit UTC time';

const registration = (field: string): Clause => [
  `${field}: required`,
  'SPEC IPN error details: multiple validation errors arrive pipe-delimited',
  inRow('a registration without its %s is named and not sent', `'${field}'`),
];

export const ANSWERS: Sections = {
  'Order creation response': [
    [
      'order_tracking_id: Required.',
      ORDERED,
      inRow('an order answered with %j is in doubt', "order_tracking_id: 'not-a-uuid'"),
    ],
    [
      "order_tracking_id: The service's identifier for the order. Most other operations need it.",
      'SPEC States: an unpaid order is cancelled with status 200',
      'a cancellation is decided by its status and both endings are values',
    ],
    ['merchant_reference: The id that was sent.', ORDERED, READS_ORDER],
    [
      'redirect_url: Send the customer here to pay.',
      'redirect_url, where the customer pays shows what is to be paid',
      'a payment link is created, opened and paid by the customer on its page',
    ],
    ['error: null on success', ORDERED, READS_ORDER],
    [
      'error: Error object on failure.',
      'SPEC Endpoints 2: success and failure have one shape',
      'an application error under HTTP 200 with code %s is %s',
    ],
    ['status: string', ORDERED, none('the bot goes by the tracking id and the error object')],
  ],
  'Mobile money push response': [
    [
      'business_number: Required.',
      PUSHED,
      inRow('is unreadable, and every change it answered is in doubt', "['an empty object', { json: {} }]"),
    ],
    [
      'business_number: The paybill or shortcode the customer can pay manually if the prompt does not arrive.',
      PUSHED,
      'the card of a prompt says where to pay by hand, before the service has answered and after',
    ],
    [
      'business_number: Values: 220222 for MpesaKE, AIRTELKE for AirtelKE, AIRTELUG for AirtelUG.',
      PUSHED,
      'a push by %s keeps its business number, %s, as text',
    ],
    ['account_number: The account reference to quote alongside business_number.', PUSHED, READS_PUSH],
    ['payment_message: string', PUSHED, READS_PUSH],
    ['order_tracking_id: string (uuid)', PUSHED, 'a push is accepted on business_number alone'],
    [
      'merchant_reference: A generated value that does NOT echo the id sent.',
      'SPEC Mobile money push response: merchant_reference is generated',
      READS_PUSH,
    ],
    [
      'merchant_reference: The order is stored under the id you sent: a later lookup returns it under that id',
      'SPEC Mobile money push response: the order is stored under the id sent',
      'a prompt whose answer is lost is found by asking for it',
    ],
    [
      'merchant_reference: and the IPN carries it.',
      'SPEC Events: the registered URL is called by GET',
      'by its reference is heard even before the service has answered the order',
    ],
    [
      'merchant_reference: Key records on order_tracking_id.',
      none('advice to the merchant'),
      'by its tracking id puts a look down and triggers whoever looks',
    ],
    [
      'redirect_url: Always null. There is no hosted page in this flow.',
      'SPEC Mobile money push response: redirect_url is always null',
      READS_PUSH,
    ],
    ['error: null on success', PUSHED, READS_PUSH],
    ['status: string', PUSHED, none('the bot goes by the business number and the error object')],
    [
      'Both business_number and account_number should be shown to the customer.',
      none('advice to the merchant'),
      'a PIN prompt shows on its card what the customer needs who gets no prompt',
    ],
  ],
  'Error object (application errors)': [
    [
      'Fields: error_type (string), code (string), message (string).',
      'SPEC Errors: an application error is HTTP 200 with error_type, code and message present',
      'an application error under HTTP 200 with code %s is %s',
    ],
    [
      'The example for order failures shows only error_type with the value api_error.',
      'SPEC Error object: the example for order failures shows only error_type',
      'that shows only its type, as for an id that is too long, is a plain decline',
    ],
    [
      'On a successful lookup the error object is still present with error_type, code and message all null.',
      'SPEC Transaction record: on success error is an object whose fields are all null',
      'with the all-null error object is a success by reference too',
    ],
  ],
  'Cancellation response (also used by refund operations)': [
    [
      'status: 200 on success, 500 on failure (as strings).',
      'SPEC States: an unpaid order is cancelled with status 200',
      'a cancellation is decided by its status and both endings are values',
    ],
    [
      'message: string',
      'SPEC States: any second cancel fails',
      'a cancellation is decided by its status and both endings are values',
    ],
    [
      'There is no error key in this shape, on success or on failure.',
      'SPEC States: an unpaid order is cancelled with status 200 and a message, and no error key',
      'a cancellation with a status that nobody described is in doubt',
    ],
    [
      'also used by refund operations',
      'FACTS Refund: one request per payment, in the cancellation shape',
      none('the bot sends no refunds'),
    ],
  ],
  'IPN registration request': [
    registration('url'),
    [
      'url: Checked for shape only',
      'SPEC IPN registration request: the url %s fails the check of its shape',
      inRow(REFUSED_REGISTRATION, "{ url: 'bot.test', ipn_notification_type: 'GET' }"),
    ],
    [
      'url: not resolved, not required to be HTTPS',
      'SPEC IPN registration request: the url is never contacted and need not be HTTPS or exist',
      'a notification url need be neither HTTPS nor known to anybody',
    ],
    [
      'url: never contacted.',
      'SPEC IPN registration request: the url is never contacted',
      'whose notification is lost is found paid all the same, by asking',
    ],
    registration('ipn_notification_type'),
    [
      'ipn_notification_type: Allowed: GET, POST.',
      'SPEC IPN registration request: a short wrong value gives a message about the values',
      inRow(REFUSED_REGISTRATION, "ipn_notification_type: 'PUT'"),
    ],
    [
      'ipn_notification_type: Case insensitive.',
      'SPEC IPN registration request: ipn_notification_type is case insensitive',
      inRow('the ipn_notification_type %s may be asked for', "'pOsT'"),
    ],
    [
      'ipn_notification_type: Validated by length before value: a value longer than 4 characters returns a message about length, not about the accepted values.',
      'SPEC Limits: an ipn_notification_type longer than 4 characters',
      inRow(REFUSED_REGISTRATION, "ipn_notification_type: 'DELETE'"),
    ],
  ],
  'IPN registration response (success)': [
    [
      'created_date: UTC. A newly created registration returns seven fractional-second digits and a trailing Z.',
      'SPEC IPN registration response: a new registration has seven fraction digits',
      READS_REGISTRATION,
    ],
    [
      'created_date: Reading an existing registration back returns the same instant with trailing zeros trimmed and no Z, so the format is not fixed.',
      'SPEC IPN registration response: a moment without fraction reads back without one',
      'UTC is the same instant with seven digits and Z, and with its zeros trimmed and no Z',
    ],
    [
      'ipn_id: Pass as notification_id when creating an order.',
      'SPEC Order request: notification_id must come from IPN registration',
      'what is sent to the service for a prompt is exactly this',
    ],
    ['notification_type: 0 is GET, 1 is POST.', inRow(REGISTERED, "['GET', 0]"), READS_REGISTRATION],
    ['ipn_notification_type_description: GET or POST.', inRow(REGISTERED, "['POST', 1]"), READS_REGISTRATION],
    ['status indicator: 1 is Active. No other value has been observed.', REGISTERED, READS_REGISTRATION],
    [
      'status indicator: The field name is misspelled in the interface and spelling it correctly yields no value.',
      'SPEC IPN registration response: the misspelled field spelt correctly yields no value',
      'the service’s misspelt field beside it',
    ],
    [
      'Name of the status indicator field and of the registered url field in the registration response: not shown.',
      none('the stand-in uses the names that are publicly known'),
      'a registration read back without Z is the same instant, and only its id is required',
    ],
  ],
};
