// The message of a digest. Channels whose digests are due at the same moment share the reading of the payments.
import type { WebClient } from '@slack/web-api';
import { singleFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import { collectDigest } from '#payments/reports/digest.ts';
import type { DigestSchedule } from '#payments/reports/digest-schedule.ts';
import { agentsNamed, digestCard } from '#slack/cards/digest.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { createAgentNames } from '#slack/connect/agent-names.ts';

/** `due` is when the digest was due (ms). Rejects when the store is down. */
type DigestContent = (digest: { schedule: DigestSchedule }, due: number) => Promise<MessageContent>;

export function createDigestContent(deps: {
  client: WebClient;
  store: { readonly orders: Parameters<typeof collectDigest>[0] };
  clock: Clock;
  timeZone: string;
}): DigestContent {
  const { store, timeZone } = deps;
  const agentNames = createAgentNames(deps);
  const make = singleFlight(async (key: string) => {
    const { schedule, due } = JSON.parse(key) as { schedule: DigestSchedule; due: number };
    const digest = await collectDigest(store.orders, { schedule, due, timeZone });
    const names = await agentNames.of(agentsNamed(digest));
    return digestCard(digest, { nameOf: (agent) => names.get(agent) ?? agent, timeZone });
  });
  return ({ schedule }, due) => make(JSON.stringify({ schedule, due }));
}
