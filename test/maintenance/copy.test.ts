// `npm run store -- copy` from one file to another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { copyContract } from './copy-contract.ts';

export function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'teller-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'teller.sqlite');
}

copyContract('from SQLite to SQLite', async () => {
  const file = freshFile();
  return {
    from: `sqlite:${file}`,
    to: `sqlite:${file}-2`,
    async damage(reference, doc) {
      withRawFile(file, (raw) =>
        raw.prepare('UPDATE orders SET doc = ? WHERE reference = ?').run(doc, reference),
      );
    },
  };
});
