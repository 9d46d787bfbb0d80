// What an agent does with a file of many rows, and what people read of it.
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

export const THREE_ROWS = [
  'phone,amount,description,name',
  '0712345678,1500,Flour,Jane Wanjiru',
  '0722000001,250,Sugar,Brian Otieno',
  '0733000002,99,Salt,Asha',
].join('\n');

/** Types `/pay bulk`, chooses the file, and waits until it has been checked. */
export async function checkFile(
  rig: Rig,
  content: string | Buffer,
  values: Record<string, Typed> = {},
  person = rig.agent,
): Promise<string> {
  await person.command(rig.slack.channels.sales, '/pay', 'bulk');
  await until(() => rig.readModal(person).includes('== bulk =='));
  return chooseFile(rig, content, values, person);
}

/** In the form that is open. Resolves with what it says then. */
export async function chooseFile(
  rig: Rig,
  content: string | Buffer,
  values: Record<string, Typed> = {},
  person = rig.agent,
): Promise<string> {
  const id = person.upload({ name: 'customers.csv', content });
  const before = rig.slack.modal(person.id)?.hash;
  await person.submit({ [fileFieldOf(rig, person.id)]: [id], ...values });
  await until(
    () => rig.slack.modal(person.id)?.hash !== before && !rig.readModal(person).includes(SAYS.checkingFile),
  );
  return rig.readModal(person);
}

/** It has a new name after each file that was wrong. */
function fileFieldOf(rig: Rig, personId: string): string {
  const blocks = rig.slack.modal(personId)?.blocks ?? [];
  return blocks.map(({ block_id }) => String(block_id)).find((id) => /^file\b/.test(id)) ?? 'file';
}

/** Confirms what the form shows. */
export async function confirm(
  rig: Rig,
  values: Record<string, Typed> = {},
  person = rig.agent,
): Promise<void> {
  await person.submit(values);
  await until(() => rig.readModal(person).includes(SAYS.sendingBegun));
}

/** The message of the newest bulk; undefined before it is posted. */
export function bulkMessageIn(rig: Rig, channel = rig.slack.channels.sales): Message | undefined {
  return rig.slack
    .messages(channel)
    .filter(({ metadata }) => metadata?.event_payload['news'] === 'bulk')
    .at(-1);
}

export function readBulk(rig: Rig): string {
  const message = bulkMessageIn(rig);
  return message ? renderMessage(message) : '';
}

/** Lets time pass, a second or `step` at a time, until the bulk's message says `text`. */
export async function untilBulkSays(
  rig: Rig,
  text: string | RegExp,
  seconds = 120,
  step = 1,
): Promise<string> {
  for (let passed = 0; passed < seconds; passed += step) {
    if (readBulk(rig).match(text)) return readBulk(rig);
    await pass(rig, step, step);
  }
  throw new Error(`the bulk never said ${text}: ${readBulk(rig)}`);
}

/** Lets time pass until so many rows have been sent. */
export async function untilRows(rig: Rig, count: number): Promise<Message> {
  for (let passed = 0; passed < 60 && cardsOf(rig).length < count; passed += 1) {
    rig.clock.advance(1_000);
    await rig.idle();
  }
  const message = bulkMessageIn(rig);
  if (!message || cardsOf(rig).length < count) throw new Error('the rows were not sent');
  await until(() => rig.provider.orders().length >= count);
  return message;
}

/** Sends a file, and does `act` before the provider has answered for the first row: no other row is sent before that. */
export async function sendFirstRow(rig: Rig, content: string, act: () => void): Promise<Message> {
  const acted = Promise.withResolvers<void>();
  rig.provider.faults.slow(acted.promise, { operation: 'push', times: 1, afterWork: true });
  await checkFile(rig, content);
  await confirm(rig);
  await until(() => rig.provider.requestsTo('push').length === 1);
  act();
  acted.resolve();
  return untilRows(rig, 1);
}

/** Lets seconds pass, so many at a time. */
export async function pass(rig: Rig, seconds: number, step = 1): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    rig.clock.advance(step * 1_000);
    await rig.idle();
  }
}

/** The same where more time would change something: on a slow machine the clock also moves on by itself. */
export async function passAtMost(rig: Rig, seconds: number): Promise<void> {
  const end = rig.clock.now() + seconds * 1_000;
  while (rig.clock.now() < end) await pass(rig, 1);
}

/** A file of so many prompts. */
export function manyRows(count: number): string {
  const rows = Array.from(
    { length: count },
    // A number that ends in five zeros wants a tick, so the first row has another one.
    (_, row) => `07220${String(row || 100).padStart(5, '0')},${100 + row},Flour`,
  );
  return ['phone,amount,description', ...rows].join('\n');
}

/** The orders' cards, oldest first: those in the thread of a bulk, and those in the channel. */
export function cardsOf(rig: Rig): Message[] {
  return rig.slack
    .history(rig.slack.channels.sales)
    .filter(({ metadata }) => metadata?.event_payload['news'] === 'card');
}

/** The text of the file with the results; undefined before it is there. */
export function resultsIn(rig: Rig): string[] {
  const message = bulkMessageIn(rig);
  if (!message) return [];
  return rig.slack
    .thread(message.channel, message.ts)
    .flatMap(({ files = [] }) => files)
    .map(
      ({ id }) =>
        rig.slack
          .files()
          .find((file) => file.id === id)
          ?.content?.toString() ?? '',
    );
}

/** Of the orders that have a card, oldest first. */
export function referencesOf(rig: Rig): string[] {
  return cardsOf(rig).map(({ metadata }) => String(metadata?.event_payload['reference']));
}
