// Words before the amount that are the name of an earlier customer: "/pay prompt Jane 1500 flour".
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm } from './agent.ts';
import { askBefore, choose, form, JANE, JANE_LABEL, offers, shows } from './customers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const lines = () => rig.readModal().split('\n');
const prompted = () => rig.provider.prompts.map(({ msisdn }) => msisdn);
const updates = () => rig.slack.callsTo('views.update').length;
const OTHER_JANE = { ...JANE, msisdn: '0722000111', last_name: 'Atieno' };
const OTHER_LABEL = 'Jane Atieno · +254 7•• ••• 111';

describe('words before the amount', () => {
  it('choose the only customer of that name: name and masked number stand in the form, and nothing is sent by itself', async () => {
    await askBefore(rig, JANE);
    await openForm(rig, 'prompt jane 350 Milk');
    await until(() => shows(rig, JANE_LABEL));
    expect(lines()).toContain(`customer (optional): ${JANE_LABEL}`);
    expect(lines()).toContain('amount: 350');
    expect(lines()).toContain('description: Milk');
    await rig.idle();
    expect(prompted()).toHaveLength(1);
    await rig.agent.submit();
    await until(() => prompted().length === 2);
    expect(prompted().at(-1)).toBe('254712345678');
  });

  it('are the description when nobody has that name, also when they only begin like it or name more than that', async () => {
    await askBefore(rig, JANE);
    const before = updates();
    for (const words of [
      'Jan 350 Milk',
      'Janet 350 Milk',
      'Jane Atieno 350 Milk',
      'Flour 350 Milk',
      'Jo 350 Milk',
    ]) {
      await openForm(rig, `prompt ${words}`);
      await rig.idle();
      expect(lines()).toContain(`description: ${words.replace(' 350', '')}`);
      expect(rig.readModal()).toContain('msisdn: ‹');
      rig.agent.close();
    }
    expect(updates()).toBe(before);
  });

  it('let the select offer several customers of that name first, and a line says so', async () => {
    await askBefore(rig, OTHER_JANE);
    await askBefore(rig, JANE);
    await askBefore(rig, { msisdn: '0733 123 456', payment_method: 'AirtelKE', first_name: 'Otieno' });
    await openForm(rig, 'prompt Jane 350 Milk');
    await until(() => rig.readModal().includes(SAYS.severalCustomersCalled('Jane')));
    expect(lines()).toContain('description: Milk');
    expect(rig.readModal()).toContain('msisdn: ‹');
    await expect.poll(() => offers(rig)).toEqual([JANE_LABEL, OTHER_LABEL, 'Otieno · +254 7•• ••• 456']);
    expect(form(rig).private_metadata).not.toMatch(/jane/i);
    await choose(rig, OTHER_LABEL);
    await until(() => shows(rig, OTHER_LABEL));
    expect(rig.readModal()).not.toContain(SAYS.severalCustomers);
    await rig.agent.submit();
    await until(() => prompted().length === 4);
    expect(prompted().at(-1)).toBe('254722000111');
  });

  it('empty an amount whose currency the customer’s method does not take, so that 500 of one never become 500 of another', async () => {
    await askBefore(rig, JANE);
    await openForm(rig, 'prompt Jane UGX 500 flour');
    await until(() => shows(rig, JANE_LABEL));
    expect(rig.readModal()).toContain(SAYS.otherCurrencyEnterAmount('UGX 500'));
    expect(rig.readModal()).toContain('amount: ‹');
    await rig.agent.submit();
    await until(() => Object.keys(rig.slack.modal(rig.agent.id)?.errors ?? {}).length > 0);
    expect(prompted()).toHaveLength(1);
    rig.agent.close();
    await openForm(rig, 'prompt UGX 500 flour');
    await offers(rig);
    await choose(rig, JANE_LABEL);
    await until(() => shows(rig, JANE_LABEL));
    expect(rig.readModal()).toContain(SAYS.otherCurrency('UGX 500'));
    rig.agent.close();
    await openForm(rig, 'prompt Jane KES 500 flour');
    await until(() => shows(rig, JANE_LABEL));
    expect(lines()).toContain('amount: 500');
  });

  it('choose nobody beside a number, or where it is not certain which word is the amount', async () => {
    await askBefore(rig, JANE);
    const before = updates();
    await openForm(rig, 'prompt Jane 0722000111 350 Milk');
    await rig.idle();
    expect(rig.readModal()).toContain('msisdn: 0722000111');
    expect(lines()).toContain('description: Jane Milk');
    await openForm(rig, 'prompt Jane 500 1000 flour');
    await rig.idle();
    expect(updates()).toBe(before);
  });

  it('work for a link, after a mention and in a direct message as well', async () => {
    await askBefore(rig, JANE);
    await openForm(rig, 'link Jane Wanjiru 900 Bread');
    await until(() => shows(rig, JANE_LABEL));
    expect(lines()).toContain('description: Bread');
    rig.agent.close();
    const offered = () =>
      [...rig.slack.ephemerals(rig.agent.id), ...rig.slack.messages(rig.slack.dmOf(rig.agent.id))].filter(
        ({ blocks }) => JSON.stringify(blocks ?? []).includes('"send_prompt"'),
      );
    rig.agent.say(rig.slack.dmOf(rig.agent.id), 'prompt Jane 350 Milk');
    await until(() => offered().length === 1);
    await rig.agent.mention(rig.slack.channels.sales, `<@${rig.slack.botUserId}> prompt Jane 350 Milk`);
    await until(() => offered().length === 2);
    for (const message of offered()) {
      await rig.agent.click(message, 'send_prompt');
      await until(() => shows(rig, JANE_LABEL));
      expect(lines()).toContain('description: Milk');
      rig.agent.close();
    }
  });

  it('leave the form as it was typed when Slack refuses the change, because the person was faster', async () => {
    await askBefore(rig, JANE);
    rig.slack.faults.next('views.update', { kind: 'error', code: 'hash_conflict' });
    await openForm(rig, 'prompt Jane 350 Milk');
    await rig.idle();
    expect(lines()).toContain('description: Jane Milk');
    expect(rig.readModal()).not.toContain(SAYS.somethingWentWrong);
    expect(rig.slack.messages(rig.slack.dmOf(rig.agent.id))).toEqual([]);
  });
});

describe('who may not act', () => {
  it('is offered nobody, and reads in the form why nothing is filled in', async () => {
    await rig.stop();
    rig = await startRig({ ALLOWED_USERGROUPS: 'S1' });
    rig.slack.addUsergroup({ id: 'S1', handle: 'sales', name: 'Sales', users: [rig.agent.id] });
    await askBefore(rig, JANE);
    await openForm(rig, 'prompt');
    await expect.poll(() => offers(rig)).toEqual([JANE_LABEL]);
    rig.clock.advance(61_000);
    rig.slack.addUsergroup({ id: 'S1', handle: 'sales', name: 'Sales', users: [] });
    expect(await offers(rig, 'jane')).toEqual([]);
    await rig.agent.select(form(rig), 'customer', null);
    await until(() => rig.readModal().includes(SAYS.onlyGroups));
    expect(rig.readModal()).toContain('msisdn: ‹');
  });
});
