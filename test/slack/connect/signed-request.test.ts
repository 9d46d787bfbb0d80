// The check before Bolt, over real HTTP: only signed, recent requests of an acceptable size get through, unchanged.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { onlySigned } from '#slack/connect/signed-request.ts';

const SECRET = 'shh';
const NOW = 1_700_000_000_000;

async function start() {
  const through: string[] = [];
  const warnings: string[] = [];
  const server = createServer(
    onlySigned({
      signingSecret: SECRET,
      clock: { ...systemClock, now: () => NOW },
      reporter: { error: () => '', warn: (message) => void warnings.push(message) },
      receive(body, _, response) {
        through.push(body.toString());
        response.end('acknowledged');
      },
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const send = async (body: string, headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', body, headers })).status;
  return { port, through, warnings, send };
}

function signed(body: string, stamp = String(NOW / 1_000), secret = SECRET): Record<string, string> {
  const hash = createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': stamp, 'x-slack-signature': `v0=${hash}` };
}

describe('a request to Slack’s route', () => {
  it.each([
    '',
    'command=%2Fpay',
    '{"text":"Unga – kilo 2 🌽"}',
    'x'.repeat(900_000),
    'x'.repeat(1024 * 1024),
  ])('a request to Slack’s route that is signed gets through as it was sent (%#)', async (body) => {
    const { send, through, warnings } = await start();
    expect(await send(body, signed(body))).toBe(200);
    expect([through, warnings]).toEqual([[body], []]);
  });

  it.each([
    ['with another secret', signed('a', undefined, 'other')],
    ['for another body', signed('b')],
    ['with a signature that is cut short', { ...signed('a'), 'x-slack-signature': 'v0=12' }],
    ['with an empty signature', { ...signed('a'), 'x-slack-signature': '' }],
    ['without a signature', { 'x-slack-request-timestamp': String(NOW / 1_000) }],
    ['without a time', { 'x-slack-signature': signed('a')['x-slack-signature'] ?? '' }],
    ['six minutes ago', signed('a', String(NOW / 1_000 - 360))],
    ['in six minutes', signed('a', String(NOW / 1_000 + 360))],
    ['at no time at all', signed('a', 'NaN')],
    ['at an empty time', signed('a', '')],
    ['at a time with an exponent', signed('a', '1.7e9')],
    ['at a time with a fraction', signed('a', '1700000000.0')],
  ])('a request to Slack’s route that is signed %s is refused', async (_, headers) => {
    const { send, through } = await start();
    expect(await send('a', headers)).toBe(401);
    expect(through).toEqual([]);
  });

  it.each([-300, 300])(
    'a request that was signed %d seconds from now is the last one to get through',
    async (seconds) => {
      const { send } = await start();
      expect(await send('a', signed('a', String(NOW / 1_000 + seconds)))).toBe(200);
      expect(await send('a', signed('a', String(NOW / 1_000 + seconds + Math.sign(seconds))))).toBe(401);
    },
  );

  it('a wrong signature is logged with what to check, and a request without one is not', async () => {
    const { send, warnings } = await start();
    await send('a', {});
    expect(warnings).toEqual([]);
    await send('a', signed('b'));
    expect(warnings).toEqual([
      'A request to /slack/events was refused: its signature is not Slack’s. If Slack did send it, check SLACK_SIGNING_SECRET',
    ]);
  });

  it('a refusal has no body, and the connection can be used again, whatever was sent', async () => {
    const { port, through } = await start();
    const socket = connect(port, '127.0.0.1');
    const long = 'x'.repeat(300_000);
    const [good, wrong] = [signed('abc'), signed('other')].map((headers) =>
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join(''),
    );
    const post = (headers = '', body = '') =>
      `POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;
    socket.end(post('', long) + post(wrong, long) + post(good, 'abc'));
    const answers = (await text(socket)).split('HTTP/1.1 ').slice(1);
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['401', '401', '200']);
    expect(answers.slice(0, 2).map((answer) => answer.toLowerCase())).toEqual(
      [1, 2].map(() => expect.stringContaining('content-length: 0')),
    );
    expect(through).toEqual(['abc']);
  });

  it('a request that claims to be Slack’s certificate check is refused when it is not signed', async () => {
    const { send, through } = await start();
    expect(await send('ssl_check=1', { 'x-slack-request-timestamp': String(NOW / 1_000) })).toBe(401);
    expect(through).toEqual([]);
  });

  it('a request that is longer than a megabyte is answered with 413', async () => {
    const { send, through } = await start();
    const body = 'x'.repeat(1_100_000);
    expect(await send(body, signed(body))).toBe(413);
    expect(through).toEqual([]);
  });

  it('a request that breaks off does not disturb the next one', async () => {
    const { port, send, through } = await start();
    const socket = connect(port, '127.0.0.1');
    const headers = Object.entries(signed('abc')).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n${headers.join('')}\r\nabc`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    await text(socket).catch(() => '');
    expect(await send('abc', signed('abc'))).toBe(200);
    expect(through).toEqual(['abc']);
  });
});
