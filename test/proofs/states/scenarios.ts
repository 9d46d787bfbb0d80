// Where walks begin: a form was just sent that asks for a prompt, or for a link; and what people may do in each walk.
import type { Draft } from '#payments/ordering/create-order.ts';
import { numberOf, referenceOf } from '#test/store/sample-order.ts';
import { CHARGE_1, CHARGE_2, FOREIGN, RECURRING } from './charges.ts';
import { AMOUNT } from './service-door.ts';
import { CHANNEL } from './slack-door.ts';
import type { Scenario } from './steps.ts';

export const A1 = referenceOf('A1');

const LINK: Draft = {
  reference: A1,
  kind: 'link',
  amount: AMOUNT,
  description: 'Flour',
  customer: {},
  agent: 'U1',
  channel: CHANNEL,
  formId: 'F1',
  typedReference: false,
};

const PROMPT: Draft = {
  ...LINK,
  kind: 'prompt',
  prompt: { msisdn: numberOf('0712345678'), method: 'MpesaKE' },
};

/** Two people send the same prompt again. */
const AGAIN: readonly Draft[] = ['A2', 'A3'].map((name) => ({
  ...PROMPT,
  reference: referenceOf(name),
  formId: `F-${name}`,
  resendOf: A1,
}));

const ofRecurring = scenarioOf({ ...LINK, recurring: RECURRING });
const recurring: Scenario = {
  ...ofRecurring,
  possible: { atRest: [], inBetween: [] },
  start: { ...ofRecurring.start, isAlerting: false },
};

export const SCENARIOS = {
  prompt: scenarioOf(PROMPT),
  link: scenarioOf(LINK),
  /** To be walked from a payment in part on. */
  growing: { ...scenarioOf(PROMPT), possible: { ...scenarioOf(PROMPT).possible, grows: true } },
  /** Made on 1 January; its agent is reminded on the 2nd, and Teller cancels it when the 3rd is over. */
  deadline: scenarioOf({ ...LINK, validUntil: '2030-01-03' }),
  again: { ...scenarioOf(PROMPT, AGAIN), alike: [referenceOf('A2'), referenceOf('A3')] },
  approval: requested(PROMPT, {
    atRest: ['approve by U1', 'approve by U2', 'decline', 'withdraw', 'send now'],
    inBetween: ['approve by U1', 'approve by U3', 'decline', 'withdraw', 'send now'],
  }),
  'approved link': requested(LINK, {
    atRest: ['approve by U2', 'decline', 'withdraw'],
    inBetween: ['approve by U3', 'decline', 'withdraw'],
  }),
  /** To be walked from the first payment on: of two more, one is charged as it should be, and the service may begin the other. */
  charges: {
    ...recurring,
    alike: [CHARGE_1, CHARGE_2],
    possible: { ...recurring.possible, charges: [CHARGE_1, CHARGE_2] },
  },
  charge: { ...recurring, possible: { ...recurring.possible, charges: [CHARGE_1] } },
  'foreign charge': { ...recurring, possible: { ...recurring.possible, charges: [FOREIGN] } },
  /** To be walked from a payment on. */
  refund: {
    ...scenarioOf(LINK),
    possible: {
      atRest: [
        'notification',
        'ask back',
        'approve by U1',
        'approve by U2',
        'approve old',
        'decline',
        'withdraw',
        'it was paid back',
        'it was not',
      ],
      inBetween: ['notification', 'ask back', 'approve by U1', 'approve by U3', 'decline', 'withdraw'],
    },
  },
} as const satisfies Record<string, Scenario>;

/** The order is above the limit. */
function requested(draft: Draft, possible: Scenario['possible']): Scenario {
  const scenario = scenarioOf(draft);
  return {
    ...scenario,
    possible,
    approvalAbove: [{ amount: '0', currency: AMOUNT.currency }],
    start: { ...scenario.start, needsApproval: true },
  };
}

function scenarioOf(draft: Draft, follow: readonly Draft[] = []): Scenario {
  const now = Date.UTC(2030, 0, 1);
  return {
    drafts: [draft, ...follow],
    possible: {
      atRest: ['notification', 'cancel', 'accept'],
      inBetween: ['notification', 'cancel', 'accept', 'find'],
      follow,
    },
    start: {
      now,
      orders: [],
      rows: [],
      transactions: [],
      messages: [],
      cards: {},
      announced: [],
      works: [{ kind: 'form', reference: draft.reference, startedAt: now, answers: [] }],
      isArchived: false,
      isAlerting: true,
      claims: 0,
      needsApproval: false,
      isSentNow: false,
    },
  };
}
