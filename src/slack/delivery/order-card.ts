// Posts an order's card once, and edits it when its content changes.
import { type Clock, sleep } from '#lib/clock.ts';
import { lastChange } from '#orders/forgetting.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { predecessorOf } from '#orders/successor.ts';
import { CardNotPosted } from '#payments/status/log-failure.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import { contentHashOf } from '#slack/cards/message.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { approversMentioned } from '#slack/cards/requests.ts';
import type { KeyValueStore } from '#store/store.ts';
import type { Message, Outbound } from './outbound.ts';
import { errorIn, isChannelGone, isFinal, isMessageGone, type PostFailure } from './post-failure.ts';

type FoundCard = { readonly status: 'posted'; readonly card: CardLocation } | PostFailure;

type Refreshed = { status: 'edited'; contentHash: string } | { status: 'unchanged' } | PostFailure;

export type OrderCards = ReturnType<typeof createOrderCards>;

/** The card's name in message metadata, beside the ids of announcements. */
export const CARD = 'card';

const MAX_TRIES = 3;
/** The longest single wait for a rate limit while an agent waits for the card. */
const MAX_WAIT_MS = 10_000;

export function createOrderCards(deps: {
  updates: Pick<OrderUpdates, 'updateOrder'>;
  outbound: Outbound;
  threads: Pick<KeyValueStore, 'set'>;
  permissions: Pick<Permissions, 'approverGroups'>;
  clock: Clock;
}) {
  const { updates, outbound, threads, permissions, clock } = deps;

  async function postNew(order: Order): Promise<FoundCard> {
    const card = cardMessage(order, order.channel);
    const blocks = [...card.blocks, ...approversMentioned(order, permissions.approverGroups)];
    const message = { ...card, blocks, isAwaited: true };
    let threadTs = order.bulk?.threadTs;
    let posted = await outbound.post({ ...message, threadTs });
    if (threadTs && posted.status !== 'posted' && isMessageGone(posted)) {
      // Somebody has deleted the bulk's message.
      threadTs = undefined;
      posted = await outbound.post(message);
    }
    if (posted.status !== 'posted') return posted;
    const contentHash = contentHashOf(orderCard(order));
    return { status: 'posted', card: await saveCard(order, { ts: posted.ts, threadTs, contentHash }) };
  }

  async function saveCard(
    order: Order,
    { threadTs, ...shown }: { ts: string; threadTs: string | undefined; contentHash: string },
  ): Promise<CardLocation> {
    const { channel } = order;
    const url = predecessorOf(order) && (await outbound.permalink(channel, shown.ts));
    const card = { channel, ...shown, ...(threadTs ? { threadTs } : {}), ...(url ? { url } : {}) };
    // The thread of a bulk is about many orders.
    if (!threadTs) await threads.set(threadKey(channel, shown.ts), order.reference);
    const saved = await updates.updateOrder(order.reference, (newest) =>
      newest.card ? undefined : { ...newest, card },
    );
    return saved.card ?? card;
  }

  /** The card of an order that knows none: found in the channel, or posted. Rejects when the store is down. */
  async function findOrPost(order: Order): Promise<FoundCard> {
    const since = { channel: order.channel, sinceMs: order.createdAt };
    let threadTs = order.bulk?.threadTs;
    let found = await outbound.findOwn(threadTs ? { ...since, threadTs } : since, order.reference);
    if (threadTs && found.status !== 'found' && isMessageGone(found)) {
      threadTs = undefined;
      found = await outbound.findOwn(since, order.reference);
    }
    // Without knowing, posting could put a second card beside the first.
    if (found.status !== 'found') return found;
    const ts = found.messages.get(CARD);
    // The hash of a found card is not known; '' differs from every hash, so it is edited next.
    return ts
      ? { status: 'posted', card: await saveCard(order, { ts, threadTs, contentHash: '' }) }
      : postNew(order);
  }

  return {
    /**
     * Posts the card while the agent waits, so a short rate limit is waited out. Rejects with `CardNotPosted` when Slack
     * does not take it now. `mayAlreadyBePosted`: an earlier process may have posted it, so it is searched for first.
     */
    async post(order: Order, { mayAlreadyBePosted }: { mayAlreadyBePosted: boolean }): Promise<void> {
      const post = mayAlreadyBePosted ? findOrPost : postNew;
      let result = await post(order);
      for (let tries = 1; tries < MAX_TRIES && result.status === 'rate_limited'; tries += 1) {
        await sleep(clock, Math.min(result.retryAfterMs, MAX_WAIT_MS));
        result = await post(order);
      }
      // The answer was lost, so the card may be there.
      if (result.status === 'unknown') result = await findOrPost(order);
      if (result.status === 'posted') return;
      throw new CardNotPosted(cardCode(result), errorIn(result));
    },
    findOrPost,
    /**
     * Edits the card when its content has changed, and in a later `attempt` than the first in any case: an edit that nobody
     * heard of may show something else than what was saved. `edited` has the hash to save, `unchanged` means that there
     * is none. Rejects only with what `outbound` rejects.
     */
    async refresh(order: Order, card: CardLocation, attempt: number): Promise<Refreshed> {
      const isStale = isCardStale({ ...order, card });
      if (attempt === 1 && !isStale) return { status: 'unchanged' };
      const updated = await outbound.update(card.ts, cardMessage(order, card.channel));
      // The channel may be open again one day. What the card shows stays known until then, so that Check now redraws it.
      const triedForMs = Math.min(triesAsTime(attempt), clock.now() - lastToShow(order));
      if (updated.status !== 'posted' && (isChannelGone(updated) || !isFinal(updated, 0)))
        return isFinal(updated, triedForMs) ? { status: 'unchanged' } : updated;
      // A card that somebody deleted is not edited again; its thread has the reply.
      return isStale
        ? { status: 'edited', contentHash: contentHashOf(orderCard(order)) }
        : { status: 'unchanged' };
    },
  };
}

/** What the card shows of other orders changes long after its own, so one refusal counts for no more than ten minutes. */
function triesAsTime(attempt: number): number {
  return (attempt - 1) * 10 * 60_000;
}

/** When (ms) the order got what is to be shown. Tries alone say little: each message that Slack takes may bring another one. */
function lastToShow(order: Order): number {
  return Math.max(lastChange(order), order.erasedAt ?? 0);
}

/** True when the order's card shows something else than the order. */
export function isCardStale(order: Order): boolean {
  return order.card !== undefined && order.card.contentHash !== contentHashOf(orderCard(order));
}

/** Under which `threads` has the reference of the order that a thread is about; `ts` is the card's, the thread's root. */
export function threadKey(channel: string, ts: string): string {
  return `${channel}:${ts}`;
}

/** What the order's failure says: Slack's code, or a word of ours that stored failures already have. */
function cardCode(failure: PostFailure): string {
  if (failure.status === 'refused') return failure.code;
  return failure.status === 'rate_limited' ? 'limited' : 'unknown';
}

function cardMessage(order: Order, channel: string): Message {
  return { channel, ...orderCard(order), metadata: { reference: order.reference, news: CARD } };
}
