// Anybody can send requests to the HTTP route: who is not Slack reaches nothing, and keeps nobody else away.
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, { socket: false });
  // The seconds of a signature are counted, so the clock stands at a whole one.
  rig.clock.hold();
  rig.clock.advance(1_000 - (rig.clock.now() % 1_000));
});
afterAll(() => rig.stop());

const ROUTE = '/slack/events';
const HELP = 'command=%2Fpay&text=help&user_id=U0AGENT001&channel_id=C1&trigger_id=1';
const MEGABYTE = 1024 * 1024;

const now = () => rig.clock.now() / 1_000;

function signed(body: string, stamp = String(now()), secret = rig.slack.secrets.signingSecret) {
  const hash = createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': stamp, 'x-slack-signature': `v0=${hash}` };
}

const send = (body: string, headers: Record<string, string>) =>
  fetch(`${rig.botUrl}${ROUTE}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

const socketTo = () => connect(Number(new URL(rig.botUrl).port), '127.0.0.1').on('error', () => {});

it.each<[string, () => Record<string, string>]>([
  ['with another secret', () => signed(HELP, undefined, 'other')],
  ['for another body', () => signed('b')],
  ['with a signature that is cut short', () => ({ ...signed(HELP), 'x-slack-signature': 'v0=12' })],
  ['with an empty signature', () => ({ ...signed(HELP), 'x-slack-signature': '' })],
  ['without a signature', () => ({ 'x-slack-request-timestamp': String(now()) })],
  ['without a time', () => ({ 'x-slack-signature': signed(HELP)['x-slack-signature'] })],
  ['301 seconds ago', () => signed(HELP, String(now() - 301))],
  ['in 301 seconds', () => signed(HELP, String(now() + 301))],
  ['at no time at all', () => signed(HELP, 'NaN')],
  ['at an empty time', () => signed(HELP, '')],
  ['at a time with an exponent', () => signed(HELP, '1.7e9')],
  ['at a time with a fraction', () => signed(HELP, `${now()}.0`)],
])('Signature: a request that is signed %s is refused', async (_, headers) => {
  const answer = await send(HELP, headers());
  expect([answer.status, await answer.text()]).toEqual([401, '']);
});

it.each([-300, 0, 300])('Signature: one of %d seconds from now is accepted', async (seconds) => {
  expect((await send(HELP, signed(HELP, String(now() + seconds)))).status).toBe(200);
});

it('Signature: a certificate check without one is refused', async () => {
  expect((await send('ssl_check=1', { 'x-slack-request-timestamp': String(now()) })).status).toBe(401);
});

it.each([
  ['a megabyte', 200, MEGABYTE],
  ['more than a megabyte', 413, MEGABYTE + 1],
])('Signature: a signed body of %s is answered with %d', async (_, status, bytes) => {
  const body = HELP.padEnd(bytes, 'x');
  expect((await send(body, signed(body))).status).toBe(status);
});

it('Refused request: its connection takes the next one', async () => {
  const long = 'x'.repeat(300_000);
  const post = (headers: Record<string, string>, body: string) =>
    `POST ${ROUTE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n${linesOf(headers)}\r\n${body}`;
  const socket = socketTo();
  socket.end(post({}, long) + post(signed('other'), long) + post(signed(HELP), HELP));
  const answers = (await text(socket)).split('HTTP/1.1 ').slice(1);
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['401', '401', '200']);
});

/** Begins a request whose body does not end. `answer`: what came back so far. */
function begin(framing: string, body: string) {
  const socket = socketTo();
  const begun = { socket, answer: '' };
  socket.on('data', (data) => {
    begun.answer += data.toString();
  });
  socket.write(`POST ${ROUTE} HTTP/1.1\r\nHost: x\r\n${framing}\r\n${linesOf(signed('other'))}\r\n${body}`);
  return begun;
}

it('Unfinished requests: the first ones are cut off, and Slack gets through meanwhile', async () => {
  const begun = Array.from({ length: 48 }, () =>
    begin(`Content-Length: ${MEGABYTE}`, 'x'.repeat(MEGABYTE - 1)),
  );
  const cutOff = () => begun.filter(({ answer }) => answer.startsWith('HTTP/1.1 503'));
  await until(() => cutOff().length >= 16);
  expect((await send(HELP, signed(HELP))).status).toBe(200);
  expect(cutOff().length).toBeLessThan(24);
  for (const { socket } of begun) socket.destroy();
});

it('Unfinished requests: one that comes byte by byte is cut off', async () => {
  const { socket } = begin('Transfer-Encoding: chunked', '1\r\nx\r\n'.repeat(200_000));
  await until(() => socket.destroyed);
  expect((await send(HELP, signed(HELP))).status).toBe(200);
});
