// Anybody can send requests to the HTTP route: only what Slack signed just now, and of limited size, is accepted.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendPrompt } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { socket: false });
});
afterEach(() => rig.stop());

describe('Slack’s route', () => {
  it.each([-400, 400])(
    'Slack requests that are signed %s seconds away from now are refused',
    async (seconds) => {
      const body = new URLSearchParams({ command: '/pay', text: 'help', user_id: rig.agent.id }).toString();
      const timestamp = Math.floor(rig.clock.now() / 1000) + seconds;
      const ack = await rig.slack.sendRaw(body, {
        timestamp,
        contentType: 'application/x-www-form-urlencoded',
      });
      expect(ack.status).toBe(401);
    },
  );

  it('Slack requests with a wrong signature are refused, and so are huge ones', async () => {
    const contentType = 'application/x-www-form-urlencoded';
    const forged = await rig.slack.sendRaw('command=%2Fpay', {
      signature: `v0=${'0'.repeat(64)}`,
      contentType,
    });
    expect(forged.status).toBe(401);
    const huge = await rig.slack.sendRaw(`text=${'x'.repeat(1_100_000)}`, { contentType });
    expect(huge.status).toBe(413);
    await sendPrompt(rig);
  });
});
