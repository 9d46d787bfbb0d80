// What the settings of a channel do: its forms start with them, and its orders have its branch.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, sendPrompt, submitPrompt, theCard } from './agent.ts';
import { checkFile, confirm, untilBulkSays } from './bulks.ts';
import { branchesSent, KAMPALA, setHabits } from './channel-settings.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let sales: string;
beforeEach(async () => {
  rig = await startRig({ PROVIDER_BRANCH: 'Head office' });
  sales = rig.slack.channels.sales;
});
afterEach(() => rig.stop());

describe('the forms of a channel with settings', () => {
  it('start with its currency and method, and read local numbers as those of its country', async () => {
    await setHabits(rig, KAMPALA);
    await openForm(rig, 'link 50000 School fees');
    expect(rig.readModal()).toContain('currency: UGX');
    rig.agent.close();
    await openForm(rig, 'prompt');
    expect(rig.readModal()).toContain('payment_method: Airtel Money Uganda (UGX)');
    rig.agent.close();
    await openForm(rig, 'prompt 0752123456 50000 Flour');
    await submitPrompt(rig);
    expect(rig.provider.prompts).toMatchObject([
      { msisdn: '256752123456', payment_method: 'AirtelUG', amount: 50_000, currency: 'UGX' },
    ]);
  });

  it('take what the words or the number say before what the channel has', async () => {
    await setHabits(rig, { currency: 'USD', payment_method: 'AirtelKE' });
    await openForm(rig, 'link KES 2500 School fees');
    expect(rig.readModal()).toContain('currency: KES');
    rig.agent.close();
    await openForm(rig, 'link 25 School fees');
    expect(rig.readModal()).toContain('currency: USD');
    rig.agent.close();
    await openForm(rig, 'prompt 1500 Flour');
    expect(rig.readModal()).toContain('payment_method: Airtel Money Kenya (KES)');
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    expect(rig.readModal()).toContain('payment_method: M-PESA Kenya (KES)');
    rig.agent.close();
    await openForm(rig, 'prompt 50000 UGX Flour');
    expect(rig.readModal()).toContain('payment_method: Airtel Money Uganda (UGX)');
  });

  it.each([
    [{ currency: 'TZS' }, 'TZS'],
    [{ currency: 'KES', payment_method: 'AirtelUG' }, 'KES'],
  ])('“Shs” of links are those in which its links are: %j', async (habits, currency) => {
    await setHabits(rig, habits);
    await openForm(rig, 'link sh 50000 School fees');
    expect(rig.readModal()).toContain(`currency: ${currency}`);
    rig.agent.close();
    const rows = 'phone,Amount (Shs),description\n+254712345678,50000,Flour\n';
    expect(await checkFile(rig, rows, { kind: 'link' })).toContain(`${currency} 50,000`);
  });

  it('the rows of a file for many orders start with them, and their orders have the branch', async () => {
    await setHabits(rig, KAMPALA);
    const rows = ['phone,amount,description', '0752123456,50000,Flour', '0752123457,20000,Sugar'].join('\n');
    expect(await checkFile(rig, rows)).toContain(SAYS.sumInRows('UGX 70,000', '2 rows'));
    rig.agent.close();
    expect(await checkFile(rig, rows, { kind: 'link' })).toContain(SAYS.sumInRows('UGX 70,000', '2 rows'));
    await confirm(rig);
    await untilBulkSays(rig, /2 of 2/);
    expect(branchesSent(rig)).toEqual(['Kampala', 'Kampala']);
  });

  it('a form from a shortcut starts as the channel of the last order does', async () => {
    await setHabits(rig, KAMPALA);
    await openForm(rig, 'link 50000 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    rig.agent.close();
    await rig.agent.shortcut('create_link');
    await until(() => rig.readModal().includes('currency: UGX'));
  });

  it('another channel that is chosen in the form changes nothing that the form shows, and the order gets its branch', async () => {
    await setHabits(rig, KAMPALA);
    const { partners } = rig.slack.channels;
    await setHabits(rig, { branch: 'Partners' }, rig.agent, partners);
    await openForm(rig, 'link 50000 School fees');
    await rig.agent.submit({ channel: partners });
    await until(() => rig.readModal().includes(SAYS.linkReady));
    await theCard(rig, SAYS.waitingForPayment, partners);
    expect(rig.provider.requestsTo('submitOrder')[0]?.body).toMatchObject({
      currency: 'UGX',
      branch: 'Partners',
    });
  });

  it('start as the merchant has it where nobody has set anything', async () => {
    await setHabits(rig, KAMPALA);
    await rig.agent.command(rig.slack.channels.partners, '/pay', 'prompt');
    await until(() => rig.readModal().includes('payment_method: M-PESA Kenya (KES)'));
  });
});

describe('the branch of a channel', () => {
  it('is sent with prompts, links, resends and the orders of workflow steps', async () => {
    await setHabits(rig, { branch: 'Kampala Road' });
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    await submitAgain(rig);
    rig.agent.close();
    await createLink(rig);
    await rig.slack.runFunction('create_link', {
      agent: rig.agent.id,
      channel: sales,
      amount: '10',
      currency: 'KES',
      description: 'Sweets',
    });
    await until(() => branchesSent(rig).length === 4);
    expect(branchesSent(rig)).toEqual(Array(4).fill('Kampala Road'));
  });

  it('is that of the moment at which the order was made, also when the request is sent later', async () => {
    await rig.stop();
    rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002', APPROVAL_ABOVE: 'KES 1000' });
    await setHabits(rig, { branch: 'Old shop' });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.waitsForApproval));
    rig.agent.close();
    const { card } = await theCard(rig, SAYS.waitsForApproval);
    await setHabits(rig, { branch: 'New shop' });
    await rig.slack.person(rig.slack.users.secondAgent).click(card, 'approve');
    await until(() => branchesSent(rig).length === 1);
    expect(branchesSent(rig)).toEqual(['Old shop']);
  });

  it('is the merchant’s where the channel has none', async () => {
    await setHabits(rig, { currency: 'USD' });
    await sendPrompt(rig);
    expect(branchesSent(rig)).toEqual(['Head office']);
  });
});
