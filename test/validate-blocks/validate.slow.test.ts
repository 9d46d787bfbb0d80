// What is sent to Slack's validator, against a server that speaks as it does with the rules of the stand-in for Slack.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebClient } from '@slack/web-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readMessageBlocks, readView } from '#sandbox/slack/blocks/surfaces.ts';
import { isFields } from '#sandbox/slack/json.ts';
import { everySample, type Sample } from '#test/slack/every-sample.ts';
import { validateSamples } from './validate.ts';

type Asked = { readonly authorization: string | undefined; readonly names: readonly string[] };

/** `status`: what it answers to everything in place of a verdict. */
async function startValidator(status?: number) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const fields = new URLSearchParams(await text(request));
    asked.push({ authorization: request.headers.authorization, names: [...fields.keys()].sort() });
    response.writeHead(status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url === '/blocks.validate' ? verdictOn(fields) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = new WebClient(undefined, {
    slackApiUrl: `http://127.0.0.1:${port}/`,
    retryConfig: { retries: 0 },
  });
  return { client, asked };
}

function verdictOn(fields: URLSearchParams) {
  const [message, view] = ['message', 'view'].map((name) => fields.get(name));
  const refused = (error: string, cause: unknown) => ({
    ok: false,
    error,
    errors: [{ pointer: '/blocks/0', code: 'failed_constraint', message: String(cause) }],
  });
  try {
    const read: unknown = JSON.parse(message ?? view ?? 'null');
    if (!isFields(read)) throw new Error('nothing was sent');
    if (message) readMessageBlocks(read['blocks']);
    else readView(read, read['type'] === 'home' ? 'home' : 'modal');
    return { ok: true };
  } catch (error) {
    return refused(message ? 'invalid_message' : 'invalid_view', error);
  }
}

const WRONG: Sample[] = [
  { name: 'Empty section', kind: 'message', content: { text: 'x', blocks: [{ type: 'section' }] } },
  {
    name: 'Form without a title',
    kind: 'modal',
    content: { type: 'modal', blocks: [] } as { blocks: readonly unknown[] },
  },
];

describe('Slack’s validator', () => {
  test('is asked about everything that Teller shows, without a token and one thing at a time, and refuses nothing', async () => {
    const { client, asked } = await startValidator();
    const samples = everySample();
    expect(await validateSamples(client, samples)).toEqual([]);
    expect(asked).toHaveLength(samples.length);
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set([undefined]));
    expect(new Set(asked.map(({ names }) => names.join()))).toEqual(new Set(['message', 'view']));
  });

  test('names what it refuses, where and why', async () => {
    const { client } = await startValidator();
    const [good] = everySample();
    const refusals = await validateSamples(client, [...(good ? [good] : []), ...WRONG]);
    expect(refusals.map(({ name }) => name)).toEqual(['Empty section', 'Form without a title']);
    for (const { errors } of refusals) expect(errors[0]).toMatch(/^\/blocks\/0 {2}failed_constraint {2}\S/);
  });

  test('that cannot be asked is no verdict', async () => {
    const { client } = await startValidator(500);
    await expect(validateSamples(client, everySample().slice(0, 1))).rejects.toThrow();
  });
});

test('everything that Teller shows has a name of its own, and every kind is among it', () => {
  const samples = everySample();
  expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
  expect(new Set(samples.map(({ kind }) => kind))).toEqual(new Set(['message', 'modal', 'home']));
});
