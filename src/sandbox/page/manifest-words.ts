// What the manifest shows to people, read from the file that Slack gets: the command, its words and the shortcuts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shortcut } from './screen.ts';

const MANIFEST = join(import.meta.dirname, '..', '..', '..', 'manifest.yml');

export type ManifestWords = {
  readonly command: string;
  readonly commandDescription: string;
  readonly words: readonly string[];
  readonly shortcuts: readonly Shortcut[];
};

/** Throws when the manifest offers no command. */
export async function manifestWords(): Promise<ManifestWords> {
  const manifest = await readFile(MANIFEST, 'utf8');
  const [command] = entriesOf(manifest, 'slash_commands');
  if (!command?.['command']) throw new Error('manifest.yml names no command below features, slash_commands.');
  return {
    command: command['command'],
    commandDescription: command['description'] ?? '',
    words: (command['usage_hint'] ?? '').split(/[\s·|,]+/).filter((word) => /^[a-z]+$/.test(word)),
    shortcuts: entriesOf(manifest, 'shortcuts').map((entry) => ({
      name: entry['name'] ?? '',
      type: entry['type'] ?? '',
      callbackId: entry['callback_id'] ?? '',
      description: entry['description'] ?? '',
    })),
  };
}

/** A list of the features: each entry's lines of `name: value`. */
function entriesOf(manifest: string, list: string): Record<string, string>[] {
  const [, lines = ''] = new RegExp(`^ {2}${list}:\\n((?: {4}.*\\n)+)`, 'm').exec(manifest) ?? [];
  return lines
    .split(/^ {4}- /m)
    .slice(1)
    .map((entry) =>
      Object.fromEntries(
        [...entry.matchAll(/^\s*(\w+): (.+)$/gm)].map(([, name = '', value = '']) => [
          name,
          value.trim().replace(/^"(.*)"$/, '$1'),
        ]),
      ),
    );
}
