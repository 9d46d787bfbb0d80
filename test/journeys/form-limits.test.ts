// Every limit of SPEC.md and of the networks is kept at the field, because the provider checks little.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SHORT_LIMIT_MS } from '#test/patience.ts';
import { chooseRepeat, openForm, submitLink } from './agent.ts';
import { branchesSent, openSettings } from './channel-settings.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const errors = () => Object.keys(rig.slack.modal(rig.agent.id)?.errors ?? {});
const sent = () => [...rig.provider.requestsTo('push'), ...rig.provider.requestsTo('submitOrder')];
const letters = (count: number) => 'x'.repeat(count);
const address = (count: number) => `${letters(count - 5)}@b.co`;

it.each<[string, number, string, (count: number) => string]>([
  ['id', 50, 'prompt 0712345678 1500 Flour', letters],
  ['first_name', 50, 'prompt 0712345678 1500 Flour', letters],
  ['last_name', 50, 'prompt 0712345678 1500 Flour', letters],
  ['id', 50, 'link 2500 Fees', letters],
  ['first_name', 50, 'link 2500 Fees', letters],
  ['last_name', 50, 'link 2500 Fees', letters],
  ['email_address', 60, 'link 2500 Fees', address],
  ['account_number', 50, 'link 2500 Fees', letters],
])(
  'Limits: %s takes %i characters, and one more is refused at its field',
  async (field, limit, words, write) => {
    await openForm(rig, words);
    if (field === 'account_number') {
      await chooseRepeat(rig, 'MONTHLY');
      rig.agent.fill({ start_date: '2031-01-15', end_date: '2031-12-15' });
    }
    await rig.agent.submit({ [field]: write(limit + 1) });
    expect(errors()).toEqual([field]);
    await rig.idle();
    expect(sent()).toEqual([]);
    await rig.agent.submit({ [field]: write(limit) });
    await until(() => sent().length === 1);
    expect(JSON.stringify(sent()[0]?.body)).toContain(`"${field}":"${write(limit)}"`);
  },
);

it('Limits: the branch of a channel takes 30 characters, and one more is refused at its field', async () => {
  await openSettings(rig);
  await rig.agent.submit({ branch: letters(31) });
  expect(errors()).toEqual(['branch']);
  await rig.agent.submit({ branch: letters(30) });
  await until(() => !rig.readModal().includes('== settings =='));
  rig.agent.close();
  await openForm(rig, 'link 2500 Fees');
  await submitLink(rig, {});
  await until(() => sent().length === 1);
  expect(branchesSent(rig)).toEqual([letters(30)]);
});

it.each([
  ['MpesaKE', 'KES', 250_000, '0712345678'],
  ['AirtelKE', 'KES', 250_000, '0733123456'],
  ['AirtelUG', 'UGX', 5_000_000, '+256752345678'],
])('Method limit: %s takes %s %i and no more', async (payment_method, currency, limit, number) => {
  await openForm(rig, `prompt ${number} 1500 Flour`);
  await rig.agent.submit({ payment_method, amount: String(limit + 1) });
  await until(() => errors().includes('amount'));
  await rig.idle();
  expect(sent()).toEqual([]);
  await rig.agent.submit({ amount: String(limit) });
  await until(() => rig.provider.prompts.length === 1);
  expect(sent()[0]?.body).toMatchObject({ payment_method, currency, amount: limit });
});

it('Link form: it answers while the provider is slow, and then holds the link', async () => {
  await rig.stop();
  rig = await startRig({}, { ackMs: SHORT_LIMIT_MS });
  const answered = Promise.withResolvers<void>();
  rig.provider.faults.slow(answered.promise, { operation: 'submitOrder', afterWork: true });
  await openForm(rig, 'link 2500 Fees');
  expect(await rig.agent.submit()).not.toHaveProperty('problem', expect.anything());
  await until(() => rig.provider.orders().length === 1);
  const page = new URL(rig.provider.baseUrl).origin;
  const modal = () => JSON.stringify(rig.slack.modal(rig.agent.id)?.blocks);
  expect(modal()).not.toContain(page);
  expect(rig.slack.modal(rig.agent.id)?.submit).toBeFalsy();
  answered.resolve();
  await until(() => modal().includes(page));
});
