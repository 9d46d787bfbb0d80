// Clients of one store in processes of their own.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Store } from '#store/store.ts';
import type { Recorded } from './client.ts';
import { emptyQueue, programOf, ROUNDS } from './histories.ts';

const PATH = fileURLToPath(new URL('client-process.ts', import.meta.url));

/** The histories of rounds in which three processes call the store at `url`, which is `store`, at the same time. */
export async function runInProcesses(url: string, store: Store): Promise<Recorded[][]> {
  const clients = [0, 1, 2].map(() => startClient(url));
  for (const { read } of clients) await read();
  const histories: Recorded[][] = [];
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    for (const [index, { write }] of clients.entries()) write(JSON.stringify(programOf(seed, index)));
    histories.push((await Promise.all(clients.map(({ read }) => read()))).flatMap(readHistory));
    await emptyQueue(store);
  }
  return histories;
}

function startClient(url: string) {
  const child = spawn(process.execPath, [PATH, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    write: (line: string) => void child.stdin.write(`${line}\n`),
    async read(): Promise<string> {
      const { value, done } = await lines.next();
      if (done) throw new Error('A client ended.');
      return value;
    },
  };
}

/** JSON has no Infinity, and writes null. */
function readHistory(line: string): Recorded[] {
  const history: Recorded[] = JSON.parse(line);
  return history.map((recorded) => ({ ...recorded, until: recorded.until ?? Number.POSITIVE_INFINITY }));
}
