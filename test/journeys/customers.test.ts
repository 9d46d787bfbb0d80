// Earlier customers in the forms: who is offered, what choosing fills in, and whose number is prompted in the end.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, submitPrompt, theCard, tick } from './agent.ts';
import { askBefore, choose, fieldId, JANE, JANE_LABEL, offers, openFor, shows } from './customers.ts';
import { pressMore } from './more-fields.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const errors = () => rig.slack.modal(rig.agent.id)?.errors ?? {};
const prompted = () => rig.provider.prompts.map(({ msisdn }) => msisdn);
/** Everything that Slack was given or sent about forms and their selects, but what a person typed there. */
const wire = () =>
  JSON.stringify([
    ...rig.slack.calls.filter(({ method }) => method.startsWith('views.')).map(({ args }) => args),
    ...rig.slack.deliveries.map(({ ack }) => ack?.body),
  ]);

describe('the select of a form', () => {
  it('offers the agent’s last customers, each once and the last one first, without a number', async () => {
    await openForm(rig, 'prompt');
    expect(await offers(rig)).toEqual([]);
    rig.agent.close();
    await askBefore(rig, JANE);
    await askBefore(rig, { msisdn: '0733 123 456', payment_method: 'AirtelKE', first_name: 'Otieno' });
    await askBefore(rig, { ...JANE, amount: '200' });
    await openForm(rig, 'prompt');
    await expect.poll(() => offers(rig)).toEqual([JANE_LABEL, 'Otieno · +254 7•• ••• 456']);
    const brian = rig.slack.person(rig.slack.users.secondAgent);
    await brian.shortcut('send_prompt');
    await until(() => rig.readModal(brian).includes('== send_prompt =='));
    expect(await offers(rig, '', brian)).toEqual([]);
    await expect.poll(() => offers(rig, 'jane', brian)).toEqual([JANE_LABEL]);
  });

  it('finds by beginnings of names and by ends of numbers, all of which must fit', async () => {
    await askBefore(rig, JANE);
    await openForm(rig, 'prompt');
    const finding = [
      'jan',
      'WANJ',
      'jane wa',
      'ja',
      '5678',
      '45678',
      '0712 345 678',
      '+254712345678',
      'jane 5678',
      '*',
    ];
    // On a busy machine Teller may have found nobody yet when Slack waits no longer.
    for (const typed of finding)
      await expect.poll(async () => [typed, ...(await offers(rig, typed))]).toEqual([typed, JANE_LABEL]);
    const missing = ['jean', 'flour', '1678', 'jane 9999', 'x', '%_"\' OR 1=1'];
    for (const typed of missing) expect([typed, ...(await offers(rig, typed))]).toEqual([typed]);
  });

  it('finds by email in the form for links, and offers a prompt only to whoever has a number', async () => {
    await createLink(rig, { first_name: 'Ann', email_address: 'ann@example.com' });
    rig.agent.close();
    await openForm(rig, 'link');
    await expect.poll(() => offers(rig, 'Ann@Example.com')).toEqual(['Ann · ann@example.com']);
    rig.agent.close();
    await openForm(rig, 'prompt');
    expect(await offers(rig, 'ann@example.com')).toEqual([]);
    expect(await offers(rig)).toEqual([]);
  });
});

