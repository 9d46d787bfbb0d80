// The room of deliveries put together: from the stores and a client to the card and the work of the `deliver` queue.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { OrderStore } from '#store/store.ts';
import type { AlertChannels } from './alert-channels.ts';
import { createAlertDelivery } from './alerts.ts';
import { type AnnouncementDelivery, createAnnouncementDelivery } from './announcements.ts';
import type { ReportDelivery } from './delivery-report.ts';
import { createOrderCards, type OrderCards } from './order-card.ts';
import { createOrderThread } from './order-thread.ts';
import { createOutbound } from './outbound.ts';
import { createPostToAgent } from './post-to-agent.ts';
import { createRateLimit } from './rate-limit.ts';
import type { ThreadIndex } from './thread-index.ts';

export type Delivery = { readonly postCard: OrderCards['post']; readonly deliver: AnnouncementDelivery };

/** `client` is for announcements alone, so that a rate limit never holds up answers to people. */
export function createDelivery(deps: {
  client: WebClient;
  orders: OrderStore;
  updates: Pick<OrderUpdates, 'updateOrder'>;
  alertChannels: AlertChannels;
  threads: ThreadIndex;
  clock: Clock;
  report: ReportDelivery;
}): Delivery {
  const { clock } = deps;
  const outbound = createOutbound(deps.client, createRateLimit(clock));
  const cards = createOrderCards({ ...deps, outbound });
  const postToAgent = createPostToAgent({ ...deps, outbound });
  const thread = createOrderThread({ ...deps, outbound, postToAgent });
  const alerts = createAlertDelivery({ ...deps, outbound });
  return {
    postCard: cards.post,
    deliver: createAnnouncementDelivery({ ...deps, cards, thread, alerts }),
  };
}
