// The real Bolt in Socket Mode, between the sandbox's people and the sandbox's Web API.
import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { ACK_MS, ANSWER_MS, TRIGGER_MS } from '#test/patience.ts';
import { BOT_TOKEN, SIGNING_SECRET } from './rig.ts';
import { silentLogger } from './silent-logger.ts';
import { APP_TOKEN } from './socket-app.ts';

/**
 * `clientPingTimeout`: a pong later than this counts as a lost connection, and Bolt waits as long before it connects again. So it
 * is short only where Bolt is to connect again.
 */
async function startBolt({ ackTimeoutMs = ANSWER_MS, clientPingTimeout = ANSWER_MS } = {}) {
  const slack = await startSlackSandbox({
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    triggerMs: TRIGGER_MS,
    ackTimeoutMs,
  });
  const receiver = new SocketModeReceiver({
    appToken: APP_TOKEN,
    logger: silentLogger,
    clientPingTimeout,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
  });
  const app = new App({
    token: BOT_TOKEN,
    receiver,
    clientOptions: { slackApiUrl: slack.apiUrl },
    logLevel: LogLevel.ERROR,
    logger: silentLogger,
    deferInitialization: true,
    convoStore: false,
  });
  await app.init();
  await app.start();
  onTestFinished(async () => {
    await app.stop();
    await slack.stop();
  });
  return { app, slack, agent: slack.person(slack.users.agent) };
}

const words = (text: string) => ({ type: 'plain_text' as const, text });

test('a command opens a modal, errors stand at its field, and the outcome replaces it', async () => {
  const { app, slack, agent } = await startBolt();
  const amountField = {
    type: 'input' as const,
    block_id: 'amount',
    label: words('Amount'),
    element: { type: 'plain_text_input' as const, action_id: 'amount' },
  };
  app.command('/pay', async ({ ack, client, command }) => {
    await ack({ response_type: 'ephemeral', text: `Opening for ${command.text}` });
    await client.views.open({
      trigger_id: command.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'send_prompt',
        title: words('Send'),
        submit: words('Send'),
        blocks: [amountField],
      },
    });
  });
  app.view('send_prompt', async ({ ack, view }) => {
    const amount = view.state.values.amount?.amount?.value;
    if (amount === '0') await ack({ response_action: 'errors', errors: { amount: 'More than nothing' } });
    else await ack({ response_action: 'update', view: { type: 'modal', title: words('Sent'), blocks: [] } });
  });

  await agent.command(slack.channels.sales, '/pay', 'Asha');
  expect(slack.ephemerals(agent.id)).toMatchObject([{ text: 'Opening for Asha' }]);
  await expect.poll(() => slack.modal(agent.id)?.callback_id).toBe('send_prompt');
  await agent.submit({ amount: '0' });
  expect(slack.modal(agent.id)?.errors).toEqual({ amount: 'More than nothing' });
  await agent.submit({ amount: '12.50' });
  expect(slack.modal(agent.id)?.title).toEqual(words('Sent'));
});

test('a plain ack closes the form and shows nothing', async () => {
  const { app, slack, agent } = await startBolt();
  app.shortcut('open', async ({ ack, client, shortcut }) => {
    await ack();
    const view = {
      type: 'modal' as const,
      callback_id: 'form',
      title: words('Hi'),
      submit: words('Go'),
      blocks: [],
    };
    await client.views.open({ trigger_id: shortcut.trigger_id, view });
  });
  app.view('form', async ({ ack }) => ack());
  app.command('/pay', async ({ ack }) => ack());

  await agent.shortcut('open');
  await expect.poll(() => slack.modal(agent.id)?.callback_id).toBe('form');
  expect(await agent.submit()).toMatchObject({ status: 200, body: '' });
  expect(slack.modal(agent.id)).toBeUndefined();
  await agent.command('sales', '/pay');
  expect(slack.ephemerals(agent.id)).toEqual([]);
});

test('clicks, shortcuts, mentions and Home visits reach their listeners', async () => {
  const { app, slack, agent } = await startBolt();
  const received: string[] = [];
  app.action('check_order', async ({ ack, respond, action }) => {
    await ack();
    received.push(`action ${'value' in action ? action.value : ''}`);
    await respond({ replace_original: true, text: 'checked' });
  });
  app.shortcut(/.*/, async ({ ack, shortcut }) => {
    await ack();
    received.push(`${shortcut.type} ${shortcut.callback_id}`);
  });
  app.event('app_mention', async ({ event, say }) => {
    received.push(event.type);
    await say({ text: 'yes?', thread_ts: event.ts });
  });
  app.event('app_home_opened', async ({ event }) => void received.push(event.type));

  const { message, acks } = await agent.mention('sales', 'status');
  expect(acks).toMatchObject([{ status: 200 }]);
  await expect.poll(() => slack.thread(slack.channels.sales, message.ts).length).toBe(2);
  await agent.messageShortcut('look_up_message', message);
  await agent.shortcut('look_up');
  await agent.openHome();
  const button = { type: 'button' as const, action_id: 'check_order', text: words('Check'), value: 'A-1' };
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
  expect(received).toEqual([
    'app_mention',
    'message_action look_up_message',
    'shortcut look_up',
    'app_home_opened',
    'action A-1',
  ]);
});

test.each([
  ['a disconnect with refresh_requested', 'refresh_requested'],
  ['a disconnect with warning', 'warning'],
  ['a failing network', undefined],
] as const)('after %s Bolt connects again and works', async (_, reason) => {
  const { app, slack, agent } = await startBolt({ clientPingTimeout: 5_000 });
  const received: string[] = [];
  app.command('/pay', async ({ ack, command }) => {
    received.push(command.text);
    await ack();
  });
  await agent.command('sales', '/pay', 'before');
  if (reason) slack.sockets.disconnect(reason);
  else slack.sockets.cut();
  expect(slack.sockets.count()).toBe(0);
  await expect.poll(() => slack.sockets.count()).toBe(1);
  await agent.command('sales', '/pay', 'after');
  expect(received).toEqual(['before', 'after']);
  expect(slack.callsTo('apps.connections.open')).toHaveLength(2);
});

test('after stop() no connection is left and none is opened', async () => {
  const { app, slack, agent } = await startBolt();
  expect(slack.sockets.count()).toBe(1);
  await app.stop();
  await expect.poll(() => slack.sockets.count()).toBe(0);
  expect((await agent.command('sales', '/pay')).problem).toBe('dispatch_failed');
  expect(slack.callsTo('apps.connections.open')).toHaveLength(1);
});

test('a listener that never acknowledges leaves the person with a timeout', async () => {
  const { app, slack, agent } = await startBolt({ ackTimeoutMs: ACK_MS });
  app.command('/pay', async () => undefined);
  const result = await agent.command('sales', '/pay');
  expect(result.problem).toBe('operation_timeout');
  expect(slack.ephemerals(agent.id)[0]?.from).toBe('slack');
});
