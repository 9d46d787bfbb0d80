// Lists of registrations that are very long.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRig, errorOf, IPN_ID, type Rig } from './rig.ts';
import { IPN_LIST } from './scripted-service.ts';

/** A busy machine may take longer for so many bytes than Teller waits for an answer. */
const PATIENT_MS = 100_000;

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

test('a list of 100,000 registrations, as a shared account may have, is read', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({
    url: `https://shop-${index}.test/wp-content/plugins/payments/notifications/ipn.php?key=${'k'.repeat(60)}`,
    created_date: '2024-01-01T00:00:00.1234567',
    ipn_id: IPN_ID,
    notification_type: 0,
    ipn_notification_type_description: 'GET',
    ipn_status: 1,
    ipn_status_decription: 'Active',
  }));
  rig.service.on(IPN_LIST, { json: [...rows, { ipn_id: IPN_ID, url: 'https://bot.test/ipn/key' }] });
  const list = await rig.replica({ timeoutMs: PATIENT_MS }).getIpnList();
  expect(list).toHaveLength(100_001);
  expect(list.at(-1)?.url).toBe('https://bot.test/ipn/key');
});

test('a list of registrations that never seems to end is given up', async () => {
  rig.service.on(IPN_LIST, { text: 'x'.repeat(65 * 1024 * 1024) });
  expect(await errorOf(rig.replica({ timeoutMs: PATIENT_MS }).getIpnList())).toMatchObject({
    kind: 'unreadable',
  });
});
