// What people make of requests for approval: of orders above the limit, and of refunds.
import type { Dice } from './dice.ts';
import { anyHow, type Decision, later, MINUTE, SECOND, type Step, soon } from './steps.ts';

/** An order above the limit, before anybody can pay it. Without a step its request runs out. */
export function approving(dice: Dice): Step[] {
  const decide = (by: Decision, afterMs = soon(dice)): Step => ({
    afterMs,
    action: { do: 'decide order', by },
  });
  const late = (by: Decision) => decide(by, dice.between(11, 40) * MINUTE);
  const sendNow: Step = { afterMs: soon(dice), action: { do: 'send now' } };
  const again: Step = {
    afterMs: soon(dice),
    action: { do: 'send again', from: 'newest card', people: 1, racing: false },
  };
  return dice.weighed<() => Step[]>([
    [4, () => [decide('approving')]],
    [2, () => [decide('approving twice')]],
    [2, () => [decide('approving what they asked for'), decide('approving')]],
    [2, () => [decide('approving and withdrawing')]],
    [2, () => [decide('declining'), again, decide('approving')]],
    [1, () => [decide('withdrawing')]],
    [3, () => [late('approving'), sendNow]],
    [1, () => [late('approving'), decide('withdrawing')]],
    [1, () => [late('approving')]],
    [1, () => []],
  ])();
}

/** What is made from an order above the limit is usually above it, too. */
export function approvingResends(steps: readonly Step[]): Step[] {
  const approve: Step = { afterMs: 20 * SECOND, action: { do: 'decide order', by: 'approving' } };
  return steps.flatMap((step) =>
    step.action.do === 'send again' || step.action.do === 'end review' ? [step, approve] : [step],
  );
}

/** Of what was paid, if anything was. */
export function payingBack(dice: Dice): Step[] {
  if (!dice.chance(0.5)) return [];
  const ask: Step = {
    afterMs: soon(dice),
    action: { do: 'ask refund', inPart: dice.of('part').chance(0.4) },
  };
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
