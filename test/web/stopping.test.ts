// How the HTTP server stops while others hold connections open: a balancer, a browser, or somebody who means harm.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { KEY, startWeb } from './rig.ts';

test.each([
  ['nothing', ''],
  ['a part of a head', 'POST /slack/events HTTP/1.1\r\nhost: x\r\n'],
  ['a part of a body', `POST /ipn/${KEY} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{`],
])('a connection on which %s has come does not hold up the stop', async (_, sent) => {
  const web = await startWeb({ drainMs: 100 });
  const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  await once(socket, 'connect');
  socket.write(sent);
  await web.get('/healthz');
  const stopped = web.server.stop().then(() => 'stopped');
  expect(await Promise.race([stopped, sleep(10_000, 'held up')])).toBe('stopped');
  await closed;
});
