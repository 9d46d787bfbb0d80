// What is left of a customer whose data was erased: in the store's own bytes, in Slack, on the pages.
import { readFile } from 'node:fs/promises';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { openStore } from '#store/open.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import type { Rig } from './rig.ts';

/** All bytes of the files of an embedded store. */
export async function bytesOf(rig: Rig): Promise<string> {
  const file = rig.storeUrl.replace(/^sqlite:/, '');
  const parts = ['', '-wal', '-shm', '-lock'].map((end) =>
    readFile(`${file}${end}`, 'latin1').catch(() => ''),
  );
  return (await Promise.all(parts)).join('');
}

/** All that Teller has posted in the sales channel, threads included, and in its direct messages with the agent. */
export function postedIn(rig: Rig, ...more: readonly string[]): string {
  const channels = [rig.slack.channels.sales, rig.slack.dmOf(rig.agent.id), ...more];
  return channels
    .flatMap((channel) => rig.slack.messages(channel))
    .flatMap(({ channel, ts }) => rig.slack.thread(channel, ts))
    .filter(({ user }) => user === rig.slack.botUserId)
    .map((message) => `${renderMessage(message)} ${message.text} ${JSON.stringify(message.blocks)}`)
    .join('\n');
}

/** The order as the store has it. */
export async function storedIn(rig: Rig, reference: string): Promise<Order> {
  const store = await openStore(rig.storeUrl, { clock: systemClock });
  const order = await store.orders.get(referenceOf(reference));
  await store.close();
  if (!order) throw new Error(`no order ${reference}`);
  return order;
}

/** The deeds of the audit record, each with its outcome, oldest first. */
export async function deedsIn(rig: Rig): Promise<string[]> {
  const store = await openStore(rig.storeUrl, { clock: systemClock });
  const lines = await store.audit.read({ after: 0, limit: 99 });
  await store.close();
  return lines.flatMap(({ line }) => (line ? [`${line.deed} ${line.outcome}`] : []));
}
