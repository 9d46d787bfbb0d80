// See one's own work: the Home tab, kept up to date for whoever opened it lately, and the same lists by `/pay open`.
import type { HomeView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { homeView, MOST_RECENT, refusedHome } from '#slack/cards/home.ts';
import { endedMessage, openOrderMessages } from '#slack/cards/open-orders.ts';
import type { Card } from '#slack/cards/order-card.ts';
import { plainCard } from '#slack/cards/status.ts';
import type { Permissions } from '#slack/permissions.ts';
import { HOME_WORDS } from '#slack/words/home.ts';
import { REFUSALS } from '#slack/words/people.ts';
import type { Ledger, Notes } from '#store/store.ts';

export type HomeTask = {
  /** The person looks at Home. Rejects when it could not be shown. */
  opened(userId: string): Promise<void>;
  /** Refreshes the agent's Home soon, if they opened it lately. Returns at once and never throws. */
  changed(order: Order): void;
  /** `/pay open`. */
  open(asked: { userId: string; tell: (card: Card) => Promise<void> }): Promise<void>;
  /** As many of the person's open orders as fit into one message; undefined when there are none. */
  openOrders(userId: string, title: string): Promise<Card | undefined>;
};

/** Whoever has not opened Home for so long sees it fresh when they do. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;
/** Changes within this time make one refresh. */
const GATHER_MS = 2_000;
/** More than this is not counted. */
const MOST_COUNTED = 100;
/** An answer's address is good for five messages (Slack, response_url); one is left for what may go wrong. */
const MOST_MESSAGES = 3;

export function createHomeTask(deps: {
  client: WebClient;
  ledger: Pick<Ledger, 'openOf' | 'recentOf'>;
  permissions: Permissions;
  notes: Notes;
  clock: Clock;
  /** A refresh that did not work hurts nobody; the log has it. */
  failed: (error: unknown) => void;
}): HomeTask {
  const { client, ledger, permissions, notes, clock, failed } = deps;
  const gathering = new Set<string>();
  const publishing = new Map<string, Promise<void>>();

  /** Undefined for a refresh of which nobody can say whether it may be shown: what stands there is better. */
  async function viewFor(userId: string, isRefresh: boolean): Promise<HomeView | undefined> {
    const refusal = await permissions.refusalFor(userId);
    if (isRefresh && (refusal === 'person_unreadable' || refusal === 'group_unreadable')) return undefined;
    if (refusal) return refusedHome(REFUSALS[refusal]);
    const [own, recent] = await Promise.all([openOf(userId), ledger.recentOf(userId, MOST_RECENT)]);
    return homeView({ ...own, recent });
  }

  async function openOf(userId: string): Promise<{ open: readonly Order[]; isAll: boolean }> {
    const open = await ledger.openOf(userId, MOST_COUNTED + 1);
    return { open: open.slice(0, MOST_COUNTED), isAll: open.length <= MOST_COUNTED };
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
        ledger.recentOf(userId, MOST_RECENT),
      ]);
      const messages = openOrderMessages(open, { mostMessages: MOST_MESSAGES, isAll });
      if (messages.length === 0) messages.push(plainCard(HOME_WORDS.noneOpen));
      if (recent.length > 0) messages.push(endedMessage(recent));
      for (const message of messages) await tell(message);
    },
    async openOrders(userId, title) {
      const { open, isAll } = await openOf(userId);
      return openOrderMessages(open, { title, mostMessages: 1, isAll })[0];
    },
  };
}
