// What SPEC.md says of the service as a whole, of its tokens, and of who may call it.
import { inRow, none, type Sections } from './clause.ts';

export const SERVICE: Sections = {
  'Payment Collection Service Interface Specification': [
    ['Requests and responses are JSON.', 'endpoints-bodies-json-content', 'carries-bearer-token-json'],
    ['Addresses are written relative to {base_url}.', 'answers-404-outside-base', 'base-url-may-end'],
  ],
  'What the service does': [
    [
      'A merchant exchanges a consumer key and secret for a bearer token.',
      'access-token-response-token',
      'token-asked-key-secret',
    ],
    [
      'The merchant registers a notification URL (IPN) and receives an ipn_id.',
      'ipn-registration-response-notification_type',
      'registration-made-once-method',
    ],
    [
      'A hosted-page order returns a redirect_url to send the customer to.',
      'redirect_url-customer-pays-shows',
      'payment-link-created-opened',
    ],
    [
      'A mobile money push sends a PIN prompt straight to a phone number, with no hosted page.',
      'push-has-no-hosted-page',
      'pin-prompt-sent-paid',
    ],
    [
      'Adding account_number and subscription_details to an order makes it a recurring payment.',
      'order-request-account_number-subscription_details',
      'recurring-payment-link-tells',
    ],
    ['There is no separate subscriptions endpoint.', 'no-subscriptions-endpoint', 'recurring-link-dates-dd'],
    [
      'The merchant can cancel an unpaid order.',
      'states-unpaid-order-cancelled',
      'cancelling-cards-button-asks',
    ],
    [
      'The merchant can look up a transaction by the reference it supplied when creating the order.',
      'endpoints-6-lookup-reference',
      'pay-status-finds-orders',
    ],
    [
      'The service calls the registered notification URL when an order changes.',
      'events-registered-url-called',
      'notification-endpoint-takes-get',
    ],
    [
      'Unknown fields in a request body are silently ignored.',
      'general-unknown-fields-request',
      inRow('nothing-sent-wrong', "['callbackUrl', { callbackUrl:"),
    ],
    [
      'A misspelled field name produces no error and has no effect.',
      'general-misspelled-field-name',
      inRow('nothing-sent-wrong', "['billing_address.surname',"),
    ],
    [
      'Most operations answer application errors with HTTP 200 and an error object.',
      'endpoints-2-success-failure',
      'application-error-under-http',
    ],
  ],
  'Resources and their fields': none('a heading over the tables that follow'),
  'Access token request (body of token issue)': [
    [
      'consumer_key: required',
      inRow('errors-token-issue-http', "['a missing key',"),
      'configuration-names-every-missing',
    ],
    ['consumer_secret: required', 'access-token-request-consumer_secret', 'token-asked-key-secret'],
  ],
  'Access token response': [
    [
      'token: Required on success.',
      'access-token-response-token',
      inRow('answer-without-usable-token', '{ token: null, error: null }'),
    ],
    ['token: A JWT.', 'access-token-response-token', 'renewal-comes-minute-before'],
    [
      'token: Its exp claim is an integer and is easier to parse than expiryDate.',
      'access-token-response-exp',
      'renewal-goes-exp-even',
    ],
    [
      'expiryDate: UTC timestamp with a trailing Z and seven fractional-second digits. Some strict parsers reject that precision.',
      'access-token-response-expirydate',
      'renewal-goes-expirydate-seven',
    ],
    ['error: null on success', 'access-token-response-error', 'one-token-serves-many'],
    [
      'error: Carries the error object on failure.',
      inRow('errors-token-issue-http', "['an unknown key',"),
      'refused-key-is-credentials-error',
    ],
    [
      'status: Status text, for example the string form of 200.',
      'access-token-response-error',
      none('the bot goes by the token and the error object'),
    ],
    [
      'message: Human-readable message.',
      'access-token-response-error',
      none('of a refusal the bot shows the message in the error object'),
    ],
  ],
  Authentication: [
    [
      'Call token issue with consumer_key and consumer_secret to receive a bearer token.',
      'access-token-response-token',
      'token-asked-key-secret',
    ],
    ['The token is valid for 60 minutes.', 'limits-token-valid-60', 'renewal-comes-minute-before'],
    ['Cache it instead of requesting one per call.', none('advice to the merchant'), 'one-token-serves-many'],
    [
      'Send the token as Authorization: Bearer <ACCESS_TOKEN> on every other operation.',
      'authentication-3-wants-bearer',
      'carries-bearer-token-json',
    ],
    [
      'When no Authorization header is sent to IPN registration, the response is HTTP 401 with a body whose message field is a JSON-encoded string.',
      'authentication-4-no-authorization',
      'refused-token-registration-renewed',
    ],
    [
      'After parsing message a second time it holds an object: error (error_type authentication_error, code invalid_api_credentials_provided, message Invalid or Missing Credentials Provided) and status 401 as a string.',
      'authentication-4-no-authorization',
      '401-error-encoded-twice',
    ],
    [
      'Token expiry is given by the exp claim (integer) and by expiryDate.',
      'access-token-response-exp',
      'renewal-goes-expirydate-seven',
    ],
    [
      'How consumer key and secret are issued: not shown.',
      none('the stand-in makes one pair when it starts'),
      'configuration-needs-only-cannot',
    ],
  ],
  Versioning: none('only that no scheme is shown: no request or answer carries a version'),
};
