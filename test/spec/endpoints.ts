// What SPEC.md says of each operation.
import { inRow, none, type Sections } from './clause.ts';

const ADDRESS = 'carries-bearer-token-json';
const WANTS_TOKEN = 'authentication-3-wants-bearer';
const READS_PUSH = 'push-sends-order-msisdn';
const CANCEL_ENDS = 'cancellation-decided-status-both';
const CANCEL_FAILS = 'errors-cancelling-id-http';

export const ENDPOINTS: Sections = {
  Endpoints: [
    ['All paths are relative to {base_url}.', 'answers-404-outside-base', 'base-url-may-end'],
    ['Authenticated operations send the header Authorization: Bearer <ACCESS_TOKEN>.', WANTS_TOKEN, ADDRESS],
    ['Bodies are JSON with Content-Type: application/json.', 'endpoints-bodies-json-content', ADDRESS],
  ],
  '1. Request an access token': [
    ['POST /Auth/RequestToken', 'access-token-response-token', 'token-asked-key-secret'],
    ['No Authorization header.', 'endpoints-1-no-authorization', 'token-asked-key-secret'],
    [
      'Header Content-Type: application/json is mandatory.',
      'errors-missing-content-type',
      'token-asked-key-secret',
    ],
    [
      'Omitting it returns HTTP 415 with a plain-text message body',
      'errors-missing-content-type',
      '415-token-issue-matter',
    ],
    [
      'Response: access token response (success and failure both in this shape).',
      'errors-token-issue-http',
      'refused-key-is-credentials-error',
    ],
  ],
  '2. Create an order': [
    [
      'POST /Transactions/SubmitOrderRequest',
      inRow(WANTS_TOKEN, "['submitOrder', 'POST', '/Transactions/SubmitOrderRequest']"),
      inRow(ADDRESS, "['POST', '/Transactions/SubmitOrderRequest',"),
    ],
    [
      'Body: order request. Response: order creation response, for both success and failure.',
      'endpoints-2-success-failure',
      'plain-order-sends-exactly',
    ],
    [
      'With account_number and subscription_details the order is recurring.',
      'order-request-account_number-subscription_details',
      'recurring-order-every-field',
    ],
    ['A reused id returns the original order.', 'states-order-creation-same', 'link-whose-answer-lost'],
  ],
  '3. Take a payment by mobile money push': [
    [
      'POST /transactions/stk',
      inRow(WANTS_TOKEN, "['push', 'POST', '/transactions/stk']"),
      inRow(ADDRESS, "['POST', '/transactions/stk',"),
    ],
    [
      'Body: order request plus msisdn and payment_method.',
      'push-has-no-hosted-page',
      'sent-service-prompt-exactly',
    ],
    ['Response: mobile money push response (HTTP 200 for success', 'mobile-money-push-response', READS_PUSH],
    ['and for an invalid field value).', 'endpoints-3-invalid-field', 'application-error-under-http-200'],
    [
      'Missing required field: HTTP 400 with a model-state object',
      'errors-push-without-required',
      '400-model-state-names',
    ],
    [
      'Invalid payment_method: HTTP 200 with the ordinary error shape.',
      'errors-payment_method-http-200',
      'application-error-under-http-200',
    ],
  ],
  '4. Cancel an unpaid order': [
    [
      'POST /Transactions/CancelOrder',
      inRow(WANTS_TOKEN, "['cancelOrder', 'POST', '/Transactions/CancelOrder']"),
      inRow(ADDRESS, "['POST', '/Transactions/CancelOrder',"),
    ],
    [
      'Body: order_tracking_id (string uuid, required).',
      inRow(CANCEL_FAILS, "['malformed', 'order-1']"),
      'nothing-sent-order-cancel',
    ],
    ['Response: cancellation response.', 'states-unpaid-order-cancelled', CANCEL_ENDS],
    [
      'Every failure returns the message Invalid order request., whether the id is unknown, malformed, empty or missing.',
      inRow(CANCEL_FAILS, "['missing', undefined]"),
      CANCEL_ENDS,
    ],
  ],
  '5. Register an IPN URL': [
    [
      'POST /URLSetup/RegisterIPN',
      'ipn-registration-response-notification_type',
      inRow(ADDRESS, "['POST', '/URLSetup/RegisterIPN',"),
    ],
    [
      'Body: IPN registration request. Response: IPN registration response on success.',
      'ipn-registration-response-notification_type',
      'register-notification-address-unguessable',
    ],
    [
      'Application errors return HTTP 200 with an error object',
      'errors-application-error-http',
      'registration-joins-pipe-delimited',
    ],
    [
      'Without an Authorization header: HTTP 401.',
      'authentication-4-no-authorization',
      'refused-token-registration-renewed',
    ],
    ['Rate limited: HTTP 409.', 'errors-sooner-than-8', '409-rate-limit-same'],
  ],
  '6. Get a transaction by merchant reference': [
    [
      'GET /Transactions/GetTransactionByMerchantReference',
      inRow(WANTS_TOKEN, "'/Transactions/GetTransactionByMerchantReference?merchantReference=a'"),
      inRow(ADDRESS, "'GET', '/Transactions/GetTransactionByMerchantReference',"),
    ],
    [
      'Query parameter: merchantReference (string, required)',
      'endpoints-6-query-parameter',
      'empty-reference-not-sent',
    ],
    [
      'the id sent when the order was created.',
      'mobile-money-push-response-order',
      'status-request-parameter-encoded',
    ],
    [
      'Response: transaction record, for success and failure.',
      'errors-unknown-reference-tracking',
      'unknown-transaction-is-undefined',
    ],
    [
      'It returns the same data as getTransactionStatus.',
      'endpoints-6-lookup-reference',
      'record-same-payment-either',
    ],
    [
      'Merchant references are not guaranteed unique across an account',
      'endpoints-6-merchant-references',
      'reference-already-used-refused',
    ],
    [
      'getTransactionStatus (keyed by order_tracking_id) is preferred.',
      none('advice to the merchant'),
      'two-hundred-copies-one-reply',
    ],
    [
      'Other operations (getTransactionStatus itself, refunds, listing of IPN registrations): not shown.',
      'getipnlist-bare-array',
      'list-registrations-bare-array',
    ],
  ],
};
