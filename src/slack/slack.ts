// The Slack room put together: its connection, what people can do, and the delivery of announcements.
import type { CustomerAddresses } from '#customers/addresses.ts';
import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import type { CardPosting } from '#payments/ordering/submit.ts';
import type { Payments } from '#payments/payments.ts';
import type { MethodLimits } from '#provider/methods.ts';
import type { HeldClaim } from '#queue/worker.ts';
import type { Store } from '#store/store.ts';
import { deliverAnnouncements } from './announce/announcements.ts';
import { postCard } from './announce/order-news.ts';
import { createSlackApp } from './bolt/app.ts';
import { type ClientName, createSlackClients } from './bolt/clients.ts';
import { createBotIdentity } from './bolt/identity.ts';
import { createFetchFile } from './bulk/fetch-file.ts';
import { createBulkRounds } from './bulk/rounds.ts';
import { cardUrlOf } from './card/text.ts';
import {
  type AlertChannels,
  type ChannelDefaultsStore,
  createChannelSettings,
  type DigestChannels,
} from './channel/stored-settings.ts';
import type { SlackContext } from './context.ts';
import { createDigestRounds } from './digest/digest.ts';
import { createErasureRounds } from './erase/erase.ts';
import { createHomeRefresh } from './home/home.ts';
import { createCommandName } from './listen/command-name.ts';
import { listen } from './listen/listeners.ts';
import { createDeliveryReport, createOutbound, createReplies, type OutboundFor } from './outbox/outbound.ts';
import { createChannelPaces, createPace, ERASING } from './outbox/rate-limit.ts';
import { createAuditRecorder, createGuard } from './people/guard.ts';
import {
  createAgentNames,
  createChannelAccess,
  createPermissions,
  createPreferences,
} from './people/permissions.ts';
import { createSavedInput } from './ui/saved-input.ts';

export function createSlack(deps: {
  settings: {
    botToken: string;
    apiUrl: string;
    /** Over HTTP. */
    signingSecret: string | undefined;
    /** In Socket Mode. */
    appToken: string | undefined;
    allowedUsergroups: readonly string[];
    approverUsergroups: readonly string[];
    merchantName: string;
    defaultCurrency: string;
    methodLimits: MethodLimits;
    timeZone: string;
  };
  store: Store;
  payments: Payments;
  addresses: CustomerAddresses;
  clock: Clock;
  reporter: Reporter & StateReporter;
  inFlight: InFlight;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
  /** See createPermissions. */
  answerMs?: number | undefined;
  metrics: {
    slackLimited(client: ClientName): void;
    /** `at`: when Teller learned of the news that was posted. */
    announced(kind: string, outcome: string, about: { reference: string; at?: number }): void;
    slackAnswered(outcome: 'ok' | 'failed', ms: number): void;
  };
}) {
  const { settings, store, clock, reporter, inFlight, metrics } = deps;
  const { leases } = store;
  const kept = { keyValues: store.keyValues, leases, clock };
  const { interaction: client, announcements } = createSlackClients({
    token: settings.botToken,
    apiUrl: settings.apiUrl,
    reporter,
    limited: metrics.slackLimited,
  });
  const identity = createBotIdentity(client);
  const { app, ...connection } = createSlackApp({
    ...settings,
    identity,
    clock,
    reporter,
    answered: metrics.slackAnswered,
  });
  const permissions = createPermissions({
    client,
    identity,
    allowed: settings.allowedUsergroups,
    approvers: settings.approverUsergroups,
    clock,
    reporter,
    answerMs: deps.answerMs,
  });
  const recorder = createAuditRecorder({ audit: store.audit, clock, reporter });
  const alertChannels: AlertChannels = createChannelSettings({ ...kept, name: 'alerts' });
  const digestChannels: DigestChannels = createChannelSettings({ ...kept, name: 'digests' });
  const channelDefaults: ChannelDefaultsStore = createChannelSettings({ ...kept, name: 'settings' });
  const paced = { clock, paces: createChannelPaces(clock) };
  const outbound = createOutbound(client, { ...paced, isAnswering: true });
  const outboundFor: OutboundFor = (confirm) => createOutbound(announcements, { ...paced, confirm });
  const preferences = createPreferences(kept);
  const channelAccess = createChannelAccess(client);
  const channels = { alertChannels, digestChannels, preferences };
  const report = createDeliveryReport({ announced: metrics.announced, identity, reporter });
  const bulkRounds = createBulkRounds(() => ctx);
  const erasureRounds = createErasureRounds(() => ctx);
  const commandName = createCommandName(store.keyValues('command-name'));
  const ctx: SlackContext = {
    ...deps,
    ...channels,
    ...{ channelDefaults, client, outbound, identity, permissions, channelAccess, recorder, commandName },
    ...{ announcements, outboundFor, report },
    threads: store.keyValues('threads'),
    erasePace: createPace(clock, ERASING),
    unsharedAt: new Map(),
    agentNames: createAgentNames({ client, clock }),
    replies: createReplies({ outbound, clock }),
    guard: createGuard({ permissions, recorder, reporter, inFlight }),
    savedInput: createSavedInput(store.keyValues('words')),
    fetchFile: createFetchFile({
      client,
      token: settings.botToken,
      apiUrl: settings.apiUrl,
      reporter,
    }),
    home: createHomeRefresh(() => ctx),
    bulkChanged: bulkRounds.bulkChanged,
    erasureBegun: erasureRounds.erasureBegun,
  };
  listen(app, ctx);
  return {
    ...connection,
    /** Posts the order's card; rejects with `CardNotPosted` when Slack does not take it now. */
    postCard: (order: Order, posting: CardPosting) => postCard(ctx, order, posting),
    /** The work of the `deliver` queue. */
    deliver: (claim: HeldClaim) => deliverAnnouncements(ctx, claim),
    identify: identity.identify,
    /** False when a card in the channel and its thread could not be read any more. Never rejects. */
    mayPostIn: async (channel: string) => (await channelAccess.check(channel)) !== 'out',
    cardUrlOf: (order: Order) => cardUrlOf(ctx, order),
    branchOf: async (channel: string) => (await channelDefaults.of(channel))?.branch,
    namesOf: ctx.agentNames.of,
    /** Posts digests when they are due until `signal` aborts; never rejects. */
    deliverDigests: createDigestRounds(() => ctx).run,
    /** Posts bulks' rows one after the other until `signal` aborts; never rejects. */
    runBulks: bulkRounds.runBulks,
    /** Erases what people have begun to erase until `signal` aborts; never rejects. */
    runErasures: erasureRounds.runErasures,
    /** Refreshes the Home of the order's agent and the message of its bulk. Returns at once and never throws. */
    orderChanged(order: Order) {
      // Charges are in no list: the order that they belong to has ended.
      if (order.kind !== 'charge') ctx.home.refreshSoon(order.agent);
      bulkRounds.orderOfBulkChanged(order);
    },
  };
}
