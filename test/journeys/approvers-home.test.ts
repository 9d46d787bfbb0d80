// What approvers see of what waits for them: Home, /pay open, direct messages; and everybody's open orders.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage, renderView } from '#test/sandbox/slack/render/render.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import {
  APPROVER,
  approver,
  askForPrompt,
  askRefund,
  directTo,
  homeOf,
  listenDirectly,
  newest,
  notes,
  OTHER_APPROVER,
  otherApprover,
  startApproversRig,
} from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const home = (id = APPROVER) => homeOf(rig, { id });

async function openHome(expected: string, person = approver(rig)): Promise<void> {
  await person.openHome();
  await until(() => renderView(home(person.id)).includes(expected));
  await rig.idle();
}

/** Changes are gathered for a while before Home is refreshed. */
async function passGathering(): Promise<void> {
  await rig.idle();
  rig.clock.advance(2_000);
}

const direct = (id = APPROVER) => directTo(rig, id).map((message) => renderMessage(message));

describe('Home of an approver', () => {
  it('Home lists orders and refunds that wait, and deciding there takes them off', async () => {
    const { reference } = await askForPrompt(rig);
    await openHome('Waits for your approval');
    expect(renderView(home())).toContain('KES 60,000.00');
    expect(renderView(home())).toContain(`PIN prompt, asked by @${rig.agent.id}`);
    expect(renderView(home())).toContain(reference);
    await approver(rig).click(home(), 'approve');
    await until(() => rig.provider.prompts.length === 1);
    await until(() =>
      direct().some((text) => text.includes('Approved. Teller checks now whether it still holds')),
    );
    await passGathering();
    await until(() => renderView(home()).includes('Nothing waits for your approval.'));
  });

  it('Home takes off what was declined in its form, and what a colleague has decided before', async () => {
    const { card } = await askForPrompt(rig);
    await openHome('KES 60,000.00', otherApprover(rig));
    await openHome('KES 60,000.00');
    const shown = home(OTHER_APPROVER);
    await approver(rig).click(home(), 'decline');
    await until(() => rig.readModal(approver(rig)).includes('[Decline]'));
    await approver(rig).submit({ reason: 'Too much' });
    await repliesOf(rig, card, 1, 'not sent');
    await passGathering();
    await until(() => renderView(home()).includes('Nothing waits for your approval.'));
    await otherApprover(rig).click(shown, 'approve', { isOld: true });
    await until(() => direct(OTHER_APPROVER).length === 1);
    await passGathering();
    await until(() => renderView(home(OTHER_APPROVER)).includes('Nothing waits for your approval.'));
  });

  it('Home of others has nothing of it, and an approver does not see what they have asked for', async () => {
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    await askForPrompt(rig);
    await openHome('You have no open orders.', colleague);
    expect(renderView(home(colleague.id))).not.toMatch(/approval|\[Tell me directly\]|60,000/);
    await rig.stop();
    rig = await startApproversRig({ APPROVER_USERGROUPS: rig.agent.id });
    await askForPrompt(rig);
    await openHome('Nothing waits for your approval.', rig.agent);
    expect(renderView(home(rig.agent.id))).not.toContain('[Approve]');
  });

  it('/pay open begins with what waits, for approvers only', async () => {
    await askForPrompt(rig);
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => notes(rig, approver(rig)).length === 2);
    expect(notes(rig, approver(rig))[0]).toContain('1 request waits for your approval.');
    expect(notes(rig, approver(rig))[0]).toContain('[Approve] [Decline]');
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => notes(rig, rig.agent).some((text) => text.includes('waits for approval')));
    expect(notes(rig, rig.agent).join()).not.toContain('for your approval');
  });

  it('/pay open all shows approvers everybody’s open orders, and others that it is for approvers', async () => {
    const flour = await sendPrompt(rig);
    rig.agent.close();
    const generator = await askForPrompt(rig);
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'open all');
    await until(() => notes(rig, approver(rig)).length === 1);
    const [list = ''] = notes(rig, approver(rig));
    expect(list).toContain('Everybody’s: 2 open orders, KES 61,500.00 outstanding.');
    for (const said of [flour.reference, generator.reference, `@${rig.agent.id}`])
      expect(list).toContain(said);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open all');
    await until(() => notes(rig, rig.agent).some((text) => text.includes('Only approvers may do this')));
  });
});

describe('telling approvers directly', () => {
  it('nobody is told directly who has not switched it on', async () => {
    await askForPrompt(rig);
    await rig.idle();
    expect([...direct(), ...direct(OTHER_APPROVER)]).toEqual([]);
  });

  it('whoever has switched it on is told of each order and refund once, in no channel, and can decide there', async () => {
    rig.slack.remove(rig.slack.channels.sales, APPROVER);
    await listenDirectly(rig, approver(rig));
    const { card } = await askForPrompt(rig);
    await until(() => direct().length === 1);
    const [message = ''] = direct();
    for (const said of [
      'KES 60,000.00',
      'Generator',
      `@${rig.agent.id}`,
      '[Approve] [Decline] [Open its card]',
    ])
      expect(message).toContain(said);
    expect(message).not.toContain('712345678');
    expect(directTo(rig, APPROVER)[0]?.text).toContain('waits for your approval');
    const [sent] = directTo(rig, APPROVER);
    if (!sent) throw new Error('nothing was sent');
    await approver(rig).click(sent, 'approve');
    await until(() => rig.readCard(card).includes('waiting for the PIN'));
    await until(() => !direct()[0]?.includes('[Approve]'));
    await rig.idle();
    expect(direct()).toHaveLength(1);

    const flour = await sendPrompt(rig);
    await rig.provider.customer.pay(flour.reference);
    await repliesOf(rig, flour.card, 1, '00 paid ·');
    rig.agent.close();
    await askRefund(rig, flour.card);
    await until(() => direct().length === 2);
    expect(direct()[1]).toContain('Refund of KES 1,500.00 waits for approval');
  });

  it('it can be switched off again, and one’s own requests are not told', async () => {
    await listenDirectly(rig, approver(rig));
    await listenDirectly(rig, otherApprover(rig));
    await approver(rig).click(home(), 'tell_directly');
    await until(() => renderView(home()).includes('[Tell me directly]'));
    const { card } = await askForPrompt(rig);
    await until(() => direct(OTHER_APPROVER).length === 1);
    await rig.idle();
    expect(direct()).toEqual([]);
    await rig.agent.click(newest(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes('not sent'));
  });
});
