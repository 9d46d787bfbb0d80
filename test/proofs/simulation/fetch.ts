// `fetch` over the network in memory. It tells the process that calls it before each request and after each answer, because
// that is where a crash matters.
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { currentProcess, never } from './processes.ts';

export type Step = (when: 'before' | 'after', what: string) => void;

const steps = new WeakMap<object, Step>();

/** From now on `step` hears of each request of the process that runs now. It may end the process. */
export function watchRequests(step: Step): void {
  const process = currentProcess();
  if (process) steps.set(process, step);
}

export async function simulatedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const process = currentProcess();
  const step = process && steps.get(process);
  const { wanted, body } = await withoutChance(new Request(input, init));
  const what = new URL(wanted.url).pathname;
  step?.('before', what);
  if (process?.isAlive() === false) return never();
  const answer = await exchange(wanted, body);
  step?.('after', what);
  return process?.isAlive() === false ? never() : answer;
}

/** What parts a form with a file comes from dice that nobody has replaced; the same body with the same line in between. */
async function withoutChance(wanted: Request): Promise<{ wanted: Request; body: Buffer }> {
  const body = Buffer.from(await wanted.arrayBuffer());
  const type = wanted.headers.get('content-type') ?? '';
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
  if (!boundary) return { wanted, body };
  const same = 'boundary'.padEnd(boundary.length, '-');
  wanted.headers.set('content-type', type.replace(boundary, same));
  return { wanted, body: Buffer.from(body.toString('latin1').replaceAll(boundary, same), 'latin1') };
}

function exchange(wanted: Request, body: Buffer): Promise<Response> {
  const { signal } = wanted;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
    if (signal.aborted) return fail(undefined);
    const headers = { ...Object.fromEntries(wanted.headers), 'content-length': String(body.length) };
    const outgoing = request(wanted.url, { method: wanted.method, headers, agent: false, signal });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => resolve(answerFrom(incoming)));
    outgoing.end(body);
  });
}

function answerFrom(incoming: IncomingMessage): Response {
  const { statusCode: status = 500 } = incoming;
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const hasBody = status !== 204 && status !== 304;
  return new Response(hasBody ? ReadableStream.from(Readable.from(incoming)) : null, { status, headers });
}
