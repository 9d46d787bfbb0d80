// Files that people choose in a form: what reaches the app, and what stands behind the addresses that come with them.
import { describe, expect, test } from 'vitest';
import { isFields } from '#sandbox/slack/json.ts';
import { at, BOT_TOKEN, callApi, input, messagesOf, modal, openForm, type Rig, startRig } from './rig.ts';

const CSV = { name: 'customers.csv', content: 'phone,amount\n0712345678,1500\n' };
const picker = (more: object = {}) => [
  input('file', { type: 'file_input', filetypes: ['csv'], max_files: 1, ...more }),
];

async function openPicker(rig: Rig, more: object = {}) {
  const agent = rig.slack.person(rig.slack.users.agent);
  await openForm(rig, modal(picker(more)));
  return agent;
}

/** What the app learns of the file from the submitted form. */
async function submitted(rig: Rig, file = CSV) {
  const agent = await openPicker(rig);
  await agent.submit({ file: agent.upload(file) });
  const sent = at(rig.received.at(-1)?.payload, 'view', 'state', 'values', 'file', 'file', 'files', 0);
  if (!isFields(sent)) throw new Error('no file was sent');
  return sent;
}

const download = (url: unknown, token?: string) =>
  fetch(String(url), token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

describe('a file in a form', () => {
  test('the submitted form has the file’s name, type, size and addresses', async () => {
    const rig = await startRig();
    const file = await submitted(rig);
    expect(file).toMatchObject({
      id: expect.stringMatching(/^F/),
      name: 'customers.csv',
      mimetype: 'text/csv',
      filetype: 'csv',
      size: CSV.content.length,
      user: rig.slack.users.agent,
    });
    const origin = new URL(rig.slack.apiUrl).origin;
    expect(file.url_private_download).toBe(
      `${origin}/files-pri/${rig.slack.teamId}-${file.id}/download/customers.csv`,
    );
    expect(await rig.call('files.info', { file: file.id })).toMatchObject({ ok: true, file });
  });

  test('a form without its file is not sent, and an optional one is sent with none', async () => {
    const rig = await startRig();
    const agent = await openPicker(rig);
    expect(await agent.submit()).toMatchObject({ problem: 'refused_by_form' });
    await openForm(rig, modal([{ ...input('file', { type: 'file_input' }), optional: true }]));
    await agent.submit();
    expect(at(rig.received.at(-1)?.payload, 'view', 'state', 'values', 'file', 'file')).toEqual({
      type: 'file_input',
      files: [],
    });
  });

  test('Slack’s client takes no other types, no more files, nothing empty and nothing above ten megabytes', async () => {
    const rig = await startRig();
    const agent = await openPicker(rig);
    const other = agent.upload({ name: 'customers.xlsx', content: 'PK' });
    await expect(agent.submit({ file: other })).rejects.toThrow(
      'Only files of these types can be uploaded here: csv.',
    );
    const two = [agent.upload(CSV), agent.upload(CSV)];
    await expect(agent.submit({ file: two })).rejects.toThrow('Only 1 can be uploaded here.');
    const foreign = rig.slack.person(rig.slack.users.guest).upload(CSV);
    await expect(agent.submit({ file: foreign })).rejects.toThrow('has uploaded no file');
    expect(() => agent.upload({ name: 'a.csv', content: '' })).toThrow('a.csv is empty');
    const large = Buffer.alloc(10 * 1024 * 1024 + 1);
    expect(() => agent.upload({ name: 'a.csv', content: large })).toThrow('a.csv is larger than 10 MB');
  });

  test('a file input stands in modals only, for one to ten files, and needs the scope files:read', async () => {
    const rig = await startRig();
    const view = { type: 'home', blocks: picker() };
    const published = await rig.call('views.publish', { user_id: rig.slack.users.agent, view });
    expect(messagesOf(published)).toEqual([
      '[ERROR] unsupported type: file_input [json-pointer:/view/blocks/0/element/type]',
    ]);
    const opened = (more: object) => openForm(rig, modal(picker(more)));
    expect(messagesOf(await opened({ max_files: 11 }))).toEqual([
      '[ERROR] must be a whole number from 1 to 10 [json-pointer:/view/blocks/0/element/max_files]',
    ]);
    const bare = await startRig({ scopes: ['commands'] });
    expect(await openForm(bare, modal(picker()))).toMatchObject({
      error: 'missing_scope',
      needed: 'files:read',
    });
    expect(await bare.call('files.info', { file: 'F1' })).toMatchObject({ needed: 'files:read' });
  });
});

describe('a download', () => {
  test('the bot’s token gets the bytes', async () => {
    const rig = await startRig();
    const { url_private_download: url } = await submitted(rig);
    const answer = await download(url, BOT_TOKEN);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/csv',
      CSV.content,
    ]);
    expect(rig.slack.callsTo('download')).toHaveLength(1);
  });

  test.each([
    ['without a token', {}, undefined],
    ['with another token', {}, 'xoxb-other'],
    ['without the scope files:read', { scopes: ['commands', 'files:write'] }, BOT_TOKEN],
  ])('%s the answer is a page to log in, with status 200', async (_, options, token) => {
    const rig = await startRig(options);
    const agent = rig.slack.person(rig.slack.users.agent);
    const id = agent.upload(CSV);
    const url = `${new URL(rig.slack.apiUrl).origin}/files-pri/${rig.slack.teamId}-${id}/download/customers.csv`;
    const answer = await download(url, token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('Sign in');
  });

  test('a file that its owner has deleted is gone for files.info and for downloads', async () => {
    const rig = await startRig();
    const { id, url_private_download: url } = await submitted(rig);
    rig.slack.deleteFile(String(id));
    expect((await download(url, BOT_TOKEN)).status).toBe(404);
    expect(await callApi(rig.slack.apiUrl, 'files.info', { file: id })).toEqual({
      ok: false,
      error: 'file_deleted',
    });
    expect(await rig.call('files.info', { file: 'F9' })).toEqual({ ok: false, error: 'file_not_found' });
  });

  test('downloads can be slow, fail, and answer with a page to log in', async () => {
    const rig = await startRig();
    const { url_private_download: url } = await submitted(rig);
    rig.slack.faults.next('download', { kind: 'http500' });
    expect((await download(url, BOT_TOKEN)).status).toBe(500);
    rig.slack.faults.next('download', { kind: 'loginPage' });
    expect(await (await download(url, BOT_TOKEN)).text()).toContain('Sign in');
    rig.slack.faults.next('download', { kind: 'reset' });
    await expect(download(url, BOT_TOKEN)).rejects.toThrow('fetch failed');
    const { promise, resolve } = Promise.withResolvers<void>();
    rig.slack.faults.next('download', { kind: 'slow', until: promise });
    const slow = download(url, BOT_TOKEN);
    resolve();
    expect(await (await slow).text()).toBe(CSV.content);
  });
});
