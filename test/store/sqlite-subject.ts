// The embedded driver as the contract suite wants it: a file in a folder of its own, and a clock that is moved by hand.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, systemClock } from '#lib/clock.ts';
import { lineKey } from '#store/audit.ts';
import { orderKey } from '#store/documents.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import type { Subject } from './subject.ts';

export async function openSqliteSubject(): Promise<Subject & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'teller-store-'));
  const file = join(folder, 'teller.sqlite');
  let now = 1_700_000_000_000;
  const clock: Clock = { ...systemClock, now: () => now };
  const opened: Store[] = [];

  async function another(): Promise<Store> {
    const store = await openStore(`sqlite:${file}`, { clock });
    opened.push(store);
    return store;
  }
  async function closeAll(): Promise<void> {
    for (const store of opened.splice(0)) await store.close();
  }
  return {
    file,
    store: await another(),
    another,
    async reopen() {
      await closeAll();
      return another();
    },
    async letTimePass(ms) {
      now += ms;
    },
    async damage(reference, document) {
      withRawFile(file, (raw) =>
        raw.prepare('UPDATE docs SET text = ? WHERE key = ?').run(document, orderKey(reference)),
      );
    },
    async changeLine(seq, change) {
      withRawFile(file, (raw) =>
        change === 'remove'
          ? raw.prepare('DELETE FROM docs WHERE key = ?').run(lineKey(seq))
          : raw
              .prepare("UPDATE docs SET text = json_set(text, '$.outcome', ?) WHERE key = ?")
              .run(change.outcome, lineKey(seq)),
      );
    },
    async breakDown() {
      for (const { name } of tablesIn(file))
        withRawFile(file, (raw) => raw.exec(`DROP TABLE IF EXISTS ${name}`));
    },
    async cleanUp() {
      await closeAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The file as anybody sees it, past the driver. */
export function withRawFile<Result>(file: string, use: (raw: DatabaseSync) => Result): Result {
  const raw = new DatabaseSync(file);
  try {
    return use(raw);
  } finally {
    raw.close();
  }
}

function tablesIn(file: string) {
  return withRawFile(file, (raw) => raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all());
}
