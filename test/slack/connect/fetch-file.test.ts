// Downloading a file from Slack: over real HTTP from the stand-in, and what becomes of every way in which that fails.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { WebClient } from '@slack/web-api';
import { expect, onTestFinished, test } from 'vitest';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { createFetchFile } from '#slack/connect/fetch-file.ts';
import { afterLimit } from '#test/after-limit.ts';
import { BOT_TOKEN, startRig } from '#test/sandbox/slack/rig.ts';
import { silentLogger } from '#test/sandbox/slack/silent-logger.ts';

const CSV = { name: 'customers.csv', content: 'phone,amount\n0712345678,1500\n' };
const CSV_TYPE = { 'content-type': 'text/csv' };
const MAX_BYTES = 1_000;
const LIMIT_MS = 20_000;
const ENDLESS = 100_000_000;

function fetcher(apiUrl: string, more: { token?: string } = {}) {
  const { token = BOT_TOKEN } = more;
  const client = new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    logger: silentLogger,
  });
  const reported: string[] = [];
  const reporter = {
    error(error: unknown, about: object) {
      reported.push(`${String(error)} ${JSON.stringify(about)}`);
      return '7f3a-91c2';
    },
  };
  const fetchFile = createFetchFile({
    client,
    token,
    apiUrl,
    maxBytes: MAX_BYTES,
    reporter,
    timeoutMs: LIMIT_MS,
    ...more,
  });
  return { fetchFile, reported };
}

async function withUpload(
  options: Parameters<typeof startRig>[0] = {},
  file: { name: string; content: string } = CSV,
) {
  const { slack } = await startRig(options);
  const id = slack.person(slack.users.agent).upload(file);
  return { slack, id };
}

/** A server in Slack's place, which says that the file is at `address`, and answers for it as `answer` does. */
async function inSlacksPlace(address: (origin: string) => string, answer: RequestListener = () => undefined) {
  const asked: string[] = [];
  const server = createServer(KEEP_IDLE, (request, response) => {
    if (request.url?.startsWith('/api/')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ok: true, file: { id: 'F1', url_private_download: address(origin) } }));
      return;
    }
    asked.push(`${request.url} ${request.headers.authorization ?? 'no token'}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${Object(server.address()).port}`;
  return { apiUrl: `${origin}/api/`, origin, asked };
}

const UNREACHABLE = expect.stringMatching(
  /could not be read from Slack\. Nothing was sent\. Try again .* 7f3a-91c2/,
);
const NO_ACCESS = expect.stringMatching(/does not let Teller read the file\. .* 7f3a-91c2.*files:read/);

test('the bytes of an uploaded file are fetched with the bot’s token', async () => {
  const { slack, id } = await withUpload();
  const { fetchFile, reported } = fetcher(slack.apiUrl);
  const file = await fetchFile({ id });
  expect(file.status === 'fetched' && Buffer.from(file.bytes).toString()).toBe(CSV.content);
  expect(reported).toEqual([]);
});

test('a file that was deleted meanwhile, and one that was never there, are to be chosen again', async () => {
  const { slack, id } = await withUpload();
  const { fetchFile, reported } = fetcher(slack.apiUrl);
  const gone = { status: 'failed', why: 'The file is not in Slack any more. Choose it again.' };
  expect(await fetchFile({ id: 'F9' })).toEqual(gone);
  slack.deleteFile(id);
  expect(await fetchFile({ id })).toEqual(gone);
  const deleted = await inSlacksPlace(
    (origin) => `${origin}/file`,
    (_, response) => response.writeHead(404).end(),
  );
  expect(await fetcher(deleted.apiUrl).fetchFile({ id: 'F1' })).toEqual(gone);
  expect(reported).toEqual([]);
});

test('the address that came with the form is enough, and without one Slack is asked for it', async () => {
  const { slack, id } = await withUpload();
  const { fetchFile } = fetcher(slack.apiUrl);
  const url_private_download = `${new URL(slack.apiUrl).origin}/files-pri/${slack.teamId}-${id}/download/customers.csv`;
  expect(await fetchFile({ id, url_private_download })).toMatchObject({ status: 'fetched' });
  expect(slack.callsTo('files.info')).toEqual([]);
  expect(await fetchFile({ id, url_private_download: undefined })).toMatchObject({ status: 'fetched' });
  expect(slack.callsTo('files.info')).toHaveLength(1);
  const foreign = { id, url_private_download: 'https://evil.example/file' };
  expect(await fetchFile(foreign)).toEqual({ status: 'failed', why: NO_ACCESS });
});

