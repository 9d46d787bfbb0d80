// Teller as it is measured: whole, or its notification endpoint with the real store and nobody at work behind it.

import { createBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { createCustomerAddresses } from '#customers/addresses.ts';
import { systemClock } from '#lib/clock.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { createOrderSaves } from '#payments/status/order-saves.ts';
import { openStore } from '#store/open.ts';
import type { IpnResult } from '#web/ipn.ts';
import { createWeb } from '#web/server.ts';

export type TellerOrder =
  | { readonly do: 'start'; readonly env: Readonly<Record<string, string>> }
  | { readonly do: 'start_endpoint'; readonly env: Readonly<Record<string, string>> }
  | { readonly do: 'memory' }
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
  if (order.do === 'results') return Object.fromEntries(results);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20 } satisfies Memory;
}

async function startDoor(storeUrl: string): Promise<number> {
  const store = await openStore(storeUrl, { clock: systemClock });
  const notifications = createNotifications({
    orders: store.orders,
    saves: createOrderSaves({
      orders: store.orders,
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
    addresses: createCustomerAddresses({ publicUrl: 'https://teller.test', digest: store.digest }),
    orderOf: (reference) => store.orders.get(reference),
    readinessFaults: async () => [],
    readMetrics: async () => ({ contentType: '', text: '' }),
    countNotification: (result) => results.set(result, (results.get(result) ?? 0) + 1),
    reporter: { error: (error) => String(console.error(error)), warn: () => {} },
  });
  return server.start(0);
}
