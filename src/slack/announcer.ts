// Tells people what is saved to be told: the card shows the latest state, the thread gets each piece of news once.
import type { Clock } from '#lib/clock.ts';
import type { Announcement } from '#orders/announcement.ts';
import type { Card, Order } from '#orders/order.ts';
import type { Settle } from '#payments/settle.ts';
import { backoff } from '#payments/worker.ts';
import type { Claim, Ledger, NextTurn } from '#store/store.ts';
import { newsReply, type Reply } from './cards/news.ts';
import { markOf, orderCard } from './cards/order-card.ts';
import type { Message, Outbound, Posted } from './outbound.ts';

export type Announcer = {
  /** Posts the order's card and remembers where; rejects with `CardNotPosted` when that cannot be done now. */
  postCard(order: Order): Promise<void>;
  /** The work of the `announce` queue. */
  deliver(claim: Claim): Promise<NextTurn>;
};

/** Nothing was sent to the customer, because the team would not have heard of the outcome. */
export class CardNotPosted extends Error {
  override name = 'CardNotPosted';
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`the card could not be posted (${code})`, { cause });
    this.code = code;
  }
}

const CARD = 'card';

/** How far back a lost card is searched for, before the order was made: clocks differ. */
const SLACK_CLOCK_MS = 60_000;

/** Refusals that have to do with us and not with the place; trying again helps once somebody has mended them. */
const OUR_FAULTS = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
]);

type Problem = Exclude<Posted, { done: true }>;

