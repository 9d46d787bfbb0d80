// Trigger ids: the right to open one modal, given with each thing a person does; good once, and not for long.
import type { Opening } from './modals.ts';
import { Refusal } from './refusal.ts';
import type { WorkspaceState } from './state.ts';

export type Triggers = {
  issue(opening: Opening): string;
  /** Spends the trigger. Refuses as Slack: invalid_, exchanged_ or expired_trigger_id. */
  exchange(id: string): Opening;
};

export function createTriggers(state: WorkspaceState, lifetimeMs: number): Triggers {
  const issued = new Map<string, Opening & { at: number; spent: boolean }>();

  return {
    issue(opening) {
      const at = state.now();
      const id = `${at}.${issued.size + 1}.${state.secret()}`;
      issued.set(id, { ...opening, at, spent: false });
      return id;
    },

    exchange(id) {
      const trigger = issued.get(id);
      if (!trigger) throw new Refusal('invalid_trigger_id');
      if (trigger.spent) throw new Refusal('exchanged_trigger_id');
      if (state.now() - trigger.at > lifetimeMs) throw new Refusal('expired_trigger_id');
      trigger.spent = true;
      return trigger;
    },
  };
}
