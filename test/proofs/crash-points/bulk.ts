// A bulk of three prompts, begun as an agent does and again when the bot died before it had begun; and what must be true of it
// in the end, beside what is true of each of its orders.
import type { Person } from '#sandbox/slack/actions/person.ts';
import { COUNTED } from '#test/proofs/storm/audit-bulk.ts';
import type { Environment } from '#test/proofs/storm/environment.ts';
import type { Evidence, Violation } from '#test/proofs/storm/evidence.ts';
import { closeAll } from '#test/proofs/storm/taking-orders.ts';

const FILE = 'phone,amount,description\n0712345678,1500,Flour\n0722000001,250,Sugar\n0733000002,99,Salt\n';
const ROWS = 3;
const TRIES = 12;
const IDLE_MS = 30_000;
const FORM_MS = 4_000;
const PAUSE_MS = 50;
/** Longer than a row waits for a service that answers again, and than a killed process holds its lease. */
const MAX_SECONDS = 300;

/** The reference of the first row's order; undefined when it never began. */
export async function runBulk(
  environment: Environment,
  agent: Person,
  channel: string,
): Promise<string | undefined> {
  for (let tries = 0; tries < TRIES && !(await stored(environment)); tries += 1) {
    await begin(environment, agent, channel);
    await environment.idle(IDLE_MS);
  }
  for (let second = 0; second < MAX_SECONDS; second += 1) {
    const bulk = await stored(environment);
    if (!bulk) return undefined;
    if (bulk.state === 'ended') return bulk.rows[0]?.reference;
    environment.advance(1_000);
    await environment.idle(IDLE_MS);
  }
  return undefined;
}

type Stored = { readonly state: string; readonly rows: readonly { readonly reference: string }[] };

/** The bulk that has begun. */
async function stored({ store }: Environment): Promise<Stored | undefined> {
  const bulks = store.keyValues('bulks');
  for (const id of (await bulks.get<string[]>('list')) ?? []) {
    const bulk = await bulks.get<Stored>(id);
    if (bulk && bulk.state !== 'checked') return bulk;
  }
  return undefined;
}

async function begin(environment: Environment, agent: Person, channel: string): Promise<void> {
  await closeAll(environment, agent);
  await agent.command(channel, '/pay', 'bulk');
  if (!(await shows(environment, agent, 'Check file'))) return;
  const file = agent.upload({ name: 'customers.csv', content: FILE });
  await agent.submit({ file: [file] });
  if (await shows(environment, agent, 'Send all')) await agent.submit();
}

/** False when the form does not come: the bot is dead. */
async function shows({ slack }: Environment, agent: Person, submit: string): Promise<boolean> {
  for (let waited = 0; waited < FORM_MS; waited += PAUSE_MS) {
    const view = slack.modal(agent.id);
    if (view?.callback_id === 'bulk' && view.submit?.['text'] === submit) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

/** One message that counts what is so, one file, and a request for each row at most. */
export function auditBulk({ environment, posts, orders }: Evidence): Violation[] {
  const found: string[] = [];
  const { slack, provider } = environment;
  const rows = orders.filter(({ bulk }) => bulk);
  if (rows.length !== ROWS) found.push(`${rows.length} of ${ROWS} rows became orders`);
  const asked = provider.orders().map(({ msisdn }) => msisdn);
  if (new Set(asked).size !== asked.length) found.push('a row was prompted twice');
  const messages = posts.all.filter(({ news }) => news === 'bulk');
  const [message] = messages;
  // One whose upload was cut off before it was shared is seen by nobody.
  const shared = message ? slack.thread(message.channel, message.ts).flatMap((one) => one.files ?? []) : [];
  const files = slack.files().filter(({ id }) => shared.some((file) => file.id === id));
  if (messages.length !== 1) found.push(`its message was posted ${messages.length} times`);
  if (files.length !== 1) found.push(`its file was uploaded ${files.length} times`);
  const lines = String(files[0]?.content ?? '')
    .trim()
    .split('\r\n');
  if (files.length > 0 && lines.length !== ROWS + 1) found.push(`its file has ${lines.length - 1} rows`);
  for (const [words, isCounted] of Object.entries(COUNTED)) {
    const count = rows.filter(isCounted).length;
    const shown = Number(new RegExp(`(\\d+) ${words}`).exec(message?.shown ?? '')?.[1] ?? 0);
    if (shown !== count) found.push(`its message says ${shown} ${words}, and that is ${count}`);
  }
  return found.map((what) => ({ reference: undefined, what: `the bulk: ${what}` }));
}
