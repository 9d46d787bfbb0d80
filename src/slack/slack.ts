// The Slack room put together: its connection, what people can do, and the delivery of announcements.
import type { CustomerAddresses } from '#customers/addresses.ts';
import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import { MAX_BYTES } from '#payments/bulk/read-rows.ts';
import type { Payments } from '#payments/payments.ts';
import type { MethodLimits } from '#provider/methods.ts';
import type { Store } from '#store/store.ts';
import { createChannelAccess } from './access/channel-access.ts';
import { createDeedRecorder } from './access/deed-recorder.ts';
import { createPermissions } from './access/permissions.ts';
import { createAgentNames } from './connect/agent-names.ts';
import { createSlackApp } from './connect/app.ts';
import { type ClientName, createSlackClients } from './connect/clients.ts';
import { createFetchFile } from './connect/fetch-file.ts';
import { createBotIdentity } from './connect/identity.ts';
import { createAlertChannels } from './delivery/alert-channels.ts';
import { createBulkMessages } from './delivery/bulk-message.ts';
import { createBulkRounds } from './delivery/bulk-rounds.ts';
import {
  createChannelSettings,
  type DigestChannels,
  type OrderHabitsOf,
} from './delivery/channel-settings.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createDeliveryReport } from './delivery/delivery-report.ts';
import { createDigestRounds } from './delivery/digest-rounds.ts';
import { createForgetRounds } from './delivery/forget-rounds.ts';
import { createOutbound, type OutboundFor } from './delivery/outbound.ts';
import { createChannelPaces, createPace, ERASING } from './delivery/rate-limit.ts';
import { createReplies } from './delivery/replies.ts';
import { createSwitches } from './delivery/switches.ts';
import { createCommandName } from './listeners/command-name.ts';
import { createGuard } from './listeners/guard.ts';
import { listen } from './listeners/listeners.ts';
import { createCardUrlOf } from './tasks/card-url.ts';
import { createTasks } from './tasks/tasks.ts';

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
  const { settings, store, payments, clock, reporter, inFlight, metrics } = deps;
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
  const recorder = createDeedRecorder({ audit: store.audit, clock, reporter });
  const alertChannels = createAlertChannels(kept);
  const digestChannels: DigestChannels = createChannelSettings({ ...kept, name: 'digests' });
  const orderHabits: OrderHabitsOf = createChannelSettings({ ...kept, name: 'settings' });
  const threads = store.keyValues('threads');
  const paced = { clock, paces: createChannelPaces(clock) };
  const outbound = createOutbound(client, { ...paced, isAnswering: true });
  const outboundFor: OutboundFor = (confirm) => createOutbound(announcements, { ...paced, confirm });
  const switches = createSwitches(kept);
  const channelAccess = createChannelAccess(client);
  const channels = { alertChannels, digestChannels, switches };
  const posting = {
    client: announcements,
    outboundFor,
    clock,
    report: createDeliveryReport({ announced: metrics.announced, identity, reporter }),
    recorder,
  };
  const { bulks } = payments;
  const messages = createBulkMessages({ ...posting, bulks });
  const bulkRounds = createBulkRounds({ bulks, messages, clock, reporter });
  const forgetRounds = createForgetRounds({
    jobs: payments.forgetJobs,
    forget: payments.forget.forget,
    outboundFor,
    leases,
    clock,
    reporter,
  });
  const tasks = createTasks({
    ...deps,
    ...channels,
    orderHabits,
    client,
    outbound,
    identity,
    permissions,
    threads,
    recorder,
    fetchFile: createFetchFile({
      client,
      token: settings.botToken,
      apiUrl: settings.apiUrl,
      maxBytes: MAX_BYTES,
      reporter,
    }),
    bulkChanged: bulkRounds.bulkChanged,
    forgetBegun: forgetRounds.forgetBegun,
  });
  const replies = createReplies({ outbound, clock });
  const guard = createGuard({ permissions, recorder, reporter, inFlight });
  const commandNames = store.keyValues('command-name');
  listen(app, {
    ...{ tasks, replies, client, clock, leases, reporter, guard, recorder },
    failedSteps: store.keyValues('failed-steps'),
    commandNames,
  });
  const delivery = createDelivery({
    ...posting,
    lastCommand: createCommandName(commandNames).last,
    erasePace: createPace(clock, ERASING),
    orders: store.orders,
    scrub: store.scrub,
    updates: payments.updates,
    alertChannels,
    leases,
    threads,
    switches,
    merchantName: settings.merchantName,
    deliveredRequests: store.keyValues('told'),
    permissions,
  });
  const { timeZone } = settings;
  const digests = createDigestRounds({
    ...posting,
    store,
    digestChannels,
    permissions,
    timeZone,
    reporter,
  });
  return {
    ...connection,
    ...delivery,
    ...digests,
    identify: identity.identify,
    /** False when a card in the channel and its thread could not be read any more. Never rejects. */
    mayPostIn: async (channel: string) => (await channelAccess.check(channel)) !== 'out',
    cardUrlOf: createCardUrlOf({ orders: store.orders, identity }),
    branchOf: async (channel: string) => (await orderHabits.of(channel))?.branch,
    namesOf: createAgentNames({ client, clock }).of,
    /** Posts bulks' rows one after the other until `signal` aborts; never rejects. */
    runBulks: bulkRounds.runBulks,
    /** Erases what people have begun to erase until `signal` aborts; never rejects. */
    runForgetting: forgetRounds.runForgetting,
    /** Refreshes the Home of the order's agent and the message of its bulk. Returns at once and never throws. */
    orderChanged(order: Order) {
      // Charges are in no list: the order that they belong to has ended.
      if (order.kind !== 'charge') tasks.home.refreshSoon(order.agent);
      bulkRounds.orderOfBulkChanged(order);
    },
  };
}
