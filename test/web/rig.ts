// The web server on a free port over notifications that the test scripts, and requests byte by byte.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type CustomerAddresses, createCustomerAddresses } from '#customers/addresses.ts';
import type { Order } from '#orders/order.ts';
import type { Notification, ReceiveResult } from '#payments/status/notifications.ts';
import { createDigests, makeStoreKey } from '#store/digest.ts';
import { createWeb, type Web } from '#web/server.ts';

export const KEY = 'an-unguessable-key-of-the-test';

export type Rig = {
  readonly url: string;
  readonly server: Web;
  readonly received: Notification[];
  readonly returned: string[];
  readonly addresses: CustomerAddresses;
  /** How often an order was read. */
  readonly read: string[];
  readonly counted: string[];
  /** What was logged with an incident id. */
  readonly reported: Record<string, unknown>[];
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends the bytes as they are and answers everything that came back until the connection closed. */
  raw(request: string): Promise<string>;
  /** Sends the bytes and breaks the connection. */
  hangUp(request: string): Promise<void>;
};

type Below = Partial<Parameters<typeof createWeb>[0]> & {
  receive?: (notification: Notification) => Promise<ReceiveResult>;
  returns?: (trackingId: string) => Promise<ReceiveResult>;
  /** What the store has. */
  orders?: readonly Order[];
};

export async function startWeb({ receive, returns, orders = [], ...below }: Below = {}): Promise<Rig> {
  const received: Notification[] = [];
  const returned: string[] = [];
  const read: string[] = [];
  const { text: digest } = createDigests(makeStoreKey());
  const addresses = createCustomerAddresses({
    publicUrl: 'https://teller.test',
    digest: async (text) => digest(text),
  });
  const counted: string[] = [];
  const reported: Record<string, unknown>[] = [];
  const server = createWeb({
    slackListener: undefined,
    publicUrl: 'https://teller.test',
    ipnKey: KEY,
    standingOfKey: async () => 'unknown',
    notifications: {
      receiveNotification: async (notification) => {
        received.push(notification);
        return receive ? receive(notification) : 'recorded';
      },
      customerReturned: async (trackingId) => {
        returned.push(trackingId);
        return returns ? returns(trackingId) : 'recorded';
      },
    },
    merchantName: 'Duka la Amina',
    timeZone: 'Africa/Nairobi',
    addresses,
    orderOf: async (reference) => {
      read.push(reference);
      return orders.find((order) => order.reference === reference);
    },
    readinessFaults: async () => [],
    readMetrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'teller_up 1\n' }),
    countNotification: (result) => counted.push(result),
    reporter: {
      error(error, about) {
        reported.push({ error, ...about });
        return '0000-0000';
      },
      warn: () => {},
    },
    ...below,
  });
  const port = await server.start(0);
  onTestFinished(() => server.stop());
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    server,
    received,
    returned,
    addresses,
    read,
    counted,
    reported,
    get: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { connection: 'close', ...init.headers } }),
    raw(request) {
      const socket = connect(port, '127.0.0.1');
      socket.write(request);
      return text(socket);
    },
    async hangUp(request) {
      const socket = connect(port, '127.0.0.1');
      await new Promise((resolve) => socket.write(request, resolve));
      socket.destroy();
    },
  };
}
