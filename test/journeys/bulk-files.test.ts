// A bulk's file as people write it, how long it is known, and who goes before its rows.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkFile, confirm, manyRows, pass, THREE_ROWS, untilRows } from './bulks.ts';
import { request } from './request.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const wantsTick = () =>
  rig.slack.modal(rig.agent.id)?.blocks.some(({ block_id: id }) => /^again\b/.test(id)) ?? false;

it('Bulk file: columns in any order reach the provider, and a typed reference is kept', async () => {
  const rows = [
    'Description;Reference;Currency;Amount;Name;Phone',
    'Consulting;INV-1;USD;12.50;Jane Wanjiru;0722000001',
    'School fees;INV-2;KES;2500;;',
    'Seeds;;UGX;50000;Zuri;',
  ];
  await checkFile(rig, rows.join('\n'), { kind: 'link' });
  await confirm(rig);
  await until(async () => {
    await pass(rig, 1);
    return rig.provider.orders().length === 3;
  });
  const [first, second, third] = rig.provider.orders();
  expect(first).toMatchObject({ id: 'INV-1', currency: 'USD', amount: 12.5, description: 'Consulting' });
  expect(first?.billing_address).toMatchObject({ first_name: 'Jane', last_name: 'Wanjiru' });
  expect(JSON.stringify(first?.billing_address)).toContain('722000001');
  expect(second).toMatchObject({ id: 'INV-2', currency: 'KES', amount: 2500 });
  expect(third).toMatchObject({ currency: 'UGX', amount: 50_000, description: 'Seeds' });
  expect(third?.id).not.toBe('');
});

it('Bulk file: the same one needs a tick for 24 hours and not after that', async () => {
  await checkFile(rig, THREE_ROWS);
  expect(wantsTick()).toBe(false);
  await confirm(rig);
  await untilRows(rig, 3);
  rig.agent.close();
  await pass(rig, 10);
  for (const [hours, isAsked] of [
    [23, true],
    [2, false],
  ] as const) {
    rig.clock.advance(hours * 60 * 60_000);
    await rig.idle();
    await checkFile(rig, THREE_ROWS);
    expect(wantsTick()).toBe(isAsked);
    rig.agent.close();
  }
});

it('Bulk rows: an agent’s own prompt goes out while they wait', async () => {
  await checkFile(rig, manyRows(6));
  await confirm(rig);
  await untilRows(rig, 2);
  rig.agent.close();
  rig.clock.hold();
  await rig.idle();
  const before = rig.provider.prompts.length;
  expect(before).toBeLessThan(6);
  await request(rig, 'prompt 0712345678 1500 Flour');
  expect(rig.provider.prompts.slice(before).map(({ msisdn }) => msisdn)).toEqual(['254712345678']);
});
