// `npm run doctor` as whoever calls it sees it, where something is wrong.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHECKS } from '#doctor/checked.ts';
import { startDoctor } from './rig.ts';
import { run } from './run.ts';

const answer = z.object({
  isGood: z.boolean(),
  findings: z.array(z.object({ check: z.enum(CHECKS), status: z.string(), found: z.string() })),
});

describe('npm run doctor', () => {
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
});
