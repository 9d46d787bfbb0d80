// The words after the command fill in the form, and what is not certain is said at its field.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const errors = () => rig.slack.modal(rig.agent.id)?.errors ?? {};

async function nothingWasSent(): Promise<void> {
  await rig.idle();
  expect(rig.provider.requestsTo('push')).toEqual([]);
  expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
  expect(rig.cards()).toEqual([]);
}

describe('prefilling', () => {
  it('a form is prefilled with phone, amount and description from the command’s words', async () => {
    await openForm(rig, 'prompt +254 712 345 678 KES 1,500 Two bags of flour');
    const form = rig.readModal();
    expect(form).toContain('msisdn: +254 712 345 678');
    expect(form).toContain('amount: 1500');
    expect(form).toContain('description: Two bags of flour');
  });

  it('a prefilled form says which words it did not understand', async () => {
    await openForm(rig, 'prompt 0712 500 shoes');
    expect(rig.readModal()).toContain(SAYS.notAPhoneNumber('0712'));
  });

  it.each([
    ['prompt 0712345678 1 500 Sugar', 'amount: 1500', 'description: Sugar'],
    ['prompt 1500 0712345678 swapped', 'amount: 1500', 'description: swapped'],
    ['prompt 0712345678,1500,Flour', 'amount: 1500', 'description: Flour'],
    ['prompt Jane 1500 flour', 'amount: 1500', 'description: Jane flour'],
    ['link fees 2500', 'amount: 2500', 'description: fees'],
    ['link 0712345678 2500 Fees', 'amount: 2500', 'description: Fees'],
  ])(
    '“%s” opens the form with the amount and the description that were meant',
    async (words, amount, what) => {
      await openForm(rig, words);
      const form = rig.readModal();
      expect(form).toContain(amount);
      expect(form).toContain(what);
      expect(form.includes('712345678')).toBe(words.includes('0712345678'));
    },
  );

  it.each([
    ['15 hundred', SAYS.mayBeAmount('15 hundred')],
    ['2 thousand', SAYS.mayBeAmount('2 thousand')],
    ['2 k', SAYS.mayBeAmount('2 k')],
    ['25 dollars', SAYS.otherCurrency('25 dollars')],
  ])('“%s” is not taken as it stands, and a note says so', async (amount, note) => {
    await openForm(rig, `prompt 0712345678 ${amount} Flour`);
    expect(rig.readModal()).toContain(note);
    expect(rig.readModal()).toContain('description: Flour');
    await rig.agent.submit();
    expect(Object.keys(errors())).toEqual(['amount']);
    await nothingWasSent();
  });

  it('in a link “25 dollars” is not taken for 25 shillings', async () => {
    await openForm(rig, 'link 25 dollars Fees');
    expect(rig.readModal()).toContain(SAYS.otherCurrency('25 dollars'));
    await rig.agent.submit();
    expect(Object.keys(errors())).toEqual(['amount']);
    await nothingWasSent();
  });

  it.each([
    ['eggs 30 450', '30450', SAYS.wasReadAs('30 450', '30,450')],
    ['oil 5 900', '5900', SAYS.wasReadAs('5 900', '5,900')],
    ['200 300', '200300', SAYS.wasReadAs('200 300', '200,300')],
  ])('“%s” fills in the amount and says how it was read', async (words, amount, note) => {
    await openForm(rig, `prompt 0712345678 ${words}`);
    expect(rig.readModal().split('\n')).toContain(`amount: ${amount}`);
    expect(rig.readModal()).toContain(note);
  });

  it('a number in the digits of another keyboard is a number', async () => {
    await openForm(rig, 'prompt ０７１２３４５６７８ １５００ Flour');
    const form = rig.readModal();
    expect(form).toContain('msisdn: 0712345678');
    expect(form).toContain('amount: 1500');
    expect(form).toContain('description: Flour');
  });

  it('a phone number with a letter for a digit never becomes what the customer reads', async () => {
    await openForm(rig, 'prompt 07I2345678 1500 Flour');
    expect(rig.readModal()).toContain(SAYS.notAPhoneNumber('07I2345678'));
    expect(rig.readModal().split('\n')).toContain('description: Flour');
    expect(rig.readModal()).toContain('amount: 1500');
  });

  it('an amount that may mean two things is left empty, and nothing is sent before it is entered', async () => {
    await openForm(rig, 'prompt 0712345678 1.500 Sugar');
    expect(rig.readModal()).toContain(SAYS.mayMean('1,500', '1.50'));
    await rig.agent.submit({});
    expect(Object.keys(errors())).toEqual(['amount']);
    expect(rig.provider.requestsTo('push')).toEqual([]);
  });

  it('a prefilled form chooses the payment method of the number’s network', async () => {
    await openForm(rig, 'prompt 0733 123 456 100 Seeds');
    expect(rig.readModal()).toContain('Airtel Money Kenya');
  });

  it('a prefilled form chooses the payment method of the number’s country', async () => {
    await openForm(rig, 'prompt +256 752 345 678 45000 Seeds');
    expect(rig.readModal()).toContain('Airtel Money');
  });
});
