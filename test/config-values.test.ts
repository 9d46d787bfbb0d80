// Settings as people and other programs write them.
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#config.ts';

const ENOUGH = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shh',
  PROVIDER_BASE_URL: 'https://pay.example/v3/api/',
  PROVIDER_CONSUMER_KEY: 'key',
  PROVIDER_CONSUMER_SECRET: 'secret-value',
  PUBLIC_URL: 'https://teller.example/',
};

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe.each(['PUBLIC_URL', 'PROVIDER_BASE_URL', 'SLACK_API_URL'])('%s', (name) => {
  it.each([
    'https://amina:hunter2@host.example',
    'https://amina@host.example',
    'http://:hunter2@host.example/api',
  ])('is refused with a user or password in it, which is not repeated: %s', (url) => {
    expect(faultsOf({ ...ENOUGH, [name]: url })).toEqual([
      `${name}: must have no user and no password in it`,
    ]);
  });

  it('may have an @ in its path', () => {
    expect(faultsOf({ ...ENOUGH, [name]: 'https://host.example/@amina/api' })).toEqual([]);
  });
});
