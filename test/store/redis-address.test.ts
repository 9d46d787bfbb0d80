// Addresses of Redis: what they mean, and that what is wrong with one is told without repeating it.
import { describe, expect, test } from 'vitest';
import { readRedisAddress } from '#store/redis/address.ts';

const PLAIN = {
  host: 'cache',
  port: 6379,
  tls: false,
  username: undefined,
  password: undefined,
  database: 0,
  cluster: false,
  namespace: undefined,
  replicas: 0,
};

describe('an address of Redis', () => {
  test.each([
    ['redis://cache', {}],
    ['redis://cache/', {}],
    ['REDIS://cache:6380/3', { port: 6380, database: 3 }],
    ['rediss://cache', { tls: true }],
    ['redis://:p%40ss%2Fword@cache', { password: 'p@ss/word' }],
    ['redis://teller:secret@cache:1', { username: 'teller', password: 'secret', port: 1 }],
    ['redis://cache?cluster=true', { cluster: true }],
    ['rediss://cache/0?cluster=true', { cluster: true, tls: true }],
    ['redis://cache/1?cluster=false', { database: 1 }],
    ['redis://cache?namespace=shop-2', { namespace: 'shop-2' }],
    ['redis://cache/?namespace=B&cluster=true', { namespace: 'B', cluster: true }],
    ['redis://cache?replicas=2', { replicas: 2 }],
    ['redis://[::1]:6380', { host: '::1', port: 6380 }],
  ])('%s is understood', (text, meant) => {
    expect(readRedisAddress(text)).toEqual({ ...PLAIN, ...meant });
  });

  test.each([
    'redis://',
    'redis://:hunter2@',
    'redis://:hunter2@cache:port',
    'redis://:hunter2@cache:99999',
    'redis://:hunt#er2@cache',
    'redis://:hunt/er2@cache',
    'redis://:hunter2%@cache',
    'redis://:hunter2@cache/one',
    'redis://:hunter2@cache/9999999999',
    'redis://:hunter2@cache/0/1',
    'redis://:hunter2@cache?database=1',
    'redis://:hunter2@cache?toString=yes',
    'redis://:hunter2@cache?cluster=yes',
    'redis://:hunter2@cache?namespace=',
    'redis://:hunter2@cache?replicas=',
    'redis://:hunter2@cache?replicas=all',
    'redis://:hunter2@cache?namespace={er2}',
    'redis://:hunter2@cache#0',
    'redis://:hunter2@cache/1?cluster=true',
  ])('%s is refused in a sentence that gives nothing away', (text) => {
    let thrown: unknown;
    try {
      readRedisAddress(text);
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof Error)) throw new Error('it was accepted');
    expect(thrown.message).toContain('redis://user:password@host:6379/0');
    expect(thrown.cause).toBeUndefined();
    expect(`${thrown.message} ${thrown.stack}`).not.toMatch(/hunt|er2|cache/);
  });
});
