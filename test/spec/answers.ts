// What SPEC.md says of the answers to orders, of errors in them, of cancellation and of IPN registration.
import { type Clause, inRow, none, type Sections } from './clause.ts';

const READS_ORDER = 'plain-order-sends-exactly';
const READS_PUSH = 'push-sends-order-msisdn';
const ORDERED = 'order-creation-response-tracking';
const PUSHED = 'mobile-money-push-response';
const REGISTERED = 'ipn-registration-response-notification_type';
const REFUSED_REGISTRATION = 'nothing-sent-registration-wrong';
const READS_REGISTRATION = 'registration-read-seven-digit';

const registration = (field: string): Clause => [
  `${field}: required`,
  'ipn-error-details-multiple',
  inRow('registration-without-named-sent', `'${field}'`),
];

export const ANSWERS: Sections = {
  'Order creation response': [
    [
      'order_tracking_id: Required.',
      ORDERED,
      inRow('order-answered-doubt', "order_tracking_id: 'not-a-uuid'"),
    ],
    [
      "order_tracking_id: The service's identifier for the order. Most other operations need it.",
      'states-unpaid-order-cancelled',
      'cancellation-decided-status-both',
    ],
    ['merchant_reference: The id that was sent.', ORDERED, READS_ORDER],
    [
      'redirect_url: Send the customer here to pay.',
      'redirect_url-customer-pays-shows',
      'payment-link-created-opened',
    ],
    ['error: null on success', ORDERED, READS_ORDER],
    ['error: Error object on failure.', 'endpoints-2-success-failure', 'application-error-under-http'],
    ['status: string', ORDERED, none('the bot goes by the tracking id and the error object')],
  ],
  'Mobile money push response': [
    [
      'business_number: Required.',
      PUSHED,
      inRow('unreadable-every-change-answered', "['an empty object', { json: {} }]"),
    ],
    [
      'business_number: The paybill or shortcode the customer can pay manually if the prompt does not arrive.',
      PUSHED,
      'card-prompt-says-pay',
    ],
    [
      'business_number: Values: 220222 for MpesaKE, AIRTELKE for AirtelKE, AIRTELUG for AirtelUG.',
      PUSHED,
      'push-keeps-business-number',
    ],
    ['account_number: The account reference to quote alongside business_number.', PUSHED, READS_PUSH],
    ['payment_message: string', PUSHED, READS_PUSH],
    ['order_tracking_id: string (uuid)', PUSHED, 'push-accepted-business_number-alone'],
    [
      'merchant_reference: A generated value that does NOT echo the id sent.',
      'mobile-money-push-response-merchant_reference',
      READS_PUSH,
    ],
    [
      'merchant_reference: The order is stored under the id you sent: a later lookup returns it under that id',
      'mobile-money-push-response-order',
      'prompt-whose-answer-lost',
    ],
    [
      'merchant_reference: and the IPN carries it.',
      'events-registered-url-called',
      'reference-recorded-before-answer',
    ],
    [
      'merchant_reference: Key records on order_tracking_id.',
      none('advice to the merchant'),
      'tracking-id-triggers-check',
    ],
    [
      'redirect_url: Always null. There is no hosted page in this flow.',
      'mobile-money-push-response-redirect_url',
      READS_PUSH,
    ],
    ['error: null on success', PUSHED, READS_PUSH],
    ['status: string', PUSHED, none('the bot goes by the business number and the error object')],
    [
      'Both business_number and account_number should be shown to the customer.',
      none('advice to the merchant'),
      'pin-prompt-shows-card',
    ],
  ],
  'Error object (application errors)': [
    [
      'Fields: error_type (string), code (string), message (string).',
      'errors-application-error-http',
      'application-error-under-http',
    ],
    [
      'The example for order failures shows only error_type with the value api_error.',
      'error-object-example-order',
      'shows-only-type-id',
    ],
    [
      'On a successful lookup the error object is still present with error_type, code and message all null.',
      'transaction-record-success-error',
      'all-null-error-object',
    ],
  ],
  'Cancellation response (also used by refund operations)': [
    [
      'status: 200 on success, 500 on failure (as strings).',
      'states-unpaid-order-cancelled',
      'cancellation-decided-status-both',
    ],
    ['message: string', 'states-any-second-cancel', 'cancellation-decided-status-both'],
    [
      'There is no error key in this shape, on success or on failure.',
      'states-unpaid-order-cancelled',
      'cancellation-status-nobody-described',
    ],
    ['also used by refund operations', 'refund-one-request-per', 'refund-decided-status-sentence'],
  ],
  'IPN registration request': [
    registration('url'),
    [
      'url: Checked for shape only',
      'ipn-registration-request-url',
      inRow(REFUSED_REGISTRATION, "{ url: 'bot.test', ipn_notification_type: 'GET' }"),
    ],
    [
      'url: not resolved, not required to be HTTPS',
      'ipn-registration-request-url-never',
      'notification-url-need-neither',
    ],
    ['url: never contacted.', 'ipn-registration-request-url-never', 'whose-notification-lost-found'],
    registration('ipn_notification_type'),
    [
      'ipn_notification_type: Allowed: GET, POST.',
      'ipn-registration-request-short',
      inRow(REFUSED_REGISTRATION, "ipn_notification_type: 'PUT'"),
    ],
    [
      'ipn_notification_type: Case insensitive.',
      'ipn-registration-request-ipn_notification_type',
      inRow('ipn_notification_type-may-asked', "'pOsT'"),
    ],
    [
      'ipn_notification_type: Validated by length before value: a value longer than 4 characters returns a message about length, not about the accepted values.',
      'limits-ipn_notification_type-longer-than',
      inRow(REFUSED_REGISTRATION, "ipn_notification_type: 'DELETE'"),
    ],
  ],
  'IPN registration response (success)': [
    [
      'created_date: UTC. A newly created registration returns seven fractional-second digits and a trailing Z.',
      'ipn-registration-response-new',
      READS_REGISTRATION,
    ],
    [
      'created_date: Reading an existing registration back returns the same instant with trailing zeros trimmed and no Z, so the format is not fixed.',
      'ipn-registration-response-moment',
      'utc-same-instant-seven',
    ],
    [
      'ipn_id: Pass as notification_id when creating an order.',
      'order-request-notification_id-must',
      'sent-service-prompt-exactly',
    ],
    ['notification_type: 0 is GET, 1 is POST.', inRow(REGISTERED, "['GET', 0]"), READS_REGISTRATION],
    ['ipn_notification_type_description: GET or POST.', inRow(REGISTERED, "['POST', 1]"), READS_REGISTRATION],
    ['status indicator: 1 is Active. No other value has been observed.', REGISTERED, READS_REGISTRATION],
    [
      'status indicator: The field name is misspelled in the interface and spelling it correctly yields no value.',
      'ipn-registration-response-misspelled',
      'registration-read-seven-digit',
    ],
    [
      'Name of the status indicator field and of the registered url field in the registration response: not shown.',
      none('the stand-in uses the names that are publicly known'),
      'registration-read-back-without',
    ],
  ],
};
