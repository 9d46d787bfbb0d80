// Slow, because it waits until every check has given up.
import { expect, it } from 'vitest';
import { startDoctor } from './rig.ts';

it('where nothing ever answers, the doctor ends within seconds and says of each what to do', async () => {
  const doctor = await startDoctor();
  doctor.slack.faults.always('*', { kind: 'hang' });
  doctor.provider.faults.hang();
  const findings = await doctor.examine();
  // Each check has given up by itself, before the time of all of them was over.
  expect(findings.filter(({ found }) => found.includes('did not end within'))).toEqual([]);
  const wrong = findings.filter(({ status }) => status === 'wrong');
  expect(wrong.map(({ check }) => check)).toEqual(['Slack token', 'Socket Mode', 'Payment service']);
  for (const { next } of wrong) expect(next).toContain('way out');
});
