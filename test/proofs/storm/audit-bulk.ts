// One bulk: an order for each row of its file and none besides, a phone that rings once for each that was sent and never for
// another, one message that says how it stands, and one file with the results.
import type { Order } from '#orders/order.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import type { Evidence, Violation } from './evidence.ts';
import { type SheetRow, sheetOf } from './sending-a-bulk.ts';

/** For a store in which all orders are rows of one bulk with `howMany` rows. */
export function auditBulk({ environment, posts, orders }: Evidence, howMany: number): Violation[] {
  const { slack, provider } = environment;
  const [message, ...others] = posts.all.filter(({ news }) => news === 'bulk');
  const thread = message ? slack.thread(message.channel, message.ts) : [];
  const ids = thread.flatMap(({ files = [] }) => files).map(({ id }) => id);
  const found = [
    ...faultsInRows(
      sheetOf(howMany).rows,
      orders,
      provider.prompts.map(({ msisdn }) => msisdn),
    ),
    ...(message ? faultsInMessage(message.shown, orders, howMany) : ['it has no message']),
    ...(others.length > 0 ? [`it has ${others.length} messages too many`] : []),
    ...(ids.length === 1 ? [] : [`it has ${ids.length} files with results`]),
    ...slack
      .files()
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ content }) => faultsInResults(content?.toString() ?? '', orders)),
  ];
  return found.map((what) => ({ reference: undefined, what: `the bulk: ${what}` }));
}

/** `rings`: the number of each prompt that rang. */
export function faultsInRows(
  rows: readonly SheetRow[],
  orders: readonly Order[],
  rings: readonly string[],
): string[] {
  const bulks = new Set(orders.map(({ bulk }) => bulk?.id));
  return [
    ...rows.flatMap(({ row, phone, amount }) => {
      const msisdn = `254${phone.slice(1)}`;
      const own = orders.filter(({ bulk }) => bulk?.row === row);
      const others = own.filter((one) => one.prompt?.msisdn !== msisdn || one.amount.amount !== `${amount}`);
      const rang = rings.filter((one) => one === msisdn).length;
      const wasSent = own.some(({ state }) => state !== 'not_sent');
      return [
        ...(own.length === 1 ? [] : [`row ${row} has ${own.length} orders`]),
        ...(others.length > 0 ? [`row ${row} has the order of another row`] : []),
        ...(rang > 1 ? [`the phone of row ${row} rang ${rang} times`] : []),
        ...(rang > 0 && !wasSent ? [`the phone of row ${row} rang, and its order says "not sent"`] : []),
        ...(rang === 0 && wasSent ? [`the phone of row ${row} did not ring, and its order says "sent"`] : []),
      ];
    }),
    ...(orders.length === rows.length ? [] : [`there are ${orders.length} orders of ${rows.length} rows`]),
    ...(bulks.size > 1 ? [`there are ${bulks.size} bulks`] : []),
  ];
}

/** What the message counts, and which orders it counts so. */
export const COUNTED: Readonly<Record<string, (order: Order) => boolean>> = {
  paid: ({ state }) => state === 'paid',
  pending: (order) => isWithProvider(order) && order.checksEndedAt === undefined,
  'not answered': (order) => isWithProvider(order) && order.checksEndedAt !== undefined,
  failed: ({ state }) => state === 'failed' || state === 'not_sent',
};

function isWithProvider({ state }: Order): boolean {
  return state === 'pending' || state === 'sending';
}

/** `shown`: the message as text. */
export function faultsInMessage(shown: string, orders: readonly Order[], howMany: number): string[] {
  const isDone = shown.includes(`Done: ${howMany} PIN prompts`) && shown.includes(`${howMany} of ${howMany}`);
  return [
    ...(isDone ? [] : [`its message does not say that it is done: ${shown}`]),
    ...Object.entries(COUNTED).flatMap(([word, isCounted]) => {
      const count = orders.filter(isCounted).length;
      const said = Number(new RegExp(`(\\d+) ${word}`).exec(shown)?.[1] ?? 0);
      return said === count ? [] : [`its message says ${said} ${word} where ${count} are`];
    }),
  ];
}

/** A line for each row, with the reference of its order. */
export function faultsInResults(content: string, orders: readonly Order[]): string[] {
  const [, ...lines] = readCsv(content.replace(/^\ufeff/, ''));
  const named = lines.map(([row, reference]) => `${row} ${reference}`).sort();
  const expected = orders.map(({ bulk, reference }) => `${bulk?.row} ${reference}`).sort();
  return named.join() === expected.join() ? [] : ['its file with the results names other orders'];
}
