// The socket closes before a form is answered: what the person asked for is done all the same.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACK_MS } from '#test/patience.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { socket: true, ackMs: ACK_MS });
});
afterEach(() => rig.stop());

describe('a form whose answer Slack does not get', () => {
  it('a form whose answer Slack does not get is carried out once, and its card says so', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    const cut = Promise.withResolvers<void>();
    rig.slack.faults.always('conversations.info', { kind: 'slow', until: cut.promise });
    const asked = rig.slack.callsTo('conversations.info').length;
    const submitted = rig.agent.submit();
    await until(() => rig.slack.callsTo('conversations.info').length > asked);
    rig.slack.faults.always('apps.connections.open', { kind: 'reset' });
    rig.slack.sockets.cut();
    cut.resolve();
    await until(() => rig.provider.prompts.length === 1);
    await submitted;
    await theCard(rig, SAYS.waitingForPin);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });
});
