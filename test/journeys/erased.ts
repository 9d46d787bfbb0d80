// What is left of a customer whose data was erased: in the store's own bytes, in Slack, on the pages.
import { readFile } from 'node:fs/promises';
import { auditEvents } from '#test/peek.ts';
import { renderMessage } from './reading.ts';
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

/** The audit events, each with its outcome, oldest first. */
export async function auditEventsIn(rig: Rig): Promise<string[]> {
  return (await auditEvents(rig)).map(({ event, outcome }) => `${event} ${outcome}`);
}
