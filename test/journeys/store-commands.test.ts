// `npm run store` as a process of its own, beside a Teller that runs or with its store alone.
import { renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Damage, damageStore, storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  answerTo as answerToCommand,
  createLink,
  payFor,
  repliesOf,
  type Sent,
  sendPrompt,
} from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';
import { runScript } from './scripts.ts';
import { answerTo, whatsApp } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const NAME = { first_name: 'Zawadi', last_name: 'Nyambura' };
const fileOf = (url: string) => url.replace('sqlite:', '');
const store = (...words: string[]) => runScript('store', words, { STORE_URL: rig.storeUrl });
/** Beside the rig's own store. */
const besides = (end: string) => `${rig.storeUrl}-${end}`;

async function paid(): Promise<Sent> {
  const sent = await payFor(rig, await sendPrompt(rig, NAME));
  await rig.idle();
  return sent;
}

async function receiptOf(sent: Sent): Promise<string> {
  await answerTo(rig, sent, 'send_receipt');
  return /http\S+$/.exec(whatsApp(rig).searchParams.get('text') ?? '')?.[0] ?? 'no receipt';
}

/** The rig's bot starts on another file, which comes to the place of its own. */
async function startOn(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-lock']) rmSync(`${fileOf(rig.storeUrl)}${end}`, { force: true });
  renameSync(file, fileOf(rig.storeUrl));
  await rig.startBot();
}

const DAMAGED_ORDERS: readonly Damage[] = [
  'an order that cannot be read',
  'an order that nobody checks any more',
  'an order that its list lacks',
];
const DAMAGED_LINES: readonly (readonly [Damage, seq: number])[] = [
  ['a changed line', 1],
  ['a line that was taken out', 1],
  ['a last line that was cut off', 2],
];

it('Backup: taken while Teller runs, it starts with every order and payment', async () => {
  const first = await paid();
  const open = await createLink(rig);
  rig.agent.close();
  const receipt = await receiptOf(first);
  const file = fileOf(besides('backup'));
  expect(await store('backup', file)).toMatchObject({ code: 0, errors: '' });
  // Teller goes on meanwhile.
  await sendPrompt(rig, { amount: '1700' });
  rig.agent.close();
  await rig.stopBot();
  await startOn(file);
  expect((await fetch(receipt)).status).toBe(200);
  expect(await answerToCommand(rig, `find ${first.reference}`)).toContain('1,500.00');
  await rig.provider.customer.pay(open.reference);
  await repliesOf(rig, open.card, 1, SAYS.paid);
  expect(rig.replies(first.card)).toHaveLength(1);
});

it('Copy: orders, receipts and the audit chain go along, and the source refuses to start', async () => {
  const sent = await paid();
  const receipt = await receiptOf(sent);
  await rig.stopBot();
  expect(await store('copy', rig.storeUrl, besides('copy'))).toMatchObject({ code: 0 });
  await expect(rig.startBot()).rejects.toThrow(/moved/);
  expect(await store('verify', besides('copy'))).toMatchObject({ code: 0 });
  await startOn(fileOf(besides('copy')));
  expect((await fetch(receipt)).status).toBe(200);
  expect(await answerToCommand(rig, `history ${sent.reference}`)).toContain(rig.agent.id);
  expect(rig.replies(sent.card)).toHaveLength(1);
});

it('Copy: refused beside a running Teller, and into a store that holds something', async () => {
  await paid();
  expect(await store('copy', rig.storeUrl, besides('copy'))).toMatchObject({ code: 1, out: '' });
  expect((await store('verify', besides('copy'))).code).not.toBe(0);
  expect(await store('backup', fileOf(besides('full')))).toMatchObject({ code: 0 });
  await rig.stopBot();
  expect(await store('copy', rig.storeUrl, besides('full'))).toMatchObject({ code: 1 });
  // Neither attempt has marked the source as moved.
  await rig.startBot();
  await until(async () => (await fetch(`${rig.botUrl}/readyz`)).ok);
});

it('Verify: a whole store ends with 0', async () => {
  await paid();
  const { code, out } = await store('verify', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([0, { isGood: true }]);
  await rig.stopBot();
  expect(await store('verify')).toMatchObject({ code: 0 });
});

it.each(DAMAGED_ORDERS)('Verify: %s is named, and the exit code is 1', async (damage) => {
  const { reference } = await sendPrompt(rig);
  await rig.stopBot();
  damageStore(rig, damage, reference);
  const { code, out } = await store('verify');
  expect([code, out]).toEqual([1, expect.stringContaining(reference)]);
});

it.each(DAMAGED_LINES)(
  'Verify: %s of the audit record is named, and the exit code is 1',
  async (damage, seq) => {
    await paid();
    await sendPrompt(rig, { amount: '1700' });
    await rig.stopBot();
    damageStore(rig, damage);
    const { code, out } = await store('verify', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([1, { isGood: false, record: { seq } }]);
  },
);

it('Forget: the script erases one customer after a yes, and nobody else', async () => {
  const sent = await paid();
  const other = await sendPrompt(rig, { first_name: 'Otieno', msisdn: '0722000111' });
  rig.agent.close();
  await rig.provider.customer.pay(other.reference);
  await repliesOf(rig, other.card, 1, SAYS.paid);
  await rig.idle();
  // Its input is closed, so nobody says yes.
  expect((await store('forget', '+254712345678')).code).toBe(1);
  expect((await storedOrder(rig, sent.reference)).isErased).toBe(false);
  expect(await store('forget', '+254712345678', '--yes')).toMatchObject({ code: 0 });
  rig.clock.advance(60_000);
  await until(() => !rig.readCard(sent.card).includes('Zawadi'));
  expect(rig.readCard(other.card)).toContain('Otieno');
  expect(rig.readCard(sent.card)).toContain('KES 1,500.00');
});
