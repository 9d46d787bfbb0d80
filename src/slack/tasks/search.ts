// Searches Teller's orders by whatever a person typed, and goes on with a list page by page.
import { z } from 'zod';
import type { Clock } from '#lib/clock.ts';
import type { DeedReporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import { isPersonal } from '#payments/finding/condition.ts';
import type { FoundPage, PageEnd, SearchOrders } from '#payments/finding/search-orders.ts';
import { foundList } from '#slack/cards/found-orders.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import { type FindWords, readFindWords } from '#slack/forms/find-words.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import type { Store } from '#store/store.ts';
import type { KeptWords } from './kept-words.ts';

/** `none`: no order fits. `fault`: nothing could be searched for, and `words` says why. */
export type Searched =
  | { readonly status: 'one'; readonly words: FindWords; readonly order: Order; readonly isIndexing: boolean }
  | { readonly status: 'list'; readonly answer: MessageContent }
  | { readonly status: 'none'; readonly words: FindWords; readonly isIndexing: boolean }
  | { readonly status: 'fault'; readonly words: FindWords };

/** How a list goes on. The words and their numbers wait in the store, because a button's value is shown to other apps. */
const NEXT = z.object({
  words: z.string(),
  /** What "today" was. */
  now: z.number(),
  from: z.object({ after: z.string().exactOptional(), createdAt: z.number(), reference: z.string() }),
});

/** Begins a value of *More*; references have no blanks, and the lists of one's own orders go on from one. */
const MORE = 'found ';

/** All that it does rejects when the store is down. `cardUrlOf` is the address of the order's card, if it has one. */
export function createSearchTask(deps: {
  searchOrders: SearchOrders;
  store: Pick<Store, 'indexProgress'>;
  keptWords: KeptWords;
  cardUrlOf: (order: Order) => Promise<string | undefined>;
  clock: Clock;
  timeZone: string;
  reporter: DeedReporter;
}) {
  const { searchOrders, store, keptWords, cardUrlOf, clock, timeZone, reporter } = deps;

  async function findPage(words: FindWords, userId: string, from?: PageEnd) {
    const [page, { isComplete }] = await Promise.all([
      searchOrders(words.conditions, from),
      store.indexProgress(),
    ]);
    if (words.conditions.some(isPersonal))
      reporter.done('a search by a customer’s data', { by: userId, hits: page.orders.length });
    return { page, isIndexing: !isComplete };
  }

  async function listOf(
    { orders, next }: FoundPage,
    list: { typed: string; now: number; words: FindWords; isFirst: boolean; isIndexing: boolean },
  ): Promise<MessageContent> {
    const { typed, now, words, isFirst, isIndexing } = list;
    const more = next && {
      value: `${MORE}${await keptWords.keep(JSON.stringify({ words: typed, now, from: next }))}`,
      lookedBackTo: next.createdAt,
    };
    const rows = orders.map(async (order) => ({ order, cardUrl: await cardUrlOf(order) }));
    return foundList({ orders: await Promise.all(rows), understood: words, isFirst, more, isIndexing });
  }

  return {
    /** `typed`: without Slack's wrapping. */
    async search(typed: string, userId: string): Promise<Searched> {
      const now = clock.now();
      const words = readFindWords(typed, { userId, now, timeZone });
      if (words.fault || words.conditions.length === 0) return { status: 'fault', words };
      const { page, isIndexing } = await findPage(words, userId);
      const [order, ...others] = page.orders;
      if (!page.next) {
        if (!order) return { status: 'none', words, isIndexing };
        if (others.length === 0) return { status: 'one', words, order, isIndexing };
      }
      return {
        status: 'list',
        answer: await listOf(page, { typed, now, words, isFirst: true, isIndexing }),
      };
    },
    /** True for the value of a button that goes on with a list. */
    isMore: (value: string) => value.startsWith(MORE),
    /** The next page. */
    async more(value: string, userId: string): Promise<MessageContent> {
      const kept = await keptWords.read(value.slice(MORE.length));
      if (kept === undefined) return plainMessage(FIND_TEXT.gone);
      const { words: typed, now, from } = NEXT.parse(JSON.parse(kept));
      const words = readFindWords(typed, { userId, now, timeZone });
      const { page, isIndexing } = await findPage(words, userId, from);
      if (page.orders.length === 0 && !page.next) return plainMessage(FIND_TEXT.noMore);
      return listOf(page, { typed, now, words, isFirst: false, isIndexing });
    },
  };
}
