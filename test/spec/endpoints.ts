// What SPEC.md says of each operation.
import { inRow, none, type Sections } from './clause.ts';

const ADDRESS = '%s %s carries the bearer token, and JSON if it has a body';
const WANTS_TOKEN = 'SPEC Authentication 3: %s wants a bearer token';
const READS_PUSH = 'a push sends the order with msisdn and payment_method and reads what the customer needs';
const CANCEL_ENDS = 'a cancellation is decided by its status and both endings are values';
const CANCEL_FAILS = 'SPEC Errors: cancelling an %s id is HTTP 200, status 500';

export const ENDPOINTS: Sections = {
  Endpoints: [
    [
      'All paths are relative to {base_url}.',
      'answers 404 outside of its base URL, too',
      'a base URL may end with a slash',
    ],
    ['Authenticated operations send the header Authorization: Bearer <ACCESS_TOKEN>.', WANTS_TOKEN, ADDRESS],
    [
      'Bodies are JSON with Content-Type: application/json.',
      'SPEC Endpoints: bodies are JSON with Content-Type application/json',
      ADDRESS,
    ],
  ],
  '1. Request an access token': [
    [
      'POST /Auth/RequestToken',
      'SPEC Access token response: token is a JWT',
      'the token is asked for with key and secret as JSON',
    ],
    [
      'No Authorization header.',
      'SPEC Endpoints 1: no Authorization header is needed',
      'the token is asked for with key and secret as JSON and without an Authorization header',
    ],
    [
      'Header Content-Type: application/json is mandatory.',
      'SPEC Errors: a missing Content-Type at token issue is HTTP 415',
      'the token is asked for with key and secret as JSON',
    ],
    [
      'Omitting it returns HTTP 415 with a plain-text message body',
      'SPEC Errors: a missing Content-Type at token issue is HTTP 415',
      '415 on token issue is a matter of configuration, and no order was sent',
    ],
    [
      'Response: access token response (success and failure both in this shape).',
      'SPEC Errors: %s at token issue is HTTP 200 with an error object, in the shape of the token response',
      'told by %s is a credentials error of the token issue',
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
      'SPEC Endpoints 2: success and failure have one shape',
      'a plain order sends exactly the required fields',
    ],
    [
      'With account_number and subscription_details the order is recurring.',
      'SPEC Order request: account_number and subscription_details make an order recurring',
      'a recurring order with every field sends every field under its own name',
    ],
    [
      'A reused id returns the original order.',
      'SPEC States: order creation with the same id returns the original order',
      'a link whose answer is lost is asked for again under the same id',
    ],
  ],
  '3. Take a payment by mobile money push': [
    [
      'POST /transactions/stk',
      inRow(WANTS_TOKEN, "['push', 'POST', '/transactions/stk']"),
      inRow(ADDRESS, "['POST', '/transactions/stk',"),
    ],
    [
      'Body: order request plus msisdn and payment_method.',
      'SPEC What the service does 3',
      'what is sent to the service for a prompt is exactly this',
    ],
    [
      'Response: mobile money push response (HTTP 200 for success',
      'SPEC Mobile money push response: business_number of %s is %s',
      READS_PUSH,
    ],
    [
      'and for an invalid field value).',
      'SPEC Endpoints 3: an invalid field value is HTTP 200',
      'an application error under HTTP 200 on a push with a wrong method is an invalid request',
    ],
    [
      'Missing required field: HTTP 400 with a model-state object',
      'SPEC Errors: a push without the required %s is HTTP 400',
      '400 with model state names the fields in words',
    ],
    [
      'Invalid payment_method: HTTP 200 with the ordinary error shape.',
      'SPEC Errors: payment_method %s is HTTP 200, ordinary error shape',
      'an application error under HTTP 200 on a push with a wrong method is an invalid request',
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
      'nothing is sent when the order to cancel has no proper tracking id',
    ],
    [
      'Response: cancellation response.',
      'SPEC States: an unpaid order is cancelled with status 200',
      CANCEL_ENDS,
    ],
    [
      'Every failure returns the message Invalid order request., whether the id is unknown, malformed, empty or missing.',
      inRow(CANCEL_FAILS, "['missing', undefined]"),
      CANCEL_ENDS,
    ],
  ],
  '5. Register an IPN URL': [
    [
      'POST /URLSetup/RegisterIPN',
      'SPEC IPN registration response: %s is notification_type %i',
      inRow(ADDRESS, "['POST', '/URLSetup/RegisterIPN',"),
    ],
    [
      'Body: IPN registration request. Response: IPN registration response on success.',
      'SPEC IPN registration response: %s is notification_type %i',
      'to register is the notification address with its unguessable path',
    ],
    [
      'Application errors return HTTP 200 with an error object',
      'SPEC Errors: an application error is HTTP 200 with error_type, code and message present',
      'on registration joins the pipe-delimited faults',
    ],
    [
      'Without an Authorization header: HTTP 401.',
      'SPEC Authentication 4: no Authorization header at IPN registration',
      'a refused token of registration is renewed as well',
    ],
    [
      'Rate limited: HTTP 409.',
      'SPEC Errors: sooner than 8 seconds after a success is HTTP 409',
      '409 is a rate limit, in the same wrapper and without one',
    ],
  ],
  '6. Get a transaction by merchant reference': [
    [
      'GET /Transactions/GetTransactionByMerchantReference',
      inRow(WANTS_TOKEN, "'/Transactions/GetTransactionByMerchantReference?merchantReference=a'"),
      inRow(ADDRESS, "'GET', '/Transactions/GetTransactionByMerchantReference',"),
    ],
    [
      'Query parameter: merchantReference (string, required)',
      'SPEC Endpoints 6: the query parameter merchantReference is required',
      'a look-up for nothing is not sent',
    ],
    [
      'the id sent when the order was created.',
      'SPEC Mobile money push response: the order is stored under the id sent',
      'look-ups pass their one parameter under the service’s own name, encoded',
    ],
    [
      'Response: transaction record, for success and failure.',
      'SPEC Errors: an unknown reference or tracking id is HTTP 200',
      'a transaction that the service does not know is undefined, told by %s',
    ],
    [
      'It returns the same data as getTransactionStatus.',
      'SPEC Endpoints 6: the lookup by reference returns the same data',
      'a record is the same payment by either look-up, whatever name each has for its method',
    ],
    [
      'Merchant references are not guaranteed unique across an account',
      'SPEC Endpoints 6: merchant references are not guaranteed unique',
      'a reference that is already used is refused before anything is sent',
    ],
    [
      'getTransactionStatus (keyed by order_tracking_id) is preferred.',
      none('advice to the merchant'),
      'come two hundred times over, and cost one look-up and one reply',
    ],
    [
      'Other operations (getTransactionStatus itself, refunds, listing of IPN registrations): not shown.',
      'FACTS GetIpnList: a bare array',
      'the list of registrations is a bare array',
    ],
  ],
};
