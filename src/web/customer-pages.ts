// The pages behind a token, for server.ts: the receipt and the QR code. While the store is down both say so plainly, because
// customers read it. A token is never logged.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomerAddresses } from '#customers/addresses.ts';
import type { Reporter } from '#observability/reporter.ts';
import { createQrHandler } from './qr.ts';
import { createReceiptHandler, type OrderOf, sendUnavailable } from './receipt.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The handler of GET for `/<first>/<name>`; undefined when that is no such page. */
export type CustomerPages = (first: string, name: string) => Handler | undefined;

export function createCustomerPages(deps: {
  addresses: CustomerAddresses;
  orderOf: OrderOf;
  merchantName: string;
  timeZone: string;
  notFound: (response: ServerResponse) => void;
  reporter: Reporter;
}): CustomerPages {
  const sendReceipt = createReceiptHandler(deps);
  const sendQr = createQrHandler(deps);

  function reported(route: string, handler: Handler): Handler {
    return async (request, response) => {
      try {
        await handler(request, response);
      } catch (error) {
        deps.reporter.error(error, { route });
        sendUnavailable(request, response, deps.merchantName);
      }
    };
  }

  return (first, name) => {
    if (first === 'r' && name !== '')
      return reported('/r', (request, response) => sendReceipt(request, response, name));
    const [, picture] = /^(.+)\.png$/.exec(name) ?? [];
    if (first !== 'q' || picture === undefined) return undefined;
    return reported('/q', async (_, response) => {
      if (!(await sendQr(response, picture))) deps.notFound(response);
    });
  };
}
