// The method of a prompt while its number is typed into the form.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm } from './agent.ts';
import { form } from './customers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('a number that is typed sets the method of its network while it is typed, unless the person has chosen one', async () => {
  await openForm(rig, 'prompt 350 Milk');
  const type = (number: string) => rig.agent.select(form(rig), 'msisdn', number);
  await type('0733 123');
  await rig.idle();
  expect(rig.readModal()).toContain('payment_method: M-PESA Kenya');
  await type('0733 123 456');
  await until(() => rig.readModal().includes('payment_method: Airtel Money Kenya'));
  expect(rig.readModal()).toContain('msisdn: 0733 123 456');
  await type('+256 752 345 678');
  await until(() => rig.readModal().includes('payment_method: Airtel Money Uganda'));
  await rig.agent.select(form(rig), 'payment_method', 'AirtelKE');
  await type('0712 345 678');
  await rig.idle();
  expect(rig.readModal()).toContain('payment_method: Airtel Money Kenya');
});

it('a typed number whose method takes another currency empties the amount that was typed with its own', async () => {
  await openForm(rig, 'prompt UGX 50000 Milk');
  expect(rig.readModal()).toContain('payment_method: Airtel Money Uganda');
  await rig.agent.select(form(rig), 'msisdn', '+254 712 345 678');
  await until(() => rig.readModal().includes('payment_method: M-PESA Kenya'));
  expect(rig.readModal()).toContain(SAYS.otherCurrencyEnterAmount('UGX 50000'));
  expect(rig.readModal()).toContain('amount: ‹');
});
