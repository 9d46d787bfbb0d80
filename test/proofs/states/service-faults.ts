// Faults in how the payment service is asked and read.
import type { TransactionRecord } from '#provider/read-transaction.ts';
import { type Fault, ONE_FAULT, WITHOUT_FAULTS } from './fault.ts';
import type { Sabotage } from './process.ts';
import { AMOUNT } from './service-door.ts';

/** Records say something else than the service does. */
function reading(change: (record: TransactionRecord) => TransactionRecord): () => Sabotage {
  return () => ({
    client: (client) => ({
      ...client,
      async getTransactionStatus(trackingId) {
        const record = await client.getTransactionStatus(trackingId);
        return record && change(record);
      },
    }),
  });
}

export const SERVICE_FAULTS: readonly Fault[] = [
  {
    what: 'a prompt whose answer was lost is sent again',
    breaks: 'a customer is prompted once',
    sabotage: () => ({
      client: (client) => ({
        ...client,
        push: (order) => client.push(order).catch(() => client.push(order)),
      }),
    }),
    limits: ONE_FAULT,
  },
  {
    what: 'pending is read as paid',
    breaks: 'a payment that is told was made',
    sabotage: reading((record) => ({ ...record, outcome: 'completed', confirmation_code: 'SCJ8JQ26SW' })),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'what was really paid is read wrongly',
    breaks: 'another amount that is told was paid',
    sabotage: reading((record) => ({ ...record, amount: 1 })),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'paid is read as paid back',
    breaks: 'a reversal that is told was made',
    sabotage: reading((record) =>
      record.outcome === 'completed' ? { ...record, outcome: 'reversed' } : record,
    ),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'pending is read as failed',
    breaks: 'a failure that is told was one',
    sabotage: reading((record) => ({ ...record, outcome: 'failed' })),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'the service is not asked to cancel',
    breaks: 'a cancelled order was cancelled there',
    sabotage: () => ({
      client: (client) => ({
        ...client,
        cancelOrder: async () => ({ done: true, status: '200', message: '' }),
      }),
    }),
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'pending counts as unknown to the service',
    breaks: 'an order that is not sent is not there',
    sabotage: () => ({
      client: (client) => ({ ...client, getTransactionByMerchantReference: async () => undefined }),
    }),
    limits: { events: 1, faults: 1 },
  },
  {
    what: 'an order that the service does not know is read as pending',
    breaks: 'what is told as found is there',
    sabotage: () => ({
      client: (client) => ({
        ...client,
        async getTransactionByMerchantReference(reference) {
          const known = await client.getTransactionByMerchantReference(reference);
          return known ?? { ...NOTHING, merchant_reference: reference };
        },
      }),
    }),
    limits: { events: 1, faults: 1 },
  },
];

const NOTHING: TransactionRecord = {
  outcome: 'pending',
  amount: 0,
  currency: AMOUNT.currency,
  status_code: 0,
  order_tracking_id: undefined,
  merchant_reference: '',
  created_at: undefined,
  payment_status_description: '',
  confirmation_code: '',
  payment_method: '',
  payment_account: '',
  description: '',
  message: '',
  call_back_url: '',
  account_number: undefined,
  payment_status_code: '',
};
