// The check before Bolt, over real HTTP: only signed, recent requests of an acceptable size get through, unchanged.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { onlySigned } from '#slack/connect/signed-request.ts';

const SECRET = 'shh';
const NOW = 1_700_000_000_000;
const WAIT = { timeout: 60_000, interval: 2 };

async function start() {
  const through: string[] = [];
  const warnings: string[] = [];
  let now = NOW;
  let arrivedBytes = 0;
  const listener = onlySigned({
    signingSecret: SECRET,
    clock: { ...systemClock, now: () => now },
    reporter: { error: () => '', warn: (message) => void warnings.push(message) },
    receive(body, _, response) {
      through.push(body.toString());
      response.end('acknowledged');
    },
  });
  const server = createServer(KEEP_IDLE, (request, response) => {
    listener(request, response);
    request.on('data', ({ length }: Buffer) => {
      arrivedBytes += length;
    });
  });
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
  /** Sends a request with a wrong signature whose body does not end, and resolves when that much of it has arrived. */
  async function begin(body: string, framing: string) {
    const socket = connect(port, '127.0.0.1');
    // The one that is cut off in the middle of sending.
    socket.on('error', () => {});
    const sent = { socket, answer: '' };
    socket.on('data', (data) => {
      sent.answer += data.toString();
    });
    const headers = Object.entries(signed('other')).map(([name, value]) => `${name}: ${value}\r\n`);
    const allBytes = arrivedBytes + body.length;
    socket.write(`POST /slack/events HTTP/1.1\r\nHost: x\r\n${framing}\r\n${headers.join('')}\r\n${body}`);
    await vi.waitFor(() => expect(socket.destroyed || arrivedBytes >= allBytes).toBe(true), WAIT);
    return sent;
  }
  const wait = (ms: number) => {
    now += ms;
  };
  return { port, through, warnings, send, begin, wait };
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

  it('wrong signatures are logged once a minute, so that nobody can fill the log', async () => {
    const { send, warnings, wait } = await start();
    for (let count = 0; count < 50; count += 1) expect(await send('a', signed('b'))).toBe(401);
    expect(warnings).toHaveLength(1);
    wait(60_000);
    for (let count = 0; count < 50; count += 1) expect(await send('a', signed('b'))).toBe(401);
    expect(warnings).toHaveLength(2);
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

  it('requests that do not end fill 32 MB at most: the first ones are cut off with 503, and a signed request gets through meanwhile', async () => {
    const { send, through, warnings, begin } = await start();
    /** Resolves to the answers, in the order in which the requests were begun. */
    async function flood() {
      const before = warnings.length;
      const begun: Awaited<ReturnType<typeof begin>>[] = [];
      for (let count = 0; count < 40; count += 1)
        begun.push(await begin('x'.repeat(1024 * 1024 - 1), `Content-Length: ${1024 * 1024}`));
      const answered = () => begun.filter(({ answer }) => answer !== '');
      await vi.waitFor(() => expect(answered()).toHaveLength(warnings.length - before), WAIT);
      return begun;
    }
    // A little more than the eight that are above 32 MB, because each piece counts for more than its bytes.
    const cutOffIn = (begun: Awaited<ReturnType<typeof flood>>) => {
      const cutOff = begun.findIndex(({ answer }) => answer === '');
      for (const [index, { answer }] of begun.entries())
        expect(answer).toMatch(index < cutOff ? /^HTTP\/1\.1 503 .*connection: close/is : /^$/);
      return cutOff;
    };
    const first = await flood();
    expect(cutOffIn(first)).toBeGreaterThanOrEqual(8);
    expect(cutOffIn(first)).toBeLessThan(14);
    expect(new Set(warnings)).toEqual(
      new Set([
        'A request to /slack/events was cut off, because too many did not end. Slack’s do within moments, so somebody else sends them',
      ]),
    );
    expect(await send('abc', signed('abc'))).toBe(200);
    for (const { socket } of first) socket.destroy();
    expect(await send('def', signed('def'))).toBe(200);
    expect(through).toEqual(['abc', 'def']);
    // What broke off holds no room any more.
    const second = await flood();
    expect(cutOffIn(second)).toBeLessThan(14);
    for (const { socket } of second) socket.destroy();
  });

  it('a request whose body comes byte by byte is cut off before its pieces fill the memory', async () => {
    const { warnings, begin } = await start();
    const { socket } = await begin('1\r\nx\r\n'.repeat(200_000), 'Transfer-Encoding: chunked');
    await vi.waitFor(() => expect(socket.destroyed).toBe(true), WAIT);
    expect(warnings).toEqual([expect.stringContaining('was cut off')]);
  });
});
