import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { actions, at, BOT_TOKEN, button, input, modal, plain, startRig } from './rig.ts';
import { silentLogger } from './silent-logger.ts';

const quiet = { logger: silentLogger, retryConfig: { retries: 0 } };

async function withClient() {
  const rig = await startRig();
  const client = new WebClient(BOT_TOKEN, { slackApiUrl: rig.slack.apiUrl, ...quiet });
  const agent = rig.slack.person(rig.slack.users.agent);
  const trigger = async () => {
    await agent.shortcut('open');
    return String(rig.received.at(-1)?.payload.trigger_id);
  };
  return { ...rig, client, agent, trigger };
}

test('the real client posts, replies, edits and reads', async () => {
  const { client, slack } = await withClient();
  const channel = slack.channels.sales;
  const metadata = { event_type: 'teller_order', event_payload: { id: 'A-1' } };
  const posted = await client.chat.postMessage({
    channel,
    text: 'card',
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Käse & <ü>' } }],
    metadata,
  });
  const ts = String(posted.ts);
  await client.chat.postMessage({ channel, text: 'paid', thread_ts: ts, reply_broadcast: true });
  await client.chat.update({ channel, ts, text: 'edited' });
  const thread = await client.conversations.replies({ channel, ts, include_all_metadata: true });
  expect(thread.messages).toMatchObject([
    { text: 'edited', metadata, blocks: [{ text: { text: 'Käse & <ü>' } }] },
    { text: 'paid', subtype: 'thread_broadcast' },
  ]);
  const link = await client.chat.getPermalink({ channel, message_ts: ts });
  expect(link.permalink).toContain(ts.replace('.', ''));
});

test('the real client opens, updates and publishes views', async () => {
  const { client, slack, agent, trigger, received } = await withClient();
  const form = (title: string) => ({
    type: 'modal' as const,
    title: { type: 'plain_text' as const, text: title },
    blocks: [],
  });
  const opened = await client.views.open({ trigger_id: await trigger(), view: form('One') });
  const { id, hash } = opened.view ?? {};
  await client.views.update({
    view_id: String(id),
    hash: String(hash),
    view: { ...form('Two'), blocks: [{ type: 'divider' }] },
  });
  expect(slack.modal(agent.id)).toMatchObject({ id, title: plain('Two'), blocks: [{ type: 'divider' }] });
  await expect(
    client.views.update({ view_id: String(id), hash: String(hash), view: form('Three') }),
  ).rejects.toMatchObject({ data: { error: 'hash_conflict' } });

  await client.views.publish({ user_id: agent.id, view: { type: 'home', blocks: [{ type: 'divider' }] } });
  expect(slack.home(agent.id)?.blocks).toHaveLength(1);
  expect(received.every(({ signed }) => signed)).toBe(true);
});

test('the real client reports why blocks were refused', async () => {
  const { client, slack } = await withClient();
  const blocks = [{ type: 'header' as const, text: { type: 'plain_text' as const, text: 'x'.repeat(151) } }];
  await expect(
    client.chat.postMessage({ channel: slack.channels.sales, text: 'x', blocks }),
  ).rejects.toMatchObject({
    data: {
      error: 'invalid_blocks',
      response_metadata: {
        messages: ['[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]'],
      },
    },
  });
});

test('the real client pages through lists', async () => {
  const { client, slack } = await withClient();
  const ids: unknown[] = [];
  for await (const page of client.paginate('users.list', { limit: 4 })) {
    const members = at(page, 'members');
    if (Array.isArray(members)) ids.push(...members.map((member) => at(member, 'id')));
  }
  expect(ids).toEqual([slack.botUserId, ...Object.values(slack.users)]);
});

test('the real client uploads a file into a thread', async () => {
  const { client, slack } = await withClient();
  const channel = slack.channels.sales;
  const { ts } = await client.chat.postMessage({ channel, text: 'report' });
  await client.filesUploadV2({
    channel_id: channel,
    thread_ts: String(ts),
    filename: 'week.csv',
    content: 'day,amount\nmon,100\n',
  });
  expect(slack.files().map(({ name, content }) => [name, String(content)])).toEqual([
    ['week.csv', 'day,amount\nmon,100\n'],
  ]);
  const [, shared] = slack.thread(channel, String(ts));
  expect(shared).toMatchObject({
    user: slack.botUserId,
    thread_ts: ts,
    files: [{ id: slack.files()[0]?.id, name: 'week.csv', title: 'week.csv', size: 19 }],
  });
  expect(shared && renderMessage(shared)).toContain('[file: week.csv]');
  expect(slack.messages(channel)).toHaveLength(1);
});

test('a post whose answer is lost is sent twice by a client that retries', async () => {
  const { slack } = await withClient();
  const retrying = new WebClient(BOT_TOKEN, {
    slackApiUrl: slack.apiUrl,
    logger: silentLogger,
    retryConfig: { retries: 1, minTimeout: 1, maxTimeout: 1 },
  });
  slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  await retrying.chat.postMessage({ channel: slack.channels.sales, text: 'twice' });
  expect(slack.messages(slack.channels.sales).map(({ text }) => text)).toEqual(['twice', 'twice']);
});

test('a rate limit reaches the real client with its time to wait', async () => {
  const { slack } = await withClient();
  const client = new WebClient(BOT_TOKEN, {
    slackApiUrl: slack.apiUrl,
    ...quiet,
    rejectRateLimitedCalls: true,
  });
  slack.faults.next('chat.postMessage', { kind: 'rateLimited', retryAfterSeconds: 30 });
  await expect(client.chat.postMessage({ channel: slack.channels.sales, text: 'x' })).rejects.toMatchObject({
    retryAfter: 30,
  });
});

test('forms as the real client sends them are read as JSON is', async () => {
  const { client, slack, trigger, agent } = await withClient();
  await client.apiCall('views.open', {
    trigger_id: await trigger(),
    view: modal([input('amount', { type: 'plain_text_input' })]),
  });
  await client.apiCall('chat.postEphemeral', {
    channel: slack.channels.sales,
    user: agent.id,
    text: 'x',
    blocks: actions(button('a', 'v')),
  });
  expect(slack.modal(agent.id)?.blocks).toMatchObject([{ block_id: 'amount' }]);
  expect(slack.callsTo('views.open')).toMatchObject([{ args: { view: { type: 'modal' } } }]);
  expect(slack.ephemerals(agent.id)).toMatchObject([{ blocks: [{ block_id: 'buttons' }] }]);
});
