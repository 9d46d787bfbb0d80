// A box that was ticked for one number, sent with another number.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForm, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('a tick', () => {
  it('that another prompt may go to one number does not let another prompt go to a second number', async () => {
    await sendPrompt(rig);
    await rig.agent.close({ all: true });
    await sendPrompt(rig, { msisdn: '0722 123 456' });
    await rig.agent.close({ all: true });
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
    await rig.agent.close({ all: true });
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes('00 paid ·'));
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('☐'));
    expect(rig.readModal()).toMatch(/paid (it|already)|has been paid|was paid/);
  });
});
