import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { Screen } from '#sandbox/page/server/screen.ts';
import { soon } from './browser.ts';
import { act, openSession, watch } from './session.ts';

/** A request as some other program, or some other site in the browser, could send it. */
async function ask(url: string, headers: Record<string, string>, method = 'GET', body = '') {
  const outgoing = request(url, { method, headers }).end(body);
  const [response] = await once(outgoing, 'response');
  return { status: response.statusCode as number, body: await text(response) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

it('steps over a port that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { url } = await openSession(port);
  expect(Number(new URL(url).port)).toBeGreaterThan(port);
  expect((await fetch(url)).status).toBe(200);
});

it('serves its modules as JavaScript without types, and nothing that is not in its folder', async () => {
  const { url } = await openSession();
  const module = await fetch(`${url}start.ts`);
  expect(module.headers.get('content-type')).toContain('text/javascript');
  expect(await module.text()).not.toMatch(/: HTMLElement|import type/);
  for (const path of ['page.ts', '..%2fserver/page.ts', '..%2f..%2fmain.ts', 'web/start.ts', 'package.json'])
    expect((await fetch(url + path)).status).toBe(404);
});

it('lets in no other site, no other name for this machine, and no form', async () => {
  const { url } = await openSession();
  const { host } = new URL(url);
  const action = JSON.stringify({ type: 'stopBot' });
  expect((await ask(url, { host: 'evil.example' })).status).toBe(403);
  expect(
    (await ask(`${url}actions`, { host, ...JSON_TYPE, origin: 'https://evil.example' }, 'POST', action))
      .status,
  ).toBe(403);
  expect((await ask(`${url}actions`, { host, 'content-type': 'text/plain' }, 'POST', action)).status).toBe(
    415,
  );
  expect((await ask(url, { host })).status).toBe(200);
});

it('sends a page what a person sees, and then what changes', async () => {
  const { environment, url } = await openSession();
  const screen = await watch(url, () => true);
  expect(screen.conversations.map(({ name }) => name)).toEqual([
    'sales',
    'finance',
    'leads',
    'partners',
    'directmessage',
  ]);
  expect(screen.app.words).toContain('prompt');
  expect(screen.app.shortcuts.map(({ callbackId }) => callbackId)).toContain('look_up_message');

  const { agent } = environment.slack.users;
  const { sales } = environment.slack.channels;
  const seen = watch(url, ({ messages }) => Object.keys(messages[sales] ?? {}).length === 1);
  await act(url, { type: 'write', channel: sales, text: 'Has Jane paid?' }, agent);
  expect(Object.values((await seen).messages[sales] ?? {}).map(({ text }) => text)).toEqual([
    'Has Jane paid?',
  ]);
});

it('shows a guest only what a guest may see', async () => {
  const { environment, url } = await openSession();
  const response = await fetch(`${url}events?as=${environment.slack.users.guest}`);
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  const { conversations } = JSON.parse(
    Buffer.from(value ?? [])
      .toString()
      .slice('data: '.length),
  ) as Screen;
  expect(conversations.map(({ name }) => name)).toEqual(['sales', 'directmessage']);
});

it('says in a sentence what can not be done', async () => {
  const { environment, url } = await openSession();
  const { sales, leads } = environment.slack.channels;
  expect(await act(url, { type: 'write', channel: sales, text: '/other' })).toEqual({
    note: '/other isn’t a valid command.',
  });
  expect((await act(url, { type: 'write', channel: sales, text: '/pay', thread: '1.1' })).note).toMatch(
    /threads/,
  );
  expect(
    (await act(url, { type: 'write', channel: leads, text: 'Hi' }, environment.slack.users.guest)).note,
  ).toMatch(/see leads/);
  expect((await act(url, { type: 'pay', trackingId: 'nobody' })).note).toMatch(/no order nobody/);
  expect((await act(url, { type: 'fly' })).note).toMatch(/doesn’t know/);
});

it('shows every exchange on the wire, without its secrets', async () => {
  const session = await openSession();
  const { environment, url } = session;
  await session.createLink('INV-7');
  await session.act({ type: 'pay', trackingId: session.trackingId('INV-7') });
  const { requests, notifications, registrations, consumerKey, consumerSecret } = environment.provider;
  const { calls, deliveries } = environment.slack;
  const screen = await watch(
    url,
    (screen) =>
      Object.values(screen.wire).some(({ what }) => what.includes('IPNCHANGE')) &&
      Object.keys(screen.wire).length ===
        requests.length + notifications.length + calls.length + deliveries.length,
  );
  const wire = Object.values(screen.wire);
  const details = await Promise.all(wire.map(async ({ id }) => (await fetch(`${url}wire/${id}`)).text()));
  const shown = JSON.stringify(wire) + details.join('\n');
  expect(wire.find(({ to }) => to === 'service')).toMatchObject({
    what: 'POST /Auth/RequestToken',
    outcome: '200',
  });
  expect(shown).toContain('"consumer_key":"•••","consumer_secret":"•••"');
  expect(shown).toMatch(/GET \/ipn\/••• IPNCHANGE INV-7/);
  expect(shown).toContain('"token":"•••"');

  const issued = environment.provider.requestsTo('requestToken')[0]?.answer;
  const token = issued && issued !== 'lost' ? String(Object(issued.body).token) : '';
  const key = registrations()[0]?.url.split('/ipn/')[1] ?? '';
  const secrets = [consumerKey, consumerSecret, token, key, 'xoxb-sandbox-token'];
  for (const { request, envelope } of deliveries)
    secrets.push(String(request?.headers['x-slack-signature']), String(envelope.payload['token']));
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(shown).not.toContain(secret);
  }
});

