// A form is wrong, and says so at the field; nothing was sent, nothing that was typed is lost.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import { inLine, inOrder, SAYS } from '#test/slack/text/phrases.ts';
import {
  createLink,
  makeExternally,
  openForm,
  sendPrompt,
  submitLink,
  submitPrompt,
  theCard,
} from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
/** Each test has a Teller of its own. */
function startEach(): void {
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.stop());
}

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';
const LINK = 'link 2500 School fees';
const errors = () => rig.slack.modal(rig.agent.id)?.errors ?? {};

async function nothingWasSent(): Promise<void> {
  await rig.idle();
  expect(rig.provider.requestsTo('push')).toEqual([]);
  expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
  expect(rig.cards()).toEqual([]);
}

describe('a field that is wrong says so', () => {
  beforeAll(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.agent.close());
  afterAll(() => rig.stop());

  it.each<[field: string, typed: Typed, sentence: string | RegExp]>([
    ['msisdn', '0201234567', inLine(SAYS.notMobileNumber, '0712 345 678')],
    ['msisdn', 'call Jane', SAYS.notMobileNumber],
    ['msisdn', '+256 752 345 678', SAYS.anotherCountry('M-PESA Kenya')],
    ['msisdn', '+256 772 345 678', SAYS.noMethodReaches],
    ['amount', '0', SAYS.aboveZero],
    ['amount', '-5', SAYS.aboveZero],
    ['amount', '1e3', SAYS.inDigits],
    ['amount', '1,5', SAYS.inDigits],
    ['amount', 'USD 20', SAYS.enterIn('KES')],
    ['amount', '10.005', SAYS.decimals('KES', '2')],
    ['amount', '1.500', SAYS.decimals('KES', '2')],
    ['amount', '99999999999999999', SAYS.tooLarge],
    ['id', 'INV 7', SAYS.withoutSpaces],
    ['id', 'INV/7', SAYS.lettersDigits],
  ])('a wrong field of a prompt says so at the field: %s %j', async (field, typed, sentence) => {
    await openForm(rig, PROMPT);
    await rig.agent.submit({ [field]: typed });
    expect(errors()).toEqual({ [field]: expect.stringMatching(sentence) });
    expect(rig.readModal()).toContain('Two bags of flour');
    await nothingWasSent();
  });

  it.each<[field: string, values: Record<string, Typed>, sentence: string | RegExp]>([
    ['amount', { currency: 'UGX', amount: '10.50' }, SAYS.noDecimals('UGX')],
    ['email_address', { email_address: `${'a'.repeat(56)}@b.co` }, SAYS.longerThan('60')],
    ['phone_number', { phone_number: '12' }, SAYS.notPhoneNumber],
    [
      'start_date',
      { frequency: 'DAILY', start_date: '2020-01-01', end_date: '2031-01-01' },
      SAYS.tomorrowOrLater,
    ],
    [
      'end_date',
      { frequency: 'DAILY', start_date: '2031-01-02', end_date: '2031-01-01' },
      SAYS.lastBeforeFirst,
    ],
    ['end_date', { frequency: 'DAILY', start_date: '2031-01-02', end_date: null }, SAYS.required],
    ['start_date', { frequency: 'DAILY', start_date: null, end_date: '2031-01-02' }, SAYS.required],
  ])('a wrong field of a link says so at the field: %s %j', async (field, values, sentence) => {
    await openForm(rig, LINK);
    await submitLink(rig, values);
    expect(errors()).toEqual({ [field]: expect.stringMatching(sentence) });
    await nothingWasSent();
  });

  it('all wrong fields of a form say so at once', async () => {
    await openForm(rig, PROMPT);
    await rig.agent.submit({ msisdn: '12', amount: 'much', id: 'a b' });
    expect(Object.keys(errors()).sort()).toEqual(['amount', 'id', 'msisdn']);
    await nothingWasSent();
  });
});

describe('a field that is right', () => {
  startEach();

  it('an amount typed as people write it, such as KES 1.5k, is asked for as it is meant', async () => {
    await openForm(rig, PROMPT);
    await rig.agent.submit({ amount: 'KES 1.5k' });
    await theCard(rig, SAYS.waitingForPin);
    expect(rig.provider.prompts).toMatchObject([{ amount: 1500 }]);
  });

  it.each(['jane@example.com', '<mailto:jane@example.com|jane@example.com>'])(
    'an address behind /pay link, written %s, becomes the customer’s',
    async (address) => {
      await openForm(rig, `link 2500 ${address} School fees`);
      await submitLink(rig, {});
      await until(() => rig.provider.requestsTo('submitOrder').length === 1);
      const [order] = rig.provider.requestsTo('submitOrder');
      expect(order?.body).toMatchObject({
        description: 'School fees',
        billing_address: { email_address: 'jane@example.com' },
      });
    },
  );

  it('a form goes through once its wrong field is corrected', async () => {
    await openForm(rig, PROMPT);
    await rig.agent.submit({ amount: 'much' });
    expect(errors()).toHaveProperty('amount');
    await submitPrompt(rig, { amount: '1500' });
    expect(rig.provider.prompts).toHaveLength(1);
  });
});

