// Searches Teller's orders by whatever a person typed, and goes on with a list page by page.
import { z } from 'zod';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { isPersonal } from '#payments/finding/condition.ts';
import type { FoundPage, SearchOrders } from '#payments/finding/search-orders.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { foundList } from '#slack/cards/found-orders.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import type { Searcher } from '#slack/forms/find-marked.ts';
import { type FindWords, readFindWords } from '#slack/forms/find-words.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import type { KeptWords } from './kept-words.ts';

/** `none`: no order fits. `fault`: nothing could be searched for, or has what cannot be a day in it; `words` says why. */
export type Searched =
  | { readonly status: 'one'; readonly words: FindWords; readonly order: Order }
  | { readonly status: 'list'; readonly answer: MessageContent }
  | { readonly status: 'none'; readonly words: FindWords }
  | { readonly status: 'fault'; readonly words: FindWords };

/** How a list goes on. The words and their numbers wait in the store, because a button's value is shown to other apps. */
const NEXT = z.object({
  words: z.string(),
  withoutFillers: z.boolean(),
  /** What "today" was. */
  now: z.number(),
  from: z.object({
    searchesLeft: z.number(),
    after: z.string().exactOptional(),
    createdAt: z.number(),
    reference: z.string(),
  }),
});

/** Begins a value of *More*; references have no blanks, and the lists of one's own orders go on from one. */
const MORE = 'found ';

/** All that it does rejects when the store is down. `cardUrlOf` is the address of the order's card, if it has one. */
export function createSearchTask(deps: {
  searchOrders: SearchOrders;
  keptWords: KeptWords;
  cardUrlOf: (order: Order) => Promise<string | undefined>;
  clock: Clock;
  timeZone: string;
  defaultCurrency: string;
  recorder: Pick<DeedRecorder, 'recordFirst'>;
}) {
  const { searchOrders, keptWords, cardUrlOf, clock, timeZone, defaultCurrency, recorder } = deps;

  /** What was found, and by which words: those that only make a sentence are left out where nothing has them. */
  async function findFirst(typed: string, person: Searcher): Promise<{ words: FindWords; page: FoundPage }> {
    const words = readFindWords(typed, person);
    const page = await searchOrders(words.conditions);
    const core = readFindWords(typed, { ...person, withoutFillers: true });
    if (page.orders.length > 0 || core.conditions.length === words.conditions.length) return { words, page };
    return { words: core, page: await searchOrders(core.conditions) };
  }

  /** Who searched by a customer's data, and how many there are on the page, with a plus where there may be more; not the words. */
  async function recordSearch(words: FindWords, userId: string, { orders, next }: FoundPage): Promise<void> {
    const outcome = `${orders.length}${next ? '+' : ''}`;
    if (words.conditions.some(isPersonal))
      await recorder.recordFirst({ who: userId, deed: 'searched', outcome });
  }

  async function listOf(
    { orders, next }: FoundPage,
    list: { typed: string; now: number; words: FindWords; isFirst: boolean },
  ): Promise<MessageContent> {
    const { typed, now, words, isFirst } = list;
    const more = next && {
      value: `${MORE}${await keptWords.keep(JSON.stringify({ words: typed, withoutFillers: words.isWithoutFillers, now, from: next }))}`,
      lookedBackTo: next.createdAt,
    };
    const rows = orders.map(async (order) => ({ order, cardUrl: await cardUrlOf(order) }));
    return foundList({ orders: await Promise.all(rows), understood: words, isFirst, more });
  }

  return {
    /** `typed`: without Slack's wrapping. */
    async search(typed: string, userId: string): Promise<Searched> {
      const now = clock.now();
      const person = { userId, now, timeZone, defaultCurrency };
      const understood = readFindWords(typed, person);
      if (understood.conditions.length === 0) return { status: 'fault', words: understood };
      const { words, page } = await findFirst(typed, person);
      await recordSearch(words, userId, page);
      const [order, ...others] = page.orders;
      // Also where older orders may have the words: most likely a day was meant.
      if (!order && words.fault) return { status: 'fault', words };
      if (!page.next) {
        if (!order) return { status: 'none', words };
        if (others.length === 0) return { status: 'one', words, order };
      }
      return {
        status: 'list',
        answer: await listOf(page, { typed, now, words, isFirst: true }),
      };
    },
    /** True for the value of a button that goes on with a list. */
    isMore: (value: string) => value.startsWith(MORE),
    /** The next page. */
    async more(value: string, userId: string): Promise<MessageContent> {
      const kept = await keptWords.read(value.slice(MORE.length));
      if (kept === undefined) return plainMessage(FIND_TEXT.gone);
      const { words: typed, withoutFillers, now, from } = NEXT.parse(JSON.parse(kept));
      const words = readFindWords(typed, { userId, now, timeZone, defaultCurrency, withoutFillers });
      const page = await searchOrders(words.conditions, from);
      await recordSearch(words, userId, page);
      if (page.orders.length === 0 && !page.next) return plainMessage(FIND_TEXT.noMore);
      return listOf(page, { typed, now, words, isFirst: false });
    },
  };
}
