// Slack's door, put together: from what can be asked for to the commands, forms, buttons and events that ask for it.

import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { CancelOrder } from '#payments/ordering/cancel.ts';
import type { Ordering } from '#payments/ordering/submit.ts';
import type { Finder } from '#payments/status/find.ts';
import type { Store } from '#store/store.ts';
import { createChannelAccess } from './access/channel-access.ts';
import { createPermissions } from './access/permissions.ts';
import { type BoltLog, createSlackApp, type createSlackClients, type SlackApp } from './connect/app.ts';
import type { WhoAmI } from './connect/identity.ts';
import type { AlertChannels } from './delivery/alert-channels.ts';
import { createOutbound } from './delivery/outbound.ts';
import type { ThreadIndex } from './delivery/thread-index.ts';
import { listen } from './listeners/commands.ts';
import { asCard, createGuard, type Reply } from './listeners/guard.ts';
import { createAlertsTask } from './tasks/alerts.ts';
import { createCancelTask } from './tasks/cancel.ts';
import { createFindTask } from './tasks/find.ts';
import { createHomeTask } from './tasks/home.ts';
import { createLinkForm } from './tasks/link.ts';
import { createOrderForms } from './tasks/order-forms.ts';
import { promptOrderForm } from './tasks/prompt.ts';
import { createReportTask } from './tasks/report.ts';
import { createSteps } from './tasks/steps.ts';

export type Slack = SlackApp & {
  /** An order changed: its agent's Home shows it, if it was ever opened. */
  changed(order: Order): void;
};

export function createSlack(deps: {
  token: string;
  apiUrl: string;
  signingSecret: string | undefined;
  appToken: string | undefined;
  allowedUsergroups: readonly string[];
  merchantName: string;
  defaultCurrency: string;
  clients: ReturnType<typeof createSlackClients>;
  whoAmI: WhoAmI;
  store: Store;
  sending: Ordering;
  cancel: CancelOrder;
  lookup: Finder;
  threads: ThreadIndex;
  alerts: AlertChannels;
  clock: Clock;
  log: BoltLog;
  explain: (error: unknown, about: { reference: string }) => Failure;
  record: (error: unknown, about: Record<string, unknown>) => string;
  hold: <Value>(work: Promise<Value>) => Promise<Value>;
}): Slack {
  const { clients, whoAmI, store, sending, clock, record, hold, explain, merchantName } = deps;
  const { orders, leases } = store;
  const client = clients.interaction;
  // Answers to people go the way of people, so that a burst of news never holds them up.
  const outbound = createOutbound(client);
  const slack = createSlackApp({ ...deps, failed: record });
  const permissions = createPermissions({
    client,
    whoAmI,
    usergroups: deps.allowedUsergroups,
    clock,
    failed: (error) => record(error, { what: 'Slack could not say who may act' }),
  });
  const channelAccess = createChannelAccess(client);
  const flow = createOrderForms({
    client,
    clock,
    permissions,
    channelAccess,
    whoAmI,
    sending,
    lastChannels: store.keyValues('last-channel'),
    merchantName,
    record,
  });
  const jobs = {
    prompt: promptOrderForm,
    link: createLinkForm({ defaultCurrency: deps.defaultCurrency, clock }),
  };
  const lookup = createFindTask({ lookup: deps.lookup, orders, threads: deps.threads, outbound, clock });
  const home = createHomeTask({
    client,
    orders,
    permissions,
    notes: store.keyValues('home'),
    clock,
    failed: (error) => record(error, { what: 'a Home could not be shown' }),
  });
  const cancel = createCancelTask({
    client,
    orders,
    cancel: deps.cancel,
    openOrders: home.openOrders,
    explain,
  });
  const alerts = createAlertsTask({ alerts: deps.alerts, channelAccess, whoAmI });
  const report = createReportTask({ client, outbound, orders, channelAccess, clock });

  const tellDirectly =
    (userId: string): Reply =>
    async (said) => {
      const metadata = { reference: 'answer', news: `direct-${clock.now()}` };
      const posted = await outbound.postToPerson(userId, { ...asCard(said), metadata });
      if (!posted.done) throw new Error('a direct message could not be posted', { cause: posted });
    };

  listen(slack.app, {
    flow,
    jobs,
    cancel,
    lookup,
    home,
    orders,
    leases,
    permissions,
    client,
    hold,
    record,
    tellDirectly,
    steps: createSteps({ flow, jobs }),
    surface: createGuard({ permissions, record, hold }),
    async answerIn(place, card, answering) {
      const { channel, threadTs } = place;
      const metadata = { reference: 'answer', news: answering };
      const posted = await outbound.post({ channel, ...card, ...(threadTs ? { threadTs } : {}), metadata });
      return posted.done;
    },
    words: {
      status: { run: async ({ words, tell }) => tell(await lookup.status(words, { canShare: true })) },
      cancel: {
        async run(asked) {
          const said = await cancel.command(asked);
          if (said) await asked.tell(said);
        },
      },
      open: { run: home.open },
      alerts,
      report,
    },
  });

  return { ...slack, changed: home.changed };
}
