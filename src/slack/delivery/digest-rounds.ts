// The digests put together, and told for as long as the process runs. bot.ts starts the rounds.
import type { WebClient } from '@slack/web-api';
import { singleFlight } from '#lib/async.ts';
import { type Clock, sleep } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import { collectDigest } from '#payments/reports/digest.ts';
import type { DigestSchedule } from '#payments/reports/digest-schedule.ts';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { createWhoReads } from '#slack/access/who-reads.ts';
import { agentsNamed, digestCard } from '#slack/cards/digest.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { createAgentNames } from '#slack/connect/agent-names.ts';
import type { Store } from '#store/store.ts';
import type { DigestChannels } from './channel-settings.ts';
import type { ReportDelivery } from './delivery-report.ts';
import { createDigestDelivery, ROUND_MS } from './digests.ts';
import type { OutboundFor } from './outbound.ts';
import { createSwitchOffDigest } from './switch-off.ts';

const MIN_PAUSE_MS = 100;

/** `client` is for announcements alone, so that a rate limit never holds up answers to people. */
export function createDigestRounds(deps: {
  client: WebClient;
  outboundFor: OutboundFor;
  store: Pick<Store, 'orders' | 'leases' | 'keyValues'>;
  digestChannels: DigestChannels;
  permissions: Pick<Permissions, 'refusalFor'>;
  clock: Clock;
  timeZone: string;
  report: ReportDelivery;
  recorder: Pick<DeedRecorder, 'record'>;
  reporter: StateReporter;
}) {
  const { client, store, clock, reporter } = deps;
  const common = { ...deps, leases: store.leases };
  const { tellDue } = createDigestDelivery({
    ...common,
    contentOf: createDigestContent(common),
    whoReads: createWhoReads({ ...deps, channelAccess: createChannelAccess(client) }),
    switchOff: createSwitchOffDigest(common),
    histories: store.keyValues('digests-told'),
  });

  return {
    /** Posts digests when they are due, until `signal` aborts; never rejects. While the store is down it is tried again. */
    async tellDigests(signal: AbortSignal): Promise<void> {
      let isFailing = false;
      while (!signal.aborted) {
        let waitMs = ROUND_MS;
        try {
          waitMs = await tellDue();
          if (isFailing) reporter.working('digests', 'Sending digests again');
          isFailing = false;
        } catch (error) {
          isFailing = true;
          reporter.failing('digests', 'Sending digests failed; trying again', error);
        }
        await sleep(clock, Math.max(waitMs, MIN_PAUSE_MS), signal);
      }
    },
  };
}

/** `due` is when the digest was due (ms). Rejects when the store is down. */
type DigestContent = (digest: { schedule: DigestSchedule }, due: number) => Promise<MessageContent>;

function createDigestContent(deps: {
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
