// A merchant in Uganda, whose local phone numbers look like Kenyan ones.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, submitPrompt } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ DEFAULT_CURRENCY: 'UGX' });
});
afterEach(() => rig.stop());

/** In the window of a new link. */
async function sharesWith(number: string): Promise<void> {
  const shown = rig.slack.modal(rig.agent.id);
  if (!shown) throw new Error('no window is open');
  await rig.agent.click(shown, 'share_whatsapp');
  await until(() => rig.readModal().includes(`wa.me/${number}`));
}

describe('a merchant in Uganda', () => {
  it('an empty prompt form begins with a method in Ugandan shillings', async () => {
    await openForm(rig, 'prompt');
    expect(rig.readModal()).toContain('payment_method: Airtel Money Uganda (UGX)');
  });

  it('a local number that exists in both countries is prompted in Uganda', async () => {
    await openForm(rig, 'prompt 0752123456 50000 Flour');
    await submitPrompt(rig);
    expect(rig.provider.prompts).toMatchObject([
      { msisdn: '256752123456', payment_method: 'AirtelUG', amount: 50_000, currency: 'UGX' },
    ]);
  });

  it.each(['0712123456', '0733123456'])(
    'a local number that may be Kenyan is asked about: %s',
    async (number) => {
      await openForm(rig, `prompt ${number} 50000 Flour`);
      expect(rig.readModal()).toContain(SAYS.mayBeKenyaOrUganda);
      await rig.agent.submit({ msisdn: number });
      await rig.idle();
      expect(rig.slack.modal(rig.agent.id)?.errors).toHaveProperty('msisdn');
      expect(rig.provider.prompts).toEqual([]);
    },
  );

  it('a number with Kenya’s country code is prompted in Kenyan shillings', async () => {
    await openForm(rig, 'prompt +254712123456 1500 Flour');
    await submitPrompt(rig);
    expect(rig.provider.prompts).toMatchObject([{ msisdn: '254712123456', currency: 'KES' }]);
  });

  it.each([['link 0752123456 50000 Fees'], ['link 0752123456 USD 25 Fees']])(
    '“%s” offers to share the link with the customer in Uganda',
    async (words) => {
      await openForm(rig, words);
      await rig.agent.submit();
      await until(() => rig.readModal().includes(SAYS.linkReady));
      await sharesWith('256752123456');
    },
  );

  it('a local number in a link’s form is Ugandan as well', async () => {
    await openForm(rig, 'link USD 25 Fees');
    await rig.agent.submit({ phone_number: '0752123456' });
    await until(() => rig.readModal().includes(SAYS.linkReady));
    await sharesWith('256752123456');
  });

  it('“shs 50000” finds what was asked for in Ugandan shillings', async () => {
    await openForm(rig, 'link 50000 Fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'find shs 50000');
    await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
    const answer = rig.slack.ephemerals(rig.agent.id).map((one) => renderMessage(one));
    expect(answer.join('\n')).toMatch(/UGX 50,000.*Fees/s);
  });
});
