import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHECKS } from '#doctor/checked.ts';
import { type Settings, startDoctor } from './rig.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const answer = z.object({
  isGood: z.boolean(),
  findings: z.array(z.object({ check: z.enum(CHECKS), status: z.string(), found: z.string() })),
});

/** The script as whoever calls it sees it. */
function run(settings: Settings, ...words: string[]) {
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['src/doctor/main.ts', ...words],
      { cwd: ROOT, env },
      (_, out, errors) => resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });
}

describe('npm run doctor', () => {
  it('shows a table of at most 80 columns where there is no terminal, and ends with 0 when nothing is wrong', async () => {
    const doctor = await startDoctor();
    const { code, out, errors } = await run(doctor.settings);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    // A path is never broken, so that it can be copied; the folder of temporary files may be a long one.
    const lines = out.replaceAll(doctor.folder, '/tmp').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(out).toMatch(/^good {5}Settings/);
    expect(out).toMatch(/\nNothing is wrong\. \d warnings\.\n$/);
    expect(doctor.hasStore()).toBe(false);
  });

  it('ends with 1 when something is wrong, with --json as one line for programs', async () => {
    const doctor = await startDoctor();
    const { code, out } = await run({ ...doctor.settings, SLACK_BOT_TOKEN: 'xoxb-another' }, '--json');
    expect(code).toBe(1);
    expect(out.trim().split('\n')).toHaveLength(1);
    const { isGood, findings } = answer.parse(JSON.parse(out));
    expect(isGood).toBe(false);
    expect(findings.filter(({ status }) => status === 'wrong').map(({ check }) => check)).toEqual([
      'Slack token',
    ]);
  });

  it('ends with 1 and names what is missing when nothing is set, and with 2 when it is called in another way', async () => {
    const [nothing, other] = await Promise.all([run({}), run({}, '--help')]);
    expect(nothing.code).toBe(1);
    expect(nothing.out).toContain('SLACK_BOT_TOKEN: is missing');
    expect(other).toMatchObject({ code: 2, out: '', errors: expect.stringContaining('npm run doctor') });
  });

  it('is a script that reads .env, as npm start does', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(scripts['doctor']).toBe(scripts['start']?.replace('src/main.ts', 'src/doctor/main.ts'));
  });
});
