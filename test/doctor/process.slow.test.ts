// `npm run doctor` as whoever calls it sees it, where something is wrong.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHECKS } from '#doctor/checked.ts';
import { closedAddress } from '#test/teller-process.ts';
import { startDoctor } from './rig.ts';
import { run } from './run.ts';

const answer = z.object({
  isGood: z.boolean(),
  findings: z.array(
    z.object({ check: z.enum(CHECKS), status: z.string(), found: z.string(), next: z.string().optional() }),
  ),
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

  it.each([
    ['PROVIDER_BASE_URL', 'Payment service', 'cannot be reached: nothing listens there (ECONNREFUSED)'],
    ['SLACK_API_URL', 'Slack token', 'cannot be reached: nothing listens there (ECONNREFUSED)'],
  ])(
    'Doctor: a refused connection to %s is named, in the table and with --json',
    async (setting, check, why) => {
      const doctor = await startDoctor();
      const { url } = await closedAddress(doctor.settings[setting] ?? '');
      const spoilt = { ...doctor.settings, [setting]: url };
      const [table, json] = await Promise.all([run(spoilt), run({ ...spoilt, PORT: '0' }, '--json')]);
      expect([table.code, json.code, table.errors, json.errors]).toEqual([1, 1, '', '']);
      expect(table.out.replace(/\s+/g, ' ')).toMatch(new RegExp(`wrong ${check} `));
      const found = answer.parse(JSON.parse(json.out)).findings.find((one) => one.check === check);
      expect(found).toMatchObject({ status: 'wrong', found: expect.stringContaining(why) });
      expect(found?.next).toContain(setting);
    },
  );

  it('ends with 1 and names what is missing when nothing is set, and with 2 when it is called in another way', async () => {
    const [nothing, other] = await Promise.all([run({}), run({}, '--help')]);
    expect(nothing.code).toBe(1);
    expect(nothing.out).toContain('SLACK_BOT_TOKEN: is missing');
    expect(other).toMatchObject({ code: 2, out: '', errors: expect.stringContaining('npm run doctor') });
  });
});
