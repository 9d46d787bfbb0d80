// The table of states and transitions, compared with rules in words and with the whole table written out.
import { describe, expect, test } from 'vitest';
import {
  isOpen,
  isUnanswered,
  isUnderWay,
  nextState,
  ORDER_STATES,
  type OrderState,
  TRANSITIONS,
  type Transition,
  wasPaid,
} from '#orders/lifecycle.ts';

/** Each rule covers some cells; the table at the end of this file covers all. */
const RULES: readonly {
  says: string;
  states: readonly OrderState[];
  events: readonly Transition[];
  becomes: (before: OrderState) => OrderState;
}[] = [
  {
    says: 'no answer, failure or cancellation changes an order with money',
    states: ['paid', 'review', 'reversed'],
    events: ['accepted', 'refused', 'pending', 'failed', 'cancelled'],
    becomes: (before) => before,
  },
  ...(['paid', 'review', 'reversed'] as const).map((money) => ({
    says: `an order becomes ${money} by its payments in any state in which the provider may know it`,
    states: ORDER_STATES.filter((state) => state !== 'waiting'),
    events: [money],
    becomes: () => money,
  })),
  {
    says: 'an order is cancelled only while a payment may still be expected',
    states: ORDER_STATES,
    events: ['cancelled'],
    becomes: (before) => (['sending', 'pending', 'failed'].includes(before) ? 'cancelled' : before),
  },
  {
    says: 'an order that counted as not sent becomes pending when the service has it',
    states: ['not_sent'],
    events: ['accepted', 'pending'],
    becomes: () => 'pending',
  },
  {
    says: 'only an order that waits for approval or is not answered yet can be refused',
    states: ORDER_STATES,
    events: ['refused'],
    becomes: (before) => (before === 'sending' || before === 'waiting' ? 'not_sent' : before),
  },
  {
    says: 'nothing that the provider says changes an order that waits for approval',
    states: ['waiting'],
    events: ['accepted', 'pending', 'failed', 'paid', 'review', 'reversed', 'cancelled'],
    becomes: () => 'waiting',
  },
  {
    says: 'only an order that waits for approval is sent by being approved, or by its asker after that',
    states: ORDER_STATES,
    events: ['approved', 'sent_now'],
    becomes: (before) => (before === 'waiting' ? 'sending' : before),
  },
  {
    says: 'only an order that waits for approval ends unsent when its request comes to nothing',
    states: ORDER_STATES,
    events: ['approval_declined', 'approval_withdrawn', 'approval_ran_out'],
    becomes: (before) => (before === 'waiting' ? 'not_sent' : before),
  },
  {
    says: 'a cancelled order stays cancelled although the service goes on reporting pending',
    states: ['cancelled'],
    events: ['accepted', 'pending', 'failed'],
    becomes: () => 'cancelled',
  },
];

describe('the lifecycle', () => {
  test.each(RULES)('$says', ({ states, events, becomes }) => {
    for (const state of states) {
      for (const event of events) {
        expect([state, event, nextState(state, event)]).toEqual([state, event, becomes(state)]);
      }
    }
  });

  test('the states and transitions are exactly those of this table', () => {
    const table = ORDER_STATES.map((state) => [
      state,
      ...TRANSITIONS.map((event) => nextState(state, event)),
    ]);
    expect(table.map((row) => row.join(' '))).toEqual(WHOLE_TABLE);
  });

  test('the same transition twice leads to the same state as once', () => {
    for (const state of ORDER_STATES) {
      for (const event of TRANSITIONS) {
        const once = nextState(state, event);
        expect([state, event, nextState(once, event)]).toEqual([state, event, once]);
      }
    }
  });

  test('the states that are open and those with money are exactly these', () => {
    expect(ORDER_STATES.filter(isOpen)).toEqual(['sending', 'pending', 'failed']);
    expect(ORDER_STATES.filter(isUnderWay)).toEqual(['waiting', 'sending', 'pending', 'failed']);
    expect(ORDER_STATES.filter(wasPaid)).toEqual(['paid', 'review', 'reversed']);
  });
});

describe('an order that nobody answers', () => {
  // State, and whether it counts as unanswered: as it is, after three minutes without a PIN, after its checks have ended.
  test.each([
    ['waiting', false, false, false],
    ['sending', false, false, true],
    ['pending', false, true, true],
    ['paid', false, false, false],
    ['review', false, false, false],
    ['failed', false, false, false],
    ['cancelled', false, false, false],
    ['reversed', false, false, false],
    ['not_sent', false, false, false],
  ] as const)(
    'an order that is %s counts as unanswered: %s; without a PIN: %s; without more checks: %s',
    (state, ...expected) => {
      const orders = [{ state }, { state, noPinAt: 1 }, { state, checksEndedAt: 1 }];
      expect(orders.map(isUnanswered)).toEqual(expected);
    },
  );
});

/** State, then what each transition makes of it, in the order of TRANSITIONS. A change here is a change to think about twice. */
const WHOLE_TABLE = [
  // state, then: accepted refused pending failed paid review reversed cancelled approved approval_declined approval_withdrawn
  //   approval_ran_out sent_now
  'waiting waiting not_sent waiting waiting waiting waiting waiting waiting sending not_sent not_sent not_sent sending',
  'sending pending not_sent pending failed paid review reversed cancelled sending sending sending sending sending',
  'pending pending pending pending failed paid review reversed cancelled pending pending pending pending pending',
  'paid paid paid paid paid paid review reversed paid paid paid paid paid paid',
  'review review review review review paid review reversed review review review review review review',
  'failed failed failed failed failed paid review reversed cancelled failed failed failed failed failed',
  'cancelled cancelled cancelled cancelled cancelled paid review reversed cancelled cancelled cancelled cancelled cancelled cancelled',
  'reversed reversed reversed reversed reversed paid review reversed reversed reversed reversed reversed reversed reversed',
  'not_sent pending not_sent pending failed paid review reversed not_sent not_sent not_sent not_sent not_sent not_sent',
];
