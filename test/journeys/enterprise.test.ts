// Workspaces of an Enterprise organisation: who belongs to ours, and an app that is installed for all of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { payFor, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
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
    expect(rig.slack.ephemerals(elsewhere.id)[0]?.text).toContain(SAYS.servesMembers);
    expect(rig.slack.modal(elsewhere.id)).toBeUndefined();
  });

  it('alerts are not switched on in a channel that another workspace of the organisation has too, and end where it gets it later', async () => {
    const { addUser, channels, dmOf, history, invite } = rig.slack;
    const elsewhere = addUser({ name: 'grace', team_id: 'T0NORTH', enterprise_user: { teams: ['T0NORTH'] } });
    const alerts = alertChannels(rig);
    const [finance, leads] = [alerts.join('finance'), alerts.join('leads')];
    invite(leads, elsewhere.id);
    await alerts.say(leads, 'on', SAYS.strangersReadThis);
    await alerts.switchTo(finance, 'on');
    invite(finance, elsewhere.id);
    await payFor(rig, await sendPrompt(rig, { channel: channels.sales }));
    await until(() => history(dmOf(rig.agent.id)).length > 0);
    expect([...alerts.timeline(finance), ...alerts.timeline(leads)]).toEqual([]);
    expect(history(dmOf(rig.agent.id)).map(({ text }) => text)).toEqual([
      expect.stringContaining(SAYS.strangersReadNow(`<#${finance}>`)),
    ]);
  });

  it('an app that is installed for the whole organisation serves nobody, says why, and is not ready', async () => {
    await rig.stopBot();
    rig.slack.installOrgWide();
    await rig.startBot();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'link 1500 Flour');
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    expect(rig.slack.ephemerals(rig.agent.id)[0]?.text).toContain(SAYS.wholeOrganisation);
    expect(rig.slack.modal(rig.agent.id)).toBeUndefined();
    expect((await fetch(`${rig.botUrl}/readyz`)).status).toBe(503);
  });
});
