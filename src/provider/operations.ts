// The service's operations: where each one is, and what losing its answer would mean (SPEC.md, Endpoints;
// getTransactionStatus and getIpnList from the service's public documentation).
import type { ErrorKind } from './errors.ts';

type Route = {
  readonly method: 'get' | 'post';
  /** Relative to the base URL, without a leading slash. */
  readonly path: string;
  /** True when a call can change something at the service: never repeated by itself, and a lost answer is in doubt. */
  readonly changes: boolean;
  /** How an application error with an unknown code is taken: the complete list of codes is not published. */
  readonly unknownCode: ErrorKind;
};

const post = (path: string, unknownCode: ErrorKind): Route => ({
  method: 'post',
  path,
  changes: true,
  unknownCode,
});
const get = (path: string): Route => ({ method: 'get', path, changes: false, unknownCode: 'unavailable' });

export const OPERATIONS = {
  // A token more or less harms nobody, so this POST counts as one that changes nothing.
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