describe('choosing an earlier customer', () => {
  it('fills in name and method, shows the masked number in the place of its field, and prompts that number', async () => {
    await askBefore(rig, { msisdn: '0733 123 456', payment_method: 'AirtelKE', first_name: 'Otieno' });
    await openForm(rig, 'prompt');
    await offers(rig);
    rig.agent.fill({ amount: '350', description: 'Milk' });
    await choose(rig, 'Otieno · +254 7•• ••• 456');
    await until(() => shows(rig, 'Otieno · +254 7•• ••• 456'));
    expect(rig.readModal()).not.toContain('0712 345 678');
    expect(rig.readModal()).toContain('payment_method: Airtel Money Kenya (KES)');
    expect(rig.readModal()).toContain('amount: 350');
    expect(rig.readModal()).toContain('description: Milk');
    await rig.agent.submit();
    await until(() => prompted().length === 2);
    expect(prompted()).toEqual(['254733123456', '254733123456']);
    const { card } = await theCard(rig, 'Milk');
    expect(rig.readCard(card)).toContain('Otieno · +254 7•• ••• 456');
  });

  it('gives Slack no number: not in the view, its metadata, or the options', async () => {
    await openForm(rig, 'prompt');
    await submitPrompt(rig, {
      ...JANE,
      amount: '100',
      description: 'Tea',
      channel: rig.slack.channels.sales,
    });
    rig.agent.close();
    await openFor(rig, 'prompt', JANE_LABEL);
    await rig.agent.submit({ amount: '350', description: 'Milk', channel: rig.slack.channels.sales });
    await until(() => prompted().length === 2);
    expect(wire()).not.toMatch(/712345678/);
  });

  it('brings the fields back for somebody else, empty, and keeps what was typed elsewhere', async () => {
    await askBefore(rig, JANE);
    await openFor(rig, 'prompt 350 Milk', JANE_LABEL);
    await expect.poll(() => offers(rig)).toEqual([SAYS.somebodyElse, JANE_LABEL]);
    await choose(rig, SAYS.somebodyElse);
    await until(() => rig.readModal().includes('msisdn: ‹0712 345 678›'));
    expect(shows(rig, JANE_LABEL)).toBe(false);
    expect(rig.readModal()).toContain('customer (optional): ‹');
    expect(rig.readModal()).not.toContain('Jane');
    expect(rig.readModal()).toContain('description: Milk');
    await rig.agent.submit({ [fieldId(rig, 'msisdn')]: '0722000111' });
    await until(() => prompted().length === 2);
    expect(prompted().at(-1)).toBe('254722000111');
  });

  it('brings the fields back when the select is cleared', async () => {
    await askBefore(rig, JANE);
    await openFor(rig, 'prompt', JANE_LABEL);
    await choose(rig, null);
    await until(() => rig.readModal().includes('msisdn: ‹'));
    expect(rig.readModal()).not.toContain('Jane');
  });

  it('fills in number, name and email of a link', async () => {
    await createLink(rig, {
      phone_number: '0712345678',
      first_name: 'Jane',
      email_address: 'jane@example.com',
    });
    rig.agent.close();
    await openFor(rig, 'link 900 Bread', 'Jane · +254 7•• ••• 678');
    expect(rig.readModal()).not.toContain('phone_number (optional)');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    expect(rig.provider.requestsTo('submitOrder').at(-1)?.body).toMatchObject({
      billing_address: {
        phone_number: '254712345678',
        first_name: 'Jane',
        email_address: 'jane@example.com',
      },
    });
  });

  it('asks about another network, and says what stands against the number at the select', async () => {
    await askBefore(rig, JANE);
    await openFor(rig, 'prompt 350 Milk', JANE_LABEL);
    const method = fieldId(rig, 'payment_method');
    await rig.agent.submit({ [method]: 'AirtelUG', amount: '5000' });
    expect(errors()).toEqual({
      customer: expect.stringContaining(SAYS.anotherCountry('Airtel Money Uganda')),
    });
    await rig.agent.submit({ [method]: 'AirtelKE' });
    await until(() => rig.readModal().includes(SAYS.safaricomNumber));
    await rig.agent.submit({ [method]: 'MpesaKE' });
    await until(() => prompted().length === 2);
  });

  it('says already in the form when no method reaches the number', async () => {
    await createLink(rig, { phone_number: '+49 151 12345678', first_name: 'Kurt' });
    rig.agent.close();
    await openForm(rig, 'prompt 350 Milk');
    await offers(rig);
    await choose(rig, 'Kurt · +491 5•• ••• 678');
    await until(() => rig.readModal().includes(SAYS.noMethodReaches));
    await rig.agent.submit();
    expect(errors()).toEqual({ customer: expect.stringContaining(SAYS.sendLinkInstead) });
  });

  it('says at the field that was filled in what is wrong with what was typed there afterwards', async () => {
    await askBefore(rig, JANE);
    await openFor(rig, 'prompt 350 Milk', JANE_LABEL);
    await pressMore(rig);
    expect(rig.readModal()).toContain('first_name (optional): Jane');
    const name = fieldId(rig, 'first_name');
    await rig.agent.submit({ [name]: '4111 1111 1111 1111' });
    expect(errors()).toEqual({ [name]: expect.stringContaining(SAYS.cardNumber) });
    await rig.agent.submit({ [name]: 'x'.repeat(50), [fieldId(rig, 'description')]: '   ' });
    expect(errors()).toEqual({ description: expect.stringContaining(SAYS.whatPaymentIsFor) });
  });

  it('asks about the same prompt again as of a number that was typed', async () => {
    await askBefore(rig, JANE);
    await openFor(rig, 'prompt 1500 Two bags of flour', JANE_LABEL);
    await rig.agent.submit();
    await until(() => rig.readModal().includes('☐'));
    expect(shows(rig, JANE_LABEL)).toBe(true);
    await tick(rig);
    await until(() => prompted().length === 2);
  });
});

describe('a choice that comes at the wrong moment', () => {
  it('is shown before anything is sent, when the form was sent faster than it changed', async () => {
    await askBefore(rig, JANE);
    await openForm(rig, 'prompt 0722000111 350 Milk');
    await offers(rig);
    rig.agent.fill({ customer: JANE_LABEL });
    await rig.agent.submit();
    await until(() => shows(rig, JANE_LABEL));
    expect(rig.readModal()).toContain(SAYS.customersDataCheck);
    await rig.idle();
    expect(prompted()).toHaveLength(1);
    await rig.agent.submit();
    await until(() => prompted().length === 2);
    expect(prompted().at(-1)).toBe('254712345678');
  });

  it('does no harm when two choices overtake each other: the form shows one of them, and sending makes sure', async () => {
    await askBefore(rig, JANE);
    await askBefore(rig, { msisdn: '0733 123 456', payment_method: 'AirtelKE', first_name: 'Otieno' });
    await openForm(rig, 'prompt 350 Milk');
    await offers(rig);
    await Promise.all([choose(rig, JANE_LABEL), choose(rig, 'Otieno · +254 7•• ••• 456')]);
    await until(() => rig.readModal().includes(SAYS.customerNumber('+254')));
    await rig.agent.submit();
    const isShownFirst = () => rig.readModal().includes(SAYS.customersData);
    await until(() => prompted().length === 3 || isShownFirst());
    if (isShownFirst()) await rig.agent.submit();
    await until(() => prompted().length === 3);
    expect(prompted().at(-1)).toBe('254733123456');
  });

  it('is refused with a sentence when the order is not there', async () => {
    await openForm(rig, 'prompt 0722000111 350 Milk');
    for (const value of ['NO-SUCH-1', 'x y', '../../1']) {
      await rig.agent.submit({ customer: { text: { type: 'plain_text', text: 'x' }, value } });
      expect(errors()).toEqual({ customer: expect.stringContaining(SAYS.customerGone) });
    }
    await rig.idle();
    expect(rig.cards()).toEqual([]);
    expect(prompted()).toEqual([]);
  });
});
