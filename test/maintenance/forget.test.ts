// `npm run store -- forget`: what it erases beside a Teller that serves, what it leaves, and that it says so.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { copyInto } from '#maintenance/copy.ts';
import { forgetCommand } from '#maintenance/forget.ts';
import { createBulkStore } from '#payments/bulk/bulk-store.ts';
import type { Bulk, BulkRow } from '#payments/bulk/stored-bulk.ts';
import { openForCopy, openStore } from '#store/open.ts';
import { numberOf, referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { forgetContract } from './forget-contract.ts';
import { sqlitePlace } from './place.ts';

forgetContract('SQLite', async () => sqlitePlace());

const customer = { firstName: 'Zawadi', email: 'zawadi@example.com', phone: numberOf('+254712345678') };

async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'teller-forget-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  onTestFinished(() => store.close());
  await store.serve();
  const old = { kind: 'link', customer, checksEndedAt: 1 } as const;
  await store.orders.insert(sampleOrder('DONE-1', { ...old, state: 'cancelled', cancelledBy: 'U1' }));
  await store.orders.insert(
    sampleOrder('OPEN-1', { kind: 'link', customer, state: 'pending', createdAt: Date.now() }),
  );
  await store.orders.insert(
    sampleOrder('OTHER-1', { ...old, state: 'cancelled', customer: { firstName: 'Otieno' } }),
  );
  return { store, file, url: `sqlite:${file}` };
}

async function forget(...words: string[]) {
  const said: string[] = [];
  const io = { storeUrl: 'sqlite:none', say: (line: string) => void said.push(line), progress: () => {} };
  const outcome = await forgetCommand.run(words, io);
  return { ...outcome, said: said.join('\n') };
}

test('a customer is erased beside a Teller that serves, who is made due to redraw the card; what is open waits', async () => {
  const { store, file, url } = await served();
  const { isGood, said, facts } = await forget('+254 712 345678', '--yes', url);
  expect(isGood).toBe(true);
  expect(said).toContain('was erased from 1 order');
  expect(said).toMatch(/Not yet: OPEN-1 can still be paid until \d{4}-\d\d-\d\d\./);
  expect(said).toContain('BGREWRITEAOF');
  expect(facts).toMatchObject({ erased: 1, kept: [{ reference: 'OPEN-1', because: 'open' }] });
  expect(await store.orders.get(referenceOf('DONE-1'))).toMatchObject({
    customer: {},
    erasedBy: 'operator',
    isErasing: true,
  });
  const [due] = await store.orders.claim('deliver', { now: Date.now(), leaseMs: 1_000, limit: 9 });
  expect(due?.reference).toBe('DONE-1');
  const { lines } = await store.audit.linesOf(referenceOf('DONE-1'));
  expect(lines.map(({ who, deed }) => `${who} ${deed}`)).toEqual(['operator forgotten']);
  expect((await store.orders.get(referenceOf('OTHER-1')))?.customer).toEqual({ firstName: 'Otieno' });
  expect(readFileSync(file, 'latin1')).toContain('Zawadi');

  const open = await store.orders.get(referenceOf('OPEN-1'));
  if (open) await store.orders.save({ ...open, state: 'paid' });
  expect((await forget('ZAWADI@example.com', '--yes', url)).said).toContain('was erased from 1 order');
  expect(readFileSync(file, 'latin1')).not.toMatch(/Zawadi|254712345678/);
  expect((await forget('zawadi@example.com', '--yes', url)).said).toBe(
    'There is nothing left about this number or address.',
  );
});

test('nothing is erased without a yes, for a number without its country, or in a store that is not there', async () => {
  const { store, url } = await served();
  await expect(forget('+254712345678', url)).rejects.toThrow('Add --yes');
  for (const typed of ['0712345678', '712345678', '(712) 345 678', '٧١٢٣٤٥٦٧٨', 'Zawadi'])
    await expect(forget(typed, '--yes', url), typed).rejects.toThrow('country code');
  await expect(forget('+254712345678', '--yes', 'sqlite:/nowhere/teller.sqlite')).rejects.toThrow();
  await expect(forget()).rejects.toThrow();
  expect((await store.orders.get(referenceOf('DONE-1')))?.customer).toEqual(customer);
});

