// The person's own orders, and what waits for an approver: the Home tab, refreshed for whoever opened it lately, and the same
// lists by `/pay open`. With `/pay open all` approvers see everybody's.
import type { HomeView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import { parseStoredReference } from '#orders/reference.ts';
import { readEverybodysOpen } from '#payments/reports/open-work.ts';
import { createOwnWork } from '#payments/reports/own-work.ts';
import type { BookStore } from '#payments/reports/span.ts';
import { outstandingIn } from '#payments/reports/sums.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { historyCard } from '#slack/cards/history.ts';
import { homeView, MAX_OPEN, MAX_RECENT, messageHome, openMessage } from '#slack/cards/home.ts';
import { type MessageContent, plainMessage, type Reply } from '#slack/cards/message.ts';
import { ALL, type Listed, openPage } from '#slack/cards/open-orders.ts';
import { untilShown } from '#slack/delivery/short-limit.ts';
import { HISTORY_TEXT } from '#slack/text/deeds.ts';
import { everybodysOpen, NO_MORE_OPEN } from '#slack/text/home.ts';
import { describeMoney } from '#slack/text/orders.ts';
import { REFUSALS } from '#slack/text/people.ts';
import type { AuditRecord } from '#store/audit-record.ts';
import type { KeyValueStore, OrderStore } from '#store/store.ts';
import type { CardUrlOf } from './card-url.ts';
import type { SwitchTasks } from './switches.ts';
import type { WaitingTasks } from './waiting.ts';

/** Home is refreshed for so long after it was opened; later it is built anew when it is opened. */
const REFRESHED_MS = 30 * 24 * 60 * 60_000;
/** A page has at most so many; how many fit follows from their texts. */
const MAX_ON_PAGE = 10;

/** All that it does but `refreshSoon` rejects when the store is down or Slack does not take the view. */
export function createHomeTask(deps: {
  client: WebClient;
  orders: Pick<OrderStore, 'get' | 'openOf' | 'closedOf' | 'search'> & BookStore;
  cardUrlOf: CardUrlOf;
  waiting: Pick<WaitingTasks, 'read'>;
  switches: Pick<SwitchTasks, 'read'>;
  permissions: Pick<Permissions, 'refusalFor'>;
  /** Slack user id → when Home was opened (ms). */
  keyValues: KeyValueStore;
  clock: Clock;
  timeZone: string;
  reporter: Reporter;
  inFlight: InFlight;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
}) {
  const { client, orders, cardUrlOf, waiting, switches, permissions, keyValues, clock } = deps;
  const ownWork = createOwnWork(deps);
  const publishing = new Map<string, Promise<void>>();

  async function ordersView(userId: string): Promise<HomeView> {
    const [work, recent, approver, own] = await Promise.all([
      ownWork.read(userId),
      orders.closedOf(userId, MAX_RECENT),
      waiting.read(userId),
      switches.read(userId),
    ]);
    return homeView({
      open: await listed(work.orders.slice(0, MAX_OPEN)),
      work,
      recent: await listed(recent),
      approver,
      switches: own,
      now: clock.now(),
    });
  }

  function listed(all: readonly Order[]): Promise<Listed[]> {
    return Promise.all(all.map(async (order) => ({ order, cardUrl: await cardUrlOf(order) })));
  }

  /** `all`: the open orders from the first of the page on. */
  async function pageOf(
    all: readonly Order[],
    how: Omit<Parameters<typeof openPage>[1], 'count' | 'outstanding' | 'now'>,
  ): Promise<MessageContent> {
    const rows = await listed(all.slice(0, MAX_ON_PAGE));
    const outstanding = outstandingIn(all);
    return openPage(rows, { ...how, outstanding, count: all.length, now: clock.now() });
  }

  /** One after the other for each person, so that an older view never replaces a newer one. Undefined: Home stays as it is. */
  function publish(userId: string, read: () => Promise<HomeView | undefined>): Promise<void> {
    const before = publishing.get(userId) ?? Promise.resolve();
    const run = before
      .catch(() => undefined)
      .then(async () => {
        const view = await read();
        if (view) await untilShown(clock, () => client.views.publish({ user_id: userId, view }));
      })
      .finally(() => {
        if (publishing.get(userId) === run) publishing.delete(userId);
      });
    publishing.set(userId, run);
    return run;
  }

  async function refresh(userId: string): Promise<void> {
    if (!(await keyValues.get<number>(userId))) return;
    await publish(userId, async () => {
      const refusal = await permissions.refusalFor(userId, 'either');
      // Slack could not say whether the person may see it, so what Home shows now is left there.
      if (refusal === 'person_unreadable' || refusal === 'group_unreadable') return undefined;
      return refusal ? messageHome(REFUSALS[refusal]) : ordersView(userId);
    });
  }

  return {
    /** Shows the person's orders in Home. Whoever calls has checked that the person may act. */
    async open(userId: string): Promise<void> {
      await publish(userId, () => ordersView(userId));
      await keyValues.set(userId, clock.now(), REFRESHED_MS);
    },
    /** Shows one sentence in Home, and no orders. */
    showMessage: (userId: string, text: string) => publish(userId, async () => messageHome(text)),
    /** Refreshes the person's Home, if they opened it lately. Returns at once and never throws. */
    refreshSoon: createRefreshSoon({ ...deps, refresh }),
    /** `/pay open`. */
    async listOrders({ userId, reply }: { userId: string; reply: Reply }): Promise<void> {
      const [work, recent, approver] = await Promise.all([
        ownWork.read(userId),
        orders.closedOf(userId, MAX_RECENT),
        waiting.read(userId),
      ]);
      const open = await listed(work.orders.slice(0, MAX_ON_PAGE));
      const own = { work, isAll: work.isAll, count: work.orders.length, outstanding: work.open };
      const around = { recent: await listed(recent), waiting: approver?.waiting ?? [] };
      await reply(openMessage(open, { ...own, ...around, now: clock.now() }));
    },
    /** `/pay open all`. Whoever calls has checked that the person may approve. */
    async listEverybodys({ reply }: { reply: Reply }): Promise<void> {
      const { orders: all, open, isAll } = await readEverybodysOpen(orders);
      const sums = open.map(({ money }) => describeMoney(money));
      const title = everybodysOpen(all.length, sums, isAll);
      await reply(await pageOf(all, { title, isAll, isEverybodys: true }));
    },
    /** True of the button for the rest of everybody's list. */
    isEverybodys: (value: string) => value.startsWith(ALL),
    /** The open orders that follow in the list after the order that the button names, which may have ended since. */
    async listMore(value: string, { userId, reply }: { userId: string; reply: Reply }): Promise<void> {
      const isEverybodys = value.startsWith(ALL);
      const after = parseStoredReference(isEverybodys ? value.slice(ALL.length) : value);
      const last = after && (await orders.get(after));
      const { orders: rest, isAll } = isEverybodys
        ? await readEverybodysOpen(orders, last)
        : await ownWork.openOf(userId, last);
      await reply(
        rest.length === 0 ? plainMessage(NO_MORE_OPEN) : await pageOf(rest, { isAll, isEverybodys }),
      );
    },
    /** Shows in Home what the person has switched there. */
    show: (userId: string) => publish(userId, () => ordersView(userId)),
    /** The same for what was switched elsewhere: only if the person opened Home lately. */
    showAgain: refresh,
    /** As many of the person's open orders as fit into one message, each to be cancelled; undefined when there are none. */
    async ordersToCancel(userId: string, title: string): Promise<MessageContent | undefined> {
      const { orders: open, isAll } = await ownWork.openOf(userId);
      return open.length === 0 ? undefined : pageOf(open, { title, isAll, beside: 'cancel' });
    },
  };
}

/** Changes within this time make one refresh. */
const GATHER_MS = 2_000;

/** The returned function returns at once and never throws. Teller's stop waits for a refresh that has begun. */
function createRefreshSoon(deps: {
  refresh: (userId: string) => Promise<void>;
  clock: Clock;
  inFlight: InFlight;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
  reporter: Pick<Reporter, 'error'>;
}): (userId: string) => void {
  const { refresh, clock, inFlight, stopping, reporter } = deps;
  const gathering = new Set<string>();

  async function refreshNow(userId: string): Promise<void> {
    gathering.delete(userId);
    if (stopping.aborted) return;
    await inFlight
      .track(refresh(userId))
      .catch((error: unknown) => reporter.error(error, { what: 'a Home could not be shown' }));
  }

  return (userId) => {
    if (gathering.has(userId)) return;
    gathering.add(userId);
    clock.after(GATHER_MS, () => void refreshNow(userId));
  };
}

/** Both reject when the store is down. */
export function createHistoryTask(deps: {
  orders: Pick<OrderStore, 'get' | 'findByReference'>;
  audit: Pick<AuditRecord, 'linesOf'>;
}) {
  const { orders, audit } = deps;

  async function answer(order: Order | undefined): Promise<MessageContent> {
    if (!order) return plainMessage(HISTORY_TEXT.unknown);
    const { lines, damaged } = await audit.linesOf(order.reference);
    const resend = order.successor && (await orders.get(order.successor.reference));
    return historyCard(order, { recorded: lines, isDamaged: damaged.length > 0, resend });
  }

  return {
    /** `value`: of a menu's item, the reference. */
    async ofItem(value: string): Promise<MessageContent> {
      const reference = parseStoredReference(value);
      return answer(reference && (await orders.get(reference)));
    },
    /** `words`: a reference in any spelling, without Slack's wrapping. */
    async ofWords(words: string): Promise<MessageContent> {
      if (!words.trim()) return plainMessage(HISTORY_TEXT.noWords);
      return answer(await orders.findByReference(words.trim()));
    },
  };
}
