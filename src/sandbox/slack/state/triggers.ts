// Trigger ids: the right to open one modal, given with each thing a person does; good once, and not for long.
import { Refusal } from './refusal.ts';
import type { WorkspaceState } from './state.ts';

export type Triggers = {
  issue(userId: string): string;
  /** Spends the trigger, which is this user's. Refuses as Slack: invalid_, exchanged_ or expired_trigger_id. */
  exchange(id: string): string;
};

export function createTriggers(state: WorkspaceState, lifetimeMs: number): Triggers {
  const issued = new Map<string, { userId: string; at: number; spent: boolean }>();

  return {
    issue(userId) {
      const at = state.now();
      const id = `${at}.${issued.size + 1}.${state.secret()}`;
      issued.set(id, { userId, at, spent: false });
      return id;
    },

    exchange(id) {
      const trigger = issued.get(id);
      if (!trigger) throw new Refusal('invalid_trigger_id');
      if (trigger.spent) throw new Refusal('exchanged_trigger_id');
      if (state.now() - trigger.at > lifetimeMs) throw new Refusal('expired_trigger_id');
      trigger.spent = true;
      return trigger.userId;
    },
  };
}
