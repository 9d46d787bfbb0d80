// Addresses of receipts and QR codes with something wrong in them: each is answered as one that opens nothing, or is the very
// address of its order.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createCustomerAddresses } from '#customers/addresses.ts';
import { languageFrom } from '#customers/browser-language.ts';
import { receiptOf } from '#customers/receipt.ts';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { hostile, orderIn } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { startWeb } from '#test/web/rig.ts';
import { createCustomerPages } from '#web/customer-pages.ts';
import { expectHarmless, expectQuick } from './harmless.ts';
import { textFrom } from './mutated.ts';

const PAID = { ...orderIn('paid', 'prompt'), reference: referenceOf('INV-1') };
const LINK = { ...orderIn('pending', 'link'), reference: referenceOf('INV-2') };

/** `good`: the paths that are there. The others are of the same orders, and of one that nobody has. */
async function openPages() {
  const store = await openStore('sqlite::memory:', { clock: systemClock });
  onTestFinished(() => store.close());
  for (const order of [PAID, LINK]) await store.orders.insert(order);
  const publicUrl = 'https://teller.test';
  const addresses = createCustomerAddresses({ publicUrl, digest: store.digest });
  const orderOf = store.orders.get;
  const references = [PAID.reference, LINK.reference, referenceOf('INV-3')];
  const [receipt = '', ...receipts] = await Promise.all(references.map(addresses.receiptUrl));
  const [qr = '', link = '', ...qrs] = await Promise.all(references.map(addresses.qrUrl));
  const pathOf = (url: string) => url.slice(publicUrl.length);
  return {
    addresses,
    orderOf,
    good: [receipt, link].map(pathOf),
    bad: [...receipts, qr, ...qrs].map(pathOf),
  };
}

test('any address of a receipt or a QR code opens nothing, unless it is the right one', async () => {
  const { addresses, orderOf, good, bad } = await openPages();
  const reported: unknown[] = [];
  const pages = createCustomerPages({
    addresses,
    orderOf,
    merchantName: 'Duka la Amina',
    timeZone: 'Africa/Nairobi',
    notFound: (response) => response.writeHead(404).end('{}'),
    reporter: { error: (error) => String(reported.push(error)), warn: () => {} },
  });
  const languages = textFrom(['sw-KE,sw;q=0.9,en;q=0.8', 'fr-FR, fr;q=0.5', '*']);
  await expectHarmless(fc.tuple(textFrom([...good, ...bad]), languages), async ([path, language]) => {
    const [before, first = '', ...rest] = path.split('/');
    // The path of an address begins with a slash, whatever was asked for.
    if (before !== '') return;
    const handler = pages(first, rest.join('/'));
    if (!handler) return expect(good).not.toContain(path);
    const socket = new Socket();
    const request = new IncomingMessage(socket);
    request.headers['accept-language'] = language;
    const response = new ServerResponse(request);
    await handler(request, response);
    expect([path, response.statusCode]).toEqual([path, good.includes(path) ? 200 : 404]);
    expect(response.writableEnded).toBe(true);
    expect(reported).toEqual([]);
    socket.destroy();
    // It is let go of in the next turn of the loop, and nothing else waits for one here.
    await turnOfTheLoop();
  });
});

test('ten kilobytes of a language, and of a description on a receipt, are read in ten milliseconds', () => {
  expectQuick((text) => languageFrom(text));
  const order = { ...hostile(PAID), customer: PAID.customer };
  expectQuick((description) =>
    receiptOf({ ...order, description }, { language: 'en', timeZone: 'Africa/Nairobi' }),
  );
});

test('over HTTP any address of a receipt or a QR code is answered, by the server or by Node', async () => {
  const { addresses, orderOf, good, bad } = await openPages();
  const { raw, reported } = await startWeb({ addresses, orderOf });
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'BREW');
  await expectHarmless(
    fc.tuple(method, textFrom([...good, ...bad, '/r/', '//q/.png'])),
    async ([verb, path]) => {
      const answer = await raw(`${verb} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404|405|431) /);
      if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain('cache-control: no-store');
      expect(reported).toEqual([]);
    },
    300,
  );
});
