// `npm run doctor`: looks at everything that Teller needs before it is started, or while it runs, and says what is good, what is
// not, and what to do. Changes nothing. Exits with 1 when something is wrong, with 2 when it is called in another way.
import { examine } from './examine.ts';
import { tableOf } from './table.ts';

const words = process.argv.slice(2);

if (words.some((word) => word !== '--json')) {
  console.error('Usage: npm run doctor [-- --json]');
  process.exit(2);
}
// Limits and pauses of the checks do not keep the process alive, and a check whose connection is gone has nothing else.
setInterval(() => {}, 60_000);
const findings = await examine(process.env);
const isGood = findings.every(({ status }) => status !== 'wrong');
console.log(
  words.length > 0 ? JSON.stringify({ isGood, findings }) : tableOf(findings, process.stdout.columns ?? 80),
);
// What is still open belongs to checks that were given up.
process.exit(isGood ? 0 : 1);
