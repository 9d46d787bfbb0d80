// What is installed: each package with its checksum, from one source, without running anything, under a licence that we know.
import { describe, expect, it } from 'vitest';
import { file } from './docs/documents.ts';

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
};

const lockfile = JSON.parse(file('package-lock.json')) as {
  lockfileVersion: number;
  packages: Record<string, Locked>;
};
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
const named = (fits: (locked: Locked) => boolean) =>
  packages.filter(([, locked]) => fits(locked)).map(([path]) => path);

/** They ask for nothing but that the licence is kept with a copy. */
const PERMISSIVE = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '(MIT OR Apache-2.0)',
  '0BSD',
];

describe('package-lock.json', () => {
  it('has a checksum of 512 bits for every package, and no package from a folder', () => {
    expect([lockfile.lockfileVersion, packages.length > 100]).toEqual([3, true]);
    expect(named(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
    expect(named(({ link }) => link === true)).toEqual([]);
  });

  it('names no address for any package, so all come from the one place where npm looks for packages', () => {
    expect(named(({ resolved }) => resolved !== undefined)).toEqual([]);
    expect(file('package-lock.json')).not.toMatch(/"resolved"|git\+|"file:|https?:\/\/[^"]*\.tgz/);
    expect(file('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
    expect(file('.npmrc')).not.toMatch(/^(@[\w-]+:)?registry/m);
  });

  it('has no package that wants to run something while it is installed, and npm would not let it', () => {
    expect(named(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
    expect(file('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> };
    // npm would leave these out without a word.
    expect(Object.keys(scripts).filter((name) => /^(pre|post|prepare)/.test(name))).toEqual([]);
  });

  it('holds the versions of package.json to the digit', () => {
    const { dependencies, devDependencies } = JSON.parse(file('package.json')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(lockfile.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });
});

describe('the licences of what the running Teller needs', () => {
  const needed = packages.filter(([, { dev }]) => !dev);

  it('are permissive ones', () => {
    expect(needed.length).toBeGreaterThan(50);
    const others = needed.filter(([, { license = 'none' }]) => !PERMISSIVE.includes(license));
    expect(others.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([]);
  });
});

it('a release has a bill of materials beside it, of what runs alone', () => {
  const workflow = file('.github/workflows/release.yml');
  const [, bill = ''] = /npm sbom (.+)/.exec(workflow) ?? [];
  expect(bill).toBe('--package-lock-only --omit=dev --sbom-format=cyclonedx > teller-sbom.cdx.json');
  expect(workflow).toMatch(/gh release create .* teller-sbom\.cdx\.json$/m);
  expect(workflow).toContain('CHANGELOG.md');
});
