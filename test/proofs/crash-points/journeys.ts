// The journeys that are crashed at every point: what is ordered, and what becomes of it.

import type { ProviderSandbox } from '#sandbox/provider/provider.ts';
import type { SlackSandbox } from '#sandbox/slack/workspace.ts';
import type { Plan } from '#test/proofs/storm/plan.ts';
import type { Action, Step } from '#test/proofs/storm/steps.ts';

export type Journey = {
  readonly name: string;
  readonly plan: Plan;
  /** Where the order is taken. Alerts are on in three channels, of which `loud` is one; else in none. */
  readonly alerts?: 'plain' | 'loud';
  /** The order is made by a step of a workflow instead of a form. */
  readonly byWorkflow?: boolean;
  /** The orders are the three rows of a file; what comes after is about the first of them. */
  readonly byBulk?: boolean;
  /** At the end an approver has its customer forgotten. */
  readonly isForgotten?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** What goes wrong beside the crash. */
  prepare?(stand: { slack: SlackSandbox; provider: ProviderSandbox }): void;
};

const SECOND = 1_000;

function prompt(name: string, ...steps: Step[]): Journey {
  return { name, plan: { ...PLAN, steps } };
}

function link(name: string, ...steps: Step[]): Journey {
  return { name, plan: { ...PLAN, kind: 'link', steps } };
}

function after(seconds: number, action: Action): Step {
  return { afterMs: seconds * SECOND, action };
}

const PLAN: Plan = {
  number: 1,
  kind: 'prompt',
  phone: '0712345678',
  recurring: false,
  amount: 1_500,
  currency: 'KES',
  copies: 1,
  reference: undefined,
  steps: [],
};

const PAY = { do: 'pay', how: 'notified' } as const;
const DECLINE = { do: 'decline', how: 'notified' } as const;
const SEND_AGAIN = { do: 'send again', from: 'newest card', people: 1, racing: false } as const;
const APPROVE = { do: 'decide order', by: 'approving' } as const;
const REFUND: readonly Step[] = [
  after(60, { do: 'ask refund' }),
  after(10, { do: 'decide refund', by: 'approving' }),
  after(120, { do: 'carry out refund', how: 'notified' }),
];

/** Every order is above the limit. */
const APPROVED = { APPROVAL_ABOVE: 'KES 1000' };

export const JOURNEYS: readonly Journey[] = [
  prompt('a prompt is paid', after(10, PAY)),
  link('a link is paid', after(10, PAY)),
  {
    ...prompt('the answer to a prompt is lost', after(10, PAY)),
    prepare: ({ provider }) => void provider.faults.lostAnswer({ operation: 'push', times: 1 }),
  },
  prompt('a prompt is cancelled', after(10, { do: 'cancel', racing: false })),
  prompt('a declined prompt is sent again', after(10, DECLINE), after(10, SEND_AGAIN), after(10, PAY)),
  prompt('an unanswered prompt is cancelled and sent again', after(200, SEND_AGAIN), after(10, PAY)),
  prompt(
    'the rest is asked for',
    after(10, { ...PAY, amount: 175 }),
    after(10, { do: 'end review', by: 'rest' }),
    after(10, PAY),
  ),
  prompt(
    'another amount is accepted as paid',
    after(10, { ...PAY, amount: 175 }),
    after(10, { do: 'end review', by: 'accepting' }),
  ),
  {
    name: 'a recurring link is charged',
    plan: {
      ...PLAN,
      kind: 'link',
      recurring: true,
      steps: [after(10, PAY), after(60, { do: 'charge', how: 'notified' })],
    },
  },
  /** It is over on the evening of the day on which it is made. */
  { name: 'a deadline is over', plan: { ...PLAN, kind: 'link', validForDays: 0 } },
  /** Its agent is reminded the day after it is made. */
  { name: 'a link reminds', plan: { ...PLAN, kind: 'link', validForDays: 2 } },
  link('a payment is paid back', after(10, PAY), after(60, { do: 'reverse', how: 'notified' })),
  link('a customer pays twice', after(10, PAY), after(60, { ...PAY, do: 'pay again', amount: 'same' })),
  { ...prompt('a payment is told in other channels', after(10, PAY)), alerts: 'plain' },
  { ...prompt('a payment is told to the whole channel', after(10, PAY)), alerts: 'loud' },
  { ...link('a workflow makes a link', after(10, PAY)), byWorkflow: true },
  { ...prompt('a bulk of three prompts is sent', after(10, PAY)), byBulk: true },
  { ...link('an approved link is paid', after(10, APPROVE), after(10, PAY)), settings: APPROVED },
  {
    ...prompt(
      'a prompt that was approved late is sent by its asker',
      after(700, APPROVE),
      after(10, { do: 'send now' }),
      after(10, PAY),
    ),
    settings: APPROVED,
  },
  link('a refund is carried out', after(10, PAY), ...REFUND),
  {
    ...link('the answer to the request for a refund is lost', after(10, PAY), ...REFUND),
    prepare: ({ provider }) => void provider.faults.lostAnswer({ operation: 'requestRefund', times: 1 }),
  },
  /** Its alerts are redrawn as well. */
  { ...prompt('a customer is forgotten', after(10, PAY)), alerts: 'plain', isForgotten: true },
];