test('a file above the limit is given up while it is read, however long it goes on', async () => {
  const { slack, id } = await withUpload({}, { name: 'a.csv', content: 'x'.repeat(MAX_BYTES + 1) });
  expect(await fetcher(slack.apiUrl).fetchFile({ id })).toMatchObject({
    why: expect.stringContaining('larger than 1 MB'),
  });
  let written = 0;
  const endless = await inSlacksPlace(
    (origin) => `${origin}/file`,
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      const chunks = Readable.from(
        (function* () {
          for (; written < ENDLESS; written += 10_000) yield 'x'.repeat(10_000);
        })(),
      );
      // It ends with an error when the reader goes away.
      pipeline(chunks, response, () => undefined);
    },
  );
  expect(await fetcher(endless.apiUrl).fetchFile({ id: 'F1' })).toMatchObject({
    why: expect.stringContaining('larger'),
  });
  expect(written).toBeLessThan(ENDLESS);
});

test('a page to log in is no file: without the scope, with a token that is not taken any more, and in place of the download', async () => {
  const unscoped = await withUpload({ scopes: ['commands'] });
  const bare = fetcher(unscoped.slack.apiUrl);
  expect(await bare.fetchFile({ id: unscoped.id })).toEqual({ status: 'failed', why: NO_ACCESS });
  const { slack, id } = await withUpload();
  expect(await fetcher(slack.apiUrl, { token: 'xoxb-other' }).fetchFile({ id })).toEqual({
    status: 'failed',
    why: NO_ACCESS,
  });
  const { fetchFile, reported } = fetcher(slack.apiUrl);
  slack.faults.next('download', { kind: 'loginPage' });
  expect(await fetchFile({ id })).toEqual({ status: 'failed', why: NO_ACCESS });
  expect(reported).toEqual([
    expect.stringMatching(/asks to log in.*files:read.*a file in Slack could not be read/),
  ]);
});

test('no redirect is followed, wherever it leads', async () => {
  const other = await inSlacksPlace(() => '');
  const moved = await inSlacksPlace(
    (origin) => `${origin}/file`,
    (_, response) => response.writeHead(302, { location: `${other.origin}/elsewhere` }).end(),
  );
  expect(await fetcher(moved.apiUrl).fetchFile({ id: 'F1' })).toEqual({ status: 'failed', why: NO_ACCESS });
  expect(moved.asked).toEqual([`/file Bearer ${BOT_TOKEN}`]);
  expect(other.asked).toEqual([]);
});

test.each([
  'http://files.slack.com/file',
  'https://files.slack.com.evil.example/file',
  'https://evilslack.com/file',
  'https://files.slack.com:8443/file',
  'https://files.slack.com@evil.example/file',
  'file:///etc/passwd',
  '/file',
  '',
])('the token is not sent to %j, which is not Slack’s', async (address) => {
  const { apiUrl } = await inSlacksPlace(() => address);
  const { fetchFile, reported } = fetcher(apiUrl);
  expect(await fetchFile({ id: 'F1' })).toEqual({ status: 'failed', why: NO_ACCESS });
  expect(reported).toEqual([expect.stringContaining('that is not its own')]);
});

test('nor to another server than the API’s on this machine', async () => {
  const other = await inSlacksPlace(() => '');
  const { apiUrl } = await inSlacksPlace(() => `${other.origin}/file`);
  expect(await fetcher(apiUrl).fetchFile({ id: 'F1' })).toEqual({ status: 'failed', why: NO_ACCESS });
  expect(other.asked).toEqual([]);
});

test('when Slack fails or breaks off, the person tries again, and neither token nor content is reported', async () => {
  const { slack, id } = await withUpload();
  const { fetchFile, reported } = fetcher(slack.apiUrl);
  slack.faults.next('download', { kind: 'http500' });
  expect(await fetchFile({ id })).toEqual({ status: 'failed', why: UNREACHABLE });
  slack.faults.next('download', { kind: 'reset' });
  expect(await fetchFile({ id })).toEqual({ status: 'failed', why: UNREACHABLE });
  slack.faults.next('files.info', { kind: 'http500' });
  expect(await fetchFile({ id })).toEqual({ status: 'failed', why: UNREACHABLE });
  expect(reported).toHaveLength(3);
  expect(reported.join()).not.toMatch(/xoxb|0712345678/);
  expect(await fetchFile({ id })).toMatchObject({ status: 'fetched' });
});

test.each<[string, RequestListener]>([
  ['says nothing', () => undefined],
  ['stops inside the file', (_, response) => void response.writeHead(200, CSV_TYPE).write('0712345678')],
])('when Slack %s for too long, the person tries again, and no content is reported', async (_, answer) => {
  const { apiUrl, asked } = await inSlacksPlace((origin) => `${origin}/file`, answer);
  const { fetchFile, reported } = fetcher(apiUrl);
  const ask = () => fetchFile({ id: 'F1' });
  const result = await afterLimit(LIMIT_MS, ask, () => asked.length > 0);
  expect(result).toEqual({ status: 'failed', why: UNREACHABLE });
  expect(reported).toEqual([expect.stringContaining(`it did not come within ${LIMIT_MS} ms`)]);
  expect(reported.join()).not.toMatch(/xoxb|0712345678/);
});
