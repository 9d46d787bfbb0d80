// The real Bolt, as the bot mounts it, between the sandbox's people and the sandbox's Web API.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { ACK_MS, ANSWER_MS, TRIGGER_MS } from '#test/patience.ts';
import { at, BOT_TOKEN, SIGNING_SECRET } from './rig.ts';
import { silentLogger } from './silent-logger.ts';

async function startBolt({ ackTimeoutMs = ANSWER_MS } = {}) {
  const slack = await startSlackSandbox({
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    triggerMs: TRIGGER_MS,
    ackTimeoutMs,
  });
  const receiver = new HTTPReceiver({
    signingSecret: SIGNING_SECRET,
    logLevel: LogLevel.ERROR,
    logger: silentLogger,
  });
  const app = new App({
    token: BOT_TOKEN,
    receiver,
    clientOptions: { slackApiUrl: slack.apiUrl },
    logLevel: LogLevel.ERROR,
    deferInitialization: true,
    convoStore: false,
  });
  await app.init();
  const server = createServer(KEEP_IDLE, receiver.requestListener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  slack.connect(`http://127.0.0.1:${address.port}/slack/events`);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await slack.stop();
  });
  return { app, slack, agent: slack.person(slack.users.agent) };
}

const words = (text: string) => ({ type: 'plain_text' as const, text });

test('a command opens a modal, its submission is read, and the outcome replaces it', async () => {
  const { app, slack, agent } = await startBolt();
  app.command('/pay', async ({ ack, client, command }) => {
    await ack();
    await client.views.open({
      trigger_id: command.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'send_prompt',
        title: words('Send'),
        submit: words('Send'),
        private_metadata: command.channel_id,
        blocks: [
          {
            type: 'input',
            block_id: 'amount',
            label: words('Amount'),
            element: { type: 'plain_text_input', action_id: 'amount', initial_value: command.text },
          },
        ],
      },
    });
  });
  app.view('send_prompt', async ({ ack, view, client }) => {
    const amount = view.state.values.amount?.amount?.value;
    if (amount === '0') return ack({ response_action: 'errors', errors: { amount: 'More than nothing' } });
    await ack({ response_action: 'update', view: { type: 'modal', title: words('Sending…'), blocks: [] } });
    await client.chat.postMessage({ channel: view.private_metadata, text: `Asked for ${amount}` });
  });

  await agent.command(slack.channels.sales, '/pay', '0');
  await expect.poll(() => slack.modal(agent.id)?.callback_id).toBe('send_prompt');
  expect(await agent.submit()).toMatchObject({ status: 200 });
  expect(slack.modal(agent.id)?.errors).toEqual({ amount: 'More than nothing' });
  await agent.submit({ amount: '12.50' });
  expect(slack.modal(agent.id)?.title).toEqual(words('Sending…'));
  await expect
    .poll(() => slack.messages(slack.channels.sales).map(({ text }) => text))
    .toEqual(['Asked for 12.50']);
});

test('clicks, shortcuts, mentions, closings and Home visits reach their listeners', async () => {
  const { app, slack, agent } = await startBolt();
  const received: string[] = [];
  app.action('check_order', async ({ ack, respond, action }) => {
    await ack();
    received.push(`action ${'value' in action ? action.value : ''}`);
    await respond({ replace_original: true, text: 'checked' });
  });
  app.shortcut('send_prompt', async ({ ack, client, shortcut }) => {
    await ack();
    received.push(shortcut.type);
    const view = { type: 'modal' as const, title: words('Hi'), blocks: [] };
    await client.views.open({ trigger_id: shortcut.trigger_id, view });
  });
  app.shortcut('look_up_message', async ({ ack, shortcut }) => {
    await ack();
    received.push(shortcut.type);
  });
  app.event('app_mention', async ({ event, say }) => {
    received.push('mention');
    await say({ text: 'yes?', thread_ts: event.ts });
  });
  app.event('app_home_opened', async ({ event }) => {
    received.push(String(event.tab));
  });

  const { message } = await agent.mention(slack.channels.sales, 'status');
  await expect.poll(() => slack.thread(slack.channels.sales, message.ts).length).toBe(2);
  await agent.messageShortcut('look_up_message', message);
  await agent.shortcut('send_prompt');
  await expect.poll(() => slack.modal(agent.id)?.title).toEqual(words('Hi'));
  agent.close();
  await agent.openHome();
  const button = {
    type: 'button' as const,
    action_id: 'check_order',
    text: words('Check now'),
    value: 'A-1',
  };
  await app.client.chat.postMessage({
    token: BOT_TOKEN,
    channel: slack.channels.sales,
    text: 'card',
    blocks: [{ type: 'actions', elements: [button] }],
  });
  const card = slack.messages(slack.channels.sales).at(-1);
  if (!card) throw new Error('no card');
  await agent.click(card, 'check_order');
  await expect.poll(() => slack.messages(slack.channels.sales).at(-1)?.text).toBe('checked');
  await expect.poll(() => received).toEqual(['mention', 'message_action', 'shortcut', 'home', 'action A-1']);
});

test('a custom step is completed, or fails, with the token that came with it', async () => {
  const { app, slack } = await startBolt();
  app.function('create_link', async ({ inputs, complete, fail, client }) => {
    if (inputs.amount === '0') {
      await fail({ error: 'More than nothing' });
      return;
    }
    await client.chat.postMessage({ channel: slack.channels.sales, text: 'from the step' });
    await complete({ outputs: { url: 'https://pay.test' } });
  });
  await slack.runFunction('create_link', { amount: '12' });
  await expect.poll(() => slack.functionRuns[0]?.state).toBe('completed');
  expect(slack.functionRuns[0]?.outputs).toEqual({ url: 'https://pay.test' });
  expect(slack.messages(slack.channels.sales)).toMatchObject([{ text: 'from the step' }]);
  await slack.runFunction('create_link', { amount: '0' });
  await expect.poll(() => slack.functionRuns[1]?.error).toBe('More than nothing');
});

test('a wrong signature or a stale timestamp is refused, a right one is not', async () => {
  const { app, slack } = await startBolt();
  const received: unknown[] = [];
  app.command('/pay', async ({ ack, command }) => {
    received.push(command.text);
    await ack();
  });
  const body = new URLSearchParams({
    command: '/pay',
    text: 'raw',
    team_id: slack.teamId,
    user_id: slack.users.agent,
  });
  const raw = (options?: object) => slack.sendRaw(body.toString(), options);
  const sixMinutesAgo = Math.floor(Date.now() / 1000) - 360;
  expect((await raw({ signature: 'v0=forged' })).status).toBe(401);
  expect((await raw({ timestamp: sixMinutesAgo })).status).toBe(401);
  expect(received).toEqual([]);
  expect((await raw()).status).toBe(200);
  expect(received).toEqual(['raw']);
});

test('a listener that never acknowledges leaves the person with a timeout', async () => {
  const { app, slack, agent } = await startBolt({ ackTimeoutMs: ACK_MS });
  app.command('/pay', async () => undefined);
  const result = await agent.command(slack.channels.sales, '/pay');
  expect(result.problem).toMatch(/operation_timeout|dispatch_failed/);
  expect(at(slack.ephemerals(agent.id), 0, 'from')).toBe('slack');
});
