// What the check of a Redis says of its version.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inspectStore } from '#doctor/store.ts';

/** A server that answers INFO with this version, says that it writes always, and answers all else as an empty Redis would. */
async function redisOf(version: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      const commands = String(data)
        .split(/^\*\d+\r\n/m)
        .filter(Boolean);
      for (const command of commands) {
        const words = command.split('\r\n').filter((_, index) => index % 2 === 1);
        socket.write(
          answerTo(
            words.map((word) => word.toUpperCase()),
            version,
          ),
        );
      }
    });
    socket.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answerTo([name]: readonly string[], version: string): string {
  if (name === 'INFO') {
    const text = `redis_version:${version}\r\nrole:master\r\naof_enabled:1\r\nmaxmemory_policy:noeviction\r\n`;
    return `$${text.length}\r\n${text}\r\n`;
  }
  if (name === 'EVALSHA') return '*0\r\n';
  if (name === 'HMGET') return '*2\r\n$-1\r\n$-1\r\n';
  if (name === 'CONFIG') return '*2\r\n$11\r\nappendfsync\r\n$6\r\nalways\r\n';
  return name === 'PING' ? '+PONG\r\n' : '+OK\r\n';
}

test.each([
  ['7.2.4', 'good'],
  ['8.0.0', 'good'],
  ['10.1.0', 'good'],
  ['7.0.0', 'good'],
  ['6.2.14', 'warning'],
])('a Redis of version %s is %s', async (version, status) => {
  const findings = await inspectStore(await redisOf(version));
  expect(findings.at(-1)?.status, JSON.stringify(findings)).toBe(status);
});
