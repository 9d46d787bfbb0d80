import { describe, expect, it } from 'vitest';
import { readConfig, secretsOf } from '#config.ts';
import { configErrorOf, ENOUGH } from './config-error.ts';

const faultsOf = (env: Record<string, string>): string => configErrorOf(env)?.message ?? '';

describe('configuration', () => {
  it('settings that have a default may be left out', () => {
    const config = readConfig(ENOUGH);
    expect(config).toMatchObject({
      port: 3000,
      storeUrl: 'sqlite:data/teller.sqlite',
      merchantName: 'Teller',
      defaultCurrency: 'KES',
      logLevel: 'info',
      allowedUsergroups: [],
      approverUsergroups: [],
      approvalAbove: undefined,
      publicUrl: 'https://teller.example',
      slack: { apiUrl: 'https://slack.com/api/', appToken: undefined },
      provider: { baseUrl: 'https://pay.example/v3/api' },
      ipn: { method: 'GET' },
    });
  });

  it.each(['https://pay.example/v3/api/Auth/RequestToken', 'https://pay.example/v3/api/auth'])(
    'a base URL that goes on into the service’s own paths is refused: %s',
    (url) => {
      expect(faultsOf({ ...ENOUGH, PROVIDER_BASE_URL: url })).toContain(
        'PROVIDER_BASE_URL: must end before /Auth, such as https://pay.example.com/api',
      );
    },
  );

  it('METRICS_TOKEN is taken as it is when nobody can guess it, and is else refused without being repeated', () => {
    expect(readConfig(ENOUGH).metricsToken).toBeUndefined();
    expect(readConfig({ ...ENOUGH, METRICS_TOKEN: 'aB3-._~+/=aB3-._' }).metricsToken).toBe(
      'aB3-._~+/=aB3-._',
    );
    for (const token of ['too-short', 'with a blank in it, though long', 'x'.repeat(257)]) {
      const faults = faultsOf({ ...ENOUGH, METRICS_TOKEN: token });
      expect(faults).toContain('METRICS_TOKEN: must be 16 to 256 letters, digits or');
      expect(faults).not.toContain(token);
    }
  });

  it('days begin in East Africa, or in the time zone that is set', () => {
    expect(readConfig(ENOUGH).timeZone).toBe('Africa/Nairobi');
    for (const zone of ['Africa/Kampala', 'Europe/London', 'UTC', 'America/Argentina/Buenos_Aires'])
      expect(readConfig({ ...ENOUGH, TIME_ZONE: zone }).timeZone).toBe(zone);
  });

  it.each([
    'BST',
    'EST',
    'eat',
    'Nairobi',
    'Africa/Nairob',
    '+03:00',
    'UTC+3',
    'GMT+3',
    '3',
    'Africa/Nairobi!',
  ])('TIME_ZONE "%s" is refused with what it should look like', (zone) => {
    expect(faultsOf({ ...ENOUGH, TIME_ZONE: zone })).toContain(
      'TIME_ZONE: must be the name of a time zone, such as Africa/Nairobi',
    );
  });

  it.each(['https://teller.test/?shop=1', 'https://teller.test/#x', 'https://teller.test/a?'])(
    'an address such as %s is refused, because paths are put after it',
    (url) => {
      for (const name of ['PUBLIC_URL', 'PROVIDER_BASE_URL', 'SLACK_API_URL'])
        expect(faultsOf({ ...ENOUGH, [name]: url })).toContain(
          `${name}: can’t contain ? or #, because Teller adds paths to it`,
        );
    },
  );

  it.each(['data/teller.sqlite', 'sqllite:data/teller.sqlite', 'postgres://user:hunter2@db'])(
    'STORE_URL "%s" is refused with what it should look like',
    (url) => {
      expect(faultsOf({ ...ENOUGH, STORE_URL: url })).toMatch(
        /STORE_URL: must start with sqlite:, redis:\/\/ or rediss:\/\/, such as sqlite:data\/teller\.sqlite$/m,
      );
    },
  );

  it('the largest amounts of methods are the networks’ own, except those that are set', () => {
    expect(readConfig(ENOUGH).methodLimits).toEqual({
      MpesaKE: '250000',
      AirtelKE: '250000',
      AirtelUG: '5000000',
    });
    const set = readConfig({ ...ENOUGH, METHOD_LIMITS: 'MpesaKE 150,000.50 , AirtelUG 7000000' });
    expect(set.methodLimits).toEqual({ MpesaKE: '150000.5', AirtelKE: '250000', AirtelUG: '7000000' });
  });

  it.each([
    'MpesaKE',
    'MpesaKE 0',
    'MpesaKE -5',
    'MpesaKE 1e6',
    'Mpesa 5',
    'MpesaKE 5 6',
    'AirtelUG 0.5',
    'MpesaKE 5, AirtelKE 5, MpesaKE 6',
    ',',
  ])('METHOD_LIMITS "%s" is refused with what it should look like', (limits) => {
    const faults = faultsOf({ ...ENOUGH, METHOD_LIMITS: limits });
    expect(faults).toContain('METHOD_LIMITS: ');
    expect(faults).toContain('such as MpesaKE 250000. List each method once');
  });

  it.each(['ALLOWED_USERGROUPS', 'APPROVER_USERGROUPS'])('%s names user groups and people', (name) => {
    const config = readConfig({ ...ENOUGH, [name]: ' S0123ABC, U0456DEF,W0789,' });
    const named = name === 'ALLOWED_USERGROUPS' ? config.allowedUsergroups : config.approverUsergroups;
    expect(named).toEqual(['S0123ABC', 'U0456DEF', 'W0789']);
    for (const wrong of [
      'sales',
      '@amina',
      's0123',
      'C0123ABC',
      'S0123ABC U0456DEF',
      'S0123ABC; U0456DEF',
      ',',
    ])
      expect(faultsOf({ ...ENOUGH, [name]: wrong })).toContain(
        `${name}: must be ids of user groups or people with commas between them, such as S0123ABC, U0123ABC`,
      );
  });

  it.each([
    ['KES 50000, UGX 1500000', ['KES 50000', 'UGX 1500000']],
    ['KES 50,000,UGX 1,500,000', ['KES 50000', 'UGX 1500000']],
    ['  kes   50 000.50 ', ['KES 50000.5']],
    ['KES 0', ['KES 0']],
  ])('APPROVAL_ABOVE "%s" is an amount for each currency', (text, limits) => {
    const { approvalAbove = [] } = readConfig({
      ...ENOUGH,
      APPROVER_USERGROUPS: 'U1',
      APPROVAL_ABOVE: text,
    });
    expect(approvalAbove.map(({ currency, amount }) => `${currency} ${amount}`)).toEqual(limits);
  });

  it.each([
    'KES',
    '50000',
    'KES -5',
    'KES 1e6',
    'XXX 5',
    'KES 5 6',
    'UGX 0.5',
    'KES 5, KES 6',
    'KES 5;UGX 6',
    ',',
  ])('APPROVAL_ABOVE "%s" is refused with what it should look like', (text) => {
    const faults = faultsOf({ ...ENOUGH, APPROVER_USERGROUPS: 'U1', APPROVAL_ABOVE: text });
    expect(faults).toContain('APPROVAL_ABOVE: entry ');
    expect(faults).toContain('must be a currency and an amount, such as KES 50000. List each currency once');
  });

  it('APPROVAL_ABOVE without approvers is refused, because nobody could approve', () => {
    expect(faultsOf({ ...ENOUGH, APPROVAL_ABOVE: 'KES 50000' })).toContain(
      'APPROVAL_ABOVE: needs APPROVER_USERGROUPS',
    );
    expect(faultsOf({ ...ENOUGH, APPROVAL_ABOVE: 'KES 50000', APPROVER_USERGROUPS: '!' })).not.toContain(
      'needs APPROVER_USERGROUPS',
    );
  });

  it.each([
    ['METHOD_LIMITS', 'MpesaKE 5, xoxb-hunter2', 'entry 2 must be a method and its largest amount'],
    ['APPROVAL_ABOVE', 'KES 5, xoxb-hunter2', 'entry 2 must be a currency and an amount'],
    ['APPROVER_USERGROUPS', 'U1, xoxb-hunter2', 'must be ids of user groups or people'],
  ])('a secret in the wrong line is not repeated: %s', (name, text, fault) => {
    const faults = faultsOf({ ...ENOUGH, APPROVER_USERGROUPS: 'U1', [name]: text });
    expect(faults).toContain(`${name}: ${fault}`);
    expect(faults).not.toContain('hunter2');
  });

  it('the error names every missing setting at once', () => {
    const faults = faultsOf({});
    for (const name of Object.keys(ENOUGH)) expect(faults).toContain(`${name}: is missing`);
  });

  it('the error names every wrong setting beside the missing ones, and shows no secret', () => {
    const faults = faultsOf({
      SLACK_BOT_TOKEN: 'xoxp-very-secret',
      PROVIDER_BASE_URL: 'pay.example',
      PORT: '70000',
      STORE_URL: 'postgres://user:hunter2@db',
      ALLOWED_USERGROUPS: 'sales',
      APPROVER_USERGROUPS: '@amina',
      APPROVAL_ABOVE: 'a lot',
      DEFAULT_CURRENCY: 'XXX',
      PROVIDER_BRANCH: 'b'.repeat(31),
      IPN_METHOD: 'PUT',
      IPN_KEY: 'short',
      RETENTION_DAYS: '30',
      LOG_LEVEL: 'loud',
    });
    for (const name of [
      'SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET', 'PROVIDER_BASE_URL', 'PROVIDER_CONSUMER_KEY', 'PORT', 'STORE_URL',
      'ALLOWED_USERGROUPS', 'APPROVER_USERGROUPS', 'APPROVAL_ABOVE', 'DEFAULT_CURRENCY', 'PROVIDER_BRANCH', 'IPN_METHOD',
      'IPN_KEY', 'RETENTION_DAYS', 'LOG_LEVEL', 'PUBLIC_URL',
    ]) expect(faults, name).toContain(`  ${name}: `); // biome-ignore format: a list of names
    expect(faults).not.toMatch(/very-secret|hunter2/);
  });

  it('Socket Mode needs no signing secret', () => {
    const { SLACK_SIGNING_SECRET: _, ...socket } = ENOUGH;
    expect(readConfig({ ...socket, SLACK_APP_TOKEN: 'xapp-1' }).slack.appToken).toBe('xapp-1');
    expect(faultsOf(socket)).toContain('SLACK_SIGNING_SECRET: is missing');
  });

  it('a currency and the method of notifications may be in lower case', () => {
    const config = readConfig({ ...ENOUGH, DEFAULT_CURRENCY: 'ugx', IPN_METHOD: 'post' });
    expect(config).toMatchObject({ defaultCurrency: 'UGX', ipn: { method: 'POST' } });
  });

  it('an empty value counts as not set', () => {
    expect(readConfig({ ...ENOUGH, PORT: '', MERCHANT_NAME: ' ' })).toMatchObject({
      port: 3000,
      merchantName: 'Teller',
    });
  });

  it('the password of Redis is a secret, which no log line and no answer of the doctor has', () => {
    const secretsWith = (STORE_URL: string) => secretsOf(readConfig({ ...ENOUGH, STORE_URL }));
    expect(secretsWith('redis://:p%40ssword1@store:6379')).toContain('p@ssword1');
    expect(secretsWith('redis://store:6379')).toEqual(secretsWith('sqlite:data/teller.sqlite'));
  });

  it('the derived notification key is the same on every start, and different for another secret', () => {
    const key = readConfig(ENOUGH).ipn.key;
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(readConfig(ENOUGH).ipn.key).toBe(key);
    expect(readConfig({ ...ENOUGH, PROVIDER_CONSUMER_SECRET: 'other' }).ipn.key).not.toBe(key);
    expect(key).not.toContain('secret');
  });
});
