// A provider that has only what SPEC.md shows: GetTransactionStatus and GetIpnList answer 404 or 405. Payments are learned by reference.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askStatus, createLink, makeExternally, repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let status = 404;
const gateway = createServer(async (request, response) => {
  const { pathname, search } = new URL(request.url ?? '', rig.provider.baseUrl);
  if (/GetTransactionStatus|GetIpnList/.test(pathname)) {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No such resource"}');
    return;
  }
  const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
  const body = await buffer(request);
  const answer = await fetch(new URL(pathname + search, rig.provider.baseUrl), {
    method: request.method ?? 'GET',
    headers: { 'content-type': type, ...(authorization && { authorization }) },
    ...(body.length > 0 && { body: body.toString() }),
  });
  response
    .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    .end(await answer.text());
});

beforeEach(async () => {
  rig = await startRig();
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  rig.clock.advance(60_000);
  const { pathname } = new URL(rig.provider.baseUrl);
  await rig.restartWith({ PROVIDER_BASE_URL: `http://127.0.0.1:${port}${pathname}` });
  await until(() => rig.provider.requestsTo('registerIpn').length === 2);
});
afterEach(async () => {
  await rig.stop();
  gateway.close();
  gateway.closeAllConnections();
});

it.each([
  ['a prompt', sendPrompt, 404],
  ['a link', createLink, 405],
] as const)('Provider without a status: %s is found paid by its reference', async (_, make, code) => {
  status = code;
  const { card, reference } = await make(rig);
  rig.agent.close();
  expect(rig.readCard(card)).not.toContain(':white_check_mark:');
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, ':white_check_mark:');
});

it('Provider without a status: an external payment is found by its reference', async () => {
  await rig.provider.customer.pay(await makeExternally(rig, 'SHOP-7', 750));
  expect(await askStatus(rig, 'SHOP-7')).toContain('KES 750.00');
});
