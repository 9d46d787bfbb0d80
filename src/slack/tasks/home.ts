// See one's own work: the Home tab, kept up to date for whoever opened it lately, and the same lists by `/pay open`.
import type { HomeView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { homeView, MAX_RECENT, refusedHome } from '#slack/cards/home.ts';
import { endedMessage, openOrderMessages } from '#slack/cards/open-orders.ts';
import type { MessageContent } from '#slack/cards/order-card.ts';
import { plainCard } from '#slack/cards/status.ts';
import { HOME_TEXT } from '#slack/text/home.ts';
import { REFUSALS } from '#slack/text/people.ts';
import type { KeyValueStore, OrderStore } from '#store/store.ts';

export type HomeTask = {
  /** The person looks at Home. Rejects when it could not be shown. */
  opened(userId: string): Promise<void>;
  /** Refreshes the agent's Home soon, if they opened it lately. Returns at once and never throws. */
  changed(order: Order): void;
  /** `/pay open`. */
  open(asked: { userId: string; tell: (card: MessageContent) => Promise<void> }): Promise<void>;
  /** As many of the person's open orders as fit into one message; undefined when there are none. */
  openOrders(userId: string, title: string): Promise<MessageContent | undefined>;
};

/** Whoever has not opened Home for so long sees it fresh when they do. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;
/** Changes within this time make one refresh. */
const GATHER_MS = 2_000;
/** More than this is not counted. */
const MAX_COUNTED = 100;
/** An answer's address is good for five messages (Slack, response_url); one is left for what may go wrong. */
const MAX_MESSAGES = 3;

export function createHomeTask(deps: {
  client: WebClient;
  orders: Pick<OrderStore, 'openOf' | 'recentOf'>;
  permissions: Permissions;
  notes: KeyValueStore;
  clock: Clock;
  /** A refresh that did not work hurts nobody; the log has it. */
  failed: (error: unknown) => void;
}): HomeTask {
  const { client, orders, permissions, notes, clock, failed } = deps;
  const gathering = new Set<string>();
  const publishing = new Map<string, Promise<void>>();

  /** Undefined for a refresh of which nobody can say whether it may be shown: what stands there is better. */
  async function viewFor(userId: string, isRefresh: boolean): Promise<HomeView | undefined> {
    const refusal = await permissions.refusalFor(userId);
    if (isRefresh && (refusal === 'person_unreadable' || refusal === 'group_unreadable')) return undefined;
    if (refusal) return refusedHome(REFUSALS[refusal]);
    const [own, recent] = await Promise.all([openOf(userId), orders.recentOf(userId, MAX_RECENT)]);
    return homeView({ ...own, recent });
  }

  async function openOf(userId: string): Promise<{ open: readonly Order[]; isAll: boolean }> {
    const open = await orders.openOf(userId, MAX_COUNTED + 1);
    return { open: open.slice(0, MAX_COUNTED), isAll: open.length <= MAX_COUNTED };
  }

  /** One after the other for each person, so that an older view never replaces a newer one. */
  function publish(userId: string, { isRefresh }: { isRefresh: boolean }): Promise<void> {
    const before = publishing.get(userId) ?? Promise.resolve();
    const run = before
      .catch(() => undefined)
      .then(async () => {
        const view = await viewFor(userId, isRefresh);
        if (view) await client.views.publish({ user_id: userId, view });
      })
      .finally(() => {
        if (publishing.get(userId) === run) publishing.delete(userId);
      });
    publishing.set(userId, run);
    return run;
  }

  async function refresh(userId: string): Promise<void> {
    if (await notes.get<number>(userId)) await publish(userId, { isRefresh: true });
  }

  return {
    async opened(userId) {
      await publish(userId, { isRefresh: false });
      await notes.set(userId, clock.now(), REMEMBERED_MS);
    },
    changed({ agent, kind }) {
      // A charge is in nobody's list: the order that it belongs to has long been paid.
      if (kind === 'charge' || gathering.has(agent)) return;
      gathering.add(agent);
      clock.after(GATHER_MS, () => {
        gathering.delete(agent);
        refresh(agent).catch(failed);
      });
    },
    async open({ userId, tell }) {
      const [{ open, isAll }, recent] = await Promise.all([
        openOf(userId),
        orders.recentOf(userId, MAX_RECENT),
      ]);
      const messages = openOrderMessages(open, { mostMessages: MAX_MESSAGES, isAll });
      if (messages.length === 0) messages.push(plainCard(HOME_TEXT.noneOpen));
      if (recent.length > 0) messages.push(endedMessage(recent));
      for (const message of messages) await tell(message);
    },
    async openOrders(userId, title) {
      const { open, isAll } = await openOf(userId);
      return openOrderMessages(open, { title, mostMessages: 1, isAll })[0];
    },
  };
}
