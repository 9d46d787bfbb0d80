// What can become of a storm's order, step by step, and after how long.
import type { Dice } from './dice.ts';

export type How = 'notified' | 'not notified' | 'notified many times' | 'notified late';

/** One thing that a customer, an agent or the provider does, `afterMs` (by the environment's clock) after the one before. */
export type Step = { readonly afterMs: number; readonly action: Action };

export type Action =
  /** `earlier`: the first order of the chain, though another was made from it. */
  | ({ readonly do: 'pay'; readonly amount?: number; readonly currency?: string } & Answer)
  /** What is paid, or went back, already. `rest`: what is missing. */
  | ({ readonly do: 'pay again'; readonly amount: number | 'same' | 'rest' } & Answer)
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
  /** Of the newest payment, by the agent. `inPart`: if it was made with a card. */
  | { readonly do: 'ask refund'; readonly inPart?: boolean }
  /** On the reply that asks for approval; by the agent's colleague, or as it says. */
  | { readonly do: 'decide refund'; readonly by: Decision }
  /** The same on the card of an order above the limit. */
  | { readonly do: 'decide order'; readonly by: Decision }
  /** A prompt that was approved late, by the agent. */
  | { readonly do: 'send now' }
  /** By the provider's operator. */
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

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export function anyHow(dice: Dice): How {
  return dice.weighed([
    [6, 'notified'],
    [2, 'not notified'],
    [1.5, 'notified many times'],
    [0.7, 'notified late'],
  ] as const);
}

export function soon(dice: Dice): number {
  return dice.weighed([
    [5, dice.between(1, 60) * SECOND],
    [2, dice.between(1, 10) * MINUTE],
  ]);
}

export function later(dice: Dice): number {
  return dice.weighed([
    [2, dice.between(30, 120) * SECOND],
    [2, dice.between(2, 60) * MINUTE],
    [1, dice.between(1, 6) * HOUR],
  ]);
}