describe('a reference that is already used is refused', () => {
  startEach();

  it('a reference that an order of Teller has is refused at its field', async () => {
    await sendPrompt(rig, { id: 'INV-7' });
    await openForm(rig, LINK);
    await rig.agent.submit({ id: 'INV-7' });
    expect(errors()).toEqual({ id: expect.stringContaining(SAYS.referenceUsed) });
    expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
  });

  it('a reference that only the service knows is refused before anything is sent', async () => {
    await makeExternally(rig, 'INV-7', 700);
    await openForm(rig, 'link 9 Something else');
    await rig.agent.submit({ id: 'INV-7' });
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    await until(() => rig.readModal().includes(SAYS.alreadyHasOrder));
    expect(rig.readCard(card)).toContain(SAYS.alreadyHasOrder);
    expect(rig.provider.requestsTo('submitOrder')).toHaveLength(1);
    expect(rig.provider.find('INV-7')).toMatchObject({ amount: 700 });
  });

  const RECURRING = {
    frequency: 'DAILY',
    start_date: '2031-01-01',
    end_date: '2031-02-01',
    account_number: 'SUB-1',
  };

  it('an account number that another recurring order has is refused', async () => {
    await createLink(rig, RECURRING);
    await openForm(rig, LINK);
    await submitLink(rig, RECURRING);
    expect(errors()).toEqual({
      account_number: expect.stringContaining(SAYS.anotherRecurring),
    });
  });

  it('an account number is free again when the payment service has refused the recurring order that had it', async () => {
    rig.provider.faults.refuse({ message: 'Out of order' }, { operation: 'submitOrder', times: 1 });
    await openForm(rig, LINK);
    await submitLink(rig, RECURRING);
    await until(() => rig.readModal().includes(SAYS.nothingSent));
    rig.agent.close();
    const { reference } = await createLink(rig, RECURRING);
    expect(rig.provider.find(reference)).toMatchObject({ account_number: 'SUB-1' });
  });
});

describe('who and where', () => {
  startEach();

  it('guests are refused in words, and see no form', async () => {
    for (const id of [rig.slack.users.guest, rig.slack.users.singleChannelGuest]) {
      const guest = rig.slack.person(id);
      await guest.command(rig.slack.channels.sales, '/pay', PROMPT);
      await until(() => rig.slack.ephemerals(id).length === 1);
      expect(rig.slack.ephemerals(id)[0]?.text).toContain(SAYS.forFullMembers);
      expect(rig.slack.modal(id)).toBeUndefined();
    }
  });

  it('people of other workspaces are refused in a shared channel', async () => {
    const { stranger } = rig.slack.users;
    await rig.slack.person(stranger).command(rig.slack.channels.partners, '/pay', PROMPT);
    await until(() => rig.slack.ephemerals(stranger).length === 1);
    expect(rig.slack.ephemerals(stranger)[0]?.text).toContain(SAYS.servesMembers);
  });

  it('a channel without Teller is named at the form before any money moves, with how to invite Teller', async () => {
    await openForm(rig, PROMPT, rig.slack.channels.leads);
    expect(rig.readModal()).toContain(SAYS.notInThatChannel);
    expect(rig.readModal()).toContain('/invite @teller');
    await rig.agent.submit({ channel: rig.slack.channels.leads });
    expect(errors()).toEqual({ channel: expect.stringContaining('/invite @teller') });
    await nothingWasSent();

    rig.slack.invite(rig.slack.channels.leads, rig.slack.botUserId);
    await rig.agent.submit({ channel: rig.slack.channels.leads });
    await theCard(rig, SAYS.waiting, rig.slack.channels.leads);
  });

  it('only members of the allowed groups may act, and nobody while the groups cannot be read', async () => {
    await rig.stop();
    rig = await startRig({ ALLOWED_USERGROUPS: 'S0CASHIERS' });
    const { agent, secondAgent } = rig.slack.users;
    rig.slack.addUsergroup({ id: 'S0CASHIERS', handle: 'cashiers', name: 'Cashiers', users: [agent] });
    rig.slack.faults.next('usergroups.users.list', { kind: 'error', code: 'internal_error' });
    await rig.agent.command(rig.slack.channels.sales, '/pay', PROMPT);
    await until(() => rig.slack.ephemerals(agent).length === 1);
    expect(rig.slack.ephemerals(agent)[0]?.text).toContain(SAYS.whoMayUnreadable);
    await openForm(rig, PROMPT);

    await rig.slack.person(secondAgent).command(rig.slack.channels.sales, '/pay', PROMPT);
    await until(() => rig.slack.ephemerals(secondAgent).length === 1);
    expect(rig.slack.ephemerals(secondAgent)[0]?.text).toContain(SAYS.onlyGroups);
  });
});

describe('help', () => {
  startEach();

  it.each(['', 'help', 'hello'])(
    'help is given for “/pay %s”, with buttons that open the forms',
    async (words) => {
      await rig.agent.command(rig.slack.channels.sales, '/pay', words);
      await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
      const [help] = rig.slack.ephemerals(rig.agent.id);
      if (!help) throw new Error('no help');
      await rig.agent.click(help, 'send_prompt');
      await until(() => rig.readModal().includes('== send_prompt =='));
      rig.agent.close();
      await rig.agent.click(help, 'create_link');
      await until(() => rig.readModal().includes('== create_link =='));
    },
  );

  it('a misspelt word gets a button for the nearest one, whose form has the other words', async () => {
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'promt 0712345678 1500 Flour');
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    const [answer] = rig.slack.ephemerals(rig.agent.id);
    if (!answer) throw new Error('no answer');
    expect(renderMessage(answer)).toContain(SAYS.unknownWord('promt'));
    expect(renderMessage(answer)).toContain('[send_prompt] [look_up]');
    expect(rig.readModal()).toBe('');
    await rig.agent.click(answer, 'send_prompt');
    await until(() => rig.readModal().includes('== send_prompt =='));
    expect(rig.readModal()).toMatch(inOrder('0712345678', '1500', 'Flour'));
  });
});
