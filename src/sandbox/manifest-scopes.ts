// What the manifest asks for is what the sandbox grants: a scope that is missing there is missed here too.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFEST = join(import.meta.dirname, '..', '..', 'manifest.yml');

/** The bot's scopes in manifest.yml. Throws when there are none to be found. */
export async function manifestScopes(): Promise<string[]> {
  const manifest = await readFile(MANIFEST, 'utf8');
  const [, list = ''] = /^ {4}bot:\n((?: {6}- .+\n)+)/m.exec(manifest) ?? [];
  const scopes = [...list.matchAll(/- (.+)$/gm)].map(([, scope = '']) => scope.trim());
  if (scopes.length === 0) throw new Error('manifest.yml names no scopes below oauth_config, scopes, bot.');
  return scopes;
}
