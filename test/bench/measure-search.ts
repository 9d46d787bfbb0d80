// Searches beside a thousand orders and a million, what an order takes in bytes, and how long its saves take.
import { systemClock } from '#lib/clock.ts';
import {
  amountTerm,
  codeTerm,
  dayTerm,
  numberTerm,
  type SearchTerm,
  wordTerm,
} from '#orders/search-terms.ts';
import { openStore } from '#store/open.ts';
import type { SearchQuery } from '#store/orders.ts';
import type { OrderStore } from '#store/store.ts';
import { type Figure, held, inRounds, median, type Scale } from './figures.ts';
import { finishedOrder, openOrder, phoneOf } from './made-orders.ts';
import { openStage } from './stage.ts';

const SEARCHES = 40;
/** So many are saved in a round. */
const ORDERS = 500;
const MAX_MS = { SQLite: 20, Redis: 50 } as const;

export async function measureSearch(scale: Scale): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of ['SQLite', 'Redis'] as const) {
    const stage = await openStage(name);
    let from = 0;
    let saved = 0;
    try {
      for (const to of scale.histories) {
        await stage.fill({ from, to, open: 0 });
        const add = (what: string, unit: string, rounds: readonly number[], more: Partial<Figure> = {}) =>
          figures.push({
            part: 'search',
            what: `${name}: ${what}`,
            finished: to,
            unit,
            value: median(rounds),
            rounds,
            ...more,
          });
        const store = await openStore(stage.url, { clock: systemClock });
        try {
          // A store on Redis is open before it is connected.
          await store.digest('');
          add('for each order, with its index', 'bytes', [(await stage.bytes()) / (to + saved)]);
          for (const [what, queryOf] of queries(to)) {
            const ms = await inRounds(scale.rounds, () => typicalMs(store.orders, queryOf));
            const base = figures.findLast((figure) => figure.what === `${name}: ${what}`);
            const isLongest = base && to === scale.histories.at(-1);
            add(what, 'ms', ms, isLongest ? judged(median(ms), base.value, MAX_MS[name]) : {});
          }
          const saves = await inRounds(scale.rounds, async () => {
            const startedAt = performance.now();
            for (let count = 0; count < ORDERS; count += 1) await saveThrice(store.orders, to * 10 + saved++);
            return (performance.now() - startedAt) / ORDERS;
          });
          add('an order stored and saved twice', 'ms', saves);
        } finally {
          await store.close();
        }
        from = to;
      }
    } finally {
      await stage.remove();
    }
  }
  return figures;
}

/** Growth, and how long it may take at most: the ratio is that of growth. */
function judged(ms: number, before: number, maxMs: number): Partial<Figure> {
  const growth = held(ms / before, '≤', 1.2);
  return {
    beside: 'the history before',
    ...growth,
    aim: `${growth.aim}, < ${maxMs} ms`,
    reached: growth.reached && ms < maxMs,
  };
}

type QueryOf = (number: number) => SearchQuery;

/** Each for one of the finished orders. */
function queries(finished: number): [what: string, queryOf: QueryOf][] {
  const daysOf = (number: number) =>
    [0, 1].map((days) =>
      dayTerm(new Date(finishedOrder(number).createdAt + days * 86_400_000).toISOString().slice(0, 10)),
    );
  const some =
    (queryOf: QueryOf): QueryOf =>
    (number) =>
      queryOf(Math.floor((number / SEARCHES) * finished));
  return [
    ['find by code', some((number) => [[codeTerm(`S${number}`)]])],
    ['find by number', some((number) => [[numberTerm(phoneOf(number))]])],
    ['find by a name with 10 hits', () => [word('tenfold')]],
    ['find by a name with 5,000 hits', () => [word('thousandfold')]],
    [
      'find by amount and day',
      some((number) => [[amountTerm(finishedOrder(number).amount.amount)], daysOf(number)]),
    ],
    ['find by names, amount and day', some((number) => [word('jane'), word('thousandfold'), daysOf(number)])],
  ];
}

function word(text: string): SearchTerm[] {
  const term = wordTerm(text);
  return term ? [term] : [];
}

async function typicalMs(orders: OrderStore, queryOf: QueryOf): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < SEARCHES; number += 1) {
    const startedAt = performance.now();
    await orders.search(queryOf(number), { limit: 10 });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** As an order is saved that is sent and paid. */
async function saveThrice(orders: OrderStore, number: number): Promise<void> {
  const order = { ...openOrder(number), version: 0, state: 'sending' as const };
  if (!(await orders.insert(order, { check: 1 }))) throw new Error('it is there already');
  const pending = await orders.save({ ...order, state: 'pending' });
  const { payments, checkedAt = 0 } = finishedOrder(number);
  if (!pending || !payments || !(await orders.save({ ...pending, state: 'paid', payments, checkedAt })))
    throw new Error('it was not saved');
}
