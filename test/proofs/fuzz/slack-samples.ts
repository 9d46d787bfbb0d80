// What Slack sends to Teller while somebody works with it for a minute, as the stand-in sends it: the samples to damage.
import type { Envelope } from '#sandbox/slack/delivery/envelope.ts';
import { sendPrompt } from '#test/journeys/agent.ts';
import { checkFile, THREE_ROWS } from '#test/journeys/bulks.ts';
import { type Rig, until } from '#test/journeys/rig.ts';

export async function recordSamples(rig: Rig): Promise<readonly Envelope[]> {
  const { agent, slack } = rig;
  const { sales } = slack.channels;
  for (const words of ['help', 'open', 'report today', 'find INV-1'])
    await agent.command(sales, '/pay', words);
  const { card } = await sendPrompt(rig);
  for (const button of ['check_order', 'cancel_order']) await agent.click(card, button);
  await agent.messageShortcut('look_up_message', card);
  for (const shortcut of ['send_prompt', 'create_link', 'look_up']) await agent.shortcut(shortcut);
  await agent.command(sales, '/pay', 'link 2500 School fees');
  await until(() => rig.readModal().includes('== create_link =='));
  await agent.submit({});
  await checkFile(rig, THREE_ROWS);
  await agent.openHome();
  await agent.say(slack.dmOf(agent.id), 'find INV-1');
  await agent.mention(sales, 'open');
  await slack.runFunction('create_link', {
    agent: agent.id,
    channel: sales,
    amount: '2500',
    currency: 'KES',
    description: 'School fees',
  });
  await rig.idle();
  return slack.deliveries.map(({ envelope }) => envelope);
}
