// A link whose deadline is over, while the service cannot be reached to cancel it: nobody passes it on any more.
import { expect, it, onTestFinished } from 'vitest';
import { createLink } from './agent.ts';
import { startRig } from './rig.ts';
import { answerTo, JANE } from './to-customer.ts';

it('a link whose deadline is over is not passed on, also while the service cannot be asked to cancel it', async () => {
  const rig = await startRig();
  onTestFinished(() => rig.stop());
  rig.clock.advance(Date.parse('2031-01-10T09:00Z') - rig.clock.now());
  await rig.idle();
  const sent = await createLink(rig, { ...JANE, valid_until: '2031-01-14' });
  await rig.agent.close({ all: true });
  rig.provider.faults.down();
  rig.clock.advance(Date.parse('2031-01-14T21:01Z') - rig.clock.now());
  await rig.idle();
  for (const action of ['share_whatsapp', 'show_qr'])
    expect(await answerTo(rig, sent, action)).toContain('The deadline of this link is over');
});
