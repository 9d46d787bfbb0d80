// What a save is about to do, written down before it does it. When whoever saves dies or loses the connection between
// two steps, the next claim of any replica finds the intent and ends it: the triggers come, or what was begun is undone.
import type { Schedule } from '#store/store.ts';
import type { Documents, Kept } from './documents.ts';
import { type createIndexes, entriesOf } from './indexes.ts';
import type { Queues } from './queues.ts';

type Intent = Pick<Kept, 'reference' | 'version' | 'stamp' | 'found'> & { readonly trigger: Schedule };

/** Each text is another: the stamp is in it. */
export function writeIntent({ reference, version, stamp, found }: Kept, trigger: Schedule): string {
  return JSON.stringify({ reference, version, stamp, found, trigger } satisfies Intent);
}

/** Settles intents that nobody has concluded for a while. Rejects when it cannot; the next claim tries again. */
export function createHealing(deps: {
  documents: Documents;
  indexes: ReturnType<typeof createIndexes>;
  queues: Queues;
}): (intents: readonly string[]) => Promise<void> {
  const { documents, indexes, queues } = deps;

  async function updates(text: string): Promise<void> {
    const intent = JSON.parse(text) as Intent;
    const { reference, version, stamp, trigger } = intent;
    // From here on the save has either taken place or will be refused, however late it comes.
    const outcome = await documents.decide(reference, version, stamp);
    if (outcome !== 'current') await indexes.remove(entriesOf(reference, intent));
    // A trigger too many is a look too many; one too few is news that is never told.
    await queues.conclude(text, reference, outcome === 'never' ? {} : trigger);
  }

  return async (intents) => {
    await Promise.all(intents.map(updates));
  };
}
