// Colleagues who are named in a mention of Teller: whose payments a report is about and a channel hears of.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { payFor, sendPrompt, shownTo } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('a report that a mention asks for is about the colleague who is named in it, and not about everybody', async () => {
  await payFor(rig, await sendPrompt(rig));
  const { secondAgent } = rig.slack.users;
  for (const words of [`report today <@${secondAgent}>`, `today of <@${secondAgent}>`]) {
    const before = shownTo(rig).length;
    await rig.agent.mention(rig.slack.channels.sales, words);
    await until(() => shownTo(rig).length > before);
    expect(shownTo(rig).at(-1)).toContain(SAYS.noPaymentsInBooksFor('today'));
  }
});

it('the alerts that a mention switches on name every colleague who is named in it', async () => {
  const { sales } = rig.slack.channels;
  const { agent, secondAgent } = rig.slack.users;
  await rig.agent.mention(sales, `alerts on by <@${agent}> or <@${secondAgent}>`);
  const said = () => rig.slack.messages(sales).map((message) => renderMessage(message));
  await until(() => said().some((text) => text.includes(SAYS.alertsChanged)));
  expect(said().join('\n')).toContain(SAYS.requestedByAny(`@${agent} or @${secondAgent}`));
});

it('a colleague who is called to read along does not change what is looked for', async () => {
  const { card, reference } = await payFor(rig, await sendPrompt(rig));
  const { secondAgent } = rig.slack.users;
  const { message } = await rig.agent.mention(card.channel, `find ${reference} flour <@${secondAgent}>`);
  await until(() => rig.slack.thread(card.channel, message.ts).length > 1);
  expect(shownTo(rig)).toEqual([]);
});
