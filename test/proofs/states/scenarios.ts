// Where walks begin: a form was just sent that asks for a prompt, or for a link. Approvals and refunds will be further kinds
// of work (world.ts) that people can begin at rest or in between, and further answers of the service (service-door.ts).
import type { Draft } from '#payments/ordering/create-order.ts';
import { numberOf, referenceOf } from '#test/store/sample-order.ts';
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

export const SCENARIOS = {
  prompt: scenarioOf(PROMPT),
  link: scenarioOf(LINK),
  again: scenarioOf(PROMPT, AGAIN),
} as const;

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
    },
  };
}
