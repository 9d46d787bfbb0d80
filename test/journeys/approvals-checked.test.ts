// What a request for approval is about, what is checked once more when it is approved, and what becomes of it otherwise.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { makeExternally, openForm, type Sent, submitLink } from './agent.ts';
import {
  APPROVER,
  approver,
  askForPrompt,
  declineBecause,
  directTo,
  newest,
  notes,
  otherApprover,
  startApproversRig,
} from './approvers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const HOUR = 60 * 60_000;
const blocksOf = (card: Message) => JSON.stringify(newest(rig, card).blocks);
const sentToProvider = () => rig.provider.prompts.length + rig.provider.requestsTo('submitOrder').length;

/** Requests what the words and values say, and waits for its card. */
async function request(words: string, values: Record<string, Typed> = {}): Promise<Sent> {
  const before = rig.cards().length;
  await openForm(rig, words);
  await submitLink(rig, values);
  await until(() => rig.cards().length > before);
  const card = rig.cards().at(-1);
  if (!card) throw new Error('there is no card');
  await until(() => /"(approve|check_order|cancel_order|order_menu)"/.test(blocksOf(card)));
  await rig.idle();
  rig.agent.close();
  return { card, reference: String(card.metadata?.event_payload['reference']) };
}

describe('what needs approval', () => {
  it.each([
    ['9000', false],
    ['10000.01', true],
  ])('Approval: of a recurring link one charge counts (KES %s: %s)', async (amount, isNeeded) => {
    rig.clock.advance(Date.parse('2031-01-10T09:00:00Z') - rig.clock.now());
    const monthly = { frequency: 'MONTHLY', start_date: '2031-01-15', end_date: '2031-12-15' };
    const { card } = await request(`link ${amount} Rent`, monthly);
    expect(blocksOf(card).includes('"approve"')).toBe(isNeeded);
    // The jump of years may end the lease under which the notification URL is being registered; that is then begun anew.
    await until(() => rig.provider.requestsTo('submitOrder').length === (isNeeded ? 0 : 1));
  });

  it('Approval: its buttons name the order and the number of the request', async () => {
    const { card, reference } = await askForPrompt(rig);
    for (const button of ['approve', 'decline', 'withdraw'])
      expect(blocksOf(card)).toMatch(
        new RegExp(`"action_id":"${button}"[^}]*\\}?[^}]*"value":"${reference}#1"`),
      );
    await rig.agent.click(newest(rig, card), 'withdraw');
    await until(() => !blocksOf(card).includes('"approve"'));
    expect(sentToProvider()).toBe(0);
  });
});

describe('on approval', () => {
  it.each<[what: string, words: string, values: Record<string, Typed>, change: () => Promise<void> | void]>([
    [
      'the limit of its method',
      'prompt 0712345678 60000 Generator',
      {},
      () => rig.restartWith({ METHOD_LIMITS: 'MpesaKE 50000' }),
    ],
    [
      'its first day',
      'link 60000 Rent',
      { frequency: 'MONTHLY', start_date: '2031-01-11', end_date: '2031-12-11' },
      () => rig.clock.advance(23 * HOUR),
    ],
  ])('Approval: %s is checked again, and nothing is sent', async (_, words, values, change) => {
    rig.clock.advance(Date.parse('2031-01-10T09:00:00Z') - rig.clock.now());
    const { card } = await request(words, values);
    await change();
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => blocksOf(card).includes('"send_again"'));
    await rig.idle();
    expect(sentToProvider()).toBe(0);
  });

  it('Approval: one of an order whose reference is taken elsewhere by then sends nothing', async () => {
    const { card } = await request('prompt 0712345678 60000 Generator', { id: 'SHOP-77' });
    await makeExternally(rig, 'SHOP-77', 60_000);
    rig.clock.advance(120_000);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => blocksOf(card).includes('"send_again"'));
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);
  });
});

describe('what ends a request', () => {
  it.each<[how: string, end: (card: Message) => unknown]>([
    ['declined', (card) => declineBecause(rig, approver(rig), newest(rig, card), 'Too much')],
    ['withdrawn', (card) => rig.agent.click(newest(rig, card), 'withdraw')],
    ['expired', () => rig.clock.advance(24 * HOUR)],
  ])('Request: one that is %s was never sent, and can be resent as a new one', async (_, end) => {
    const { card } = await askForPrompt(rig);
    await rig.idle();
    await end(card);
    await until(() => blocksOf(card).includes('"send_again"'));
    expect(blocksOf(card)).not.toMatch(/"(approve|decline|withdraw)"/);
    await rig.agent.click(newest(rig, card), 'send_again');
    await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'send_prompt');
    await rig.agent.submit();
    await until(() => rig.cards().length === 2);
    const next = rig.cards().at(-1) ?? card;
    await until(() => blocksOf(next).includes('"approve"'));
    expect(sentToProvider()).toBe(0);
    await approver(rig).click(newest(rig, next), 'approve');
    await until(() => rig.provider.prompts.length === 1);
    expect(rig.provider.prompts[0]?.id).toBe(next.metadata?.event_payload['reference']);
  });
});

describe('who approves', () => {
  it('Approver: nobody who is a guest by now approves, and a full member still does', async () => {
    const { card } = await askForPrompt(rig);
    rig.slack.addUser({ id: APPROVER, name: 'baraka', is_restricted: true });
    rig.clock.advance(61_000);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => notes(rig, approver(rig)).length === 1);
    await rig.idle();
    expect(sentToProvider()).toBe(0);
    expect(blocksOf(card)).toContain('"approve"');
    await otherApprover(rig).click(newest(rig, card), 'approve');
    await until(() => rig.provider.prompts.length === 1);
  });

  it.each(['open all', 'report audit', 'forget 0712345678', 'refund SHOP-7'])(
    'Without approvers: “/pay %s” says which setting is missing',
    async (words) => {
      await rig.stop();
      rig = await startRig();
      await rig.agent.command(rig.slack.channels.sales, '/pay', words);
      await until(() => notes(rig, rig.agent).length === 1);
      expect(notes(rig, rig.agent)[0]).toContain('APPROVER_USERGROUPS');
      await rig.idle();
      expect(directTo(rig, rig.agent.id)).toEqual([]);
      expect(rig.slack.modal(rig.agent.id)).toBeUndefined();
    },
  );
});
