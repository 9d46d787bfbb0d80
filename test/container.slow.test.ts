import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config.ts';

const ROOT = join(import.meta.dirname, '..');
const file = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const project = JSON.parse(file('package.json')) as {
  engines: { node: string };
  dependencies: Record<string, string>;
};

type Instruction = { readonly name: string; readonly args: string };

const dockerfile: Instruction[] = file('Dockerfile')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ name: line.split(' ')[0] ?? '', args: line.slice(line.indexOf(' ') + 1).trim() }));
const all = (name: string) => dockerfile.filter((line) => line.name === name).map(({ args }) => args);
const at = (name: string, part = '') =>
  dockerfile.findIndex((line) => line.name === name && line.args.includes(part));
const env = Object.fromEntries(all('ENV').map((args) => args.split('=') as [string, string]));

describe('the image', () => {
  it('the image is built on the Node that the code is written for, in one stage', () => {
    expect(all('FROM')).toEqual([expect.stringMatching(/^node:24-slim@sha256:[0-9a-f]{64}$/)]);
    expect(project.engines.node).toMatch(/^>=24\./);
  });

  it('the image installs what the lockfile says, without the tools of development and the second Node', () => {
    const [install, ...others] = all('RUN').filter((command) => command.includes('npm ci'));
    expect(install).toMatch(/^npm ci --omit=dev --omit=optional( && npm cache clean --force)?$/);
    expect(others).toEqual([]);
    const manifests = at('COPY', 'package-lock.json');
    expect(manifests).toBeGreaterThan(-1);
    expect(at('RUN', 'npm ci')).toBeGreaterThan(manifests);
    expect(at('COPY', 'src')).toBeGreaterThan(at('RUN', 'npm ci'));
  });

  it('the image runs as a user who is not root, named by number as Kubernetes wants it', () => {
    expect(all('USER')).toEqual(['1000']);
    const kubernetes = file('docs/operations.md').split('On Kubernetes:')[1] ?? '';
    expect(kubernetes).toContain('`runAsNonRoot: true`');
    expect(kubernetes).toContain('`fsGroup: 1000`');
    expect(at('USER')).toBeLessThan(at('CMD'));
  });

  it('the image starts Node itself, so that SIGTERM reaches it', () => {
    expect(all('CMD').map((args) => JSON.parse(args) as unknown)).toEqual([['node', 'src/main.ts']]);
    expect(all('ENTRYPOINT')).toEqual([]);
    expect(all('STOPSIGNAL')).toEqual([]);
  });

  it('the image runs for production, and keeps what Node compiled where its user can write', () => {
    expect(env['NODE_ENV']).toBe('production');
    expect(env['NODE_COMPILE_CACHE']).toMatch(/^\/home\/node\//);
    const warmUp = at('RUN', 'node src/main.ts');
    expect(warmUp).toBeGreaterThan(at('ENV', 'NODE_COMPILE_CACHE'));
    expect(warmUp).toBeGreaterThan(at('USER'));
  });

  it('the image is only built when it starts as far as missing settings', async () => {
    const [warmUp = ''] = all('RUN').filter((command) => command.includes('src/main.ts'));
    const build = spawn('/bin/sh', ['-c', warmUp.replace('node', process.execPath)], { cwd: ROOT, env: {} });
    expect(await once(build, 'close')).toEqual([0, null]);
  });

  it('the image keeps the default store on a volume that its user owns', () => {
    const store = readConfig(ENOUGH).storeUrl.replace('sqlite:', '');
    expect(all('WORKDIR')).toEqual(['/app']);
    expect(all('VOLUME')).toEqual([normalize(join('/app', store, '..'))]);
    const made = at('RUN', 'mkdir data && chown node:node data');
    expect(made).toBeGreaterThan(-1);
    expect(made).toBeLessThan(at('USER'));
    expect(made).toBeLessThan(at('VOLUME'));
  });

  it('the image offers the default port', () => {
    expect(all('EXPOSE')).toEqual([String(readConfig(ENOUGH).port)]);
  });

  it.each([
    ['well', 200, 0, ''],
    ['well, with its port in quotes', 200, 0, '"'],
    ['well, with its port between blanks', 200, 0, ' '],
    ['ill', 503, 1, ''],
    ['gone', undefined, 1, ''],
  ] as const)('the image’s health check finds a Teller that is %s', async (_, status, expected, around) => {
    const [program, ...args] = healthCommand();
    expect(program).toBe('node');
    const { port, asked, close } = await answering(status ?? 200);
    if (status === undefined) await close();
    const check = spawn(process.execPath, args, { env: { PORT: around + port + around }, stdio: 'ignore' });
    expect(await once(check, 'close')).toEqual([expected, null]);
    expect(asked).toEqual(status === undefined ? [] : ['/healthz']);
  });

  it('the image has every file and package that a start needs', () => {
    const { files, packages } = reachableFrom('src/main.ts');
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((path) => !isInContext(path))).toEqual([]);
    expect(packages.filter((name) => !Object.hasOwn(project.dependencies, name))).toEqual([]);
    for (const path of ['package.json', 'package-lock.json', '.npmrc'])
      expect(isInContext(path), path).toBe(true);
  });

  it('the image has no tests, stand-ins, settings, orders or history in it', () => {
    const inside = globSync('**/*', { cwd: ROOT, exclude: ['node_modules', '.git'] }).filter(isInContext);
    expect(inside).toContain('src/main.ts');
    const unwanted = [
      '.env',
      '.env.example',
      'data/teller.sqlite',
      'node_modules/ky/package.json',
      '.git/config',
    ];
    for (const path of [...unwanted, 'test/config.test.ts', 'src/sandbox/slack/workspace.ts'])
      expect(isInContext(path), path).toBe(false);
    expect(inside.filter((path) => /sandbox|test|coverage/.test(path))).toEqual([]);
  });
});

