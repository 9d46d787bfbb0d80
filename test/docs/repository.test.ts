// What README and docs/ tell people to run, open and allow is there, and no text names a machine of ours.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTimeZone } from '#lib/zoned-time.ts';
import { ORDER_DEEDS, OTHER_DEEDS } from '#orders/audit-line.ts';
import { readManifest } from '#test/manifest.ts';
import { codeIn, DOCUMENTS, documentAt, file, ROOT } from './documents.ts';

const all = DOCUMENTS.map(file).join('\n');
const project = JSON.parse(file('package.json')) as {
  version: string;
  engines: { node: string };
  scripts: Record<string, string>;
};

describe('what README and docs/ tell people to use', () => {
  it('are scripts that exist, and every script is explained in docs/contributing.md', () => {
    const named = [...all.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)(?![\w:]))/g)].map(
      ([, run, own]) => run ?? own ?? '',
    );
    expect(new Set(named)).toEqual(new Set(Object.keys(project.scripts)));
    const explained = documentAt('docs/contributing.md').rows('Scripts');
    expect(explained.map(([script = '']) => script.replace(/^npm (run )?/, '')).sort()).toEqual(
      Object.keys(project.scripts).sort(),
    );
  });

  it('are parts of a journey’s rig that exist', () => {
    const rig = file('test/journeys/rig.ts') + file('test/journeys/reading.ts');
    const type = [...rig.matchAll(/^export type (?:Rig|Reading) = [\s\S]*?^\};/gm)].join('\n');
    const named = [...documentAt('docs/contributing.md').text.matchAll(/`rig\.(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(type, name).toMatch(new RegExp(`\\b${name}[:(]`));
  });

  it('are files and folders that exist, but for those that Teller or its user makes', () => {
    const made = ['.env', 'node_modules/.compile-cache', 'teller.sqlite-wal', 'teller.sqlite-lock'];
    const paths = codeIn(all).filter(
      (text) =>
        !isTimeZone(text) &&
        /^\.?[\w-][\w.-]*(\/[\w.-]+)*\/?$/.test(text) &&
        /\/|^\.|\.(ts|yml|yaml|json|md|sqlite.*)$|^(LICENSE|Dockerfile)$/.test(text),
    );
    expect(paths).toEqual(
      expect.arrayContaining(['manifest.yml', '.ci/run', 'src/slack/tasks/help.ts', 'Dockerfile']),
    );
    const beside = ['', 'src', 'src/store', 'src/payments', 'src/slack'];
    const exists = (path: string) => beside.some((folder) => existsSync(join(ROOT, folder, path)));
    expect(paths.filter((path) => !made.includes(path) && !exists(path))).toEqual([]);
  });

  it('are on no machine and no registry of ours', () => {
    const texts = [
      ...DOCUMENTS,
      ...globSync('.github/**/*.yml', { cwd: ROOT }),
      'CHANGELOG.md',
      'manifest.yml',
      '.env.example',
      '.editorconfig',
      '.ci/run',
      'Dockerfile',
      '.dockerignore',
      'LICENSE',
    ];
    for (const path of texts) {
      expect(file(path), path).not.toMatch(
        /\/(work|home\/(?!node\/)\w+|root|Users|tmp)\b|registry|artifactory|\blocalhost:\d/i,
      );
      const hosts = [...file(path).matchAll(/\bhttps?:\/\/([^\s/:`'"]+)/g)].map(([, host]) => host);
      const known = ['teller.example.com', 'slack.com', 'YOUR-PUBLIC-URL', '127.0.0.1'];
      expect(hosts.filter((host = '') => !known.includes(host))).toEqual([]);
    }
  });
});

describe('docs/security.md', () => {
  it('gives a reason for every scope of the manifest, and names no other', () => {
    const reasons = documentAt('docs/security.md').rows('What Teller may do in Slack');
    expect(reasons.map(([scope]) => scope).sort()).toEqual(readManifest().oauth_config.scopes.bot);
    for (const [scope, why = ''] of reasons) expect(why, scope).not.toBe('');
  });

  it('names every deed of which the audit record has a line', () => {
    const named = documentAt('docs/security.md')
      .tables('The audit record')
      .flatMap(([, lines = '']) => codeIn(lines));
    for (const deed of [...ORDER_DEEDS, ...OTHER_DEEDS]) expect(named).toContain(deed);
  });
});

describe('the files for other tools', () => {
  it('name the Node that package.json and the image need', () => {
    const [, needed] = /^>=(\d+)\./.exec(project.engines.node) ?? [];
    expect(file('.nvmrc').trim()).toBe(needed);
    expect(file('Dockerfile')).toContain(`FROM node:${needed}-slim@sha256:`);
  });

  it('are a workflow that runs .ci/run and is given no secret', () => {
    const workflow = file('.github/workflows/check.yml');
    expect(workflow).toContain('run: .ci/run');
    expect(workflow).toContain('contents: read');
    expect(workflow).not.toMatch(/secrets\.|write\b/);
  });

  it('are a changelog that has the version of package.json, below what is not released', () => {
    const titles = [...documentAt('CHANGELOG.md').sections.keys()];
    expect(titles[0]).toBe('[Unreleased]');
    expect(titles[1]).toMatch(new RegExp(`^\\[${project.version}\\] - \\d{4}-\\d\\d-\\d\\d$`));
  });
});
