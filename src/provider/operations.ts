// The service's operations: address, whether a call changes something, and how to take an unknown error code
// (SPEC.md, Endpoints; getTransactionStatus and getIpnList from the service's public documentation).

type Route = {
  readonly method: 'get' | 'post';
  /** Relative to the base URL, without a leading slash. */
  readonly path: string;
  /** The call can change something at the service: never repeated, and without a response its outcome is unknown. */
  readonly changes: boolean;
  /** The kind of error for a code that is not in SPEC.md: the complete list of codes is not published. */
  readonly unknownCode: 'declined' | 'invalid_request' | 'unavailable';
};

const post = (path: string, unknownCode: Route['unknownCode']): Route => ({
  method: 'post',
  path,
  changes: true,
  unknownCode,
});
const get = (path: string): Route => ({ method: 'get', path, changes: false, unknownCode: 'unavailable' });

export const OPERATIONS = {
  // An extra token does no harm, so this POST may be repeated.
  requestToken: { method: 'post', path: 'Auth/RequestToken', changes: false, unknownCode: 'unavailable' },
  submitOrder: post('Transactions/SubmitOrderRequest', 'declined'),
  push: post('transactions/stk', 'declined'),
  cancelOrder: post('Transactions/CancelOrder', 'declined'),
  registerIpn: post('URLSetup/RegisterIPN', 'invalid_request'),
  getIpnList: get('URLSetup/GetIpnList'),
  getTransactionStatus: get('Transactions/GetTransactionStatus'),
  getTransactionByMerchantReference: get('Transactions/GetTransactionByMerchantReference'),
} as const satisfies Record<string, Route>;

export type Operation = keyof typeof OPERATIONS;
