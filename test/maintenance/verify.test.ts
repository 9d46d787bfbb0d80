// `npm run store -- verify`: what it says of a store, and with which exit code.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '#maintenance/verify.ts';
import { sampleDeed } from '#test/store/sample-deed.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const ROOT = join(import.meta.dirname, '../..');

async function fresh() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  for (const name of ['A-1', 'B-1']) {
    const asked = sampleDeed({ deed: 'asked', order: referenceOf(name), outcome: 'sending' });
    await subject.store.orders.insert(sampleOrder(name), {}, [asked]);
  }
  return subject;
}

async function verified({ store }: Awaited<ReturnType<typeof fresh>>, known?: Parameters<typeof verify>[2]) {
  const said: string[] = [];
  return { isGood: await verify(store, (sentence) => said.push(sentence), known), said: said.join('\n') };
}

describe('a store', () => {
  test('in which all is as it should be is good, and the end of its record is said', async () => {
    const subject = await fresh();
    const { hash } = await subject.store.audit.head();
    expect(await verified(subject)).toEqual({
      isGood: true,
      said: `Orders: 2, and every one can be read.\nAudit record: 2 lines, and the chain is whole. It ends with ${hash}.`,
    });
  });

  test('with an order that cannot be read is not good, and the order is named', async () => {
    const subject = await fresh();
    await subject.damage('B-1', '{');
    const { isGood, said } = await verified(subject);
    expect(isGood).toBe(false);
    expect(said).toContain('1 of 2 cannot be read: B-1.');
    expect(said).toContain('the chain is whole');
  });

  test('whose record was changed is not good, and the first wrong line is named', async () => {
    const subject = await fresh();
    await subject.changeLine(2, { outcome: 'paid' });
    const { isGood, said } = await verified(subject);
    expect(isGood).toBe(false);
    expect(said).toContain('line 2 was changed');
    await subject.changeLine(1, 'remove');
    expect((await verified(subject)).said).toContain('line 1 is missing');
  });

  test('is compared with the end of a file that somebody kept', async () => {
    const subject = await fresh();
    const { count, hash } = await subject.store.audit.head();
    await subject.store.audit.append([sampleDeed()]);
    expect(await verified(subject, { seq: count, hash })).toMatchObject({
      isGood: true,
      said: expect.stringContaining('Line 2 is the one that you named'),
    });
    expect(await verified(subject, { seq: 1, hash })).toMatchObject({
      isGood: false,
      said: expect.stringContaining('Line 1 is not the one that you named'),
    });
    expect(await verified(subject, { seq: 9, hash })).toMatchObject({ isGood: false });
  });
});

describe('npm run store -- verify', () => {
  async function run(...args: string[]) {
    const env = { ...process.env, STORE_URL: '' };
    const main = join(ROOT, 'src/maintenance/main.ts');
    return promisify(execFile)(process.execPath, [main, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    );
  }

  test('exits with 0 beside a store that is in use, and with 1 once a line is wrong', async () => {
    const subject = await fresh();
    const url = `sqlite:${subject.file}`;
    expect(await run('verify', url)).toMatchObject({ code: 0, said: expect.stringContaining('2 lines') });
    await subject.changeLine(1, { outcome: 'paid' });
    expect(await run('verify', url)).toMatchObject({
      code: 1,
      said: expect.stringContaining('line 1 was changed'),
    });
  });

  test('says how it is used, and makes no store where there is none', async () => {
    const { file } = await fresh();
    const wrong = [
      [],
      ['remove'],
      ['toString'],
      ['verify', `sqlite:${file}`, '3'],
      ['verify', `sqlite:${file}`, '0', 'ab'],
    ];
    for (const args of wrong)
      expect(await run(...args)).toMatchObject({
        code: 2,
        said: expect.stringContaining('Use: npm run store'),
      });
    for (let tries = 0; tries < 2; tries += 1)
      expect(await run('verify', `sqlite:${file}-none`)).toEqual({
        code: 1,
        said: `There is no store at ${file}-none. Check the address.\n`,
      });
    expect(await run('verify', 'ftp://somewhere')).toMatchObject({
      code: 1,
      said: expect.stringContaining('of no known kind'),
    });
  });

  test('answers one line of JSON where a program asks for it', async () => {
    const subject = await fresh();
    const { code, said } = await run('--json', 'verify', `sqlite:${subject.file}`);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      command: 'verify',
      isGood: true,
      said: [expect.stringContaining('Orders: 2'), expect.stringContaining('2 lines')],
    });
    const wrong = await run('verify', '--json', 'ftp://somewhere');
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.said)).toMatchObject({ isGood: false, said: [expect.stringContaining('kind')] });
    const misused = await run('--json');
    expect(misused.code).toBe(2);
    expect(JSON.parse(misused.said)).toMatchObject({ said: [expect.stringContaining('Use: npm run')] });
  });

  test('says that a server cannot be reached', async () => {
    const { code, said } = await run('verify', 'redis://127.0.0.1:1');
    expect(code).toBe(1);
    expect(said).toContain('Redis cannot be reached');
    expect(said).not.toContain('    at ');
  });
});
