// Slack's door, put together: from what can be asked for to the commands, forms, buttons and events that ask for it.
import type { Clock } from '#lib/clock.ts';
import type { Failure, Order } from '#orders/order.ts';
import type { Alerts } from '#payments/alerts.ts';
import type { Cancel } from '#payments/cancel.ts';
import type { Lookup } from '#payments/lookup.ts';
import type { Sending } from '#payments/send.ts';
import type { Threads } from '#payments/threads.ts';
import type { Store } from '#store/store.ts';
import { type BoltLog, createSlackApp, type createSlackClients, type SlackApp } from './app.ts';
import { createChannelAccess } from './channel-access.ts';
import type { WhoAmI } from './identity.ts';
import { listen } from './listen.ts';
import { createOrderFlow } from './order-flow.ts';
import { createOutbound } from './outbound.ts';
import { createPermissions } from './permissions.ts';
import { asCard, createSurface, type Tell } from './surface.ts';
import { createAlertsTask } from './tasks/alerts.ts';
import { createCancelTask } from './tasks/cancel.ts';
import { createHomeTask } from './tasks/home.ts';
import { createLinkJob } from './tasks/link.ts';
import { createLookupTask } from './tasks/lookup.ts';
import { promptJob } from './tasks/prompt.ts';
import { createReportTask } from './tasks/report.ts';
import { createSteps } from './tasks/steps.ts';

export type SlackDoor = SlackApp & {
  /** An order changed: its agent's Home shows it, if it was ever opened. */
  changed(order: Order): void;
};

export function createSlackDoor(deps: {
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
  sending: Sending;
  cancel: Cancel;
  lookup: Lookup;
  threads: Threads;
  alerts: Alerts;
  clock: Clock;
  log: BoltLog;
  explain: (error: unknown, about: { reference: string }) => Failure;
  record: (error: unknown, about: Record<string, unknown>) => string;
  hold: <Value>(work: Promise<Value>) => Promise<Value>;
}): SlackDoor {
  const { clients, whoAmI, store, sending, clock, record, hold, explain, merchantName } = deps;
  const { ledger, leases } = store;
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
  const flow = createOrderFlow({
    client,
    clock,
    permissions,
    channelAccess,
    whoAmI,
    sending,
    lastChannels: store.notes('last-channel'),
    merchantName,
    record,
  });
  const jobs = { prompt: promptJob, link: createLinkJob({ defaultCurrency: deps.defaultCurrency, clock }) };
  const lookup = createLookupTask({ lookup: deps.lookup, ledger, threads: deps.threads, outbound, clock });
  const home = createHomeTask({
    client,
    ledger,
    permissions,
    notes: store.notes('home'),
    clock,
    failed: (error) => record(error, { what: 'a Home could not be shown' }),
  });
  const cancel = createCancelTask({
    client,
    ledger,
    cancel: deps.cancel,
    openOrders: home.openOrders,
    explain,
  });
  const alerts = createAlertsTask({ alerts: deps.alerts, channelAccess, whoAmI });
  const report = createReportTask({ client, outbound, ledger, channelAccess, clock });

  const tellDirectly =
    (userId: string): Tell =>
    async (said) => {
      const mark = { reference: 'answer', news: `direct-${clock.now()}` };
      const posted = await outbound.postToPerson(userId, { ...asCard(said), mark });
      if (!posted.done) throw new Error('a direct message could not be posted', { cause: posted });
    };

  listen(slack.app, {
    flow,
    jobs,
    cancel,
    lookup,
    home,
    ledger,
    leases,
    permissions,
    client,
    hold,
    record,
    tellDirectly,
    steps: createSteps({ flow, jobs }),
    surface: createSurface({ permissions, record, hold }),
    async answerIn(place, card, answering) {
      const { channel, threadTs } = place;
      const mark = { reference: 'answer', news: answering };
      const posted = await outbound.post({ channel, ...card, ...(threadTs ? { threadTs } : {}), mark });
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
