// Slack opens neither a form nor Home: whoever asked for it reads that nothing was sent, and to try again. There is no card to look at.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it.each([
  ['for which Slack no longer waits', { kind: 'error', code: 'expired_trigger_id' }],
  ['that Slack would open in half a minute', { kind: 'rateLimited', retryAfterSeconds: 30 }],
  ['that Slack will not open', { kind: 'error', code: 'internal_error' }],
] as const)('a form %s is to be asked for again, because nothing was sent', async (_, fault) => {
  rig.slack.faults.always('views.open', fault);
  for (const words of ['prompt 0712345678 1500 Flour', 'settings', 'bulk']) {
    const before = rig.slack.ephemerals(rig.agent.id).length;
    await rig.agent.command(rig.slack.channels.sales, '/pay', words);
    await until(() => rig.slack.ephemerals(rig.agent.id).length > before);
    expect(rig.slack.ephemerals(rig.agent.id).at(-1)?.text).toMatch(
      inLine(SAYS.nothingSentTryAgain, 'incident'),
    );
  }
});

it('Home that Slack does not take is to be opened again, and nobody is sent to a card', async () => {
  rig.slack.faults.next('views.publish', { kind: 'rateLimited', retryAfterSeconds: 30 });
  await rig.agent.openHome();
  await until(() => rig.slack.home(rig.agent.id));
  expect(JSON.stringify(rig.slack.home(rig.agent.id))).toContain(SAYS.nothingSentTryAgain);
});
