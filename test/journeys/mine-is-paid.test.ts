// An agent who has switched it on in Home is told directly of the money of their own orders, each once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage, renderView } from '#sandbox/slack/render/render.ts';
import { createLink, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { directTo } from './approvers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const direct = (id = rig.agent.id) => directTo(rig, id).map((message) => renderMessage(message));

function home(id = rig.agent.id) {
  const view = rig.slack.home(id);
  if (!view) throw new Error('there is no Home');
  return view;
}

async function switchOn(): Promise<void> {
  await rig.agent.openHome();
  await until(() => renderView(home()).includes('[Tell me directly when mine is paid]'));
  await rig.agent.click(home(), 'tell_when_paid');
  await until(() => renderView(home()).includes('[Stop telling me of payments]'));
}

async function paid({ reference, card }: Sent, replies = 1): Promise<void> {
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, replies, 'paid');
  await rig.idle();
}

describe('telling the agent directly that theirs is paid', () => {
  it('nobody is told directly who has not switched it on', async () => {
    await paid(await sendPrompt(rig));
    expect(direct()).toEqual([]);
  });

  it('whoever has switched it on is told of each payment once, in one line, until they switch it off', async () => {
    await switchOn();
    const sent = await sendPrompt(rig);
    await paid(sent);
    await until(() => direct().length === 1);
    expect(direct()[0]).toContain(':white_check_mark: KES 1,500.00');
    expect(direct()[0]).toContain(sent.reference);
    expect(direct()[0]?.split('\n')).toHaveLength(1);

    rig.agent.close();
    await rig.agent.click(home(), 'tell_when_paid');
    await until(() => renderView(home()).includes('[Tell me directly when mine is paid]'));
    await paid(await createLink(rig));
    expect(direct()).toHaveLength(1);
  });

  it('it is told of an order of one’s own only, also of money that goes back', async () => {
    await switchOn();
    const sent = await sendPrompt(rig);
    await paid(sent);
    await until(() => direct().length === 1);
    await rig.provider.customer.reverse(sent.reference);
    await until(() => direct().length === 2);
    expect(direct()[1]).toContain('back');
    expect(direct(rig.slack.users.secondAgent)).toEqual([]);
  });

  it('it is not told again where the reply of the card has gone to the agent directly', async () => {
    await switchOn();
    const sent = await sendPrompt(rig);
    rig.slack.archive(sent.card.channel);
    await rig.provider.customer.pay(sent.reference);
    await until(() => direct().length === 1);
    await rig.idle();
    rig.clock.advance(60 * 60_000);
    await rig.idle();
    expect(direct()).toHaveLength(1);
  });

  it('it is told once although Slack’s answer is lost, and after a restart', async () => {
    await switchOn();
    const sent = await sendPrompt(rig);
    let isLost = false;
    rig.slack.onChange((change) => {
      // What is posted after the reply in the thread is the direct message.
      if (isLost || change.kind !== 'posted' || change.message.thread_ts !== sent.card.ts) return;
      isLost = true;
      rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    });
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, 'paid');
    await until(() => direct().length === 1);
    rig.clock.advance(60_000);
    await rig.idle();
    expect(isLost).toBe(true);
    expect(direct()).toHaveLength(1);
    await rig.stopBot();
    await rig.startBot();
    rig.clock.advance(60 * 60_000);
    await rig.idle();
    expect(direct()).toHaveLength(1);
  });
});
