// What people type for Teller's command. A merchant may give it another name in the manifest, which Slack tells with each command
// alone; what is answered elsewhere names the one that was used last, whichever process answered it.
import type { KeyValueStore } from '#store/store.ts';

const IN_MANIFEST = '/pay';
const LAST = 'last';

export type CommandName = ReturnType<typeof createCommandName>;

export function createCommandName(keyValues: KeyValueStore) {
  let written: string | undefined;

  return {
    /** Returns at once and never throws. */
    used(name: string): void {
      if (name === written) return;
      written = name;
      // Without it the next command of another process, or this one's after a restart, writes it.
      void keyValues.set(LAST, name).catch(() => undefined);
    },
    /** Never rejects. */
    async last(): Promise<string> {
      return (await keyValues.get<string>(LAST).catch(() => undefined)) ?? written ?? IN_MANIFEST;
    },
  };
}
