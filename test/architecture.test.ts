// Imports between the folders of src go down, never up. Biome finds cycles (.biome.json).
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', 'src');

/** From low to high. Files directly in src and the `main.ts` of a folder may import all of them. */
const FOLDERS = [
  'lib',
  'observability',
  'provider',
  'orders',
  'store',
  'queue',
  'payments',
  'customers',
  'slack',
  'web',
  'maintenance',
  'doctor',
];

/** The stand-ins are written from the specification, so they share nothing with Teller but the lowest folder. */
const mayImport = (folder: string, imported: string) =>
  imported === folder || (folder === 'sandbox' ? imported === 'lib' : isBelow(imported, folder));

function isBelow(imported: string, folder: string): boolean {
  return FOLDERS.includes(imported) && FOLDERS.indexOf(imported) < FOLDERS.indexOf(folder);
}

const IMPORT = /\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g;

function importsUpwards(file: string): string[] {
  const [folder = '', ...rest] = file.split('/');
  if (rest.length === 0 || rest.join() === 'main.ts' || file === 'doctor/examine.ts') return [];
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].flatMap(([, path = '']) => {
    const imported = path.startsWith('#') ? path.slice(1) : join(dirname(file), path);
    return mayImport(folder, imported.split('/')[0] ?? '') ? [] : [`${file} imports ${imported}`];
  });
}

test('Imports: a folder of src imports only folders below it', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(importsUpwards)).toEqual([]);
});