describe('what the documents run in a container', () => {
  const readme = file('README.md');
  const operations = file('docs/operations.md');
  const runs = (text: string) => [...text.matchAll(/^ *docker run (.+)$/gm)].map(([, args = '']) => args);
  /** What it is started with: settings and store. */
  const givenTo = (args: string) =>
    ['--env-file .env', '-v teller-data:/app/data'].filter((part) => args.includes(part));

  it.each([
    ['README.md', readme, 'src/doctor/main.ts'],
    ['docs/operations.md', operations, 'src/doctor/main.ts'],
    ['docs/operations.md', operations, 'src/maintenance/main.ts'],
  ])(
    '%s has the same settings and store for another program of the image as for Teller itself',
    (_, text, program) => {
      const [teller = ''] = runs(readme).filter((args) => args.endsWith(' teller'));
      expect(givenTo(teller)).toHaveLength(2);
      const others = runs(text).filter((args) => args.includes(` teller node ${program}`));
      expect(others).not.toEqual([]);
      for (const args of others) expect(givenTo(args)).toEqual(givenTo(teller));
      expect(isInContext(program)).toBe(true);
    },
  );
});

const ENOUGH = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shh',
  PROVIDER_BASE_URL: 'https://pay.test/api',
  PROVIDER_CONSUMER_KEY: 'key',
  PROVIDER_CONSUMER_SECRET: 'secret',
  PUBLIC_URL: 'https://teller.test',
};

/** .dockerignore: the last pattern that names a path, or a folder above it, decides. Read here: `*` and whole paths. */
function isInContext(path: string): boolean {
  const patterns = file('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  let isIn = true;
  for (const pattern of patterns) {
    const bare = pattern.replace(/^!/, '');
    if (bare !== '*' && /[*?[\\]/.test(bare)) throw new Error(`cannot read the pattern ${pattern}`);
    if (bare === '*' || path === bare || path.startsWith(`${bare}/`)) isIn = pattern.startsWith('!');
  }
  return isIn;
}

/** Files and packages that Node loads for `start`; imports of types alone are none. */
function reachableFrom(start: string): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    const statements = file(path).matchAll(
      /^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)'|^import '([^']+)'|\bawait import\('([^']+)'\)/gm,
    );
    for (const [, from, bare, late] of statements) {
      const name = from ?? bare ?? late ?? '';
      if (name.startsWith('#')) open.push(join('src', name.slice(1)));
      else if (name.startsWith('.')) open.push(join(path, '..', name));
      else if (!isBuiltin(name)) packages.add(name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name);
    }
  }
  return { files: [...files], packages: [...packages] };
}

function healthCommand(): string[] {
  const [check = ''] = all('HEALTHCHECK');
  const command = check.slice(check.indexOf('CMD ') + 'CMD '.length);
  return JSON.parse(command) as string[];
}

async function answering(status: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => new Promise((resolve) => server.close(resolve));
  onTestFinished(async () => void (await close()));
  return { port: (server.address() as AddressInfo).port, asked, close };
}
