// `npm run store -- verify`: what it says of a store, and with which exit code.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '#maintenance/run-command.ts';
import { verify, verifyCommand } from '#maintenance/verify.ts';
import { openForReading } from '#store/open.ts';
import { sampleDeed } from '#test/store/sample-deed.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject, withRawFile } from '#test/store/sqlite-subject.ts';

const ROOT = join(import.meta.dirname, '../..');

async function fresh() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  for (const name of ['A-1', 'B-1']) {
    const asked = sampleDeed({ deed: 'asked', order: referenceOf(name), outcome: 'sending' });
    await subject.store.orders.insert(sampleOrder(name), { check: 1 }, [asked]);
  }
  return subject;
}

async function verified({ file }: { file: string }, known?: Parameters<typeof verify>[2]) {
  const said: string[] = [];
  const reader = await openForReading(`sqlite:${file}`);
  const io = { say: (sentence: string) => void said.push(sentence), progress: () => {} };
  const { isGood, facts } = await verify(reader, io, known).finally(() => reader.close());
  return { isGood, facts, said: said.join('\n') };
}

describe('a store', () => {
  test('in which all is as it should be is good, and the end of its record is said', async () => {
    const subject = await fresh();
    const { hash } = await subject.store.audit.head();
    expect(await verified(subject)).toMatchObject({
      isGood: true,
      said: `Orders: 2, and every one can be read.\nIndexes and queues: as the orders want them.\nAudit record: 2 lines, and the chain is whole. It ends with ${hash}.`,
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

  test('is read as it was at one moment, and nothing changes by it, nor is a file made beside it', async () => {
    const subject = await fresh();
    await subject.store.close();
    const folder = dirname(subject.file);
    const filesIn = () =>
      readdirSync(folder).map((name) => `${name} ${hash('sha1', readFileSync(join(folder, name)))}`);
    const before = filesIn();
    expect(await verified(subject)).toMatchObject({ isGood: true });
    expect(filesIn()).toEqual(before);
  });

  test('that was opened, written and closed meanwhile was not read as it was at one moment, which is said', async () => {
    const { store, file } = await fresh();
    await store.close();
    const reader = await openForReading(`sqlite:${file}`);
    expect(await reader.countOrders()).toBe(2);
    withRawFile(file, (raw) =>
      raw.exec("INSERT INTO notes (name, key, value) VALUES ('n', 'k', printf('%.99999c', 'x'))"),
    );
    expect(existsSync(`${file}-wal`)).toBe(false);
    await expect(reader.close()).rejects.toThrow(`The file ${file} was written to meanwhile. Try again.`);
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
  async function run(...argv: string[]) {
    const lines: string[] = [];
    const add = (line: string) => void lines.push(`${line}\n`);
    const output = { storeUrl: 'sqlite:none', out: add, error: add };
    const code = await runCommand({ verify: verifyCommand }, argv, output);
    return { code, said: lines.join('') };
  }

  test('is a script of its own that ends with the exit code', async () => {
    const { file } = await fresh();
    const main = join(ROOT, 'src/maintenance/main.ts');
    const env = { ...process.env, STORE_URL: `sqlite:${file}` };
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'verify', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ command: 'verify', isGood: true });
    const failed = promisify(execFile)(process.execPath, [main, 'verify', 'redis://127.0.0.1:1'], { env });
    const { code, stderr } = await failed.then(
      () => ({ code: 0, stderr: '' }),
      (error) => error,
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^Redis cannot be reached/) });
  });

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
      said: expect.stringContaining('must begin with sqlite:'),
    });
  });

  test('answers one line of JSON where a program asks for it', async () => {
    const subject = await fresh();
    const { code, said } = await run('--json', 'verify', `sqlite:${subject.file}`);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      command: 'verify',
      isGood: true,
      said: [
        expect.stringContaining('Orders: 2'),
        expect.stringContaining('Indexes and queues'),
        expect.stringContaining('2 lines'),
      ],
      orders: 2,
      damaged: [],
      faults: [],
      record: { status: 'whole', head: { count: 2 } },
    });
    const wrong = await run('verify', '--json', 'ftp://somewhere');
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.said)).toMatchObject({
      isGood: false,
      said: [expect.stringContaining('must begin')],
    });
    const misused = await run('--json');
    expect(misused.code).toBe(2);
    expect(JSON.parse(misused.said)).toMatchObject({ said: [expect.stringContaining('Use: npm run')] });
  });
});
