// The settings of a channel: what its forms start with, and the branch that its orders are sent with.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { createLink, openForm, sendPrompt, theCard } from './agent.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let sales: string;
beforeEach(async () => {
  rig = await startRig({ PROVIDER_BRANCH: 'Head office' });
  sales = rig.slack.channels.sales;
});
afterEach(() => rig.stop());

const said = (channel = sales) =>
  rig.slack
    .messages(channel)
    .map((one) => renderMessage(one))
    .filter((text) => text.includes('has changed the settings'));
const errors = () => rig.slack.modal(rig.agent.id)?.errors ?? {};
const branches = () =>
  ['push', 'submitOrder']
    .flatMap((operation) => rig.provider.requestsTo(operation as 'push'))
    .map(({ body }) => (body as { branch?: string }).branch);

async function openSettings(person = rig.agent, channel = sales): Promise<void> {
  await person.command(channel, '/pay', 'settings');
  await until(() => rig.readModal(person).includes('[Save]'));
}

async function set(values: Record<string, Typed>, person = rig.agent, channel = sales): Promise<void> {
  await openSettings(person, channel);
  const before = said(channel).length;
  await person.submit(values);
  await until(() => said(channel).length > before);
  await until(() => rig.readModal(person).includes('The settings are saved.'));
  await person.close({ all: true });
}

const KAMPALA = { currency: 'UGX', payment_method: 'AirtelUG', branch: 'Kampala' };

describe('/pay settings', () => {
  it('says in the channel who changed what, and opens with it the next time', async () => {
    await openSettings();
    expect(rig.readModal()).toContain('KES, as the merchant has set');
    expect(rig.readModal()).toContain('What fits the number and the currency');
    await rig.agent.close();
    await set(KAMPALA);
    expect(said()).toEqual([
      expect.stringMatching(
        /has changed the settings of this channel\. From now on links start with \*UGX\*, prompts start with \*Airtel Money Uganda\* and orders have the branch \*Kampala\*\.$/,
      ),
    ]);
    await openSettings(rig.slack.person(rig.slack.users.secondAgent));
    const form = rig.readModal(rig.slack.person(rig.slack.users.secondAgent));
    for (const shown of ['UGX', 'Airtel Money Uganda', 'Kampala']) expect(form).toContain(shown);
  });

  it('that is left empty or as the merchant has it is as before', async () => {
    await set(KAMPALA);
    await set({ currency: 'MERCHANT', payment_method: 'MERCHANT', branch: '' });
    expect(said().at(-1)).toContain('From now on orders start with what the merchant has set.');
    await openForm(rig, 'link 2500 School fees');
    expect(rig.readModal()).toContain('Currency: KES');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('is ready'));
    expect(branches()).toEqual(['Head office']);
  });

  it('that changes nothing says so, and the channel hears nothing', async () => {
    await set(KAMPALA);
    await openSettings();
    await rig.agent.submit();
    await until(() => rig.readModal().includes('Nothing has changed.'));
    expect(said()).toHaveLength(1);
  });

  it('says at the field what is wrong, and changes nothing', async () => {
    await openSettings();
    await rig.agent.submit({ branch: 'Card 4111 1111 1111 1111' });
    await until(() => Object.keys(errors()).length > 0);
    expect(errors()).toHaveProperty('branch');
    await rig.agent.close();
    await openSettings();
    expect(rig.readModal()).not.toContain('4111');
    expect(said()).toEqual([]);
  });

  it('a branch cannot mention or format anything where it is said', async () => {
    await set({ branch: '<!channel> *x* & <@U1>' });
    expect(JSON.stringify(rig.slack.messages(sales))).not.toContain('<!channel>');
    expect(rig.slack.messages(sales)[0]?.text).toContain('&lt;!channel&gt;');
  });

  it('leaves a line in the audit record, without the words of the branch', async () => {
    await rig.stop();
    rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002' });
    await set(KAMPALA);
    const brian = rig.slack.person(rig.slack.users.secondAgent);
    await brian.command(sales, '/pay', 'report audit');
    await until(() => rig.slack.files().at(-1)?.content !== undefined);
    const file = String(rig.slack.files().at(-1)?.content);
    expect(file).toMatch(/U0AGENT001.*changed_settings.*C0SALES001 UGX AirtelUG branch/);
    expect(file).not.toContain('Kampala');
  });

  it('is refused where Teller is not, and works where people of another workspace read along', async () => {
    await rig.agent.command(rig.slack.channels.finance, '/pay', 'settings');
    const note = () => rig.slack.ephemerals(rig.agent.id, rig.slack.channels.finance).at(-1)?.text ?? '';
    await until(() => note().includes('Teller is not in this channel'));
    expect(note()).toContain('/invite');
    const { partners } = rig.slack.channels;
    await set({ branch: 'Partners' }, rig.agent, partners);
    expect(said(partners)).toHaveLength(1);
  });

  it('says so when Teller has left the channel while the form was open', async () => {
    await openSettings();
    rig.slack.faults.always('conversations.info', { kind: 'error', code: 'channel_not_found' });
    await rig.agent.submit(KAMPALA);
    await until(() => rig.readModal().includes('Teller is not in this channel'));
    expect(said()).toEqual([]);
  });

  it('in a direct message says that settings are those of a channel', async () => {
    const direct = rig.slack.dmOf(rig.agent.id);
    rig.agent.say(direct, 'settings');
    await until(() => rig.slack.messages(direct).some(({ text }) => text.includes('those of a channel')));
  });

  it('after a mention says how it is, and how it is changed', async () => {
    await set({ branch: 'Kampala' });
    await rig.agent.mention(sales, 'settings', {});
    const note = () => rig.slack.ephemerals(rig.agent.id).at(-1)?.text ?? '';
    await until(() => note().includes('orders have the branch *Kampala*'));
    expect(note()).toContain(`<@${rig.agent.id}> has set it.`);
    expect(note()).toContain('type `/pay settings` here');
  });
});

