// The provider's operations: address, whether a call changes something, and how to take an unknown error code
// (SPEC.md, Endpoints; getTransactionStatus, getIpnList and requestRefund from the provider's public documentation).

type Route = {
  readonly method: 'get' | 'post';
  /** Relative to the base URL, without a leading slash. */
  readonly path: string;
  /** The call can change something at the provider: never repeated, and without a response its outcome is unknown. */
  readonly changes: boolean;
  /** A longer answer is not read. */
  readonly maxAnswerBytes: number;
  /** The kind of error for a code that is not in SPEC.md: the complete list of codes is not published. */
  readonly unknownCode: 'declined' | 'invalid_request' | 'unavailable';
};

const MB = 1024 * 1024;

const post = (path: string, unknownCode: Route['unknownCode']): Route => ({
  method: 'post',
  path,
  changes: true,
  maxAnswerBytes: MB,
  unknownCode,
});
const get = (path: string, maxAnswerBytes = MB): Route => ({
  method: 'get',
  path,
  changes: false,
  maxAnswerBytes,
  unknownCode: 'unavailable',
});

export const OPERATIONS = {
  // An extra token does no harm, so this POST may be repeated.
  requestToken: { ...post('Auth/RequestToken', 'unavailable'), changes: false },
  submitOrder: post('Transactions/SubmitOrderRequest', 'declined'),
  push: post('transactions/stk', 'declined'),
  cancelOrder: post('Transactions/CancelOrder', 'declined'),
  requestRefund: post('Transactions/RefundRequest', 'declined'),
  registerIpn: post('URLSetup/RegisterIPN', 'invalid_request'),
  // All registrations of the account: a shared one has hundreds today. This is enough for more than 100,000.
  getIpnList: get('URLSetup/GetIpnList', 64 * MB),
  getTransactionStatus: get('Transactions/GetTransactionStatus'),
  getTransactionByMerchantReference: get('Transactions/GetTransactionByMerchantReference'),
} as const satisfies Record<string, Route>;

export type Operation = keyof typeof OPERATIONS;
