// Settings as people and other programs write them.
import { describe, expect, it } from 'vitest';
import { readConfig, storeUrlOf } from '#config.ts';
import { configErrorOf, ENOUGH } from './config-error.ts';

const faultsOf = (env: Record<string, string>): readonly string[] => configErrorOf(env)?.faults ?? [];

describe.each(['PUBLIC_URL', 'PROVIDER_BASE_URL', 'SLACK_API_URL'])('%s', (name) => {
  it.each([
    'https://amina:hunter2@host.example',
    'https://amina@host.example',
    'http://:hunter2@host.example/api',
  ])('is refused with a user or password in it, which is not repeated: %s', (url) => {
    expect(faultsOf({ ...ENOUGH, [name]: url })).toEqual([`${name}: can’t contain a user or password`]);
  });

  it('may have an @ in its path', () => {
    expect(faultsOf({ ...ENOUGH, [name]: 'https://host.example/@amina/api' })).toEqual([]);
  });
});

describe('a value', () => {
  it.each(['"', "'"])(
    'means the same with quotes (%s) around it, which docker run --env-file hands over',
    (quote) => {
      const quoted = Object.fromEntries(
        Object.entries({ ...ENOUGH, MERCHANT_NAME: 'Duka la Amina', PORT: '8080', IPN_METHOD: '' }).map(
          ([name, value]) => [name, ` ${quote}${value}${quote} `],
        ),
      );
      expect(readConfig(quoted)).toEqual(
        readConfig({ ...ENOUGH, MERCHANT_NAME: 'Duka la Amina', PORT: '8080' }),
      );
      expect(storeUrlOf({ STORE_URL: ` ${quote}sqlite:orders.sqlite${quote} ` })).toBe(
        'sqlite:orders.sqlite',
      );
    },
  );

  it('means the same with marks around it that show nothing, as they come along when it is copied', () => {
    const marked = Object.fromEntries(
      Object.entries(ENOUGH).map(([name, value]) => [name, `\u200b\ufeff${value}\u200b\u2060`]),
    );
    expect(readConfig(marked)).toEqual(readConfig(ENOUGH));
  });

  it.each(['xoxb-123…', 'xoxb-123 456', 'xoxb-', 'xoxb-“123”'])(
    'of a token that no request can carry is refused and not repeated: %s',
    (token) => {
      expect(faultsOf({ ...ENOUGH, SLACK_BOT_TOKEN: token })).toEqual([
        'SLACK_BOT_TOKEN: must start with xoxb- and have no spaces or typographic marks, such as xoxb-12-ab',
      ]);
      expect(faultsOf({ ...ENOUGH, SLACK_APP_TOKEN: token.replace('xoxb', 'xapp') })).toEqual([
        'SLACK_APP_TOKEN: must start with xapp- and have no spaces or typographic marks, such as xapp-12-ab',
      ]);
    },
  );

  it('keeps a quote that is its own', () => {
    for (const name of ['Amina "Mama" Duka', '"Mama" Duka', '"Mama" & "Baba"', "Amina's", '"'])
      expect(readConfig({ ...ENOUGH, MERCHANT_NAME: name }).merchantName).toBe(name);
  });
});

describe('where the store is', () => {
  it.each([undefined, '', ' ', '""'])('is the usual file when STORE_URL says nothing (%j)', (value) => {
    expect(storeUrlOf({ STORE_URL: value })).toBe(readConfig(ENOUGH).storeUrl);
  });

  it.each([
    ['sqlite:', 'must name a file'],
    ['sqlite:///x', 'can’t have // before the file'],
    ['sqlite:~/teller.sqlite', 'can’t start its file with ~'],
    ['redis:', 'has no host'],
    ['redis://:hunter2@', 'has no host'],
    ['redis://:hunter2@cache/abc/def', 'has more than a database number after the host'],
    ['redis://:hunter2@cache?database=1', 'has an unknown option'],
    ['rediss://:hunter2%@cache', 'a % in its user or password'],
  ])(
    'STORE_URL "%s" is named beside the other faults, as a line that repeats nothing of it',
    (url, fault) => {
      const faults = faultsOf({ ...ENOUGH, PORT: '70000', STORE_URL: url });
      expect(faults).toEqual([
        'PORT: must be at most 65535, such as 3000',
        expect.stringMatching(/^STORE_URL: .*[^.]$/),
      ]);
      expect(faults[1]).toContain(fault);
      expect(faults[1]).not.toMatch(/hunter2|cache/);
    },
  );
});
