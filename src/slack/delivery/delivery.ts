// The room of deliveries put together: from the stores and a client to the card and the work of the `deliver` queue.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { Order } from '#orders/order.ts';
import type { CardPosting } from '#payments/ordering/submit.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { HeldClaim } from '#queue/worker.ts';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { createWhoReads } from '#slack/access/who-reads.ts';
import type { KeyValueStore, OrderStore, Store } from '#store/store.ts';
import type { AlertChannels } from './alert-channels.ts';
import { createAlertDelivery } from './alerts.ts';
import { type AnnouncementDelivery, createAnnouncementDelivery } from './announcements.ts';
import type { ReportDelivery } from './delivery-report.ts';
import { createEraseMessages } from './erase-messages.ts';
import { createOrderCards } from './order-card.ts';
import { createOrderThread } from './order-thread.ts';
import type { OutboundFor } from './outbound.ts';
import { createPostToAgent } from './post-to-agent.ts';
import { trackCopies } from './posted-copies.ts';
import type { Pace } from './rate-limit.ts';
import { createEditRequests } from './request-copies.ts';
import { createStepRunDelivery } from './step-runs.ts';
import { createSwitchOffAlerts } from './switch-off.ts';
import type { Switches } from './switches.ts';
import { createTellAgent } from './tell-agent.ts';
import { createTellApprovers } from './tell-approvers.ts';

/** `client` is for announcements alone, so that a rate limit never holds up answers to people. */
export function createDelivery(deps: {
  client: WebClient;
  orders: OrderStore;
  updates: Pick<OrderUpdates, 'updateOrder'>;
  alertChannels: AlertChannels;
  leases: Leases;
  threads: KeyValueStore;
  switches: Switches;
  merchantName: string;
  /** Which requests were delivered to which approvers. */
  deliveredRequests: KeyValueStore;
  permissions: Pick<Permissions, 'approverGroups' | 'approverRefusalFor' | 'listApprovers' | 'refusalFor'>;
  scrub: Store['scrub'];
  lastCommand: () => Promise<string>;
  outboundFor: OutboundFor;
  /** Of edits that erase customers, in all channels together. */
  erasePace: Pace;
  clock: Clock;
  report: ReportDelivery;
  recorder: Pick<DeedRecorder, 'record'>;
}) {
  const endStepRun = createStepRunDelivery(deps);
  const switchOff = createSwitchOffAlerts(deps);
  const whoReads = createWhoReads({ ...deps, channelAccess: createChannelAccess(deps.client) });

  /** What posts only while a claim holds. */
  const partsFor = (confirm?: HeldClaim['confirm']) => ({
    ...deps,
    switchOff,
    whoReads,
    outbound: deps.outboundFor(confirm),
  });

  const deliver: AnnouncementDelivery = (claim) => {
    const parts = partsFor(claim.confirm);
    const { outbound, takeCopies } = trackCopies(parts.outbound, claim.reference);
    const own = { ...parts, outbound };
    const cards = createOrderCards(own);
    const postToAgent = createPostToAgent(own);
    const thread = createOrderThread({ ...own, postToAgent });
    const alerts = createAlertDelivery(own);
    const tellApprovers = createTellApprovers(own);
    const tellAgent = createTellAgent(own);
    const editRequests = createEditRequests(own);
    const erasing = {
      tryTurn: deps.erasePace.tryTurn,
      eraseMessages: createEraseMessages({ ...own, countEdit: deps.erasePace.takeTurn }),
      takeCopies,
      scrub: deps.scrub,
    };
    return createAnnouncementDelivery({
      ...deps,
      ...{ cards, thread, alerts, endStepRun, tellApprovers, tellAgent, editRequests, erasing },
    })(claim);
  };
  return {
    /** Posts the order's card; rejects with `CardNotPosted` when Slack does not take it now. */
    postCard: (order: Order, how: CardPosting) => createOrderCards(partsFor(how.confirm)).post(order, how),
    /** The work of the `deliver` queue. */
    deliver,
  };
}
