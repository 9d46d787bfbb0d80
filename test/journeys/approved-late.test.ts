// What becomes of an approval that comes late, of an order that changed while it waited, and of a step that needs approval.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { answerTo, openForm, theCard } from './agent.ts';
import { APPROVER, approver, askForPrompt, directTo, newest, notes, startApproversRig } from './approvers.ts';
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
    await until(() => rig.readCard(card).includes('approved, not sent yet'));
    const late = newest(rig, card);
    expect(notes(rig, approver(rig)).at(-1)).toContain('does not ring by itself');
    expect(rig.readCard(card)).toContain('[Send now] [Withdraw]');
    expect(rig.replies(card).join()).toContain(`@${rig.agent.id} sends it with *Send now*`);
    expect(await answerTo(rig, 'open')).toContain('approved, not sent yet, asked 11 min ago');
    expect(await answerTo(rig, `cancel ${reference}`)).toContain(
      'This order was approved, and is not sent yet.',
    );
    await rig.agent.mention(card.channel, 'find', { thread_ts: card.ts });
    await until(() => rig.replies(card).at(-1)?.includes('Approved, not sent yet.'));
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);

    await approver(rig).click(newest(rig, card), 'send_now');
    await until(() => notes(rig, approver(rig)).at(-1)?.includes('Only whoever asked for this'));
    await rig.agent.click(newest(rig, card), 'send_now');
    await until(() => rig.readCard(card).includes('waiting for the PIN'));
    expect(notes(rig, rig.agent).at(-1)).toContain('Sending it now.');
    await rig.agent.click(late, 'send_now', { isOld: true });
    await until(() => notes(rig, rig.agent).at(-1)?.includes('It has been sent already.'));
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.readCard(card)).toContain(`approved by @${APPROVER}`);
  });

  it('a prompt that is approved late can be sent from the asker’s list of open orders, and not from everybody’s', async () => {
    const { card, reference } = await askForPrompt(rig);
    await rig.idle();
    rig.clock.advance(11 * 60_000);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('approved, not sent yet'));
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'open all');
    await until(() => notes(rig, approver(rig)).at(-1)?.includes('Everybody'));
    expect(JSON.stringify(rig.slack.ephemerals(APPROVER).at(-1)?.blocks)).not.toContain('send_now:');
    await answerTo(rig, 'open');
    const list = rig.slack.ephemerals(rig.agent.id).at(-1);
    if (!list) throw new Error('there is no list');
    await rig.agent.select(list, 'order_menu', `send_now:${reference}#1`);
    await until(() => rig.readCard(card).includes('waiting for the PIN'));
    expect(notes(rig, rig.agent).at(-1)).toContain('Sending it now.');
    await rig.agent.select(list, 'order_menu', `send_now:${reference}#1`, { isOld: true });
    await until(() => notes(rig, rig.agent).at(-1)?.includes('It has been sent already.'));
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a late approval that its asker does not use runs out 24 hours after it was asked for', async () => {
    const { card } = await askForPrompt(rig);
    await rig.idle();
    const late = newest(rig, card);
    rig.clock.advance(HOUR);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('approved, not sent yet'));
    await rig.idle();
    rig.clock.advance(23 * HOUR);
    await until(() => rig.readCard(card).includes('not sent ·'));
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);
    expect(rig.replies(card).at(-1)).toContain('was not approved and sent within 24 hours');
    await approver(rig).click(late, 'approve', { isOld: true });
    await until(() => notes(rig, approver(rig)).at(-1)?.includes('This was not approved and sent within 24'));
  });

  it('whoever presses Send now again after it could not be sent reads that, and why', async () => {
    const { card } = await askForPrompt(rig);
    rig.clock.advance(HOUR);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('[Send now]'));
    const late = newest(rig, card);
    await rig.restartWith({ METHOD_LIMITS: 'MpesaKE 50000' });
    await rig.agent.click(late, 'send_now');
    await until(() => rig.readCard(card).includes('not sent ·'));
    await rig.agent.click(late, 'send_now', { isOld: true });
    await until(() => notes(rig, rig.agent).length === 2);
    expect(notes(rig, rig.agent).at(-1)).toContain('The amount is more than this method takes now.');
    expect(notes(rig, rig.agent).at(-1)).not.toContain('sent already');
    expect(rig.provider.prompts).toEqual([]);
  });

  it('the same prompt is asked about for as long as one waits, because that one can still be approved', async () => {
    const { card, reference } = await askForPrompt(rig);
    rig.clock.advance(HOUR);
    const answer = async () => {
      await openForm(rig, 'prompt 0712345678 60000 Generator');
      await rig.agent.submit();
      await until(() => /☐|\[Approve\]|is ready|waits for approval/.test(rig.readModal()));
      const shown = rig.readModal();
      rig.agent.close();
      return shown;
    };
    const asks = `${reference} asks +254 7•• ••• 678 for KES 60,000.00 and waits`;
    expect(await answer()).toContain(`${asks} for approval`);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('[Send now]'));
    expect(await answer()).toContain(`${asks} to be sent`);
  });

  it('a link is sent however late it is approved', async () => {
    await openForm(rig, 'link 60000 Generator');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('waits for approval'));
    const { card } = await theCard(rig, 'waits for approval');
    await rig.idle();
    rig.clock.advance(23 * HOUR);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('waiting for payment'));
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
    await until(() => told().join().includes('Teller could not post in the channel.'));
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a rest of which a part came meanwhile is not sent, and its thread leads to the order that still lacks something', async () => {
    await openForm(rig, 'prompt 0712345678 10000 Generator');
    await rig.agent.submit();
    const first = await theCard(rig, 'waiting for the PIN');
    await rig.restartWith({ APPROVAL_ABOVE: 'KES 1000' });
    await rig.provider.customer.pay(first.reference, { amount: 2000 });
    await until(() => rig.readCard(first.card).includes('[Ask for the other KES 8,000.00]'));
    rig.agent.close();
    await rig.agent.click(newest(rig, first.card), 'ask_for_rest');
    await until(() => rig.readModal().includes('[Send prompt]'));
    await rig.agent.submit();
    const rest = await theCard(rig, 'waits for approval');
    Object.assign(rig.provider.find(first.reference)?.payment ?? {}, { amount: 9000 });
    rig.clock.advance(60_000);
    await rig.provider.notify(first.reference);
    await until(() => rig.readCard(first.card).includes('KES 1,000.00 missing'));
    await approver(rig).click(newest(rig, rest.card), 'approve');
    await until(() => rig.replies(rest.card).at(-1)?.includes('Not sent.'));
    expect(rig.replies(rest.card).at(-1)).toContain(
      'The card of that order says whether there is anything to do.',
    );
    await until(() => rig.readCard(first.card).includes('[Ask for the other KES 1,000.00]'));
  });

  it('a request is decided by the next bot after a restart', async () => {
    const { card } = await askForPrompt(rig);
    await rig.stopBot();
    await rig.startBot();
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('waiting for the PIN'));
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
    expect(rig.slack.functionRuns.at(-1)?.outputs).toMatchObject({ state: 'Waiting for approval' });
    await theCard(rig, 'waits for approval');
    expect(rig.provider.prompts).toEqual([]);
  });
});
