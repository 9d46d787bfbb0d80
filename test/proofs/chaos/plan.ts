// What a storm's orders are and what becomes of them, decided before anything happens.
import type { Dice } from './dice.ts';

export type How = 'notified' | 'not notified' | 'notified many times' | 'notified late';

/** One thing that a customer, an agent or the service does, `afterMs` (by the environment's clock) after the one before. */
export type Step = { readonly afterMs: number; readonly action: Action };

export type Action =
  /** `earlier`: the first order of the chain, though another was made from it. */
  | ({ readonly do: 'pay'; readonly amount?: number; readonly currency?: string } & Answer)
  | ({ readonly do: 'decline' } & Answer)
  | { readonly do: 'charge' | 'charge differently' | 'reverse' | 'reverse charge'; readonly how: How }
  | { readonly do: 'notify again'; readonly copies: number }
  /** By the agent, on the card. `racing`: the customer pays at the same moment. */
  | { readonly do: 'cancel'; readonly racing: boolean }
  /**
   * From the newest card, or from the first as it once was; by the agent, or by two people at the same moment. `racing`:
   * the customer pays the earlier order at that moment.
   */
  | {
      readonly do: 'send again';
      readonly from: 'newest card' | 'first card';
      readonly people: 1 | 2;
      readonly racing: boolean;
    }
  /** By asking for what is missing, by accepting what was paid, or by two people, each in one way, at the same moment. */
  | { readonly do: 'end review'; readonly by: 'rest' | 'accepting' | 'both' }
  /** Of the newest payment, by the agent. */
  | { readonly do: 'ask refund' }
  /** On the reply that asks for approval; by the agent's colleague, or as it says. */
  | { readonly do: 'decide refund'; readonly by: Decision }
  /** An order that is above the limit: its card, by the agent's colleague; and a prompt that was approved late, by the agent. */
  | { readonly do: 'approve order' | 'send now' }
  /** By the service's operator. */
  | { readonly do: 'carry out refund'; readonly how: How }
  | { readonly do: 'check' | 'ask status' | 'delete card' };

/** What is done together is done at the same moment. */
export type Decision =
  | 'approving'
  | 'approving twice'
  | 'declining'
  | 'withdrawing'
  | 'approving and withdrawing'
  | 'approving what they asked for';

type Answer = { readonly how: How; readonly earlier?: boolean };

