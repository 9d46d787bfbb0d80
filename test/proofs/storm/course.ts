// An order on its way through the storm, and what the storm writes down of it.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import type { Plan } from './plan.ts';
import type { Step } from './steps.ts';
import type { Form } from './taking-orders.ts';

/** An order on its way through the storm. */
export type Course = {
  readonly plan: Plan;
  /** Of the first order, and of every one that people tried to make from it or from those, oldest first. */
  readonly references: [string, ...string[]];
  readonly agent: Person;
  readonly colleague: Person;
  /** The first order's card, as it was when it could still be sent again. */
  oldCard: Message | undefined;
  readonly steps: Step[];
  /** When the next step is due. */
  dueAt: number;
  /** How often the next step found that its time had not come. */
  waits: number;
};

/** What happened at the provider, which the audit could not see from how things stand in the end. */
export type Journal = {
  /** Changes of transactions, oldest first. */
  readonly changes: { readonly trackingId: string; readonly what: string; readonly at: number }[];
  /** Changes that only a notification reports; the provider repeats it until one is accepted. */
  readonly mustBeNotified: { readonly trackingId: string; readonly at: number }[];
  /** Notifications that the provider sends with delay. */
  readonly late: { readonly trackingId: string; readonly at: number }[];
  /** By reference: the person who asked to pay it back. */
  readonly refundAskers: Map<string, string>;
  /** Who pressed *Approve*, for which order or refund, whether or not it worked. */
  readonly approvals: {
    readonly reference: string;
    readonly by: string;
    readonly about: 'order' | 'refund';
  }[];
};

export function newJournal(): Journal {
  return {
    changes: [],
    mustBeNotified: [],
    late: [],
    refundAskers: new Map(),
    approvals: [],
  };
}

/** `forms`: what people sent, each of which may have become an order. */
export type Done = 'done' | 'not yet' | 'never' | { readonly forms: readonly Form[] };
