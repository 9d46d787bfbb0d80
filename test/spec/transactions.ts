// What SPEC.md says of the transaction record, of an order's states, and of notifications.
import { inRow, none, type Sections } from './clause.ts';

const READS_RECORD =
  'a record that is completed keeps the service’s words and reads its time as East Africa Time';
const MEANS = 'a record with status_code %j is %s, whatever its description says';
const COMPLETED = 'SPEC Transaction record: a completed mobile money payment';
const PENDING = 'SPEC States: getTransactionStatus reports an unpaid order as pending';
const NULLS = 'a record full of nulls is read with empty texts and never as paid';
const CODES = 'SPEC Transaction record: confirmation_code is a string of letters and digits for mobile';
const CODE_IS_TEXT = 'has a confirmation code that is always text, even when 22 digits arrive';

export const TRANSACTIONS: Sections = {
  'Transaction record (lookup by merchant reference)': [
    [
      'status_code: Required.',
      COMPLETED,
      'a record without a status_code is pending only when the error code says so',
    ],
    ['status_code: 1 is a completed payment', COMPLETED, inRow(MEANS, "[1, 'completed']")],
    [
      'status_code: 2 is a failed one.',
      'SPEC Transaction record: a failed payment is status_code 2',
      inRow(MEANS, "[2, 'failed']"),
    ],
    ['status_code: Allowed: 1, 2.', COMPLETED, inRow(MEANS, "[4, 'unknown']")],
    [
      'status_code: The values 0 and 3 have never been observed.',
      'FACTS status_code 3: a reversed payment',
      inRow(MEANS, "[0, 'unknown']"),
    ],
    ['payment_status_description: For example the word for completed.', COMPLETED, READS_RECORD],
    ['confirmation_code: No fixed format and no assumed length or character set.', CODES, CODE_IS_TEXT],
    [
      'confirmation_code: A card payment gives 22 numeric digits',
      CODES,
      'keeps the 22 digits of a card’s confirmation code',
    ],
    [
      'confirmation_code: a completed mobile money payment gives an alphanumeric receipt code',
      CODES,
      READS_RECORD,
    ],
    [
      'confirmation_code: a failed one gives a short numeric value.',
      CODES,
      'a record that failed keeps the reason',
    ],
    ['confirmation_code: Must be typed as a string.', CODES, CODE_IS_TEXT],
    [
      'payment_method: Differs between lookup endpoints for the same payment.',
      'SPEC Transaction record: payment_method %s differs between the lookup endpoints',
      'a record is the same payment by either look-up, whatever name each has for its method',
    ],
    [
      'payment_account: The masked card number or the phone number used.',
      'SPEC Transaction record: payment_account is the masked card number',
      'news never gives the customer’s number away, not even when the service does',
    ],
    ['amount: number', COMPLETED, 'that is completed without a usable amount and currency'],
    ['currency: string', COMPLETED, 'that is completed without a usable amount and currency'],
    ['merchant_reference: string', COMPLETED, READS_RECORD],
    ['order_tracking_id: string (uuid)', COMPLETED, 'is undefined, told by %s'],
    [
      'description: A human-readable outcome on a card payment.',
      'SPEC Transaction record: description is readable on a card payment',
      'a record that failed keeps the reason',
    ],
    [
      'description: Null on a mobile money payment, completed or failed.',
      'SPEC Transaction record: description is null on a mobile money payment',
      READS_RECORD,
    ],
    [
      'created_date: East Africa Time (UTC+3) with no timezone designator. Parsing it as UTC shifts every payment by three hours.',
      'SPEC Transaction record: created_date is East Africa Time',
      'East Africa Time is three hours ahead of UTC',
    ],
    ['message: string', COMPLETED, READS_RECORD],
    ['call_back_url: string or null', PENDING, NULLS],
    [
      'account_number: string or null',
      'SPEC Transaction record: account_number is the one of the order',
      NULLS,
    ],
    [
      'payment_status_code: Empty on a completed payment.',
      'SPEC Transaction record: payment_status_code is empty when completed',
      READS_RECORD,
    ],
    [
      'payment_status_code: On a failed one it sometimes names the reason (for example request_terminated_by_user when the customer declined a mobile money prompt) and is sometimes empty.',
      'SPEC Transaction record: payment_status_code is empty when completed, and when failed',
      'a PIN prompt that is declined says why and what to do next',
    ],
    [
      'payment_status_code: Optional detail; read status_code for the outcome.',
      'SPEC Transaction record: a failed payment is status_code 2',
      MEANS,
    ],
    [
      'error: On success an object whose fields are all null, not null itself. A truthiness check on it misreports success as failure.',
      'SPEC Transaction record: on success error is an object whose fields are all null',
      'with the all-null error object is a success by reference too',
    ],
    ['status: string or null', COMPLETED, NULLS],
  ],
  'States and transitions': [
    [
      'Pending: the state getTransactionStatus reports for an order not yet paid.',
      PENDING,
      'a record that is pending is a record although it looks like an error',
    ],
    [
      'It continues to report pending after a cancellation.',
      'SPEC States: lookups still report pending after a cancellation',
      '/pay status says of a cancelled order that the service goes on reporting pending',
    ],
    ['Completed: status_code 1.', COMPLETED, inRow(MEANS, "[1, 'completed']")],
    [
      'Failed: status_code 2.',
      'SPEC Transaction record: a failed payment is status_code 2',
      inRow(MEANS, "[2, 'failed']"),
    ],
    [
      'Cancelled: recorded by the cancel operation but not reflected in any other operation.',
      'SPEC States: a cancellation is not reflected in any other operation',
      inRow('the lifecycle $says', 'a cancelled order stays cancelled although the service goes on'),
    ],
    [
      'IPN registration: Active (1).',
      'SPEC IPN registration response: %s is notification_type %i',
      'a registration is read with a seven-digit UTC time',
    ],
    [
      'unpaid order | CancelOrder | order unpaid | cancelled | Response status 200, message that the order was cancelled. Lookups still report pending.',
      'SPEC States: an unpaid order is cancelled with status 200',
      'cancelling by the card’s button asks first',
    ],
    [
      'cancelled order | CancelOrder | any second call | unchanged | Fails with Invalid order state. Order cannot be cancelled. Cancel is not idempotent.',
      'SPEC States: any second cancel fails, cancel is not idempotent',
      'cancelling whose answer is lost is asked for once more, and known to be done',
    ],
    [
      'IPN URL already registered | RegisterIPN with the same url | always | unchanged | Returns the original ipn_id and original created_date; no duplicate.',
      'SPEC States: the same url again returns the original ipn_id and created_date',
      'a registration read back without Z is the same instant',
    ],
    [
      'order id already used | order creation with the same id | always | unchanged | Returns the original order at its original amount, no error.',
      'SPEC States: order creation with the same id returns the original order',
      'a link whose answer is lost is asked for again under the same id',
    ],
    [
      'order id already used | order creation by a push',
      'SPEC States: a used id gives the original order at its original amount, no error and no second prompt',
      '%i after a push leaves open whether the phone rang, and is not repeated',
    ],
    [
      'Transitions from pending to completed or failed, and any other moves: not shown.',
      'can pay a failed order, but no order twice, and decline none that is paid',
      'the lifecycle is exactly this table',
    ],
  ],
  Events: [
    [
      'The service calls the URL registered through IPN registration when an order changes.',
      'SPEC Events: the registered URL is called by GET',
      'the notification endpoint takes a GET with everything in its query',
    ],
    [
      'The HTTP method used is chosen at registration through ipn_notification_type: GET (0) or POST (1).',
      'SPEC Events: by POST when POST was registered',
      'notifications are understood by POST as $post in $names',
    ],
    [
      'An order is tied to a registration through notification_id (an ipn_id).',
      'SPEC Events: an order is tied to a registration through notification_id',
      'for a link with nothing but the necessary is exactly this',
    ],
    [
      'The notification carries the merchant reference (the id sent at order creation).',
      'SPEC Events: the registered URL is called by GET when an order changes, with the id sent',
      'by its reference is heard even before the service has answered the order',
    ],
    [
      'The URL is never contacted at registration; a mistyped URL registers successfully and then never receives deliveries.',
      'SPEC Events: a mistyped URL registers successfully and then never receives deliveries',
      'whose notification is lost is found paid all the same, by asking',
    ],
    [
      'Payload fields, query parameters, retries and signing of notifications: not shown.',
      none('the stand-in sends what is publicly known, in every way that was reported'),
      'notifications that are forged tell nothing: the state is asked from the service',
    ],
  ],
};
