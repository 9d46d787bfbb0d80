// What approvers see of what waits for them: Home, /pay open, direct messages; and everybody's open orders.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import {
  APPROVER,
  approver,
  askForPrompt,
  askRefund,
  directTo,
  homeOf,
  newest,
  notes,
  OTHER_APPROVER,
  otherApprover,
  startApproversRig,
  switchOffRequests,
} from './approvers.ts';
import { renderMessage, renderView } from './reading.ts';
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
    await openHome(SAYS.waitsHeader);
    expect(renderView(home())).toContain('KES 60,000.00');
    expect(renderView(home())).toContain(SAYS.promptRequestedBy(`@${rig.agent.id}`));
    expect(renderView(home())).toContain(reference);
    await approver(rig).click(home(), 'approve');
    await until(() => rig.provider.prompts.length === 1);
    await until(() => direct().some((text) => text.includes(SAYS.approvedChecking)));
    await passGathering();
    await until(() => renderView(home()).includes(SAYS.nothingWaits));
  });

  it('Home takes off what was declined in its form, and what a colleague has decided before', async () => {
    const { card } = await askForPrompt(rig);
    await openHome('KES 60,000.00', otherApprover(rig));
    await openHome('KES 60,000.00');
    const shown = home(OTHER_APPROVER);
    await approver(rig).click(home(), 'decline');
    await until(() => rig.readModal(approver(rig)).includes('== decline =='));
    await approver(rig).submit({ reason: 'Too much' });
    await repliesOf(rig, card, 1, SAYS.notSent);
    await passGathering();
    await until(() => renderView(home()).includes(SAYS.nothingWaits));
    await otherApprover(rig).click(shown, 'approve', { isOld: true });
    await until(() => direct(OTHER_APPROVER).length === 2);
    await passGathering();
    await until(() => renderView(home(OTHER_APPROVER)).includes(SAYS.nothingWaits));
  });

  it('Home of others has nothing of it, and an approver does not see what they have asked for', async () => {
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    await askForPrompt(rig);
    await openHome(SAYS.noOpenOrders, colleague);
    expect(renderView(home(colleague.id))).not.toMatch(/approval|tell_directly|60,000/);
    await rig.stop();
    rig = await startApproversRig({ APPROVER_USERGROUPS: rig.agent.id });
    await askForPrompt(rig);
    await openHome(SAYS.nothingWaits, rig.agent);
    expect(renderView(home(rig.agent.id))).not.toContain('[approve]');
  });

  it('/pay open has what waits above the open orders, for approvers only', async () => {
    await askForPrompt(rig);
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => notes(rig, approver(rig)).length === 1);
    expect(notes(rig, approver(rig))[0]).toContain(SAYS.requestWaits);
    expect(notes(rig, approver(rig))[0]).toContain('[approve] [decline]');
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.needsApproval)));
    expect(notes(rig, rig.agent).join()).not.toContain(SAYS.forYourApproval);
  });

  it('/pay open all shows approvers everybody’s open orders, and others that it is for approvers', async () => {
    const flour = await sendPrompt(rig);
    rig.agent.close();
    const generator = await askForPrompt(rig);
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'open all');
    await until(() => notes(rig, approver(rig)).length === 1);
    const [list = ''] = notes(rig, approver(rig));
    expect(list).toContain(SAYS.everybodysOpen('2', 'orders', 'KES 61,500.00'));
    for (const said of [flour.reference, generator.reference, `@${rig.agent.id}`])
      expect(list).toContain(said);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open all');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.onlyApprovers)));
  });
});

describe('notifying approvers', () => {
  it('Approvers: each is notified of each order and refund once, and can decide in the direct message', async () => {
    rig.slack.remove(rig.slack.channels.sales, APPROVER);
    const { card } = await askForPrompt(rig);
    await until(() => direct().length === 1);
    const [message = ''] = direct();
    for (const said of ['KES 60,000.00', 'Generator', `@${rig.agent.id}`, '[approve] [decline] [open_card]'])
      expect(message).toContain(said);
    expect(message).not.toContain('712345678');
    expect(directTo(rig, APPROVER)[0]?.text).toContain(SAYS.waitsForYourApproval);
    const [sent] = directTo(rig, APPROVER);
    if (!sent) throw new Error('nothing was sent');
    await approver(rig).click(sent, 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    await until(() => !direct()[0]?.includes('[approve]'));
    await rig.idle();
    expect(direct()).toHaveLength(1);
    expect(direct(OTHER_APPROVER)).toHaveLength(1);

    const flour = await sendPrompt(rig);
    await rig.provider.customer.pay(flour.reference);
    await repliesOf(rig, flour.card, 1, SAYS.paid);
    rig.agent.close();
    await askRefund(rig, flour.card);
    await until(() => direct().length === 2);
    expect(direct()[1]).toContain(SAYS.refundWaits('KES 1,500.00'));
  });

  it('Approvers: whoever switches notifications off in Home gets none', async () => {
    await switchOffRequests(rig, approver(rig));
    const { card } = await askForPrompt(rig);
    await until(() => direct(OTHER_APPROVER).length === 1);
    await rig.idle();
    expect(direct()).toEqual([]);
    await rig.agent.click(newest(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes(SAYS.notSent));
  });
});
