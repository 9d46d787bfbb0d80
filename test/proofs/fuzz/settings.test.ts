// What stands in the settings: each ends as a configuration, or as a sentence that has no secret in it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '#config.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { expectHarmless, expectQuick } from './harmless.ts';
import { textFrom } from './mutated.ts';

const SECRET = 'osGQ364R49cXKeOYSpaOnTrHs';
const GOOD: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: `xoxb-${SECRET}`,
  SLACK_SIGNING_SECRET: SECRET,
  SLACK_API_URL: 'https://slack.com/api/',
  PROVIDER_BASE_URL: 'https://pay.example.com/api',
  PROVIDER_CONSUMER_KEY: 'qkio1BGGYAXTu2JOfm7XSXNruoZsrqEW',
  PROVIDER_CONSUMER_SECRET: SECRET,
  PUBLIC_URL: 'https://teller.example.com/a/',
  PORT: '3000',
  STORE_URL: `redis://user:${SECRET}@host:6379/0?namespace=north`,
  ALLOWED_USERGROUPS: 'S0123ABC, S0456DEF',
  APPROVER_USERGROUPS: 'S0123ABC, U0456DEF',
  APPROVAL_ABOVE: 'KES 50,000, UGX 1500000',
  MERCHANT_NAME: 'Duka la Amina',
  DEFAULT_CURRENCY: 'UGX',
  METHOD_LIMITS: 'MpesaKE 250000, AirtelUG 5,000,000',
  PROVIDER_BRANCH: 'North',
  IPN_METHOD: 'POST',
  IPN_KEY: 'an-unguessable-key-1',
  LOG_LEVEL: 'debug',
};
const name = fc.constantFrom(...Object.keys(GOOD));

function read(env: Readonly<Record<string, string>>): void {
  try {
    const { publicUrl, provider, slack } = readConfig(env);
    for (const url of [publicUrl, provider.baseUrl, slack.apiUrl]) expect(URL.canParse(url)).toBe(true);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).not.toContain(SECRET);
  }
}

test('any settings are read, or refused with sentences that name no secret', async () => {
  const edits = fc.array(fc.tuple(name, textFrom(Object.values(GOOD))), { minLength: 1, maxLength: 3 });
  await expectHarmless(edits, (changes) => read({ ...GOOD, ...Object.fromEntries(changes) }));
  expectQuick((text) => read(Object.fromEntries(Object.keys(GOOD).map((one) => [one, text]))));
});

const ADDRESSES = [
  `redis://user:${SECRET}@host:6379/0`,
  `rediss://:${SECRET}@10.0.0.1/?cluster=true`,
  `redis://[::1]:6379/3?namespace=north&cluster=false`,
  `redis://user:p%40${SECRET}@redis.example.com:6380`,
];

test('any address of a store is read, or refused with a sentence that does not repeat it', async () => {
  function readAddress(address: string): void {
    try {
      const { host, port, database } = readRedisAddress(address);
      expect(host).not.toBe('');
      expect(Number.isSafeInteger(port) && Number.isSafeInteger(database)).toBe(true);
    } catch (error) {
      expect(String(error)).toMatch(/^Error: The store’s address \(STORE_URL\) [a-z]/);
      expect(String(error)).not.toContain(SECRET);
    }
  }
  await expectHarmless(textFrom(ADDRESSES), readAddress);
  expectQuick((text) => readAddress(`redis://${text}`));
  expectQuick((text) => readAddress(`redis://host/${text}`));
});
