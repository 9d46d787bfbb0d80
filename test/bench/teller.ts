// Teller as it is measured: whole, or its notification endpoint with the real store and nobody at work behind it.

import { createBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { createCustomerAddresses } from '#customers/addresses.ts';
import { systemClock } from '#lib/clock.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { createOrderSaves } from '#payments/status/order-saves.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import type { IpnResult } from '#web/ipn.ts';
import { createWeb } from '#web/server.ts';
import { LATER, openName } from './made-orders.ts';

export type TellerOrder =
  | { readonly do: 'start'; readonly env: Readonly<Record<string, string>> }
  | { readonly do: 'start_endpoint'; readonly env: Readonly<Record<string, string>> }
  | { readonly do: 'memory' }
  /** Makes the check of each of the first `open` orders due in an hour, as after a check. */
  | { readonly do: 'wait'; readonly open: number }
  /** How the notifications so far were results: result → number. */
  | { readonly do: 'results' };

export type Memory = { readonly rssMb: number; readonly heapMb: number };

export const IPN_KEY = 'a-key-that-nobody-can-guess';

const results = new Map<IpnResult, number>();

process.on('message', (order: TellerOrder) => {
  answer(order).then(
    (said) => process.send?.(said),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function answer(order: TellerOrder): Promise<unknown> {
  if (order.do === 'start') {
    const bot = await createBot(readConfig(order.env));
    return { port: await bot.start() };
  }
  if (order.do === 'start_endpoint') return { port: await startDoor(readConfig(order.env).storeUrl) };
  if (order.do === 'wait') return makeWait(order.open);
  if (order.do === 'results') return Object.fromEntries(results);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20 } satisfies Memory;
}

let store: Store | undefined;

async function makeWait(open: number): Promise<true> {
  const { orders } = store ?? {};
  const checked = Array.from({ length: orders ? open : 0 }, async (_, number) => {
    const claim = await orders?.claimOne('check', openName(number), { now: systemClock.now(), leaseMs: 1 });
    if (claim) await orders?.complete(claim, { at: LATER, atIfTriggered: LATER });
  });
  await Promise.all(checked);
  return true;
}

async function startDoor(storeUrl: string): Promise<number> {
  store = await openStore(storeUrl, { clock: systemClock });
  await store.serve();
  const { orders, digest } = store;
  const notifications = createNotifications({
    orders,
    saves: createOrderSaves({
      orders,
      reporter: { error: () => '' },
      saveRefused: () => {},
      timeZone: 'Africa/Nairobi',
    }),
    clock: systemClock,
    triggerChecks: () => {},
  });
  const server = createWeb({
    slackListener: undefined,
    publicUrl: 'https://teller.test',
    ipnKey: IPN_KEY,
    standingOfKey: async () => 'unknown',
    notifications,
    merchantName: 'Bench',
    timeZone: 'Africa/Nairobi',
    addresses: createCustomerAddresses({ publicUrl: 'https://teller.test', digest }),
    orderOf: (reference) => orders.get(reference),
    readinessFaults: async () => [],
    readMetrics: async () => ({ contentType: '', text: '' }),
    countNotification: (result) => results.set(result, (results.get(result) ?? 0) + 1),
    reporter: { error: (error) => String(console.error(error)), warn: () => {} },
  });
  return server.start(0);
}
