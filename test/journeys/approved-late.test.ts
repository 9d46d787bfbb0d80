// What becomes of an approval that comes late, of an order that changed while it waited, and of a step that needs approval.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, openForm, theCard } from './agent.ts';
import { APPROVER, approver, askForPrompt, directTo, newest, notes, startApproversRig } from './approvers.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const HOUR = 60 * 60_000;

describe('a late approval', () => {
  it('a prompt that is approved after ten minutes does not ring by itself: whoever asked sends it', async () => {
    const { card, reference } = await askForPrompt(rig);
    await rig.idle();
    rig.clock.advance(11 * 60_000);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.approvedNotSentYet));
    const late = newest(rig, card);
    expect(notes(rig, approver(rig)).at(-1)).toContain(SAYS.ringsWhenSent);
    expect(rig.readCard(card)).toContain('[send_now] [withdraw]');
    expect(rig.replies(card).join()).toContain(SAYS.sendsWithButton(`@${rig.agent.id}`));
    expect(await answerTo(rig, 'open')).toContain(SAYS.approvedNotSentYetAsked);
    expect(await answerTo(rig, `cancel ${reference}`)).toContain(SAYS.approvedNotSent);
    await rig.agent.mention(card.channel, 'find', { thread_ts: card.ts });
    await until(() => rig.replies(card).at(-1)?.includes(SAYS.approvedNotSentYetCapital));
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);

    await approver(rig).click(newest(rig, card), 'send_now');
    await until(() => notes(rig, approver(rig)).at(-1)?.includes(SAYS.onlyRequester));
    await rig.agent.click(newest(rig, card), 'send_now');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    expect(notes(rig, rig.agent).at(-1)).toContain(SAYS.sendingNow);
    await rig.agent.click(late, 'send_now', { isOld: true });
    await until(() => notes(rig, rig.agent).at(-1)?.includes(SAYS.hasBeenSentAlready));
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.readCard(card)).toContain(SAYS.approvedByPerson(`@${APPROVER}`));
  });

  it('a prompt that is approved late can be sent from the asker’s list of open orders, and not from everybody’s', async () => {
    const { card, reference } = await askForPrompt(rig);
    await rig.idle();
    rig.clock.advance(11 * 60_000);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.approvedNotSentYet));
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'open all');
    await until(() => notes(rig, approver(rig)).at(-1)?.includes(SAYS.everybody));
    expect(JSON.stringify(rig.slack.ephemerals(APPROVER).at(-1)?.blocks)).not.toContain('send_now:');
    await answerTo(rig, 'open');
    const list = rig.slack.ephemerals(rig.agent.id).at(-1);
    if (!list) throw new Error('there is no list');
    await rig.agent.select(list, 'order_menu', `send_now:${reference}#1`);
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    expect(notes(rig, rig.agent).at(-1)).toContain(SAYS.sendingNow);
    await rig.agent.select(list, 'order_menu', `send_now:${reference}#1`, { isOld: true });
    await until(() => notes(rig, rig.agent).at(-1)?.includes(SAYS.hasBeenSentAlready));
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a late approval that its asker does not use runs out 24 hours after it was asked for', async () => {
    const { card } = await askForPrompt(rig);
    await rig.idle();
    const late = newest(rig, card);
    rig.clock.advance(HOUR);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.approvedNotSentYet));
    await rig.idle();
    rig.clock.advance(23 * HOUR);
    await until(() => rig.readCard(card).includes(SAYS.notSentState));
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);
    expect(rig.replies(card).at(-1)).toContain(SAYS.notApprovedInTime);
    await approver(rig).click(late, 'approve', { isOld: true });
    await until(() => notes(rig, approver(rig)).at(-1)?.includes(SAYS.notApprovedInTimeSentence));
  });

  it('whoever presses Send now again after it could not be sent reads that, and why', async () => {
    const { card } = await askForPrompt(rig);
    rig.clock.advance(HOUR);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('[send_now]'));
    const late = newest(rig, card);
    await rig.restartWith({ METHOD_LIMITS: 'MpesaKE 50000' });
    await rig.agent.click(late, 'send_now');
    await until(() => rig.readCard(card).includes(SAYS.notSentState));
    await rig.agent.click(late, 'send_now', { isOld: true });
    await until(() => notes(rig, rig.agent).length === 2);
    expect(notes(rig, rig.agent).at(-1)).toContain(SAYS.moreThanMethodTakes);
    expect(notes(rig, rig.agent).at(-1)).not.toContain(SAYS.sentAlready);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('the same prompt is asked about for as long as one waits, because that one can still be approved', async () => {
    const { card } = await askForPrompt(rig);
    rig.clock.advance(HOUR);
    const answer = async () => {
      await openForm(rig, 'prompt 0712345678 60000 Generator');
      await rig.agent.submit();
      const shown = rig.readModal();
      rig.agent.close();
      return shown;
    };
    const asks = SAYS.asksAndWaits('+254 7•• ••• 678', 'KES 60,000.00');
    expect(await answer()).toContain(SAYS.forApproval(asks));
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('[send_now]'));
    expect(await answer()).toContain(SAYS.toBeSent(asks));
  });

  it('a link is sent however late it is approved', async () => {
    await openForm(rig, 'link 60000 Generator');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.waitsForApproval));
    const { card } = await theCard(rig, SAYS.waitsForApproval);
    await rig.idle();
    rig.clock.advance(23 * HOUR);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPayment));
  });
});

