// What README and docs/ tell people to run is there, the files of other tools fit, and no text names a machine of ours.
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readManifest } from '#test/manifest.ts';
import { DOCUMENTS, documentAt, file, ROOT } from './documents.ts';

const project = JSON.parse(file('package.json')) as {
  version: string;
  engines: { node: string };
  scripts: Record<string, string>;
};
const readme = documentAt('README.md');

it('Documents: every npm script that they name exists, and each script is in docs/contributing.md', () => {
  const named = [
    ...DOCUMENTS.map(file)
      .join('\n')
      .matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)(?![\w:]))/g),
  ].map(([, run, own]) => run ?? own ?? '');
  expect(named.filter((script) => !(script in project.scripts))).toEqual([]);
  const explained = documentAt('docs/contributing.md').rows('Scripts');
  expect(explained.map(([script = '']) => script.replace(/^npm (run )?/, '')).sort()).toEqual(
    Object.keys(project.scripts).sort(),
  );
});

it('Commands: docs/usage.md has the subcommands that the manifest hints at, and the README some of them', () => {
  const [{ command, usage_hint } = { command: '', usage_hint: '' }] = readManifest().features.slash_commands;
  const hinted = usage_hint.split(' · ').map((subcommand) => `${command} ${subcommand}`);
  const subcommands = (rows: string[][]) => rows.map(([usage = '']) => usage.split(' ', 2).join(' '));
  expect(subcommands(documentAt('docs/usage.md').rows('Commands')).sort()).toEqual([...hinted].sort());
  expect(hinted).toEqual(expect.arrayContaining(subcommands(readme.rows('What agents use first'))));
});

it('README: it leads to every page of docs/, and says how to try Teller and run its tests', () => {
  for (const page of globSync('docs/*.md', { cwd: ROOT })) expect(readme.text).toContain(`](${page})`);
  for (const words of ['npm ci && npm run sandbox', 'npm ci && npm test'])
    expect(readme.text).toContain(words);
});

it('Documents: no machine and no registry of ours is named', () => {
  const texts = [
    ...DOCUMENTS,
    ...globSync('.github/**/*.yml', { cwd: ROOT }),
    ...['CHANGELOG.md', 'manifest.yml', '.env.example', '.editorconfig'],
    ...['.ci/run', 'Dockerfile', '.dockerignore', 'LICENSE'],
  ];
  const known = [
    ...['teller.example.com', 'YOUR-PUBLIC-URL', '127.0.0.1', 'slack.com', 'api.slack.com'],
    ...['cybqa.pesapal.com', 'pay.pesapal.com', 'developer.pesapal.com'],
  ];
  for (const path of texts) {
    expect(file(path), path).not.toMatch(
      /\/(work|home\/(?!node\/)\w+|root|Users|tmp)\b|registry|artifactory|\blocalhost:\d/i,
    );
    const hosts = [...file(path).matchAll(/\bhttps?:\/\/([^\s/:`'"]+)/g)].map(([, host = '']) => host);
    expect(hosts.filter((host) => !known.includes(host))).toEqual([]);
  }
});

it('Other tools: Node’s version is the same everywhere, and CI runs .ci/run without a secret', () => {
  const [, needed] = /^>=(\d+)\./.exec(project.engines.node) ?? [];
  expect(file('.nvmrc').trim()).toBe(needed);
  expect(file('Dockerfile')).toContain(`FROM node:${needed}-slim@sha256:`);
  const workflow = file('.github/workflows/check.yml');
  expect(workflow).toContain('run: .ci/run');
  expect(workflow).not.toMatch(/secrets\.|write\b/);
});

it('CHANGELOG: the newest entry is about the version of package.json and the lockfile', () => {
  const [newest] = documentAt('CHANGELOG.md').sections.keys();
  expect(newest).toMatch(new RegExp(`^\\[${project.version}\\] - (unreleased|\\d{4}-\\d\\d-\\d\\d)$`));
  const lockfile = JSON.parse(file('package-lock.json')) as typeof project & {
    packages: { '': typeof project };
  };
  expect([lockfile.version, lockfile.packages[''].version]).toEqual([project.version, project.version]);
});