test.each(['+254712345678', '254 712 345678', '00254712345678', '(+254) 712-345-678', '٢٥٤٧١٢٣٤٥٦٧٨'])(
  'a number with its country code is taken in any spelling: %s',
  async (typed) => {
    const { url } = await served();
    expect(await forget(typed, '--yes', url)).toMatchObject({ facts: { erased: 1 } });
  },
);

test('an order that cannot be saved holds up no other of the same customer, and is named', async () => {
  const { store, url } = await served();
  const paid = { amount: '1500', currency: 'KES' };
  const entry = { day: '2023-11-14', at: 1, learnedAt: 1, payment: 0 };
  // In its books less went back than was paid.
  await store.orders.insert(
    sampleOrder('A-BAD-1', {
      kind: 'link',
      customer,
      state: 'reversed',
      createdAt: 1_800_000_000_000,
      checksEndedAt: 1,
      payments: [{ paid, method: 'Visa', payer: '', confirmationCode: 'SJK7QWERTY', reversedAt: 1 }],
      entries: [
        { ...entry, kind: 'payment', money: paid },
        { ...entry, kind: 'reversal', money: { amount: '-1000', currency: 'KES' } },
      ],
    }),
  );
  const { isGood, said, facts } = await forget('zawadi@example.com', '--yes', url);
  expect(said).toContain('was erased from 1 order');
  expect(said).toContain('Not erased: order A-BAD-1 was not saved');
  expect(isGood).toBe(false);
  expect(facts).toMatchObject({ erased: 1, refused: ['A-BAD-1'] });
  expect((await store.orders.get(referenceOf('DONE-1')))?.customer).toEqual({});
});

test('rows of a file that is sent or waits to be confirmed are named with whose it is; what is left of one that is over goes', async () => {
  const { store, file, url } = await served();
  const bulks = createBulkStore({ ...store, keyValues: store.keyValues('bulks'), clock: systemClock });
  const bulkOf = (name: string, state: Bulk['state']): Bulk => ({
    ...{ id: `bulk-${name}`, kind: 'link', by: `U-${name}`, channel: 'C1', fileDigest: name, state },
    ...{ isAsked: false, rows: [], refused: [] },
  });
  const rowFor = (row: number, firstName: string, email: string): BulkRow => ({
    ...{ row, reference: referenceOf(`ROW-${row}`), amount: { amount: '20', currency: 'KES' } },
    ...{ description: 'Flour', customer: { firstName, email }, typedReference: false },
  });
  const rows = [rowFor(2, 'Zawadi', 'Zawadi@example.com'), rowFor(3, 'Otieno', 'otieno@example.com')];
  await bulks.keep(bulkOf('waits', 'checked'), rows);
  await bulks.exclusively(async (held) => {
    await bulks.begin(bulkOf('sent', 'running'), rows, held);
    await bulks.begin(bulkOf('over', 'ended'), [rowFor(2, 'Leftover', 'zawadi@example.com')], held);
  });
  const { said, facts } = await forget('zawadi@EXAMPLE.com', '--yes', url);
  expect(said).toContain(
    'Not yet: 1 row of a file by U-sent for C1 that is being sent, until that is done or stopped.',
  );
  expect(said).toMatch(
    /Not yet: 1 row of a file by U-waits for C1 that waits .* until \d{4}-\d\d-\d\dT\d\d:\d\dZ\./,
  );
  expect(said).not.toContain('U-over');
  expect(facts).toMatchObject({
    erased: 1,
    files: [
      { by: 'U-sent', rows: 1 },
      { by: 'U-waits', rows: 1 },
    ],
  });
  expect(readFileSync(file, 'latin1')).not.toContain('Leftover');
  const { said: again } = await forget('wambui@example.com', '--yes', url);
  expect(again).toBe('There is nothing left about this number or address.');
});

test('nothing is erased from an unfinished copy, which would be filled again from the store that it is a copy of', async () => {
  const { store, url } = await served();
  await store.close();
  const to = `${url}-copy`;
  const source = await openForCopy(url, { isTarget: false });
  const target = await openForCopy(to, { isTarget: true });
  await copyInto(source, target, () => {});
  await target.close();
  await source.close();
  await expect(forget('+254712345678', '--yes', to)).rejects.toThrow('This store is an unfinished copy of');
  expect(await forget('+254712345678', '--yes', url)).toMatchObject({ facts: { erased: 1 } });
});