export function createAnnouncer(deps: {
  ledger: Ledger;
  settle: Settle;
  outbound: Outbound;
  clock: Clock;
  told: (
    kind: string,
    outcome: 'posted' | 'direct' | 'limited' | 'unknown' | 'undeliverable',
    order: Order,
    error?: unknown,
  ) => void;
}): Announcer {
  const { ledger, settle, outbound, clock, told } = deps;

  async function placeCard(order: Order): Promise<Card | Problem> {
    const earlier = await outbound
      .findOwn({ channel: order.channel, sinceMs: order.createdAt - SLACK_CLOCK_MS }, order.reference)
      .catch(() => new Map<string, string>());
    const ts = earlier.get(CARD);
    return ts ? keepCard(order, ts, '') : postNew(order);
  }

  async function postNew(order: Order): Promise<Card | Problem> {
    const message = cardMessage(order, order.channel);
    const posted = await outbound.post(message);
    return posted.done ? keepCard(order, posted.ts, markOf(orderCard(order))) : posted;
  }

  async function keepCard(order: Order, ts: string, shows: string): Promise<Card> {
    const card = { channel: order.channel, ts, shows };
    const kept = await settle.edit(order.reference, (newest) =>
      newest.card ? undefined : { ...newest, card },
    );
    return kept.card ?? card;
  }

  async function postCard(order: Order): Promise<void> {
    let result = await postNew(order);
    // Lost, not refused: it may stand there already, so look before posting another.
    if ('done' in result && result.why === 'unknown') result = await placeCard(order);
    if ('done' in result)
      throw new CardNotPosted(
        result.why === 'refused' ? result.code : result.why,
        'error' in result ? result.error : undefined,
      );
  }

  async function deliver(claim: Claim): Promise<NextTurn> {
    const order = await ledger.get(claim.reference);
    const home = order?.chargeOf ? await ledger.get(order.chargeOf) : order;
    if (!order || !home) return NO_MORE;
    const card = home.card ?? (await placeCard(home));
    const { done, problem } =
      'done' in card ? await withoutCard(order, card) : await tellThread(order, card, claim.attempt);
    const shown = problem || order !== home || 'done' in card ? undefined : await refreshCard(order, card);
    await remember(order, done, shown?.done ? shown.shows : undefined);
    const trouble = problem ?? (shown && !shown.done ? shown.problem : undefined);
    return trouble ? later(trouble, claim.attempt) : { at: undefined, againAt: clock.now() };
  }

  async function tellThread(order: Order, card: Card, attempt: number): Promise<Told> {
    // An earlier try may have got through without our knowing: what stands in the thread is not told again.
    const standing =
      attempt > 1 && order.announcements.length > 0
        ? await outbound.findOwn(
            { channel: card.channel, threadTs: card.ts, sinceMs: order.createdAt - SLACK_CLOCK_MS },
            order.reference,
          )
        : new Map<string, string>();
    const done: string[] = [];
    for (const announcement of order.announcements) {
      if (!standing.has(announcement.id)) {
        const problem = await tellOne(order, announcement, card);
        if (problem) return { done, problem };
      }
      done.push(announcement.id);
    }
    return { done };
  }

  async function tellOne(order: Order, announcement: Announcement, card: Card): Promise<Problem | undefined> {
    const { kind } = announcement.news;
    const reply = newsReply(order, announcement);
    const posted = await outbound.post({
      channel: card.channel,
      threadTs: card.ts,
      ...content(order, announcement, reply),
    });
    if (posted.done) {
      told(kind, 'posted', order);
      return undefined;
    }
    if (posted.why !== 'refused' || OUR_FAULTS.has(posted.code)) {
      told(
        kind,
        posted.why === 'limited' ? 'limited' : 'unknown',
        order,
        'error' in posted ? posted.error : undefined,
      );
      return posted;
    }
    return tellAgent(order, announcement, posted);
  }

  /** The channel or the thread is gone: the agent who asked gets the news, and nobody is left in silence. */
  async function tellAgent(
    order: Order,
    announcement: Announcement,
    cause: Problem,
  ): Promise<Problem | undefined> {
    const reply = newsReply(order, announcement);
    const posted = await outbound.postToPerson(order.agent, {
      ...content(order, announcement, reply),
      blocks: [...orderCard(order).blocks, ...reply.blocks],
    });
    if (!posted.done && posted.why !== 'refused') return posted;
    const error = 'error' in cause ? cause.error : undefined;
    told(announcement.news.kind, posted.done ? 'direct' : 'undeliverable', order, error);
    return undefined;
  }

  async function withoutCard(order: Order, problem: Problem): Promise<Told> {
    if (problem.why !== 'refused' || OUR_FAULTS.has(problem.code)) return { done: [], problem };
    const done: string[] = [];
    for (const announcement of order.announcements) {
      const trouble = await tellAgent(order, announcement, problem);
      if (trouble) return { done, problem: trouble };
      done.push(announcement.id);
    }
    return { done };
  }

  async function refreshCard(
    order: Order,
    card: Card,
  ): Promise<{ done: true; shows: string } | { done: false; problem: Problem } | undefined> {
    const shows = markOf(orderCard(order));
    if (shows === card.shows) return undefined;
    const updated = await outbound.update(card.ts, cardMessage(order, card.channel));
    // A card that somebody deleted needs no edit; the thread had the news.
    if (updated.done || (updated.why === 'refused' && !OUR_FAULTS.has(updated.code)))
      return { done: true, shows };
    return { done: false, problem: updated };
  }

  async function remember(order: Order, done: readonly string[], shows: string | undefined): Promise<void> {
    if (done.length === 0 && shows === undefined) return;
    await settle.edit(order.reference, (newest) => ({
      ...newest,
      announcements: newest.announcements.filter(({ id }) => !done.includes(id)),
      ...(newest.card && shows !== undefined ? { card: { ...newest.card, shows } } : {}),
    }));
  }

  function later(problem: Problem, attempt: number): NextTurn {
    const at = clock.now() + (problem.why === 'limited' ? problem.retryAfterMs : backoff(attempt));
    return { at, againAt: at, unsure: problem.why !== 'limited' };
  }

  return { postCard, deliver };
}

type Told = { readonly done: readonly string[]; readonly problem?: Problem };

const NO_MORE: NextTurn = { at: undefined, againAt: undefined };

function cardMessage(order: Order, channel: string): Message {
  return { channel, ...orderCard(order), mark: { reference: order.reference, news: CARD } };
}

function content(
  order: Order,
  announcement: Announcement,
  reply: Reply,
): Omit<Message, 'channel' | 'threadTs'> {
  return { ...reply, mark: { reference: order.reference, news: announcement.id } };
}
