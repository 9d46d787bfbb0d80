// A Redis as version 0.1 left it: its keys written by hand, with the orders of that time.
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { createDigest, makeStoreKey } from '#store/digest.ts';
import { foundBy } from '#store/found-by.ts';
import type { Connection } from '#store/redis/connection.ts';
import { OLD_ORDERS } from './old-orders.ts';

const DUE_AT = 1_800_000_000_000;
const CLAIMED_UNTIL = DUE_AT + 60_000;

/** What waits, with the number of the next attempt. */
export type Turn = { readonly at: number; readonly attempt: number };
export type OldLayout = { readonly check: Map<string, Turn>; readonly deliver: Map<string, Turn> };

/**
 * Writes it: orders with their indexes (left over entries of cut off saves among them), turns, claims of a process that
 * was killed, intents that nobody concluded, a damaged order, key values. Answers what must wait afterwards; what the
 * intents speak of may wait from now on.
 */
export async function writeOldLayout({ ask }: Connection): Promise<OldLayout> {
  const commands: [key: string, ...command: string[]][] = [];
  const add = (name: string, key: string, ...rest: string[]) => commands.push([key, name, key, ...rest]);
  const check = new Map<string, Turn>();
  const deliver = new Map<string, Turn>();

  for (const [index, { text, order }] of OLD_ORDERS.entries()) {
    const { reference, version } = order;
    const stamp = `stamp-${index}`;
    const found = foundByThen(order);
    add(
      'HSET',
      `teller:{order:${reference}}`,
      'version',
      `${version}`,
      'stamp',
      stamp,
      'found',
      JSON.stringify(found),
      'doc',
      text,
    );
    const { trackingId, accountNumber, agent, open, createdAt, changedAt, paidAt } = found;
    for (const member of [`${reference} ${version} ${stamp}`, `${reference} ${version + 1} cut-off`]) {
      if (trackingId) add('ZADD', `teller:tracking:${trackingId}`, `${createdAt}`, member);
      if (accountNumber) add('ZADD', `teller:account:${accountNumber}`, `${createdAt}`, member);
      if (agent)
        add('ZADD', `teller:${open ? 'open' : 'recent'}:${agent}`, `${open ? createdAt : changedAt}`, member);
      if (paidAt) add('ZADD', 'teller:paid', `${paidAt}`, member);
    }
    if (open) check.set(reference, turn('look', reference, index));
    if (order.announcements.length > 0) deliver.set(reference, turn('announce', reference, index));
  }

  /** Some wait for their turn, some were claimed, and triggered meanwhile, and of some the outcome is uncertain. */
  function turn(queue: 'look' | 'announce', reference: string, index: number): Turn {
    const claim = [undefined, '1|0|token', '3|1|token', '2|0|'][index % 4];
    const at = claim?.endsWith('token') ? CLAIMED_UNTIL : DUE_AT;
    add('ZADD', `teller:{work}:due:${queue}`, `${at}`, reference);
    if (claim) add('HSET', `teller:{work}:held:${queue}`, reference, claim);
    return { at, attempt: Number(claim?.[0] ?? 0) + 1 };
  }

  const damaged = { agent: 'U1', open: true, createdAt: 1, changedAt: 1 };
  add(
    'HSET',
    'teller:{order:BAD-1}',
    'version',
    '3',
    'stamp',
    's',
    'found',
    JSON.stringify(damaged),
    'doc',
    '{"shape":1,"ver',
  );
  add('ZADD', 'teller:{work}:due:look', `${DUE_AT}`, 'BAD-1');
  check.set('BAD-1', { at: DUE_AT, attempt: 1 });
  add('HSET', 'teller:{order:BAD-2}', 'doc', '{"shape":1,"ver');
  for (const reference of [INTENDED, 'NEVER-1']) {
    const intent = { reference, version: 9, stamp: 's', found: damaged, trigger: { look: 5 } };
    add('ZADD', 'teller:{work}:intents', '1700000000000', JSON.stringify(intent));
  }
  add('SET', 'teller:{order:NEVER-1}:refused:s', '1', 'PX', '86400000');
  add('SET', 'teller:pulse', '1700000000000');
  add('SET', 'teller:note:provider::token', '{"value":{"token":"x"}}', 'PX', '600000');
  add('SET', 'teller:note:alerts::channels', '{"value":{"C1":{"mode":"on","by":"U1"}}}');
  add('SET', 'teller:note:threads::C1:1.2', '{"value":"INV-3"}');
  await Promise.all(commands.map((command) => ask(...command)));
  return { check, deliver };
}

/** A finished order with nothing in the queues, of which a save was cut off before its triggers came. */
export const INTENDED: string =
  OLD_ORDERS.find(({ order }) => order.state === 'cancelled' && order.announcements.length === 0)?.order
    .reference ?? '';

/** Then, orders were not found by their typed references or numbers, and an order that was no longer checked stayed open. */
function foundByThen(order: Order) {
  const { foldedReference, promptTo, unenteredAt, entryDays, ...found } = foundBy(
    order,
    createDigest(makeStoreKey()),
  );
  return { ...found, paidAt: unenteredAt, open: isOpen(order.state), changedAt: order.changedAt };
}
