// Workspaces of an Enterprise organisation: who belongs to ours, and an app that is installed for all of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('in an Enterprise organisation', () => {
  it('people of an Enterprise organisation may act if they are in the workspace, whichever is their first', async () => {
    const { addUser, invite, channels, teamId } = rig.slack;
    const [inBoth, elsewhere] = [[teamId], []].map((more, index) =>
      addUser({
        name: `grace-${index}`,
        team_id: 'T0NORTH',
        enterprise_user: { teams: ['T0NORTH', ...more] },
      }),
    );
    if (!inBoth || !elsewhere) throw new Error('two people');
    for (const { id } of [inBoth, elsewhere]) {
      invite(channels.sales, id);
      await rig.slack.person(id).command(channels.sales, '/pay', 'link 1500 Flour');
    }
    await until(() => rig.slack.modal(inBoth.id)?.callback_id === 'create_link');
    await until(() => rig.slack.ephemerals(elsewhere.id).length === 1);
    expect(rig.slack.ephemerals(elsewhere.id)[0]?.text).toContain('serves only members of the workspace');
    expect(rig.slack.modal(elsewhere.id)).toBeUndefined();
  });

  it('an app that is installed for the whole organisation serves nobody, says why, and is not ready', async () => {
    await rig.stopBot();
    rig.slack.installOrgWide();
    await rig.startBot();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'link 1500 Flour');
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    expect(rig.slack.ephemerals(rig.agent.id)[0]?.text).toContain('installed for the whole organisation');
    expect(rig.slack.modal(rig.agent.id)).toBeUndefined();
    expect((await fetch(`${rig.botUrl}/readyz`)).status).toBe(503);
  });
});
