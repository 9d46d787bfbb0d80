// Slack's parts, joined for bot.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#lib/clock.ts';
import type { InFlight } from '#lib/in-flight.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import type { Payments } from '#payments/payments.ts';
import type { Claim, Reschedule, Store } from '#store/store.ts';
import { createSlackClients } from './connect/app.ts';
import { createWhoAmI, type Identity } from './connect/identity.ts';
import { createAlertChannels } from './delivery/alert-channels.ts';
import { createAnnouncementDelivery } from './delivery/announcements.ts';
import { createOutbound } from './delivery/outbound.ts';
import { createRateLimit } from './delivery/rate-limit.ts';
import { createThreadIndex } from './delivery/thread-index.ts';
import { createSlack as createListeners } from './slack.ts';

export type Slack = {
  readonly listener: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  start(): void;
  stop(): Promise<void>;
  isConnected(): boolean;
  identify(): Promise<Identity>;
  postCard(order: Order, how: { mayAlreadyBePosted: boolean }): Promise<void>;
  deliver(claim: Claim): Promise<Reschedule>;
  orderChanged(order: Order): void;
};

export function createSlack(deps: {
  settings: {
    botToken: string;
    signingSecret: string | undefined;
    appToken: string | undefined;
    apiUrl: string;
    allowedUsergroups: readonly string[];
    merchantName: string;
    defaultCurrency: string;
  };
  store: Store;
  payments: Payments;
  clock: Clock;
  reporter: Reporter;
  inFlight: InFlight;
  metrics: {
    slackLimited(client: 'interaction' | 'announcements'): void;
    announced(kind: string, outcome: string): void;
  };
}): Slack {
  const { settings, store, payments, clock, reporter, inFlight, metrics } = deps;
  const warn = (message: string) => reporter.warn(message, { from: 'slack' });
  const log = { warn, error: warn };
  const clients = createSlackClients({
    token: settings.botToken,
    apiUrl: settings.apiUrl,
    log,
    limited: metrics.slackLimited,
  });
  const whoAmI = createWhoAmI(clients.interaction);
  const alerts = createAlertChannels({ notes: store.keyValues('alerts'), leases: store.leases, clock });
  const threads = createThreadIndex(store.keyValues('threads'));
  const delivery = createAnnouncementDelivery({
    orders: store.orders,
    updates: payments.updates,
    outbound: createOutbound(clients.announcements, createRateLimit(clock)),
    alerts,
    threads,
    clock,
    told(kind, outcome, { reference }, error) {
      metrics.announced(kind, outcome);
      if (outcome === 'unknown') whoAmI.doubt();
      if (error) reporter.warn('news could not be told as usual', { err: error, reference, kind, outcome });
    },
  });
  const slack = createListeners({
    ...settings,
    token: settings.botToken,
    clients,
    whoAmI,
    store,
    sending: payments.ordering,
    cancel: payments.cancelOrder,
    lookup: payments.finder,
    threads,
    alerts,
    clock,
    log,
    explain: payments.toFailure,
    record: reporter.error,
    hold: inFlight.track,
  });
  return {
    listener: slack.listener,
    start: slack.start,
    stop: slack.stop,
    isConnected: slack.isConnected,
    identify: whoAmI.ask,
    postCard: (order, { mayAlreadyBePosted }) => delivery.postCard(order, { mayStand: mayAlreadyBePosted }),
    deliver: delivery.deliver,
    orderChanged: slack.changed,
  };
}
