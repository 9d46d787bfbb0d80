// `npm run store -- …`: looks after a store without starting Teller. What a command says is shown as sentences or, with --json, as
// one line of JSON.
import { storeUrlOf } from '#config.ts';
import { backup } from './backup.ts';
import { type Io, type Outcome, WrongUse } from './command.ts';
import { copy } from './copy.ts';
import { forget } from './forget.ts';
import { verify } from './verify.ts';

const COMMANDS = new Map(Object.entries({ backup, copy, forget, verify }));
const USAGE = `Usage: npm run store -- <command>
  backup <file> [<store>]
      Copies a store (STORE_URL by default) to a new file that only you can read. SQLite stores can be in use.
      To restore it, set STORE_URL to sqlite:<file>.
  copy <from> <to>
      Moves everything to another, empty store. Stop Teller first. <from> is then marked as moved.
      If the copy is interrupted, run it again.
  forget <phone or email> [--yes] [<store>]
      Erases a customer’s data from closed orders in a store (STORE_URL by default). Teller can keep running.
      Write the phone number with its country code. --yes skips the confirmation.
  verify [<store> [<number> <hash>]]
      Checks the orders, indexes and audit record of a store (STORE_URL by default).
      <number> <hash>: the last line of a /pay report audit file, to compare.
  A <store> is an address as in STORE_URL. --json prints one line of JSON.
  Exit codes: 0 success, 1 a fault was found or the command failed, 2 wrong usage.`;

/** Runs the command that `argv` (without program and script) names, and resolves to the exit code. Never rejects. */
export async function runCommand(
  argv: readonly string[],
  { storeUrl, out, error }: Pick<Io, 'storeUrl'> & Record<'out' | 'error', (line: string) => void>,
): Promise<0 | 1 | 2> {
  const options = argv.filter((arg) => arg.startsWith('-'));
  const [name = '', ...args] = argv.filter((arg) => !arg.startsWith('-'));
  const isJson = options.includes('--json');
  const said: string[] = [];
  const say = isJson ? (sentence: string) => void said.push(sentence) : out;
  let outcome: Outcome = { isGood: false };
  let code: 0 | 1 | 2 = 1;
  try {
    const run = COMMANDS.get(name);
    if (!run || options.some((option) => !['--json', '--yes'].includes(option))) throw new WrongUse();
    outcome = await run(args, { storeUrl, isConfirmed: options.includes('--yes'), say, progress: error });
    if (outcome.isGood) code = 0;
  } catch (thrown) {
    if (thrown instanceof WrongUse) code = 2;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    (isJson ? say : error)(code === 2 ? USAGE : message);
  }
  if (isJson) out(JSON.stringify({ command: name, said, ...outcome }));
  return code;
}

if (import.meta.main)
  process.exitCode = await runCommand(process.argv.slice(2), {
    storeUrl: storeUrlOf(process.env),
    out: (line) => console.log(line),
    error: (line) => console.error(line),
  });
