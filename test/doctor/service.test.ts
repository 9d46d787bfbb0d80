import { describe, expect, it } from 'vitest';
import { inspectService } from '#doctor/service.ts';
import { systemClock } from '#lib/clock.ts';
import { notificationUrl } from '#payments/status/ipn-registration.ts';
import { IPN_LIST, startScriptedService } from '#test/provider/scripted-service.ts';
import { startDoctor } from './rig.ts';

describe('the payment service', () => {
  it('is good when it takes the keys, and does not know the address before the first start', async () => {
    const doctor = await startDoctor();
    const { host } = new URL(doctor.provider.baseUrl);
    expect(await doctor.linesOf('Payment service')).toEqual([
      `good: ${host} takes the consumer key and secret.`,
    ]);
    expect(await doctor.linesOf('Notifications')).toEqual([
      'good: The address is not registered at the payment service yet: the first start does it.',
    ]);
  });

  it('is wrong when it refuses the keys, and nothing is said of the registration', async () => {
    const doctor = await startDoctor();
    const spoilt = { PROVIDER_CONSUMER_SECRET: 'not-the-secret' };
    const [line] = await doctor.linesOf('Payment service', spoilt);
    expect(line).toMatch(
      /^wrong: requestToken: the service answered .*invalid_consumer_key_or_secret_provided/,
    );
    expect(line).toContain('→ Check PROVIDER_CONSUMER_KEY and PROVIDER_CONSUMER_SECRET');
    expect(await doctor.linesOf('Notifications', spoilt)).toEqual([]);
  });

  it('is wrong when a web page answers in its place, with what the address should look like', async () => {
    const doctor = await startDoctor();
    doctor.provider.faults.html();
    const [line] = await doctor.linesOf('Payment service');
    expect(line).toMatch(/^wrong: .*is not JSON/);
    expect(line).toContain('→ Check PROVIDER_BASE_URL');
  });

  it('is wrong when its address leads nowhere', async () => {
    const doctor = await startDoctor();
    await doctor.provider.stop();
    const [line] = await doctor.linesOf('Payment service');
    expect(line).toContain('nothing listens there (ECONNREFUSED).');
    expect(line).toContain('the way out to the internet');
  });

  it('is warned of when the keys go to it unencrypted', async () => {
    const spoilt = { PROVIDER_BASE_URL: 'http://pay.invalid/api' };
    expect(await (await startDoctor()).linesOf('Payment service', spoilt)).toEqual([
      expect.stringMatching(/^wrong: .*pay\.invalid cannot be reached/),
      'warning: The keys go to pay.invalid unencrypted. → Let PROVIDER_BASE_URL begin with https://.',
    ]);
  });
});

describe('the registration for notifications', () => {
  const settings = { publicUrl: 'https://teller.test', ipn: { key: 'a-key-that-nobody-can-guess' } };
  const url = notificationUrl(settings);

  async function registrationOf(...list: object[]) {
    const service = await startScriptedService(Date.now);
    service.on(IPN_LIST, { json: list });
    const provider = { baseUrl: service.baseUrl, consumerKey: 'key', consumerSecret: 'secret' };
    const found = await inspectService({ ...settings, provider }, systemClock);
    await service.close();
    expect(JSON.stringify(found)).not.toContain(settings.ipn.key);
    return found.filter(({ check }) => check === 'Notifications').map((one) => `${one.status}: ${one.found}`);
  }

  it('is good when the list has it as active, or says nothing of that', async () => {
    const good = ['good: The address is registered at the payment service.'];
    expect(await registrationOf({ ipn_id: '1', url, ipn_status: 1 })).toEqual(good);
    expect(await registrationOf({ ipn_id: '1', url })).toEqual(good);
    expect(
      await registrationOf({ ipn_id: '1', url, ipn_status: 0 }, { ipn_id: '2', url, ipn_status: 1 }),
    ).toEqual(good);
  });

  it('is a warning when the list has it as not active', async () => {
    expect(await registrationOf({ ipn_id: '1', url, ipn_status: 0 })).toEqual([
      'warning: The payment service lists the address as not active, so no notification may come.',
    ]);
  });

  it('is still to come when the list has only others', async () => {
    expect(await registrationOf({ ipn_id: '1', url: `${url}x`, ipn_status: 1 })).toEqual([
      'good: The address is not registered at the payment service yet: the first start does it.',
    ]);
  });
});
