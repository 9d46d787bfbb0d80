// The browser's side of the page: TypeScript modules that lose their types on the way out, style sheets, one document.
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';

export type Asset = { readonly type: string; readonly content: string };

const FOLDER = join(import.meta.dirname, '..', 'web');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** By path: `/` is the document, everything else goes by its file's name. Files are read when they are asked for. */
export async function createAssets(): Promise<(path: string) => Promise<Asset | undefined>> {
  const names = new Set(await readdir(FOLDER));
  const read = new Map<string, Promise<Asset>>();

  return async (path) => {
    const name = path === '/' ? 'index.html' : path.slice(1);
    const type = TYPES[extname(name)];
    if (!names.has(name) || type === undefined) return undefined;
    const asset = read.get(name) ?? load(name, type);
    read.set(name, asset);
    return asset;
  };
}

async function load(name: string, type: string): Promise<Asset> {
  const text = await readFile(join(FOLDER, name), 'utf8');
  return { type, content: name.endsWith('.ts') ? withoutTypes(text) : text };
}

/** Without Node's warning that this function is experimental: the version of Node is pinned. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
