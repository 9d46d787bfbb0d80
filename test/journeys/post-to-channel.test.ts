// *Post to channel* of an answer that one person sees: once, wherever it was asked, and never where another workspace reads it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ephemeral } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { askStatus, makeExternally, sendPrompt, shownTo } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const posted = () =>
  rig.slack
    .messages(rig.slack.channels.sales)
    .filter((message) => renderMessage(message).includes(SAYS.postedBy));

/** To `/pay status`, which only the agent sees. */
async function statusAnswer(): Promise<Ephemeral> {
  const { reference } = await sendPrompt(rig);
  await askStatus(rig, reference);
  const answer = rig.slack.ephemerals(rig.agent.id).at(-1);
  if (!answer) throw new Error('no answer');
  return answer;
}

describe('an answer of /pay status', () => {
  it('an answer of /pay status can be posted to the channel, with the name of who did', async () => {
    const answer = await statusAnswer();
    await rig.agent.click(answer, 'share_order');
    await until(() => posted().length === 1);
  });

  it('an answer that is posted to the channel twice stands there once, and who comes second gets a link to it', async () => {
    const answer = await statusAnswer();
    const before = shownTo(rig).length;
    await Promise.all([rig.agent.click(answer, 'share_order'), rig.agent.click(answer, 'share_order')]);
    await until(() => shownTo(rig).length > before);
    await rig.idle();
    const [message] = posted();
    expect(posted()).toHaveLength(1);
    expect(shownTo(rig).slice(before)).toEqual([expect.stringContaining(SAYS.postedAlready)]);
    const shown = JSON.stringify(rig.slack.ephemerals(rig.agent.id).at(-1));
    expect(shown).toContain(`/p${message?.ts.replace('.', '')}`);
    rig.clock.advance(61_000);
    await rig.agent.click(answer, 'share_order');
    await until(() => posted().length === 2);
  });

  it('an answer whose post got no answer from Slack is posted, and stands there once when it is pressed again', async () => {
    const answer = await statusAnswer();
    const before = shownTo(rig).length;
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await rig.agent.click(answer, 'share_order');
    await rig.idle();
    await rig.agent.click(answer, 'share_order');
    await until(() => shownTo(rig).length > before);
    await rig.idle();
    expect(shownTo(rig).slice(before)).toEqual([expect.stringContaining(SAYS.postedAlready)]);
    expect(posted()).toHaveLength(1);
  });

  it('an answer can be posted once to a channel that Teller is not in', async () => {
    const { finance } = rig.slack.channels;
    const { reference } = await sendPrompt(rig);
    const shown = () => rig.slack.ephemerals(rig.agent.id);
    const before = shown().length;
    await rig.agent.command(finance, '/pay', `status ${reference}`);
    await until(() => shown().length > before);
    const answer = shown()[before];
    if (!answer) throw new Error('no answer');
    await rig.agent.click(answer, 'share_order');
    const posted = () =>
      rig.slack.history(finance).filter((message) => renderMessage(message).includes(SAYS.postedBy));
    await until(() => posted().length === 1);
    await rig.agent.click(answer, 'share_order');
    await until(() => shown().length > before + 1);
    expect(renderMessage(shown()[before + 1] ?? answer)).toContain(SAYS.postedAlready);
    expect(posted()).toHaveLength(1);
  });

  it('an answer about a payment made elsewhere is not posted while the service cannot be asked again; who pressed reads so alone', async () => {
    await makeExternally(rig, 'SHOP-991', 700);
    await askStatus(rig, 'SHOP-991');
    const answer = rig.slack.ephemerals(rig.agent.id).at(-1);
    if (!answer) throw new Error('no answer');
    const down = rig.provider.faults.down();
    const before = shownTo(rig).length;
    await rig.agent.click(answer, 'share_order');
    await until(() => shownTo(rig).length > before);
    expect(shownTo(rig).at(-1)).toContain(SAYS.couldNotBeAsked);
    expect(posted()).toEqual([]);
    down.end();
    await rig.agent.click(answer, 'share_order');
    await until(() => posted().length === 1);
  });

  it('an answer is not posted to a channel that people of another workspace read', async () => {
    const { partners } = rig.slack.channels;
    const { reference } = await sendPrompt(rig);
    const shown = () => rig.slack.ephemerals(rig.agent.id);
    const before = shown().length;
    await rig.agent.command(partners, '/pay', `status ${reference}`);
    await until(() => shown().length > before);
    const answer = shown()[before];
    if (!answer) throw new Error('no answer');
    await rig.agent.click(answer, 'share_order');
    await until(() => shown().length > before + 1);
    expect(renderMessage(shown()[before + 1] ?? answer)).toContain(SAYS.strangersMayRead);
    expect(rig.slack.history(partners).filter(({ user }) => user === rig.slack.botUserId)).toEqual([]);
  });
});
