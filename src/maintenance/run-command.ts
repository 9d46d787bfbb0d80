// Runs one command of `npm run store`: finds it by its name, shows what it says as sentences or, with --json, as one line of
// JSON, and makes its exit code.
import { type Command, type Outcome, WrongUse } from './command.ts';

/** All is well; something is wrong, or could not be done; called in another way than the usage says. */
type ExitCode = 0 | 1 | 2;

export type Output = { out(line: string): void; error(line: string): void };

/** `argv` without program and script. Never rejects. */
export async function runCommand(
  commands: Readonly<Record<string, Command>>,
  argv: readonly string[],
  { storeUrl, out, error }: Output & { storeUrl: string },
): Promise<ExitCode> {
  const isJson = argv.includes('--json');
  const [name = '', ...words] = argv.filter((word) => word !== '--json');
  const said: string[] = [];

  function end({ isGood, facts }: Outcome, code: ExitCode): ExitCode {
    if (isJson) out(JSON.stringify({ command: name, isGood, said, ...facts }));
    return code;
  }
  const say = (sentence: string) => (isJson ? void said.push(sentence) : out(sentence));

  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    // A store or a file of such a name is not meant: with --help, backup would have written a file.
    const isUnknown = (word: string) => word.startsWith('-') && !command?.options?.includes(word);
    if (!command || words.some(isUnknown)) throw new WrongUse();
    const outcome = await command.run(words, { storeUrl, say, progress: error });
    return end(outcome, outcome.isGood ? 0 : 1);
  } catch (thrown) {
    const isWrongUse = thrown instanceof WrongUse;
    // The address, the server or the file: the message says what to do, so no stack is shown.
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const sentence = isWrongUse ? usageOf(commands) : message;
    if (isJson) said.push(sentence);
    else error(sentence);
    return end({ isGood: false }, isWrongUse ? 2 : 1);
  }
}

function usageOf(commands: Readonly<Record<string, Command>>): string {
  return [
    'Usage: npm run store -- <command>',
    ...Object.values(commands).flatMap(({ usage: [how = '', ...lines] }) => [
      `  ${how}`,
      ...lines.map((line) => `      ${line}`),
    ]),
    '  A <store> is an address as in STORE_URL. --json prints one line of JSON.',
    '  Exit codes: 0 success, 1 a fault was found or the command failed, 2 wrong usage.',
  ].join('\n');
}
