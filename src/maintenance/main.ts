// `npm run store -- …`: looks after a store without starting Teller. Here is the table of its commands; each has a file of its own.
import { storeUrlOf } from '#config.ts';
import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { copyCommand } from './copy.ts';
import { forgetCommand } from './forget.ts';
import { runCommand } from './run-command.ts';
import { verifyCommand } from './verify.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  copy: copyCommand,
  forget: forgetCommand,
  verify: verifyCommand,
};

process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), {
  storeUrl: storeUrlOf(process.env),
  out: (line) => console.log(line),
  error: (line) => console.error(line),
});
