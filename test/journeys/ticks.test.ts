// What a tick agrees to: not to another number, nor to another prompt, and for good to what stood beside its box.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, payFor, sendPrompt, tick } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** What the form asks when the same number is asked once more. */
async function askedAbout(words: string): Promise<string> {
  await openForm(rig, `prompt 0712345678 ${words}`);
  await rig.agent.submit();
  await until(() => rig.readModal().includes('☐'));
  return rig.readModal();
}

const colleague = () => rig.slack.person(rig.slack.users.secondAgent);

/** Both open the form for this number, and each reads the questions about it. */
async function bothAreAsked(msisdn: string): Promise<void> {
  for (const person of [rig.agent, colleague()]) {
    await person.command(rig.slack.channels.sales, '/pay', 'prompt 0712345678 1500 Flour');
    await until(() => rig.readModal(person).includes('== send_prompt =='));
    await person.submit({ msisdn });
    await until(() => rig.readModal(person).includes('☐'));
  }
}

describe('a tick', () => {
  it('for a number of another network is not lost when a colleague sends the same prompt meanwhile', async () => {
    const msisdn = '0733 123 456';
    await sendPrompt(rig, { msisdn });
    rig.agent.close();
    await bothAreAsked(msisdn);
    await tick(rig, colleague());
    await until(() => rig.provider.prompts.length === 2);
    const before = rig.readModal();
    await tick(rig);
    await until(() => rig.readModal() !== before);
    expect(rig.readModal()).toContain(rig.provider.prompts[1]?.id);
    expect(rig.readModal()).toContain('Airtel Kenya');
    expect(rig.provider.prompts).toHaveLength(2);
    await tick(rig);
    await until(() => rig.provider.prompts.length === 3);
  });

  it('lets through the prompt that it named, though that is requested only after the question', async () => {
    const posted = Promise.withResolvers<void>();
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', until: posted.promise });
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    expect(rig.readModal()).toBe('');
    await colleague().command(rig.slack.channels.sales, '/pay', 'prompt 0712345678 1500 Flour');
    await until(() => rig.readModal(colleague()).includes('== send_prompt =='));
    await colleague().submit();
    await until(() => rig.readModal(colleague()).includes('☐'));
    expect(rig.provider.prompts).toEqual([]);
    rig.clock.advance(1_000);
    posted.resolve();
    await until(() => rig.provider.prompts.length === 1);
    await tick(rig, colleague());
    await until(() => rig.provider.prompts.length === 2);
  });

  it('does not let through another prompt when the one that it named was paid meanwhile', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    expect(await askedAbout('1500 Flour')).toContain(reference);
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes(SAYS.paid));
    const before = rig.readModal();
    await tick(rig);
    await until(() => rig.readModal() !== before);
    expect(rig.readModal()).toContain(SAYS.hasPaid(reference));
    expect(rig.provider.prompts).toHaveLength(1);
    await tick(rig);
    await until(() => rig.provider.prompts.length === 2);
  });

  it('that another prompt may go to one number does not let another prompt go to a second number', async () => {
    await sendPrompt(rig);
    rig.agent.close();
    await sendPrompt(rig, { msisdn: '0722 123 456' });
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('☐'));
    await rig.agent.submit({ again: SAYS.sendAnother, msisdn: '0722 123 456' });
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(2);
  });

  it('for a number that was moved to another network is not one for a number that no method reaches', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit({ msisdn: '0733 123 456' });
    await until(() => rig.readModal().includes('☐'));
    await rig.agent.submit({ again: SAYS.sendAllTheSame, msisdn: '+254 772 123 456' });
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);
  });

  it('is asked for with the word that the same prompt has been paid, where it has', async () => {
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.paid));
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('☐'));
    expect(rig.readModal()).toMatch(SAYS.paidSomehow);
  });

  it('is asked for with the word that the same prompt was paid back, where it was', async () => {
    const sent = await payFor(rig, await sendPrompt(rig));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.paidBackAmount('00')));
    expect(await askedAbout('1500 Flour')).toContain(SAYS.andPaidBack(sent.reference));
  });

  it('is asked for with what was really paid, where that is another amount', async () => {
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference, { amount: 175 });
    await until(() => rig.readCard(sent.card).includes('KES 175.00'));
    const asked = await askedAbout('1500 Flour');
    expect(asked).toContain(SAYS.hasPaidAmount(sent.reference, 'KES 175.00'));
    expect(asked).not.toContain(SAYS.hasPaidIt);
  });
});
