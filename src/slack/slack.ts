// The Slack room put together: its connection, what people can do, and the delivery of announcements.
import type { Clock } from '#lib/clock.ts';
import type { InFlight } from '#lib/in-flight.ts';
import type { DeedReporter, Reporter, StateReporter } from '#observability/reporter.ts';
import type { Payments } from '#payments/payments.ts';
import type { MethodLimits } from '#provider/methods.ts';
import type { Store } from '#store/store.ts';
import { createPermissions } from './access/permissions.ts';
import { createSlackApp } from './connect/app.ts';
import { type ClientName, createSlackClients } from './connect/clients.ts';
import { createBotIdentity } from './connect/identity.ts';
import { createAlertChannels } from './delivery/alert-channels.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createDeliveryReport } from './delivery/delivery-report.ts';
import { createOutbound } from './delivery/outbound.ts';
import { createReplies } from './delivery/replies.ts';
import { createGuard } from './listeners/guard.ts';
import { listen } from './listeners/listeners.ts';
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
    merchantName: string;
    defaultCurrency: string;
    methodLimits: MethodLimits;
    timeZone: string;
  };
  store: Store;
  payments: Payments;
  clock: Clock;
  reporter: Reporter & StateReporter & DeedReporter;
  inFlight: InFlight;
  metrics: {
    slackLimited(client: ClientName): void;
    announced(kind: string, outcome: string): void;
  };
}) {
  const { settings, store, payments, clock, reporter, inFlight, metrics } = deps;
  const { leases } = store;
  const { interaction: client, announcements } = createSlackClients({
    token: settings.botToken,
    apiUrl: settings.apiUrl,
    reporter,
    limited: metrics.slackLimited,
  });
  const identity = createBotIdentity(client);
  const { app, ...connection } = createSlackApp({ ...settings, identity, clock, reporter });
  const usergroups = settings.allowedUsergroups;
  const permissions = createPermissions({ client, identity, usergroups, clock, reporter });
  const alertChannels = createAlertChannels({ keyValues: store.keyValues('alerts'), leases, clock });
  const threads = store.keyValues('threads');
  const outbound = createOutbound(client);
  const tasks = createTasks({ ...deps, client, outbound, identity, permissions, alertChannels, threads });
  const replies = createReplies({ outbound, clock });
  const guard = createGuard({ permissions, reporter, inFlight });
  listen(app, { tasks, replies, client, leases, reporter, guard });
  const delivery = createDelivery({
    client: announcements,
    orders: store.orders,
    updates: payments.updates,
    alertChannels,
    threads,
    sharedTurns: store.sharedTurns,
    clock,
    report: createDeliveryReport({ announced: metrics.announced, identity, reporter }),
  });
  return {
    ...connection,
    ...delivery,
    identify: identity.identify,
    /** Refreshes the Home of the order's agent. Returns at once and never throws. */
    orderChanged: tasks.home.refreshSoon,
  };
}
