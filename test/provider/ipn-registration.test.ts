// Registration of the notification URL and the list of registrations.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRig, errorOf, IPN_ID, type Rig } from './rig.ts';
import { IPN_LIST, REGISTER } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

test('a registration is read with a seven-digit UTC time and the service’s misspelt field beside it', async () => {
  rig.service.on(REGISTER, {
    json: {
      url: 'https://bot.test/ipn/key',
      created_date: '2026-11-21T08:59:58.1234567Z',
      ipn_id: IPN_ID,
      notification_type: 1,
      ipn_notification_type_description: 'POST',
      ipn_status: 1,
      ipn_status_decription: 'Active',
      error: null,
      status: '200',
    },
  });
  const registration = await rig.client.registerIpn({
    url: 'https://bot.test/ipn/key',
    ipn_notification_type: 'post',
  });
  expect(registration).toEqual({
    ipn_id: IPN_ID,
    url: 'https://bot.test/ipn/key',
    notification_type: 1,
    ipn_notification_type_description: 'POST',
    ipn_status: 1,
    created_at: Date.parse('2026-11-21T08:59:58.123Z'),
  });
  expect(rig.service.callsTo(REGISTER)[0]?.json).toEqual({
    url: 'https://bot.test/ipn/key',
    ipn_notification_type: 'POST',
  });
});

test('a registration read back without Z is the same instant, and only its id is required', async () => {
  rig.service.on(REGISTER, { json: { created_date: '2026-11-21T08:59:58.12', ipn_id: IPN_ID } });
  const registration = await rig.client.registerIpn({
    url: 'http://bot.test/ipn',
    ipn_notification_type: 'GET',
  });
  expect(registration.created_at).toBe(Date.parse('2026-11-21T08:59:58.120Z'));
  expect(registration.url).toBeUndefined();
});

test('the list of registrations is a bare array, and rows without an id are left out', async () => {
  rig.service.on(IPN_LIST, {
    json: [
      {
        ipn_id: IPN_ID,
        url: 'https://bot.test/ipn/key',
        notification_type: 0,
        created_date: '2024-01-01T00:00:00',
      },
      { ipn_id: null, url: 'https://lost.test' },
      'noise',
    ],
  });
  const list = await rig.client.getIpnList();
  expect(list.map(({ ipn_id, url }) => ({ ipn_id, url }))).toEqual([
    { ipn_id: IPN_ID, url: 'https://bot.test/ipn/key' },
  ]);
  expect(rig.service.callsTo(IPN_LIST)[0]?.method).toBe('GET');
});

test('a notification address that the service refuses names the setting that it is made from', async () => {
  rig.service.on(REGISTER, {
    json: {
      error: { error_type: 'api_error', code: 'invalid_url', message: 'Invalid URL provided' },
      status: '500',
    },
  });
  const error = await errorOf(
    rig.client.registerIpn({ url: 'https://bot.test/ipn/key', ipn_notification_type: 'GET' }),
  );
  expect(error).toMatchObject({ kind: 'invalid_request', code: 'invalid_url' });
  expect(error.message).toContain('Check PUBLIC_URL');
});
