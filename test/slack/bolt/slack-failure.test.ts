// What whoever runs Teller reads about a call to Slack that failed.
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { describeSlackFailure } from '#slack/bolt/errors.ts';
import { OrgWideInstall } from '#slack/bolt/identity.ts';

const apiUrl = 'https://slack.com/api/';
const platform = (error: string, more = {}) => new WebAPIPlatformError({ ok: false, error, ...more });
const asBot = (error: unknown) => describeSlackFailure(error, { token: 'SLACK_BOT_TOKEN', apiUrl });
const asApp = (error: unknown) => describeSlackFailure(error, { token: 'SLACK_APP_TOKEN', apiUrl });

describe('a failed call to Slack', () => {
  test.each(['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive', 'not_allowed_token_type'])(
    'with the code %s names the setting of its token and where to get another',
    (code) => {
      expect(asBot(platform(code))).toContain(`Slack rejects SLACK_BOT_TOKEN (${code}). Copy the Bot User`);
      expect(asApp(platform(code))).toContain(`Slack rejects SLACK_APP_TOKEN (${code}). Generate an app-level`);
    },
  ); // biome-ignore format: the list of codes

  test('for want of a scope names the scope and the manifest, or for the app-level token how to make it', () => {
    const missing = platform('missing_scope', { needed: 'usergroups:read', provided: 'chat:write' });
    expect(asBot(missing)).toContain('is missing the scope usergroups:read. Paste the current manifest.yml');
    expect(asApp(missing)).toContain('SLACK_APP_TOKEN is missing the scope connections:write');
  });

  test('that did not reach Slack names host and reason, and none of the address besides', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND slack.com'), { code: 'ENOTFOUND' });
    const failed = new WebAPIRequestError(new TypeError('fetch failed', { cause }));
    expect(asBot(failed)).toContain(
      'Slack at slack.com can’t be reached: its name is not known (ENOTFOUND).',
    );
  });

  test('that something else answered names SLACK_API_URL, and repeats no page', () => {
    expect(asBot(new WebAPIHTTPError(404, 'Not Found', {}, 'no'))).toMatch(
      /slack\.com answered HTTP 404.*SLACK_API_URL/,
    );
    const page = asBot(platform('<html>Sign in to the network</html>'));
    expect(page).toContain('SLACK_API_URL');
    expect(page).not.toContain('Sign in');
  });

  test('for content that Slack does not take names each fault, as objects, texts or messages, and no more than five', () => {
    const faults = [
      { pointer: '/blocks/3/text/text', code: 'too_long', message: 'must be less than 3001 characters' },
      { pointer: '/blocks/4' },
      'no more than 50 items allowed [json-pointer:/blocks]',
      { code: 7 },
      null,
    ];
    expect(asBot(platform('invalid_blocks', { errors: faults }))).toBe(
      'Slack refused Teller’s message (invalid_blocks): /blocks/3/text/text too_long must be less than 3001 characters; /blocks/4; no more than 50 items allowed [json-pointer:/blocks]. Report it with this line.',
    );
    const messages = Array.from({ length: 9 }, (_, index) => `[ERROR] fault ${index} ${'x'.repeat(900)}`);
    const long = asBot(platform('invalid_arguments', { response_metadata: { messages } })) ?? '';
    expect(long).toContain('(invalid_arguments): [ERROR] fault 0 xxx');
    expect(long).toContain('fault 4');
    expect(long).not.toContain('fault 5');
    expect(long.length).toBeLessThan(1_200);
  });

  test('with the token of a whole organisation names the setting and what to do', () => {
    expect(asBot(new OrgWideInstall())).toBe(
      'The Slack app is installed for a whole Enterprise organisation, but Teller serves one workspace. Install the app in that workspace only, set its SLACK_BOT_TOKEN, then restart Teller.',
    );
  });

  test('that has nothing to do with settings or the way there is left to its own message', () => {
    expect(asBot(platform('channel_not_found'))).toBeUndefined();
    expect(asBot(new Error('a bug'))).toBeUndefined();
    expect(asBot('text')).toBeUndefined();
  });
});