describe('when an order is approved', () => {
  it('what no longer holds ends it with its sentence', async () => {
    const { card } = await askForPrompt(rig);
    await rig.stopBot();
    rig.slack.remove(rig.slack.channels.sales, rig.slack.botUserId);
    await rig.startBot();
    await approver(rig).click(newest(rig, card), 'approve');
    const told = () => directTo(rig, rig.agent.id).map((message) => renderMessage(message));
    await until(() => told().join().includes(SAYS.couldNotPost));
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a rest of which a part came meanwhile is not sent, and its thread leads to the order that still lacks something', async () => {
    await openForm(rig, 'prompt 0712345678 10000 Generator');
    await rig.agent.submit();
    const first = await theCard(rig, SAYS.waitingForPin);
    await rig.restartWith({ APPROVAL_ABOVE: 'KES 1000' });
    await rig.provider.customer.pay(first.reference, { amount: 2000 });
    await until(() => rig.readCard(first.card).includes('[ask_for_rest KES 8,000.00]'));
    rig.agent.close();
    await rig.agent.click(newest(rig, first.card), 'ask_for_rest');
    await until(() => rig.readModal().includes('== send_prompt =='));
    await rig.agent.submit();
    const rest = await theCard(rig, SAYS.waitsForApproval);
    Object.assign(rig.provider.find(first.reference)?.payment ?? {}, { amount: 9000 });
    rig.clock.advance(60_000);
    await rig.provider.notify(first.reference);
    await until(() => rig.readCard(first.card).includes(SAYS.missingAmount('KES 1,000.00')));
    await approver(rig).click(newest(rig, rest.card), 'approve');
    await until(() => rig.replies(rest.card).at(-1)?.includes(SAYS.notSentSentence));
    expect(rig.replies(rest.card).at(-1)).toContain(SAYS.receivedPayment(first.reference));
    await until(() => rig.readCard(first.card).includes('[ask_for_rest KES 1,000.00]'));
  });

  it('a request is decided by the next bot after a restart', async () => {
    const { card } = await askForPrompt(rig);
    await rig.stopBot();
    await rig.startBot();
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    expect(rig.provider.prompts).toHaveLength(1);
  });
});

describe('a workflow step', () => {
  it('a step of an order that needs approval ends with the state Waiting for approval', async () => {
    await rig.slack.runFunction('send_prompt', {
      agent: rig.agent.id,
      channel: rig.slack.channels.sales,
      msisdn: '0712345678',
      payment_method: 'MpesaKE',
      amount: '60000',
      description: 'Generator',
    });
    await until(() => rig.slack.functionRuns.at(-1)?.state === 'completed');
    expect(rig.slack.functionRuns.at(-1)?.outputs).toMatchObject({ state: SAYS.waitingForApprovalState });
    await theCard(rig, SAYS.waitsForApproval);
    expect(rig.provider.prompts).toEqual([]);
  });
});
