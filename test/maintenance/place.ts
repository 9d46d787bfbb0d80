// Where a store of a test lies, and what is done to it past the drivers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RedisServer } from '#test/store/redis-server.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';

export type Place = {
  readonly url: string;
  /** Puts `doc` in the place of a stored order. */
  damage(reference: string, doc: string): Promise<void>;
  /** As if a newer version of Teller had written it. */
  makeNewer(): Promise<void>;
};

/** A file that is not there yet, in a folder of its own. */
export function sqlitePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'teller-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  return {
    url: `sqlite:${file}`,
    async damage(reference, doc) {
      withRawFile(file, (raw) =>
        raw.prepare('UPDATE orders SET doc = ? WHERE reference = ?').run(doc, reference),
      );
    },
    async makeNewer() {
      withRawFile(file, (raw) => raw.exec('PRAGMA user_version = 999'));
    },
  };
}

export function redisPlace({ url, ask }: RedisServer, namespace?: string): Place {
  const tag = namespace ? `{teller:${namespace}}` : '{teller}';
  return {
    url: namespace ? `${url}?namespace=${namespace}` : url,
    async damage(reference, doc) {
      await ask('HSET', `${tag}:order:${reference}`, 'doc', doc);
    },
    async makeNewer() {
      await ask('SET', `${tag}:layout`, '3');
    },
  };
}
