// Files that versions of Teller wrote since 0.1 are opened by this one (kept/).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { expectKept, KEPT_LAYOUTS, keptFile } from './kept-layouts.ts';

test.each(KEPT_LAYOUTS)('everything in a file of %s is there and where it belongs', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'teller-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  writeFileSync(file, keptFile(name), { mode: 0o600 });
  await expectKept(name, 'sqlite', `sqlite:${file}`);
});
