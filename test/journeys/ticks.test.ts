// A box that was ticked for one number, sent with another number.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForm, payFor, sendPrompt } from './agent.ts';
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

describe('a tick', () => {
  it('that another prompt may go to one number does not let another prompt go to a second number', async () => {
    await sendPrompt(rig);
    rig.agent.close();
    await sendPrompt(rig, { msisdn: '0722 123 456' });
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('☐'));
    await rig.agent.submit({ again: 'Send another all the same', msisdn: '0722 123 456' });
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(2);
  });

  it('for a number that was moved to another network is not one for a number that no method reaches', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit({ msisdn: '0733 123 456' });
    await until(() => rig.readModal().includes('☐'));
    await rig.agent.submit({ again: 'Send it all the same', msisdn: '+254 772 123 456' });
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);
  });

  it('is asked for with the word that the same prompt has been paid, where it has', async () => {
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes('00 paid ·'));
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('☐'));
    expect(rig.readModal()).toMatch(/paid (it|already)|has been paid|was paid/);
  });

  it('is asked for with the word that the same prompt was paid back, where it was', async () => {
    const sent = await payFor(rig, await sendPrompt(rig));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(sent.reference);
    await until(() => rig.readCard(sent.card).includes('00 paid back'));
    expect(await askedAbout('1500 Flour')).toContain(`(${sent.reference}), and it was paid back`);
  });

  it('is asked for with what was really paid, where that is another amount', async () => {
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference, { amount: 175 });
    await until(() => rig.readCard(sent.card).includes('KES 175.00'));
    const asked = await askedAbout('1500 Flour');
    expect(asked).toContain(`(${sent.reference}) and has paid KES 175.00`);
    expect(asked).not.toContain('has paid it');
  });
});
