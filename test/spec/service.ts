// What SPEC.md says of the service as a whole, of its tokens, and of who may call it.
import { inRow, none, type Sections } from './clause.ts';

export const SERVICE: Sections = {
  'Payment Collection Service Interface Specification': [
    [
      'Requests and responses are JSON.',
      'SPEC Endpoints: bodies are JSON with Content-Type application/json',
      '%s %s carries the bearer token, and JSON if it has a body',
    ],
    [
      'Addresses are written relative to {base_url}.',
      'answers 404 outside of its base URL, too',
      'a base URL may end with a slash',
    ],
  ],
  'What the service does': [
    [
      'A merchant exchanges a consumer key and secret for a bearer token.',
      'SPEC Access token response: token is a JWT',
      'the token is asked for with key and secret as JSON',
    ],
    [
      'The merchant registers a notification URL (IPN) and receives an ipn_id.',
      'SPEC IPN registration response: %s is notification_type %i',
      'the registration is made once with the method asked for',
    ],
    [
      'A hosted-page order returns a redirect_url to send the customer to.',
      'redirect_url, where the customer pays shows what is to be paid',
      'a payment link is created, opened and paid by the customer on its page',
    ],
    [
      'A mobile money push sends a PIN prompt straight to a phone number, with no hosted page.',
      'SPEC What the service does 3',
      'a PIN prompt is sent, paid, and told in the thread',
    ],
    [
      'Adding account_number and subscription_details to an order makes it a recurring payment.',
      'SPEC Order request: account_number and subscription_details make an order recurring',
      'a recurring payment link tells each charge once in its thread',
    ],
    [
      'There is no separate subscriptions endpoint.',
      'SPEC What the service does 4',
      'for a recurring link has dates as dd-MM-yyyy and every field that was filled in',
    ],
    [
      'The merchant can cancel an unpaid order.',
      'SPEC States: an unpaid order is cancelled with status 200',
      'cancelling by the card’s button asks first',
    ],
    [
      'The merchant can look up a transaction by the reference it supplied when creating the order.',
      'SPEC Endpoints 6: the lookup by reference returns the same data',
      '/pay status finds orders that were made elsewhere',
    ],
    [
      'The service calls the registered notification URL when an order changes.',
      'SPEC Events: the registered URL is called by GET',
      'the notification endpoint takes a GET with everything in its query',
    ],
    [
      'Unknown fields in a request body are silently ignored.',
      'SPEC General: unknown fields in a request body',
      inRow('nothing is sent when %s is wrong: %j', "['callbackUrl', { callbackUrl:"),
    ],
    [
      'A misspelled field name produces no error and has no effect.',
      'SPEC General: a misspelled field name',
      inRow('nothing is sent when %s is wrong: %j', "['billing_address.surname',"),
    ],
    [
      'Most operations answer application errors with HTTP 200 and an error object.',
      'SPEC Endpoints 2: success and failure have one shape',
      'an application error under HTTP 200 with code %s is %s',
    ],
  ],
  'Resources and their fields': none('a heading over the tables that follow'),
  'Access token request (body of token issue)': [
    [
      'consumer_key: required',
      inRow('SPEC Errors: %s at token issue is HTTP 200', "['a missing key',"),
      'configuration names every missing setting at once',
    ],
    [
      'consumer_secret: required',
      'SPEC Access token request: consumer_secret is required',
      'the token is asked for with key and secret as JSON',
    ],
  ],
  'Access token response': [
    [
      'token: Required on success.',
      'SPEC Access token response: token is a JWT',
      inRow('is not what an answer without a usable token means', '{ token: null, error: null }'),
    ],
    ['token: A JWT.', 'SPEC Access token response: token is a JWT', 'renewal comes a minute before exp'],
    [
      'token: Its exp claim is an integer and is easier to parse than expiryDate.',
      'SPEC Access token response: its exp claim is an integer',
      'renewal goes by exp even when expiryDate says otherwise',
    ],
    [
      'expiryDate: UTC timestamp with a trailing Z and seven fractional-second digits. Some strict parsers reject that precision.',
      'SPEC Access token response: expiryDate is UTC with seven fraction digits',
      'renewal goes by expiryDate, seven digits and all',
    ],
    [
      'error: null on success',
      'SPEC Access token response: error is null on success',
      'one token serves many callers at once',
    ],
    [
      'error: Carries the error object on failure.',
      inRow('SPEC Errors: %s at token issue is HTTP 200', "['an unknown key',"),
      'a refused consumer key told by %s is a credentials error of the token issue',
    ],
    [
      'status: Status text, for example the string form of 200.',
      'SPEC Access token response: error is null on success, status is the string 200',
      none('the bot goes by the token and the error object'),
    ],
    [
      'message: Human-readable message.',
      'status is the string 200, message is readable',
      none('of a refusal the bot shows the message in the error object'),
    ],
  ],
  Authentication: [
    [
      'Call token issue with consumer_key and consumer_secret to receive a bearer token.',
      'SPEC Access token response: token is a JWT',
      'the token is asked for with key and secret as JSON',
    ],
    [
      'The token is valid for 60 minutes.',
      'SPEC Limits: a token is valid for 60 minutes and not longer',
      'renewal comes a minute before exp',
    ],
    [
      'Cache it instead of requesting one per call.',
      none('advice to the merchant'),
      'one token serves many callers at once',
    ],
    [
      'Send the token as Authorization: Bearer <ACCESS_TOKEN> on every other operation.',
      'SPEC Authentication 3: %s wants a bearer token',
      '%s %s carries the bearer token, and JSON if it has a body',
    ],
    [
      'When no Authorization header is sent to IPN registration, the response is HTTP 401 with a body whose message field is a JSON-encoded string.',
      'SPEC Authentication 4: no Authorization header at IPN registration',
      'a refused token of registration is renewed as well',
    ],
    [
      'After parsing message a second time it holds an object: error (error_type authentication_error, code invalid_api_credentials_provided, message Invalid or Missing Credentials Provided) and status 401 as a string.',
      'SPEC Authentication 4: no Authorization header at IPN registration',
      '401 with the error encoded twice is read through to its code',
    ],
    [
      'Token expiry is given by the exp claim (integer) and by expiryDate.',
      'SPEC Access token response: its exp claim is an integer',
      'renewal goes by expiryDate, seven digits and all',
    ],
    [
      'How consumer key and secret are issued: not shown.',
      none('the stand-in makes one pair when it starts'),
      'configuration needs only what cannot be guessed',
    ],
  ],
  Versioning: none('only that no scheme is shown: no request or answer carries a version'),
};
