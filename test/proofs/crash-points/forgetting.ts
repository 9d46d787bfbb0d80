// The customer of a journey's order is forgotten, begun as an approver does and again when the bot died before it had begun; and
// what must be true of it in the end.
import { readFile } from 'node:fs/promises';
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Environment } from '#test/proofs/storm/environment.ts';
import type { Evidence, Violation } from '#test/proofs/storm/evidence.ts';
import { FORGOTTEN } from '#test/proofs/storm/posts.ts';
import { closeAll } from '#test/proofs/storm/taking-orders.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const TRIES = 12;
const IDLE_MS = 30_000;
const FORM_MS = 4_000;
const PAUSE_MS = 50;
const BETWEEN_MS = 10_000;

/** What the journey's orders have of their customer, as it is written anywhere; a masked number, too. */
const PERSON = /Wanjiru|Order number|712345678|•/;

/** Returns when the order was erased, or cannot be. */
export async function forgetCustomer(
  environment: Environment,
  approver: Person,
  { channel, phone, reference }: { channel: string; phone: string; reference: string },
): Promise<void> {
  for (let tries = 0; tries < TRIES && !(await isErased(environment, reference)); tries += 1) {
    await closeAll(environment, approver);
    await approver.command(channel, '/pay', `forget ${phone}`);
    if (await isAsked(environment, approver)) await approver.submit();
    await environment.idle(IDLE_MS);
    environment.advance(BETWEEN_MS);
    await environment.idle(IDLE_MS);
  }
}

async function isErased({ store }: Environment, reference: string): Promise<boolean> {
  return (await store.orders.get(referenceOf(reference)))?.erasedAt !== undefined;
}

/** False when the form does not come: the bot is dead. */
async function isAsked({ slack }: Environment, approver: Person): Promise<boolean> {
  for (let waited = 0; waited < FORM_MS; waited += PAUSE_MS) {
    if (slack.modal(approver.id)?.callback_id === 'forget') return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

/** Nobody is left in the store, in its file or in Slack, nothing of it is still to be done, and its end was told once. */
export async function auditForgotten({ environment, posts, orders }: Evidence): Promise<Violation[]> {
  const { store, sqliteFile, redis } = environment;
  const found: string[] = [];
  for (const order of orders) {
    if (order.erasedAt === undefined) found.push('an order was never erased');
    if (order.isErasing) found.push('its messages were never redrawn');
    if (PERSON.test(JSON.stringify(order))) found.push('the store still has the customer');
  }
  for (const { news, channel, text, shown } of posts.all)
    if (PERSON.test(`${text} ${shown}`))
      found.push(`"${news}" in ${channel} still shows the customer: ${shown}`);
  const ends = posts.about(FORGOTTEN).map(({ news }) => news);
  if (ends.length === 0) found.push('nobody was told that it is done');
  if (new Set(ends).size < ends.length) found.push('one erasing was told twice');
  const left = (await store.keyValues('forgetting').get<string[]>('list')) ?? [];
  if (left.length > 0) found.push('it is still to be done');
  const files = redis ? [] : [sqliteFile, `${sqliteFile}-wal`];
  for (const file of files)
    if (/Wanjiru|Order number/.test(await readFile(file, 'latin1').catch(() => '')))
      found.push(`${file} still has the customer`);
  return found.map((what) => ({ reference: undefined, what: `forgetting: ${what}` }));
}
