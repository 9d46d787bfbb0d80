// What Teller is held against: the least that anybody could run in its place. One process, one yardstick, named on the
// command line.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, type RespondArguments } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { helpMessage } from '#slack/listen/help.ts';
import { contentOf } from '#slack/ui/message.ts';

type Yardstick = 'http_hmac' | 'bolt' | 'http_json' | 'script';
type YardstickOrder = { readonly secret: string; readonly servicesPort: number };

const which = process.argv[2] as Yardstick;

process.on('message', async ({ secret, servicesPort }: YardstickOrder) => {
  const make: Record<Yardstick, () => RequestListener> = {
    http_hmac: () => checkedByHand(secret),
    bolt: () => bareBolt(secret),
    http_json: () => sameJson,
    script: () => script(`http://127.0.0.1:${servicesPort}`),
  };
  const server = createServer(make[which]());
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});

function checkedByHand(secret: string): RequestListener {
  return async (request, response) => {
    const body = await read(request);
    const timestamp = request.headers['x-slack-request-timestamp'];
    const own = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;
    const given = Buffer.from(String(request.headers['x-slack-signature']));
    const isTheirs = given.length === own.length && timingSafeEqual(given, Buffer.from(own));
    response.writeHead(isTheirs ? 200 : 401, { 'content-length': 0 }).end();
  };
}

/** One listener for a press and one for a command, which gets Teller's own answer to `/pay help`. */
function bareBolt(signingSecret: string): RequestListener {
  const { text, blocks } = contentOf(helpMessage('/pay'));
  const receiver = new HTTPReceiver({ signingSecret });
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: 'xoxb-bench', botUserId: 'UBOT', botId: 'B1' }),
  });
  app.action('open_payment_page', async ({ ack }) => ack());
  app.command('/pay', async ({ ack, respond }) => {
    await ack();
    await respond({ text, blocks: [...blocks] } as RespondArguments);
  });
  return receiver.requestListener;
}

const sameJson: RequestListener = (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://local');
  const json = JSON.stringify({
    orderNotificationType: searchParams.get('OrderNotificationType'),
    orderTrackingId: searchParams.get('OrderTrackingId'),
    orderMerchantReference: searchParams.get('OrderMerchantReference'),
    status: 200,
  });
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
    .end(json);
};

/** Asks the provider, replies, edits the card; keeps nothing, and checks nothing. */
function script(services: string): RequestListener {
  const slack = new WebClient('xoxb-bench', { slackApiUrl: `${services}/api/` });
  return async (request, response) => {
    sameJson(request, response);
    const { searchParams } = new URL(request.url ?? '/', 'http://local');
    const id = searchParams.get('OrderTrackingId');
    const asked = await fetch(`${services}/GetTransactionStatus?orderTrackingId=${id}`, {
      headers: { authorization: 'Bearer a-token-of-the-bench' },
    });
    const { amount, currency } = (await asked.json()) as { amount: number; currency: string };
    const text = `${currency} ${amount} paid.`;
    await slack.chat.postMessage({ channel: 'C1', thread_ts: '1.1', text });
    await slack.chat.update({ channel: 'C1', ts: '1.1', text });
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
