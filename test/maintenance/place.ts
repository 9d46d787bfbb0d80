// Where a store of a test lies, and what is done to it past the drivers.
import { linkSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RedisServer } from '#test/store/redis-server.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';

export type Place = {
  readonly url: string;
  /** Puts `text` in the place of a stored order. */
  damage(reference: string, text: string): Promise<void>;
  /** Other spellings of `url`; can be asked once something is there. */
  otherAddresses(): readonly string[];
  /** As if a version of Teller with the format 999 had written it. */
  setOtherFormat(): Promise<void>;
};

/** A file that is not there yet, in a folder of its own. */
export function sqlitePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'teller-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  return {
    url: `sqlite:${file}`,
    async damage(reference, text) {
      withRawFile(file, (raw) =>
        raw.prepare('UPDATE docs SET text = ? WHERE key = ?').run(text, `order:${reference}`),
      );
    },
    otherAddresses() {
      symlinkSync(file, join(folder, 'same.sqlite'));
      linkSync(file, join(folder, 'linked.sqlite'));
      return [
        `sqlite:${relative(process.cwd(), file)}`,
        `SQLite:${folder}/../${basename(folder)}/teller.sqlite`,
        `sqlite:${join(folder, 'same.sqlite')}`,
        `sqlite:${join(folder, 'linked.sqlite')}`,
      ];
    },
    async setOtherFormat() {
      withRawFile(file, (raw) => raw.exec('PRAGMA user_version = 999'));
    },
  };
}

export function redisPlace({ url, ask }: RedisServer, namespace?: string): Place {
  const tag = namespace ? `{teller:${namespace}}` : '{teller}';
  return {
    url: namespace ? `${url}?namespace=${namespace}` : url,
    async damage(reference, text) {
      await ask('HSET', `${tag}:order:${reference}`, 'text', text);
    },
    otherAddresses() {
      const query = namespace ? `?namespace=${namespace}` : '';
      const { port } = new URL(url);
      return [`redis://127.0.0.1:${port}/0${query}`, `redis://localhost:${port}${query}`];
    },
    async setOtherFormat() {
      const text = String(await ask('HGET', `${tag}:store`, 'text'));
      await ask('HSET', `${tag}:store`, 'text', JSON.stringify({ ...JSON.parse(text), format: 999 }));
    },
  };
}
