// The operations and where they live, in SPEC.md's words (Endpoints) and PROVIDER-FACTS's for the three it omits.

export const OPERATION_TABLE = [
  ['requestToken', 'POST', '/Auth/RequestToken'],
  ['submitOrder', 'POST', '/Transactions/SubmitOrderRequest'],
  ['push', 'POST', '/transactions/stk'],
  ['cancelOrder', 'POST', '/Transactions/CancelOrder'],
  ['registerIpn', 'POST', '/URLSetup/RegisterIPN'],
  ['getTransactionByMerchantReference', 'GET', '/Transactions/GetTransactionByMerchantReference'],
  ['getTransactionStatus', 'GET', '/Transactions/GetTransactionStatus'],
  ['getIpnList', 'GET', '/URLSetup/GetIpnList'],
  ['requestRefund', 'POST', '/Transactions/RefundRequest'],
] as const;

export type Operation = (typeof OPERATION_TABLE)[number][0];
