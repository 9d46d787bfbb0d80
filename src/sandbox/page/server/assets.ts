// The browser's side of the page: TypeScript modules, served without their types, style sheets, one document, and Preact
// as its package has it.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';

type Asset = { readonly type: string; readonly content: string };

type Assets = {
  /** By path: `/` is the document, everything else goes by its file's name. Undefined where there is nothing. */
  find(path: string): Promise<Asset | undefined>;
  /** The document's import map, as a source for Content-Security-Policy: scripts in the document are forbidden else. */
  readonly importMapHash: string;
};

const FOLDER = join(import.meta.dirname, '..', 'web');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export async function createAssets(): Promise<Assets> {
  const { resolve } = createRequire(import.meta.url);
  const files = new Map(
    (await readdir(FOLDER, { recursive: true })).map((name) => [name, join(FOLDER, name)]),
  );
  for (const [name, specifier] of [
    ['preact.mjs', 'preact'],
    ['preact-hooks.mjs', 'preact/hooks'],
  ] as const)
    files.set(name, resolve(specifier));
  const document = await readFile(join(FOLDER, 'index.html'), 'utf8');
  const [, importMap = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(document) ?? [];
  const loaded = new Map<string, Promise<Asset>>();

  return {
    importMapHash: `'sha256-${createHash('sha256').update(importMap).digest('base64')}'`,
    async find(path) {
      const name = path === '/' ? 'index.html' : path.slice(1);
      const type = TYPES[extname(name)];
      const file = files.get(name);
      if (file === undefined || type === undefined) return undefined;
      const asset = loaded.get(name) ?? load(file, type);
      loaded.set(name, asset);
      return asset;
    },
  };
}

async function load(file: string, type: string): Promise<Asset> {
  const text = await readFile(file, 'utf8');
  return { type, content: file.endsWith('.ts') ? withoutTypes(text) : text };
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
