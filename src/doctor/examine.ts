// Looks at everything that Teller needs, all at once, and changes nothing.

import { createServer } from 'node:http';
import { type Config, ConfigError, readConfig, secretsOf } from '#config.ts';
import { type Clock, systemClock, withTimeout } from '#lib/clock.ts';
import { type Diagnosis, good, warning, wrong, wrongAsSaid } from '#lib/diagnosis.ts';
import { isTaken, listen } from '#web/listen.ts';
import { inspectClock } from './machine-clock.ts';
import { inspectProvider } from './provider.ts';
import { inspectSlack, inspectSocketMode } from './slack.ts';
import { inspectStore } from './store.ts';
import { as, CHECKS, type Checked, isHere, tellerAt } from './teller-at.ts';

/** Every check has shorter limits of its own; this one is for what they do not cover. */
const LIMIT_MS = 20_000;

/** Each check's lines, in the order of the table. With wrong settings there is nothing else to look at. Never rejects. */
export async function examine(
  env: Parameters<typeof readConfig>[0],
  clock: Clock = systemClock,
): Promise<Checked[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const last = error.faults.length - 1;
    const diagnoses = error.faults.map((fault, index): Diagnosis => {
      return { status: 'wrong', found: `${fault}.`, ...(index === last ? { next: CORRECT } : {}) };
    });
    return as('Settings', diagnoses);
  }
  const { slack, provider } = config;
  const port = inspectPort(config.port);
  const checks: readonly (readonly [Checked['check'], () => Promise<readonly (Checked | Diagnosis)[]>])[] = [
    ['Settings', async () => [good('All settings are valid.')]],
    ['Slack token', () => inspectSlack(config)],
    ['Socket Mode', () => inspectSocketMode(config)],
    ['Pesapal', () => inspectProvider(config, clock)],
    // Afterwards, so that nobody but Teller can answer at that address.
    ['Public address', () => port.then(() => inspectPublicAddress(config.publicUrl))],
    ['Clock', () => inspectClock([`${slack.apiUrl}api.test`, provider.baseUrl], clock)],
    ['Port', () => port],
    ['Store', () => inspectStore(config.storeUrl)],
  ];
  const found = await Promise.all(checks.map(([check, inspect]) => inTime(check, inspect)));
  return found
    .flat()
    .sort((one, other) => CHECKS.indexOf(one.check) - CHECKS.indexOf(other.check))
    .map((one) => withoutSecrets(one, secretsOf(config)));
}

const CORRECT =
  'Correct them in .env (a copy of .env.example) or in the environment; see docs/operations.md (Settings). Then run this again to check the rest.';

async function inTime(
  check: Checked['check'],
  inspect: () => Promise<readonly (Checked | Diagnosis)[]>,
): Promise<Checked[]> {
  const late = [wrong(`The check didn’t finish in ${LIMIT_MS / 1_000} seconds.`, 'Try again.')];
  try {
    const found = await withTimeout(systemClock, LIMIT_MS, inspect(), late);
    return found.map((one) => ({ check, ...one }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return as(check, [wrong(`The check failed: ${reason}.`, 'Report it with this line.')]);
  }
}

/** No sentence has a secret in it; this is for what others put into theirs. */
function withoutSecrets(checked: Checked, secrets: readonly string[]): Checked {
  const hide = (text: string) =>
    secrets
      .filter((secret) => secret.length >= 6)
      .reduce((clean, secret) => clean.replaceAll(secret, '[hidden]'), text);
  const { next } = checked;
  return { ...checked, found: hide(checked.found), ...(next === undefined ? {} : { next: hide(next) }) };
}

/** Listens for the moment of the check where the port is free. */
async function inspectPort(port: number): Promise<Diagnosis[]> {
  const server = createServer((_, response) => void response.writeHead(503).end());
  try {
    const got = await listen(server, port);
    return [good(`Port ${got} is free.`)];
  } catch (error) {
    if (isTaken(error) && (await tellerAt(`http://127.0.0.1:${port}`)).status === 'teller')
      return [good(`Teller is running on port ${port}.`)];
    return [wrongAsSaid(error instanceof Error ? error.message : String(error))];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** From inside nothing about it is certain, so nothing is wrong: at most a warning. */
async function inspectPublicAddress(publicUrl: string): Promise<Diagnosis[]> {
  return [await answerAt(publicUrl), ...formOf(publicUrl)];
}

async function answerAt(publicUrl: string): Promise<Diagnosis> {
  const answer = await tellerAt(publicUrl);
  if (answer.status === 'teller') return good(`Teller answers at ${publicUrl}.`);
  if (answer.status === 'unreachable')
    return warning(
      `${publicUrl} can’t be reached from here: ${answer.why}. It may still work from outside.`,
      `Start Teller, then open ${publicUrl}/healthz from another network.`,
    );
  return warning(
    `Something other than Teller answers at ${publicUrl}: ${answer.what}.`,
    'Start Teller if it isn’t running, and point the address to its port.',
  );
}

function formOf(publicUrl: string): Diagnosis[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (isHere(hostname))
    return [
      warning(
        `${hostname} is an address of this machine or its network.`,
        'Set PUBLIC_URL to one that Pesapal and customers can reach.',
      ),
    ];
  if (protocol === 'https:') return [];
  return [
    warning(
      'PUBLIC_URL starts with http://.',
      'Use https:// so nobody can read notifications and receipts in transit.',
    ),
  ];
}
