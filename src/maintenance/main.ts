// `npm run store -- …`: looks after a store without starting Teller, which may run meanwhile. Exits with 1 when something is
// wrong.
import { existsSync } from 'node:fs';
import { DEFAULT_STORE_URL } from '#config.ts';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { type KnownLine, verify } from './verify.ts';

const USAGE = `Use: npm run store -- verify [<store> [<number> <hash>]]
  <store>: its address as in STORE_URL, which is meant without it.
  <number> <hash>: the last line of a file of /pay report audit, to be compared.`;

const say = (sentence: string) => console.log(sentence);

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  // The address, the server or the file: the message says what to do, so no stack is shown.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run([
  command,
  url = process.env['STORE_URL'] || DEFAULT_STORE_URL,
  seq,
  hash,
]: readonly string[]): Promise<boolean> {
  const known = knownLine(seq, hash);
  if (command !== 'verify' || known === 'wrong') throw new Error(USAGE);
  checkFile(url);
  const store = await openStore(url, { clock: systemClock });
  try {
    return await verify(store, say, known);
  } finally {
    await store.close();
  }
}

function knownLine(seq: string | undefined, hash: string | undefined): KnownLine | undefined | 'wrong' {
  if (seq === undefined) return undefined;
  const isLine = /^[1-9]\d*$/.test(seq) && hash !== undefined && /^[0-9a-f]{64}$/.test(hash);
  return isLine ? { seq: Number(seq), hash } : 'wrong';
}

/** Opening would make a new file, in which all is as it should be. */
function checkFile(url: string): void {
  const file = /^sqlite:(.+)$/i.exec(url)?.[1];
  if (file !== undefined && !existsSync(file))
    throw new Error(`There is no store at ${file}. Check the address.`);
}
