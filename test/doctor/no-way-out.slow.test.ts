// Slow, because it waits until every check has given up.
import { expect, it } from 'vitest';
import { startDoctor } from './rig.ts';

it('where nothing ever answers, the doctor ends within seconds and says of each what to do', async () => {
  const doctor = await startDoctor();
  doctor.slack.faults.always('*', { kind: 'hang' });
  doctor.provider.faults.hang();
  const startedAt = performance.now();
  const findings = await doctor.examine();
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  const wrong = findings.filter(({ status }) => status === 'wrong');
  expect(wrong.map(({ check }) => check)).toEqual(['Slack token', 'Socket Mode', 'Payment service']);
  for (const { next } of wrong) expect(next).toContain('way out');
});
