// The alerts of several channels that are switched at the same moment: no switch is lost to another.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alertChannels } from './alert-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('Alerts: twelve channels that are switched on at once are all on', async () => {
  const channels = Array.from({ length: 12 }, (_, index) => {
    const { id } = rig.slack.addChannel({ name: `branch-${index}` });
    for (const member of [rig.agent.id, rig.slack.botUserId]) rig.slack.invite(id, member);
    return id;
  });
  const { answer } = alertChannels(rig);
  await Promise.all(channels.map((channel) => rig.agent.command(channel, '/pay', 'alerts on')));
  await until(() => channels.every((channel) => rig.slack.messages(channel).length === 1));
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'alerts list');
  await until(() => answer(rig.slack.channels.sales) !== '');
  const listed = JSON.stringify(rig.slack.ephemerals(rig.agent.id, rig.slack.channels.sales).at(-1));
  expect(channels.filter((channel) => !listed.includes(channel))).toEqual([]);
});
