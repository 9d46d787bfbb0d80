// `npm run doctor` as whoever calls it sees it, where nothing is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startDoctor } from './rig.ts';
import { run } from './run.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('npm run doctor', () => {
  it('shows a table of at most 80 columns where there is no terminal, and ends with 0 when nothing is wrong', async () => {
    const doctor = await startDoctor();
    const { code, out, errors } = await run(doctor.settings);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    // A path is never broken, so that it can be copied; the folder of temporary files may be a long one.
    const lines = out.replaceAll(doctor.folder, '/tmp').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(out).toMatch(/^good {5}Settings/);
    expect(out).toMatch(/\nNo problems found\. \d warnings\.\n$/);
    expect(doctor.hasStore()).toBe(false);
  });

  it('is a script that reads .env, as npm start does', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(scripts['doctor']).toBe(scripts['start']?.replace('src/main.ts', 'src/doctor/main.ts'));
  });
});
