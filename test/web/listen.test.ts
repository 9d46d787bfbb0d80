import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { isTaken, listen } from '#web/listen.ts';

test('a port that another program has only for a moment longer is waited for', async () => {
  const [ending, next] = [server(), server()];
  const port = await listen(ending, 0);
  setTimeout(() => ending.close(), 200);
  expect(await listen(next, port)).toBe(port);
});

test('a port that another program keeps is refused with a sentence', async () => {
  const [other, next] = [server(), server()];
  const port = await listen(other, 0);
  const refused = await listen(next, port).catch((error: unknown) => error);
  expect(String(refused)).toContain(`Port ${port} is taken: another program listens there`);
  expect(isTaken(refused)).toBe(true);
});

function server(): Server {
  const made = createServer();
  onTestFinished(async () => {
    if (!made.listening) return;
    made.close();
    await once(made, 'close');
  });
  return made;
}
