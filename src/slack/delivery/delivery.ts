// The room of deliveries put together: from the stores and a client to the card and the work of the `deliver` queue.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { KeyValueStore, OrderStore } from '#store/store.ts';
import type { AlertChannels } from './alert-channels.ts';
import { createAlertDelivery } from './alerts.ts';
import { createAnnouncementDelivery } from './announcements.ts';
import type { ReportDelivery } from './delivery-report.ts';
import { createOrderCards } from './order-card.ts';
import { createOrderThread } from './order-thread.ts';
import { createOutbound } from './outbound.ts';
import { createPostToAgent } from './post-to-agent.ts';
import { createRateLimit } from './rate-limit.ts';

/** `client` is for announcements alone, so that a rate limit never holds up answers to people. */
export function createDelivery(deps: {
  client: WebClient;
  orders: OrderStore;
  updates: Pick<OrderUpdates, 'updateOrder'>;
  alertChannels: AlertChannels;
  threads: KeyValueStore;
  clock: Clock;
  report: ReportDelivery;
}) {
  const { clock } = deps;
  const outbound = createOutbound(deps.client, createRateLimit(clock));
  const cards = createOrderCards({ ...deps, outbound });
  const postToAgent = createPostToAgent({ ...deps, outbound });
  const thread = createOrderThread({ ...deps, outbound, postToAgent });
  const alerts = createAlertDelivery({ ...deps, outbound });
  return {
    /** Posts the order's card; rejects with `CardNotPosted` when Slack does not take it now. */
    postCard: cards.post,
    /** The work of the `deliver` queue. */
    deliver: createAnnouncementDelivery({ ...deps, cards, thread, alerts }),
  };
}
