import { expect, test } from 'vitest';
import { startRig } from './rig.ts';

const beside = (value: string) => ({
  type: 'section',
  text: { type: 'plain_text', text: value },
  accessory: {
    type: 'overflow',
    action_id: 'more',
    options: [{ text: { type: 'plain_text', text: 'Check' }, value }],
  },
});

test('picks from the one of several overflow menus that offers the option', async () => {
  const { call, received, slack } = await startRig();
  const agent = slack.person(slack.users.agent);
  const blocks = [beside('check:A'), beside('check:B')];
  await call('chat.postMessage', { channel: 'sales', text: 'list', blocks });
  const [list] = slack.messages(slack.channels.sales);
  if (!list) throw new Error('no list');
  await agent.select(list, 'more', 'check:B');
  await expect(agent.select(list, 'more', 'Check')).rejects.toThrow('There is no "more"');
  expect(received.map(({ payload }) => payload)).toMatchObject([
    { actions: [{ type: 'overflow', selected_option: { value: 'check:B' } }] },
  ]);
});
