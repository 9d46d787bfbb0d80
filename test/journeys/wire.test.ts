// What is sent to the provider: exactly SPEC.md's fields, in its types and spellings.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLink, sendPrompt } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ PROVIDER_BRANCH: 'Nairobi West' });
});
afterEach(() => rig.stop());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('what is sent to the service', () => {
  it('what is sent to the service for a prompt is exactly this', async () => {
    const { reference } = await sendPrompt(rig, {
      msisdn: '+254 712 345-678',
      amount: '1,500.50',
      first_name: 'Jane',
      last_name: 'Wanjiru',
    });
    const [push] = rig.provider.requestsTo('push');
    expect(push?.body).toStrictEqual({
      id: reference,
      currency: 'KES',
      amount: 1500.5,
      description: 'Two bags of flour',
      callback_url: `${rig.botUrl}/paid`,
      cancellation_url: `${rig.botUrl}/cancelled`,
      notification_id: expect.stringMatching(UUID),
      billing_address: { first_name: 'Jane', last_name: 'Wanjiru' },
      branch: 'Nairobi West',
      msisdn: '254712345678',
      payment_method: 'MpesaKE',
    });
    expect(push?.rawBody).toContain('"amount":1500.5,');
    expect(push?.headers['content-type']).toMatch(/^application\/json/);
  });

  it('what is sent to the service for a link with nothing but the necessary is exactly this', async () => {
    const { reference } = await createLink(rig);
    expect(rig.provider.requestsTo('submitOrder')[0]?.body).toStrictEqual({
      id: reference,
      currency: 'KES',
      amount: 2500,
      description: 'School fees',
      callback_url: `${rig.botUrl}/paid`,
      cancellation_url: `${rig.botUrl}/cancelled`,
      notification_id: expect.stringMatching(UUID),
      billing_address: {},
      branch: 'Nairobi West',
    });
  });

  it('what is sent to the service for a recurring link has dates as dd-MM-yyyy and every field that was filled in', async () => {
    const { reference } = await createLink(rig, {
      id: 'INV-2026:7_a.b',
      first_name: 'Jane',
      last_name: 'Wanjiru',
      email_address: 'jane@example.com',
      phone_number: '0722 000 111',
      frequency: 'QUARTERLY',
      start_date: '2031-02-03',
      end_date: '2032-02-03',
      account_number: 'SUB-9',
    });
    expect(reference).toBe('INV-2026:7_a.b');
    expect(rig.provider.requestsTo('submitOrder')[0]?.body).toMatchObject({
      id: 'INV-2026:7_a.b',
      account_number: 'SUB-9',
      subscription_details: { start_date: '03-02-2031', end_date: '03-02-2032', frequency: 'QUARTERLY' },
      billing_address: {
        email_address: 'jane@example.com',
        phone_number: '254722000111',
        first_name: 'Jane',
        last_name: 'Wanjiru',
      },
    });
  });

  it('what is sent to the service to register is the notification address with its unguessable path', async () => {
    const [register] = rig.provider.requestsTo('registerIpn');
    expect(register?.body).toStrictEqual({ url: rig.ipnUrl, ipn_notification_type: 'GET' });
    expect(rig.ipnUrl).toMatch(/\/ipn\/[\w-]{32}$/);
  });
});