export type Plan = {
  readonly number: number;
  readonly kind: 'prompt' | 'link';
  /** Typed as people do. Some customers order several times, and others never. */
  readonly phone: string;
  readonly recurring: boolean;
  readonly amount: number;
  readonly currency: 'KES' | 'UGX' | 'USD';
  /** How often the same form is sent at once. */
  readonly copies: number;
  /** A reference that the agent typed. */
  readonly reference: string | undefined;
  readonly steps: readonly Step[];
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export function makePlan(dice: Dice, number: number): Plan {
  const kind = dice.weighed([
    [6, 'prompt'],
    [4, 'link'],
  ] as const);
  const recurring = kind === 'link' && dice.chance(0.35);
  const currency =
    kind === 'link' ? dice.pick(['KES', 'UGX', 'USD'] as const) : dice.pick(['KES', 'KES', 'UGX'] as const);
  const isRegular = dice.chance(0.2);
  const prefix = currency === 'UGX' ? '0752' : '0712';
  return {
    number,
    kind,
    phone: `${prefix}${isRegular ? '000001' : 100_000 + number}`,
    recurring,
    amount: isRegular ? 1_500 : dice.between(10, 5_000) * 10,
    currency,
    copies: dice.weighed([
      [7, 1],
      [2, 2],
      [1, 3],
    ]),
    reference: dice.chance(0.1) ? `INV-${number}.${dice.between(100, 999)}` : undefined,
    steps: [
      ...(recurring ? subscription(dice) : once(dice, currency)),
      ...around(dice),
      // Other dice, so that seeds still plan what they planned.
      ...payingBack(dice.of('refund')),
    ],
  };
}

/** What becomes of an order that is to be paid once. */
function once(dice: Dice, currency: string): Step[] {
  const pay = (afterMs: number, what: { amount?: number; currency?: string } = {}): Step => ({
    afterMs,
    action: { do: 'pay', how: anyHow(dice), ...what },
  });
  const decline: Step = { afterMs: soon(dice), action: { do: 'decline', how: anyHow(dice) } };
  const cancel = (racing: boolean): Step => ({ afterMs: soon(dice), action: { do: 'cancel', racing } });
  return dice.weighed<() => Step[]>([
    [28, () => [pay(soon(dice))]],
    [6, () => [pay(dice.between(1, 5) * HOUR)]],
    [16, () => [pay(soon(dice), { amount: dice.between(1, 9) }), ...afterReview(dice)]],
    [4, () => [pay(soon(dice), { currency: currency === 'USD' ? 'KES' : 'USD' })]],
    [5, () => [decline]],
    [14, () => [decline, sendAgain(dice, soon(dice)), ...afterSendingAgain(dice)]],
    [8, () => [cancel(dice.chance(0.5)), sendAgain(dice, soon(dice)), ...afterSendingAgain(dice)]],
    // The phone no longer asks for the PIN.
    [10, () => [sendAgain(dice, dice.between(190, 400) * SECOND), ...afterSendingAgain(dice)]],
    [9, () => [decline, pay(dice.between(10, 200) * SECOND)]],
    [6, () => []],
    [6, () => [cancel(false)]],
    [7, () => [cancel(true)]],
    [4, () => [cancel(false), pay(soon(dice))]],
    [8, () => [pay(soon(dice)), { afterMs: later(dice), action: { do: 'reverse', how: anyHow(dice) } }]],
  ])();
}

function sendAgain(dice: Dice, afterMs: number): Step {
  const from = dice.pick(['newest card', 'first card'] as const);
  const people = dice.pick([1, 2] as const);
  return { afterMs, action: { do: 'send again', from, people, racing: dice.chance(0.25) } };
}

function afterSendingAgain(dice: Dice): Step[] {
  const pay = (earlier: boolean): Step => ({
    afterMs: soon(dice),
    action: { do: 'pay', how: anyHow(dice), earlier },
  });
  const decline: Step = { afterMs: soon(dice), action: { do: 'decline', how: anyHow(dice) } };
  return dice.weighed<() => Step[]>([
    [4, () => [pay(false)]],
    [3, () => [pay(true), pay(false)]],
    [2, () => [pay(false), pay(true)]],
    [2, () => [decline, sendAgain(dice, soon(dice)), pay(false), ...(dice.chance(0.5) ? [pay(true)] : [])]],
    [
      1,
      () => [pay(false), pay(true), { afterMs: later(dice), action: { do: 'reverse', how: anyHow(dice) } }],
    ],
    [1, () => [sendAgain(dice, soon(dice))]],
    [1, () => []],
  ])();
}

/** An order was paid with another amount than its own. */
function afterReview(dice: Dice): Step[] {
  const end = (by: 'rest' | 'accepting' | 'both'): Step => ({
    afterMs: soon(dice),
    action: { do: 'end review', by },
  });
  const pay: Step = { afterMs: soon(dice), action: { do: 'pay', how: anyHow(dice) } };
  const decline: Step = { afterMs: soon(dice), action: { do: 'decline', how: anyHow(dice) } };
  return dice.weighed<() => Step[]>([
    [3, () => []],
    [2, () => [end('accepting')]],
    [3, () => [end('rest'), pay]],
    [3, () => [end('both'), pay]],
    [2, () => [end('rest'), decline, end('both'), pay]],
    [1, () => [end('rest'), decline, end('accepting'), pay]],
    [1, () => [end('rest'), decline, sendAgain(dice, soon(dice)), pay]],
  ])();
}

function subscription(dice: Dice): Step[] {
  const charge = (): Step => ({
    afterMs: later(dice),
    action: { do: dice.chance(0.15) ? 'charge differently' : 'charge', how: anyHow(dice) },
  });
  return [
    { afterMs: soon(dice), action: { do: 'pay', how: anyHow(dice) } },
    ...Array.from({ length: dice.between(1, 3) }, charge),
    ...(dice.chance(0.2)
      ? [{ afterMs: later(dice), action: { do: 'reverse charge', how: anyHow(dice) } } as const]
      : []),
  ];
}

/** Of what was paid, if anything was. */
function payingBack(dice: Dice): Step[] {
  if (!dice.chance(0.5)) return [];
  const ask: Step = { afterMs: soon(dice), action: { do: 'ask refund' } };
  const decide = (by: Decision): Step => ({ afterMs: soon(dice), action: { do: 'decide refund', by } });
  const carryOut: Step = {
    afterMs: later(dice),
    action: { do: 'carry out refund', how: anyHow(dice) },
  };
  return dice.weighed<() => Step[]>([
    [6, () => [ask, decide('approving'), carryOut]],
    [2, () => [ask, decide('approving twice'), carryOut]],
    [3, () => [ask, decide('approving what they asked for'), decide('approving'), carryOut]],
    [2, () => [ask, decide('approving and withdrawing'), ask, decide('approving'), carryOut]],
    [2, () => [ask, decide('declining'), ask, decide('approving'), carryOut]],
    [1, () => [ask, decide('withdrawing')]],
    [1, () => [ask, decide('approving'), ask]],
    [1, () => [ask]],
  ])();
}

/** What people do besides. */
function around(dice: Dice): Step[] {
  const some: Step[] = [];
  if (dice.chance(0.2)) some.push({ afterMs: soon(dice), action: { do: 'check' } });
  if (dice.chance(0.2)) some.push(sendAgain(dice, soon(dice)));
  if (dice.chance(0.1)) some.push({ afterMs: soon(dice), action: { do: 'ask status' } });
  if (dice.chance(0.15))
    some.push({ afterMs: later(dice), action: { do: 'notify again', copies: dice.between(1, 5) } });
  if (dice.chance(0.03)) some.unshift({ afterMs: 5 * SECOND, action: { do: 'delete card' } });
  return some;
}

function anyHow(dice: Dice): How {
  return dice.weighed([
    [6, 'notified'],
    [2, 'not notified'],
    [1.5, 'notified many times'],
    [0.7, 'notified late'],
  ] as const);
}

function soon(dice: Dice): number {
  return dice.weighed([
    [5, dice.between(1, 60) * SECOND],
    [2, dice.between(1, 10) * MINUTE],
  ]);
}

function later(dice: Dice): number {
  return dice.weighed([
    [2, dice.between(30, 120) * SECOND],
    [2, dice.between(2, 60) * MINUTE],
    [1, dice.between(1, 6) * HOUR],
  ]);
}
