// A file that somebody chose in a form: Teller reads it from Slack and from nowhere else, and says when it cannot.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { checkFile, chooseFile, THREE_ROWS } from './bulks.ts';
import { type Rig, startRig, until } from './rig.ts';

const FOUND = 'KES 1,849.00';
/** What is named where Slack does not let Teller read a file. */
const SCOPE = 'files:read';

let rig: Rig;
/** What another server was asked for. */
const asked: string[] = [];
const other = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization ?? ''}`);
  response.setHeader('content-type', 'text/csv').end(THREE_ROWS);
});
let elsewhere: string;
beforeAll(async () => {
  rig = await startRig({}, { socket: false });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await rig.stop();
  other.close();
});
afterEach(() => {
  rig.slack.faults.off();
  if (rig.slack.modal(rig.agent.id)) rig.agent.close();
});

it.each<[string, Fault]>([
  ['asks to log in', { kind: 'loginPage' }],
  ['fails', { kind: 'http500' }],
  ['breaks off', { kind: 'reset' }],
])('File: where Slack %s nothing is sent, and the same file works afterwards', async (_, fault) => {
  rig.slack.faults.next('download', fault);
  const shown = await checkFile(rig, THREE_ROWS);
  expect([shown.includes(FOUND), shown.includes(SCOPE)]).toEqual([false, fault.kind === 'loginPage']);
  expect(await chooseFile(rig, THREE_ROWS)).toContain(FOUND);
  expect(rig.provider.prompts).toEqual([]);
});

it('File: one above a megabyte is refused', async () => {
  const long = `${THREE_ROWS}\n0712345678,5,${'x'.repeat(1_100_000)}`;
  expect(await checkFile(rig, long)).not.toContain(FOUND);
});

describe('an address that came with the form', () => {
  /** Sends the form of the last file once more, as if Slack had named another address. */
  async function submitWith(change: (file: Record<string, unknown>) => Record<string, unknown>) {
    expect(await checkFile(rig, THREE_ROWS)).toContain(FOUND);
    const sent = rig.slack.deliveries.findLast(
      ({ envelope }) =>
        envelope.payload['type'] === 'view_submission' && JSON.stringify(envelope).includes('"files"'),
    );
    const payload = JSON.parse(JSON.stringify(sent?.envelope.payload), (key, value) =>
      key === 'files' ? value.map(change) : value,
    );
    const updates = rig.slack.callsTo('views.update').length;
    const body = new URLSearchParams({ payload: JSON.stringify(payload) });
    await rig.slack.sendRaw(String(body));
    await until(() => rig.slack.callsTo('views.update').length > updates);
    return JSON.stringify(rig.slack.callsTo('views.update').at(-1)?.args);
  }

  it.each([
    'http://files.slack.com/file',
    'https://files.slack.com.evil.example/file',
    'https://evilslack.com/file',
    'https://files.slack.com:8443/file',
    'https://files.slack.com@evil.example/file',
    'file:///etc/passwd',
    '/file',
    '',
  ])('File: the token is not sent to “%s”', async (address) => {
    // Refused before any request, which would fail with another sentence.
    expect(await submitWith((file) => ({ ...file, url_private_download: address }))).toContain(SCOPE);
  });

  it('File: the token is not sent to another server on the same machine', async () => {
    const url_private_download = `${elsewhere}/file`;
    expect(await submitWith((file) => ({ ...file, url_private_download }))).toContain(SCOPE);
    expect(asked).toEqual([]);
  });

  it('File: Slack is asked for the address where the form has none', async () => {
    const before = rig.slack.callsTo('files.info').length;
    expect(await submitWith(({ url_private_download: _, ...file }) => file)).toContain(FOUND);
    expect(rig.slack.callsTo('files.info').length).toBeGreaterThan(before);
  });

  it('File: one that its owner has deleted since is to be chosen again', async () => {
    const content = await submitWith((file) => {
      rig.slack.deleteFile(String(file['id']));
      return file;
    });
    expect(content).not.toContain(FOUND);
    expect(content).not.toContain(SCOPE);
  });
});
