// `npm run store`: words that begin with a dash and that no command knows.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '#maintenance/main.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

test.each([
  ['backup', '--help'],
  ['backup', '-h'],
  ['backup', '--yes'],
  ['backup', 'b.sqlite', '--force'],
  ['verify', '--help'],
  ['copy', '--help', 'sqlite:c.sqlite'],
  ['forget', 'jane@example.com', '-y'],
])('%s %s … is answered with how the commands are used, and nothing is done', async (...argv) => {
  const subject = await openSqliteSubject();
  const folder = mkdtempSync(join(tmpdir(), 'teller-options-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await subject.cleanUp();
  });
  const said: string[] = [];
  const add = (line: string) => void said.push(line);
  const words = argv.map((word) => (word === 'b.sqlite' ? join(folder, word) : word));
  const output = { storeUrl: `sqlite:${subject.file}`, out: add, error: add };
  expect(await runCommand(words, output)).toBe(2);
  expect(said.join('\n')).toMatch(/^Usage: npm run store -- <command>/);
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync('.')).not.toContain(words[1]);
});
