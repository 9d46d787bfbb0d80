// Faults in what orders know of those that follow them.
import { type Fault, storing, WITHOUT_FAULTS } from './fault.ts';

const FAILED = ['failed A1', 'notification A1'];
/** The first is paid after it was sent again. */
const PAID_TWICE = [...FAILED, 'form A2', 'paid A1', 'notification A1', 'paid A2', 'notification A2'];

export const CHAIN_FAULTS: readonly Fault[] = [
  {
    what: 'an order is sent again whatever has become of it meanwhile',
    breaks: 'an order is followed by one other',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        saveTogether: (changes) =>
          orders.saveTogether(
            changes.some(({ isNew }) => isNew) ? changes.filter(({ isNew }) => isNew) : changes,
          ),
      }),
    }),
    scenario: 'again',
    limits: { events: 2, faults: 1 },
    after: FAILED,
  },
  {
    what: 'the payment service is said to have cancelled, and was not asked',
    breaks: 'what is sent again came to nothing, and is cancelled if it can still be paid',
    sabotage: () => ({
      client: (client) => ({
        ...client,
        cancelOrder: async () => ({ done: true, status: '200', message: 'Order cancelled' }),
      }),
    }),
    scenario: 'again',
    limits: WITHOUT_FAULTS,
  },
  {
    what: 'an order is stored without the one that follows it',
    breaks: 'at rest an order knows how the one stands that follows it',
    sabotage: storing(({ successor: _, ...order }) => order),
    scenario: 'again',
    limits: WITHOUT_FAULTS,
    after: FAILED,
  },
  {
    what: 'that an order was paid twice is stored without its announcement',
    breaks: 'at rest two payments for one thing are told in both threads',
    sabotage: storing((order) => ({
      ...order,
      announcements: order.announcements.filter(({ news }) => news.kind !== 'paid_twice'),
    })),
    scenario: 'again',
    limits: WITHOUT_FAULTS,
    after: PAID_TWICE,
  },
];
