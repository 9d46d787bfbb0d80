// What a storm's orders are and what becomes of them, decided before anything happens.
import type { Dice } from './dice.ts';
import { approving, approvingResends, payingBack } from './plan-requests.ts';
import { anyHow, HOUR, later, SECOND, type Step, soon } from './steps.ts';

/** Above this an order waits for approval, in every currency. */
export const APPROVAL_ABOVE = 60_000;

export type Plan = {
  readonly number: number;
  readonly kind: 'prompt' | 'link';
  /** Typed as people do. Some customers order several times, and others never. */
  readonly phone: string;
  readonly recurring: boolean;
  /** Of a link that is paid once: so many days after it is made its deadline lies. */
  readonly validForDays?: number;
  readonly amount: number;
  readonly currency: 'KES' | 'UGX' | 'USD';
  /** How often the same form is sent at once. */
  readonly copies: number;
  /** A reference that the agent typed. */
  readonly reference: string | undefined;
  readonly steps: readonly Step[];
};

export function makePlan(dice: Dice, number: number): Plan {
  const kind = dice.weighed([
    [6, 'prompt'],
    [4, 'link'],
  ] as const);
  const recurring = kind === 'link' && dice.chance(0.35);
  const currency =
    kind === 'link' ? dice.pick(['KES', 'UGX', 'USD'] as const) : dice.pick(['KES', 'KES', 'UGX'] as const);
  const isRegular = dice.chance(0.2);
  // Other dice, so that seeds still plan what they planned.
  const approval = dice.of('approval');
  const isAbove = approval.chance(0.3);
  const planned = () => [
    ...(recurring ? subscription(dice) : once(dice, currency)),
    ...around(dice),
    ...payingBack(dice.of('refund')),
  ];
  const again = dice.of('again');
  const prefix = currency === 'UGX' ? '0752' : '0712';
  return {
    number,
    kind,
    phone: `${prefix}${isRegular ? '000001' : 100_000 + number}`,
    recurring,
    amount: (isRegular ? 1_500 : dice.between(10, 5_000) * 10) + (isAbove ? APPROVAL_ABOVE : 0),
    currency,
    copies: dice.weighed([
      [7, 1],
      [2, 2],
      [1, 3],
    ]),
    reference: dice.chance(0.1) ? `INV-${number}.${dice.between(100, 999)}` : undefined,
    steps: withPayingAgain(
      again,
      isAbove ? [...approving(approval), ...approvingResends(planned())] : planned(),
    ),
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

/** Some customers pay once more, at any time: what is paid, paid in part, being paid back, or went back. */
function withPayingAgain(dice: Dice, steps: readonly Step[]): Step[] {
  if (!dice.chance(0.25)) return [...steps];
  const amount = dice.weighed<number | 'same' | 'rest'>([
    [2, 'same'],
    [2, 'rest'],
    [1, dice.between(1, 9)],
  ]);
  const pay: Step = {
    afterMs: soon(dice),
    action: { do: 'pay again', how: anyHow(dice), amount, earlier: dice.chance(0.3) },
  };
  const more = dice.chance(0.2) ? [pay, pay] : [pay];
  return steps.toSpliced(dice.between(1, Math.max(1, steps.length)), 0, ...more);
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
