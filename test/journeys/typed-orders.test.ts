// What is typed behind the command, as the open form has it: what is certain is filled in, the rest is asked about.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { asText, isFields } from '#sandbox/slack/json.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());
beforeEach(() => rig.clock.advance(60_000));
afterEach(() => {
  if (rig.slack.modal(rig.agent.id)) rig.agent.close();
});

/** Types `/pay …`; what the fields of the form hold when it opens, '' where they are empty. */
async function fieldsOf(words: string): Promise<Record<string, string>> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', words);
  await until(() => rig.slack.modal(rig.agent.id)?.submit);
  const blocks = rig.slack.modal(rig.agent.id)?.blocks ?? [];
  return Object.fromEntries(
    blocks.flatMap(({ element }) => {
      if (!isFields(element)) return [];
      const chosen = isFields(element['initial_option']) ? element['initial_option']['value'] : undefined;
      return [[asText(element['action_id']), asText(element['initial_value'] ?? chosen ?? '')]];
    }),
  );
}

/** The texts that stand between the fields. */
function hints(): string {
  const blocks = rig.slack.modal(rig.agent.id)?.blocks ?? [];
  return JSON.stringify(blocks.filter(({ type }) => type !== 'input'));
}

const digits = (phone: string | undefined) => phone?.replace(/\D/g, '');

async function sendsNothing(): Promise<void> {
  await rig.agent.submit();
  await rig.idle();
  expect(Object.keys(rig.slack.modal(rig.agent.id)?.errors ?? {})).toContain('amount');
  expect([rig.provider.requestsTo('push'), rig.provider.requestsTo('submitOrder')]).toEqual([[], []]);
}

it.each<[words: string, phone: string, amount: string, description: string, method?: string]>([
  ['0712345678 1500 Flour', '0712345678', '1500', 'Flour'],
  ['+254 712-345 678 KES 1,500 Flour', '254712345678', '1500', 'Flour'],
  ['(0712) 345678 1 500 Flour', '0712345678', '1500', 'Flour'],
  ['254712345678 1500.50 Flour', '254712345678', '1500.50', 'Flour'],
  ['Flour 1500/= 0712345678', '0712345678', '1500', 'Flour'],
  ['0712345678 1.5k Flour', '0712345678', '1500', 'Flour'],
  ['Ksh200 0712345678 Flour', '0712345678', '200', 'Flour'],
  ['0712345678 1500 2 bags of flour', '0712345678', '1500', '2 bags of flour'],
  ['0712345678 2 bags KES 1500', '0712345678', '1500', '2 bags'],
  ['0712345678 3500 Rent May 2026', '0712345678', '3500', 'Rent May 2026'],
  ['0733123456 1500 Flour', '0733123456', '1500', 'Flour', 'AirtelKE'],
  ['+256 752 345678 UGX 45,000 Seeds', '256752345678', '45000', 'Seeds', 'AirtelUG'],
  ['0712345678', '0712345678', '', ''],
  ['1500', '', '1500', ''],
  ['Flour', '', '', 'Flour'],
])('Typed prompt: “%s” fills in what was meant', async (words, phone, amount, description, method) => {
  const fields = await fieldsOf(`prompt ${words}`);
  expect(digits(fields['msisdn'])).toBe(phone);
  expect(fields).toMatchObject({ amount, description, payment_method: method ?? 'MpesaKE' });
});

it.each<[words: string, amount: string, currency: string, description: string, phone?: string]>([
  ['2500 School fees', '2500', 'KES', 'School fees'],
  ['USD 19.99 Consulting', '19.99', 'USD', 'Consulting'],
  ['20 usd Consulting', '20', 'USD', 'Consulting'],
  ['UGX 50,000 Seeds', '50000', 'UGX', 'Seeds'],
  ['fees KES 2500', '2500', 'KES', 'fees'],
  ['0722000001 2500 Fees', '2500', 'KES', 'Fees', '0722000001'],
])('Typed link: “%s” fills in what was meant', async (words, amount, currency, description, phone = '') => {
  const fields = await fieldsOf(`link ${words}`);
  expect(fields).toMatchObject({ amount, currency, description });
  expect(digits(fields['phone_number'])?.slice(-9) ?? '').toBe(phone.slice(-9));
});

it.each([
  ['0712345678 1.500 Sugar', '1.500'],
  ['0712345678 500 1000 Flour', '1000'],
  ['0712345678 KES 500 KES 1000 Flour', '1000'],
  ['0712345678 2 x 500 Flour', '2'],
  ['0712345678 3 @ 500 Flour', '500'],
  ['0712345678 3 * 500 Flour', '3'],
  ['0712345678 3 bags 500 each', '500'],
  ['0712345678 500 per bag 3 bags', '500'],
  ['0712345678 $20 Consulting', '20'],
  ['0712345678 two thousand Flour', 'thousand'],
  ['0712345678 2 thousand Flour', '2 thousand'],
  ['0712345678 0500 Flour', '0500'],
])('Typed prompt: “%s” leaves the amount empty and names %s', async (words, named) => {
  const { amount } = await fieldsOf(`prompt ${words}`);
  expect(amount).toBe('');
  expect(hints()).toContain(named);
  await sendsNothing();
});

it.each(['071234567 1500 Flour', '07I2345678 1500 Flour', '+44 1500 Flour'])(
  'Typed prompt: “%s” has a broken number, which becomes no number and no description',
  async (words) => {
    const fields = await fieldsOf(`prompt ${words}`);
    expect(fields['msisdn']).toBe('');
    expect(fields['description']).toBe('Flour');
    expect(hints()).toContain(words.split(' ')[0]?.slice(-3));
  },
);

// The last ones, because they send prompts.
it.each([
  ['0712345678', 'for 0733000002'],
  ['0722000001', 'order 40123456789'],
])(
  'Typed prompt: long digits are cut from the description and named: “%s 1500 Flour %s”',
  async (phone, more) => {
    const { amount, description } = await fieldsOf(`prompt ${phone} 1500 Flour ${more}`);
    expect(amount).toBe('1500');
    expect(description).toBe(`Flour ${more.split(' ')[0]}`);
    expect(hints()).toContain(more.slice(-3));
    const before = rig.provider.requestsTo('push').length;
    await rig.agent.submit();
    await until(() => rig.provider.requestsTo('push').length > before);
    const body = JSON.stringify(rig.provider.requestsTo('push').at(-1)?.body);
    expect(body).toContain(phone.slice(1));
    expect(body).not.toContain(more.slice(-7));
  },
);
