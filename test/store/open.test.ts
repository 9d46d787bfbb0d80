// From an address in the settings to a store, or to a sentence that helps and gives nothing away.
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openForCopy, openForReading, openStore } from '#store/open.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

async function refusal(url: string): Promise<string> {
  const error = await openStore(url, { clock: systemClock }).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error(`${url} was accepted`);
  return error.message;
}

test('a relative file is relative to the working directory, and its folders are made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'teller-open-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'not', 'there yet', 'teller.sqlite');
  const store = await openStore(`sqlite:${relative(process.cwd(), file)}`, { clock: systemClock });
  await store.orders.insert(sampleOrder('A-1'));
  await store.close();
  const again = await openStore(`sqlite:${file}`, { clock: systemClock });
  onTestFinished(() => again.close());
  expect(await again.orders.get(referenceOf('A-1'))).toMatchObject({ reference: 'A-1' });
});

/** A folder with a link to it beside it, and in it `linked.sqlite`, which leads to `teller.sqlite` by another link. */
async function linked() {
  const folder = await mkdtemp(join(tmpdir(), 'teller-open-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [data, shop] = [join(folder, 'data'), join(folder, 'shop')];
  mkdirSync(data);
  mkdirSync(join(folder, 'far', 'away'), { recursive: true });
  symlinkSync(join(folder, 'far', 'away'), shop);
  symlinkSync('../../data/between.sqlite', join(shop, 'linked.sqlite'));
  symlinkSync('teller.sqlite', join(data, 'between.sqlite'));
  return { data, file: join(data, 'teller.sqlite'), link: join(shop, 'linked.sqlite') };
}

test('a link is the file that it leads to: another process that comes by the other name finds the store in use', async () => {
  const { file, link } = await linked();
  await (await openStore(`sqlite:${file}`, { clock: systemClock })).close();
  const store = await openStore(`sqlite:${link}`, { clock: systemClock });
  onTestFinished(() => store.close());
  await store.serve();
  await expect(openForCopy(`sqlite:${file}`, { isTarget: false })).rejects.toThrow(
    `A Teller, or a copy, uses the store's file ${file}. Stop it first.`,
  );
  const reader = await openForReading(`sqlite:${link}`);
  onTestFinished(() => reader.close());
  expect(await reader.countOrders()).toBe(0);
  await store.orders.insert(sampleOrder('A-1'));
  const later = await openForReading(`sqlite:${link}`);
  onTestFinished(() => later.close());
  expect(await later.countOrders()).toBe(1);
});

test('a link to a file that is not there yet: it is made where the link leads, for its owner alone, and all that belongs to it', async () => {
  const { data, file, link } = await linked();
  const store = await openStore(`sqlite:${link}`, { clock: systemClock });
  onTestFinished(() => store.close());
  await store.serve();
  expect(readdirSync(data).sort()).toEqual([
    'between.sqlite',
    ...['', '-lock', '-lock-journal', '-shm', '-wal'].map((end) => `teller.sqlite${end}`),
  ]);
  expect(readdirSync(dirname(link))).toEqual(['linked.sqlite']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a link that leads to itself is refused with its name', async () => {
  const { data } = await linked();
  const round = join(data, 'round.sqlite');
  symlinkSync('round.sqlite', round);
  expect(await refusal(`sqlite:${round}`)).toContain(round);
});

test('a store in memory works and forgets', async () => {
  const store = await openStore('sqlite::memory:', { clock: systemClock });
  await store.orders.insert(sampleOrder('A-1'));
  await store.ping();
  expect(await store.orders.get(referenceOf('A-1'))).toMatchObject({ reference: 'A-1' });
  await store.close();
  const next = await openStore('sqlite::memory:', { clock: systemClock });
  onTestFinished(() => next.close());
  expect(await next.orders.get(referenceOf('A-1'))).toBeUndefined();
});

test.each(['redis://user:hunter2@', 'rediss://:hunter2@cache/first', 'REDIS://:hunter2@cache:port'])(
  '%s is refused with how it is written, and not repeated',
  async (url) => {
    const message = await refusal(url);
    expect(message).toContain('redis://user:password@host:6379/0');
    expect(message).not.toContain('hunter2');
  },
);

test.each(['postgres://user:hunter2@db/x', 'hunter2', '', ':hunter2', 'hunter2:x'])(
  '"%s" is refused with what is accepted, and not repeated',
  async (url) => {
    const message = await refusal(url);
    for (const accepted of ['sqlite:', 'redis://', 'rediss://']) expect(message).toContain(accepted);
    expect(message).not.toContain('hunter2');
  },
);

test('an address without a file, or with one that others read differently, is refused', async () => {
  expect(await refusal('sqlite:')).toContain('must name a file');
  expect(await refusal('sqlite://data/teller.sqlite')).toContain('without "//"');
  expect(await refusal('sqlite:///data/teller.sqlite')).toContain('without "//"');
});

test.each(['~/teller.sqlite', '~teller/teller.sqlite'])(
  'the file %s is refused, because nobody replaces the ~, and no folder of that name is made',
  async (file) => {
    const [folder = ''] = file.split('/');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    expect(await refusal(`sqlite:${file}`)).toMatch(
      /STORE_URL\) names a file that begins with "~".*write sqlite:\.\/~\//,
    );
    expect(existsSync(folder)).toBe(false);
  },
);

test('a file that cannot be made is named in the refusal', async () => {
  expect(await refusal('sqlite:/dev/null/teller.sqlite')).toContain('/dev/null/teller.sqlite');
});