it('shows the headers and the body of what Slack signed and sent to Teller', async () => {
  const session = await openSession();
  const { slack } = session.environment;
  const inputs = {
    agent: slack.users.agent,
    channel: slack.channels.sales,
    amount: '1',
    currency: 'KES',
    description: 'Tea',
  };
  await session.write('/pay link 2500 School fees');
  await session.modalWith('Create a payment link');
  await session.submit();
  await session.act({ type: 'runStep', callbackId: 'create_link', inputs });
  const { wire } = await watch(session.url, ({ steps }) => steps.length === 1);
  const details = async (what: string) => {
    const line = Object.values(wire).find((one) => one.from === 'Slack' && one.what === what);
    return (await (await fetch(`${session.url}wire/${line?.id}`)).json()) as {
      sent: unknown;
      answer: unknown;
    };
  };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': expect.stringMatching(/^\d{10}$/),
    'x-slack-signature': '•••',
    'user-agent': expect.stringContaining('Slackbot'),
  };
  expect(await details('/pay link 2500 School fees')).toMatchObject({
    sent: {
      request: expect.stringMatching(/^POST http:\/\/127\.0\.0\.1:\d+\/slack\/events$/),
      headers,
      body: {
        command: '/pay',
        text: 'link 2500 School fees',
        user_id: slack.users.agent,
        token: '•••',
        trigger_id: '•••',
        response_url: expect.stringContaining('/response/•••'),
      },
    },
    answer: { status: 200 },
  });
  expect(await details('view_submission create_link')).toMatchObject({
    sent: { headers, body: { payload: { type: 'view_submission', view: { callback_id: 'create_link' } } } },
  });
  expect(await details('event function_executed')).toMatchObject({
    sent: {
      headers: { ...headers, 'content-type': 'application/json' },
      body: { event: { inputs, bot_access_token: '•••' } },
    },
  });
});

it('pays half while the wrong amount is switched on, and the order’s amount when it is off again', async () => {
  const { environment, url } = await openSession();
  const me = environment.slack.person(environment.slack.users.agent);
  for (const [amount, isOn] of [
    ['1500', true],
    ['400', false],
  ] as const) {
    await me.command('sales', '/pay', `prompt 0712345678 ${amount} Flour`);
    await soon(() => environment.slack.modal(me.id)?.callback_id).toBe('send_prompt');
    await me.submit();
    await soon(() => environment.provider.prompts.at(-1)?.amount).toBe(Number(amount));
    await act(url, { type: 'switch', name: 'wrongAmount', isOn });
    await act(url, { type: 'pay', trackingId: environment.provider.prompts.at(-1)?.order_tracking_id });
    await me.close();
  }
  expect(environment.provider.orders().map(({ payment }) => payment?.amount)).toEqual([750, 400]);
});
