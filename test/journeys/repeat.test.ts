// The form for a link asks for what only recurring links need once somebody chooses how often it repeats.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm } from './agent.ts';
import { pressMore } from './more-fields.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const DAYS = { start_date: '2031-01-15', end_date: '2031-12-15' };
const DATES = { ...DAYS, account_number: 'SUB-7' };

async function choose(frequency: string | null): Promise<void> {
  const form = rig.slack.modal(rig.agent.id);
  if (!form) throw new Error('no form is open');
  await rig.agent.select(form, 'frequency', frequency);
}

describe('Repeat', () => {
  it('brings first day, last day and account number, and what was typed before stays', async () => {
    await openForm(rig, 'link 2500 School fees');
    expect(rig.readModal()).not.toMatch(/start_date|end_date|account_number/);
    await pressMore(rig);
    rig.agent.fill({ amount: '3,000', first_name: 'Jane' });
    await choose('MONTHLY');
    await until(() => /start_date[\s\S]*end_date[\s\S]*account_number/.test(rig.readModal()));
    await rig.agent.submit(DATES);
    await until(() => rig.readModal().includes(SAYS.linkReady));
    expect(rig.provider.orders()).toMatchObject([{ amount: 3000 }]);
    expect(rig.provider.requestsTo('submitOrder')[0]?.body).toMatchObject({
      account_number: 'SUB-7',
      subscription_details: { frequency: 'MONTHLY', start_date: '15-01-2031', end_date: '15-12-2031' },
      billing_address: { first_name: 'Jane' },
    });
  });

  it.each([['ONCE'], [null]])(
    'takes them away again when it is %s, and the link is for one payment',
    async (once) => {
      await openForm(rig, 'link 2500 School fees');
      await choose('WEEKLY');
      await until(() => rig.readModal().includes('start_date'));
      rig.agent.fill(DAYS);
      await choose(once);
      await until(() => !rig.readModal().includes('start_date'));
      await rig.agent.submit();
      await until(() => rig.readModal().includes(SAYS.linkReady));
      expect(rig.provider.requestsTo('submitOrder')[0]?.body).not.toHaveProperty('subscription_details');
    },
  );

  it('fills in tomorrow and the day a year later, which can be sent as they are', async () => {
    rig.clock.advance(Date.parse('2031-01-14T09:00:00Z') - rig.clock.now());
    await rig.idle();
    await openForm(rig, 'link 2500 School fees');
    await choose('MONTHLY');
    await until(() => rig.readModal().includes('start_date: 2031-01-15'));
    expect(rig.readModal()).toContain('end_date: 2032-01-15');
    expect(rig.readModal()).not.toContain('valid_until');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    expect(rig.provider.requestsTo('submitOrder')[0]?.body).toMatchObject({
      subscription_details: { frequency: 'MONTHLY', start_date: '15-01-2031', end_date: '15-01-2032' },
    });
  });

  it('of a form that was sent before they came brings them in place of an order', async () => {
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit({ frequency: 'DAILY' });
    await until(() => rig.readModal().includes('start_date'));
    await rig.idle();
    expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
    await rig.agent.submit(DATES);
    await until(() => rig.readModal().includes(SAYS.linkReady));
    expect(rig.provider.requestsTo('submitOrder')).toHaveLength(1);
  });

  it('brings nothing to somebody who has become a guest meanwhile, and the form says so when it is sent', async () => {
    await openForm(rig, 'link 2500 School fees');
    rig.slack.addUser({ id: rig.agent.id, name: 'amina', real_name: 'Amina Agent', is_restricted: true });
    rig.clock.advance(61_000);
    await choose('MONTHLY');
    await rig.idle();
    expect(rig.readModal()).not.toContain('start_date');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.onlyFullMembers));
    expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
  });
});