describe('the forms of a channel with settings', () => {
  it('start with its currency and method, and read local numbers as those of its country', async () => {
    await set(KAMPALA);
    await openForm(rig, 'link 50000 School fees');
    expect(rig.readModal()).toContain('Currency: UGX');
    await rig.agent.close();
    await openForm(rig, 'prompt');
    expect(rig.readModal()).toContain('Pay with: Airtel Money Uganda (UGX)');
    await rig.agent.close();
    await openForm(rig, 'prompt 0752123456 50000 Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('is being asked'));
    expect(rig.provider.prompts).toMatchObject([
      { msisdn: '256752123456', payment_method: 'AirtelUG', amount: 50_000, currency: 'UGX' },
    ]);
  });

  it('take what the words or the number say before what the channel has', async () => {
    await set({ currency: 'USD', payment_method: 'AirtelKE' });
    await openForm(rig, 'link KES 2500 School fees');
    expect(rig.readModal()).toContain('Currency: KES');
    await rig.agent.close();
    await openForm(rig, 'link 25 School fees');
    expect(rig.readModal()).toContain('Currency: USD');
    await rig.agent.close();
    await openForm(rig, 'prompt 1500 Flour');
    expect(rig.readModal()).toContain('Pay with: Airtel Money Kenya (KES)');
    await rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    expect(rig.readModal()).toContain('Pay with: M-PESA Kenya (KES)');
    await rig.agent.close();
    await openForm(rig, 'prompt 50000 UGX Flour');
    expect(rig.readModal()).toContain('Pay with: Airtel Money Uganda (UGX)');
  });

  it('a form from a shortcut starts as the channel of the last order does', async () => {
    await set(KAMPALA);
    await openForm(rig, 'link 50000 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('is ready'));
    await rig.agent.close({ all: true });
    await rig.agent.shortcut('create_link');
    await until(() => rig.readModal().includes('Currency: UGX'));
  });

  it('another channel that is chosen in the form changes nothing that the form shows, and the order gets its branch', async () => {
    await set(KAMPALA);
    const { partners } = rig.slack.channels;
    await set({ branch: 'Partners' }, rig.agent, partners);
    await openForm(rig, 'link 50000 School fees');
    await rig.agent.submit({ channel: partners });
    await until(() => rig.readModal().includes('is ready'));
    await theCard(rig, 'waiting for payment', partners);
    expect(rig.provider.requestsTo('submitOrder')[0]?.body).toMatchObject({
      currency: 'UGX',
      branch: 'Partners',
    });
  });

  it('start as the merchant has it where nobody has set anything', async () => {
    await set(KAMPALA);
    await rig.agent.command(rig.slack.channels.partners, '/pay', 'prompt');
    await until(() => rig.readModal().includes('Pay with: M-PESA Kenya (KES)'));
  });
});

describe('the branch of a channel', () => {
  it('is sent with prompts, links, successors and the orders of workflow steps', async () => {
    await set({ branch: 'Kampala Road' });
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    await submitAgain(rig);
    await rig.agent.close({ all: true });
    await createLink(rig);
    await rig.slack.runFunction('create_link', {
      agent: rig.agent.id,
      channel: sales,
      amount: '10',
      currency: 'KES',
      description: 'Sweets',
    });
    await until(() => branches().length === 4);
    expect(branches()).toEqual(Array(4).fill('Kampala Road'));
  });

  it('is that of the moment at which the order was made, also when the request is sent later', async () => {
    await rig.stop();
    rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002', APPROVAL_ABOVE: 'KES 1000' });
    await set({ branch: 'Old shop' });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('waits for approval'));
    await rig.agent.close({ all: true });
    const { card } = await theCard(rig, 'waits for approval');
    await set({ branch: 'New shop' });
    await rig.slack.person(rig.slack.users.secondAgent).click(card, 'approve');
    await until(() => branches().length === 1);
    expect(branches()).toEqual(['Old shop']);
  });

  it('is the merchant’s where the channel has none', async () => {
    await set({ currency: 'USD' });
    await sendPrompt(rig);
    expect(branches()).toEqual(['Head office']);
  });
});
