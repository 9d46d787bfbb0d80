// What SPEC.md says of the transaction record, of an order's states, and of notifications.
import { inRow, none, type Sections } from './clause.ts';

const READS_RECORD = 'record-completed-keeps-services';
const MEANS = 'record-status_code-description-says';
const COMPLETED = 'transaction-record-completed-mobile';
const PENDING = 'states-gettransactionstatus-reports-unpaid';
const NULLS = 'record-full-nulls-read';
const CODES = 'transaction-record-confirmation_code-string';
const CODE_IS_TEXT = 'confirmation-code-always-text';

export const TRANSACTIONS: Sections = {
  'Transaction record (lookup by merchant reference)': [
    ['status_code: Required.', COMPLETED, 'record-without-status_code-pending'],
    ['status_code: 1 is a completed payment', COMPLETED, inRow(MEANS, "[1, 'completed']")],
    ['status_code: 2 is a failed one.', 'transaction-record-failed-payment', inRow(MEANS, "[2, 'failed']")],
    ['status_code: Allowed: 1, 2.', COMPLETED, inRow(MEANS, "[4, 'unknown']")],
    [
      'status_code: The values 0 and 3 have never been observed.',
      'status_code-3-reversed-payment',
      inRow(MEANS, "[0, 'unknown']"),
    ],
    ['payment_status_description: For example the word for completed.', COMPLETED, READS_RECORD],
    ['confirmation_code: No fixed format and no assumed length or character set.', CODES, CODE_IS_TEXT],
    ['confirmation_code: A card payment gives 22 numeric digits', CODES, 'keeps-22-digits-cards'],
    [
      'confirmation_code: a completed mobile money payment gives an alphanumeric receipt code',
      CODES,
      READS_RECORD,
    ],
    ['confirmation_code: a failed one gives a short numeric value.', CODES, 'record-failed-keeps-reason'],
    ['confirmation_code: Must be typed as a string.', CODES, CODE_IS_TEXT],
    [
      'payment_method: Differs between lookup endpoints for the same payment.',
      'transaction-record-payment_method-differs',
      'record-same-payment-either',
    ],
    [
      'payment_account: The masked card number or the phone number used.',
      'transaction-record-payment_account-masked',
      'announcement-hides-phone-number',
    ],
    ['amount: number', COMPLETED, 'completed-without-usable-amount'],
    ['currency: string', COMPLETED, 'completed-without-usable-amount'],
    ['merchant_reference: string', COMPLETED, READS_RECORD],
    ['order_tracking_id: string (uuid)', COMPLETED, 'unknown-transaction-is-undefined'],
    [
      'description: A human-readable outcome on a card payment.',
      'transaction-record-description-readable',
      'record-failed-keeps-reason',
    ],
    [
      'description: Null on a mobile money payment, completed or failed.',
      'transaction-record-description-null',
      READS_RECORD,
    ],
    [
      'created_date: East Africa Time (UTC+3) with no timezone designator. Parsing it as UTC shifts every payment by three hours.',
      'transaction-record-created_date-east',
      'east-africa-time-three',
    ],
    ['message: string', COMPLETED, READS_RECORD],
    ['call_back_url: string or null', PENDING, NULLS],
    ['account_number: string or null', 'transaction-record-account_number-one', NULLS],
    [
      'payment_status_code: Empty on a completed payment.',
      'transaction-record-payment_status_code-empty',
      READS_RECORD,
    ],
    [
      'payment_status_code: On a failed one it sometimes names the reason (for example request_terminated_by_user when the customer declined a mobile money prompt) and is sometimes empty.',
      'transaction-record-payment_status_code-empty',
      'pin-prompt-declined-says',
    ],
    [
      'payment_status_code: Optional detail; read status_code for the outcome.',
      'transaction-record-failed-payment',
      MEANS,
    ],
    [
      'error: On success an object whose fields are all null, not null itself. A truthiness check on it misreports success as failure.',
      'transaction-record-success-error',
      'all-null-error-object',
    ],
    ['status: string or null', COMPLETED, NULLS],
  ],
  'States and transitions': [
    [
      'Pending: the state getTransactionStatus reports for an order not yet paid.',
      PENDING,
      'record-pending-record-although',
    ],
    [
      'It continues to report pending after a cancellation.',
      'states-lookups-still-report',
      'pay-status-says-cancelled',
    ],
    ['Completed: status_code 1.', COMPLETED, inRow(MEANS, "[1, 'completed']")],
    ['Failed: status_code 2.', 'transaction-record-failed-payment', inRow(MEANS, "[2, 'failed']")],
    [
      'Cancelled: recorded by the cancel operation but not reflected in any other operation.',
      'states-cancellation-reflected-any',
      inRow('lifecycle', 'a cancelled order stays cancelled although the service goes on'),
    ],
    [
      'IPN registration: Active (1).',
      'ipn-registration-response-notification_type',
      'registration-read-seven-digit',
    ],
    [
      'unpaid order | CancelOrder | order unpaid | cancelled | Response status 200, message that the order was cancelled. Lookups still report pending.',
      'states-unpaid-order-cancelled',
      'cancelling-cards-button-asks',
    ],
    [
      'cancelled order | CancelOrder | any second call | unchanged | Fails with Invalid order state. Order cannot be cancelled. Cancel is not idempotent.',
      'states-any-second-cancel',
      'cancelling-whose-answer-lost',
    ],
    [
      'IPN URL already registered | RegisterIPN with the same url | always | unchanged | Returns the original ipn_id and original created_date; no duplicate.',
      'states-same-url-again',
      'registration-read-back-without',
    ],
    [
      'order id already used | order creation with the same id | always | unchanged | Returns the original order at its original amount, no error.',
      'states-order-creation-same',
      'link-whose-answer-lost',
    ],
    ['order id already used | order creation by a push', 'states-used-id-gives', 'after-push-leaves-open'],
    [
      'Transitions from pending to completed or failed, and any other moves: not shown.',
      'can-pay-failed-order',
      'lifecycle-exactly-table',
    ],
  ],
  Events: [
    [
      'The service calls the URL registered through IPN registration when an order changes.',
      'events-registered-url-called',
      'notification-endpoint-takes-get',
    ],
    [
      'The HTTP method used is chosen at registration through ipn_notification_type: GET (0) or POST (1).',
      'events-post-post-registered',
      'notifications-understood-post',
    ],
    [
      'An order is tied to a registration through notification_id (an ipn_id).',
      'events-order-tied-registration',
      'link-nothing-but-necessary',
    ],
    [
      'The notification carries the merchant reference (the id sent at order creation).',
      'events-registered-url-called',
      'reference-recorded-before-answer',
    ],
    [
      'The URL is never contacted at registration; a mistyped URL registers successfully and then never receives deliveries.',
      'events-mistyped-url-registers',
      'whose-notification-lost-found',
    ],
    [
      'Payload fields, query parameters, retries and signing of notifications: not shown.',
      none('the stand-in sends what is publicly known, in every way that was reported'),
      'notifications-forged-tell-nothing',
    ],
  ],
};
