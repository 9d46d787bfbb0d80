// What reading settings rejects them with, for tests of settings.
import { ConfigError, readConfig } from '#config.ts';

/** Nothing but what has no default. */
export const ENOUGH = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shh',
  PROVIDER_BASE_URL: 'https://pay.example/v3/api/',
  PROVIDER_CONSUMER_KEY: 'key',
  PROVIDER_CONSUMER_SECRET: 'secret-value',
  PUBLIC_URL: 'https://teller.example/',
};

/** Undefined when they are right. */
export function configErrorOf(env: Record<string, string>): ConfigError | undefined {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  return undefined;
}
