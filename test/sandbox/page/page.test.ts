import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startPage } from '#sandbox/page/page.ts';
import type { Screen } from '#sandbox/page/screen.ts';
import type { Town } from '#sandbox/town.ts';
import { startTestTown } from '#test/sandbox/terminal-play.ts';
import { soon } from './browser.ts';

async function open(port = 0): Promise<{ town: Town; url: string }> {
  const town = await startTestTown();
  onTestFinished(() => town.stop());
  const page = await startPage({ town, port });
  onTestFinished(() => page.stop());
  return { town, url: page.url };
}

/** A request as some other program, or some other site in the browser, could send it. */
async function ask(url: string, headers: Record<string, string>, method = 'GET', body = '') {
  const outgoing = request(url, { method, headers }).end(body);
  const [response] = await once(outgoing, 'response');
  return { status: response.statusCode as number, body: await text(response) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function act(url: string, deed: unknown, as = ''): Promise<{ note?: string }> {
  const response = await fetch(`${url}do?as=${as}`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(deed),
  });
  return (await response.json()) as { note?: string };
}

/** The parts of the screen as they come in, newest on top, until `isThere` is content. */
async function watch(url: string, isThere: (screen: Screen) => boolean): Promise<Screen> {
  const leave = new AbortController();
  const response = await fetch(`${url}events`, { signal: leave.signal });
  const screen = {} as Screen;
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const events = (rest + Buffer.from(chunk).toString()).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) Object.assign(screen, JSON.parse(event.slice('data: '.length)));
    if (screen.people && isThere(screen)) break;
  }
  leave.abort();
  return screen;
}

it('steps over a port that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { url } = await open(port);
  expect(Number(new URL(url).port)).toBeGreaterThan(port);
  expect((await fetch(url)).status).toBe(200);
});

it('serves its modules as JavaScript without types, and nothing that is not in its folder', async () => {
  const { url } = await open();
  const module = await fetch(`${url}start.ts`);
  expect(module.headers.get('content-type')).toContain('text/javascript');
  expect(await module.text()).not.toMatch(/: HTMLElement|import type/);
  for (const path of ['page.ts', '..%2fpage.ts', 'web/start.ts', 'package.json'])
    expect((await fetch(url + path)).status).toBe(404);
});

it('lets in no other site, no other name for this machine, and no form', async () => {
  const { url } = await open();
  const { host } = new URL(url);
  const deed = JSON.stringify({ do: 'kill' });
  expect((await ask(url, { host: 'evil.example' })).status).toBe(403);
  expect(
    (await ask(`${url}do`, { host, ...JSON_TYPE, origin: 'https://evil.example' }, 'POST', deed)).status,
  ).toBe(403);
  expect((await ask(`${url}do`, { host, 'content-type': 'text/plain' }, 'POST', deed)).status).toBe(415);
  expect((await ask(url, { host })).status).toBe(200);
});

it('tells a page what a person sees, and then what changes', async () => {
  const { town, url } = await open();
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

  const { agent } = town.slack.users;
  const { sales } = town.slack.channels;
  const seen = watch(url, ({ messages }) => messages[sales]?.length === 1);
  await act(url, { do: 'write', channel: sales, text: 'Has Jane paid?' }, agent);
  expect((await seen).messages[sales]?.[0]?.text).toBe('Has Jane paid?');
});

it('shows a guest only what a guest may see', async () => {
  const { town, url } = await open();
  const response = await fetch(`${url}events?as=${town.slack.users.guest}`);
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
  const { town, url } = await open();
  const { sales, leads } = town.slack.channels;
  expect(await act(url, { do: 'write', channel: sales, text: '/other' })).toEqual({
    note: '/other is not a command that this workspace knows.',
  });
  expect((await act(url, { do: 'write', channel: sales, text: '/pay', thread: '1.1' })).note).toMatch(
    /threads/,
  );
  expect((await act(url, { do: 'write', channel: leads, text: 'Hi' }, town.slack.users.guest)).note).toMatch(
    /see leads/,
  );
  expect((await act(url, { do: 'pay', trackingId: 'nobody' })).note).toMatch(/no order nobody/);
  expect((await act(url, { do: 'fly' })).note).toMatch(/does not know/);
});

it('keeps every secret out of the log of the wire', async () => {
  const { town, url } = await open();
  const { wire } = await watch(url, (screen) => screen.wire.some(({ what }) => what.includes('RegisterIPN')));
  const details = await Promise.all(wire.map(async ({ id }) => (await fetch(`${url}wire/${id}`)).text()));
  const shown = JSON.stringify(wire) + details.join('\n');
  expect(shown).toContain('RegisterIPN');
  const [registered] = town.provider.registrations();
  const key = registered?.url.split('/ipn/')[1] ?? '';
  expect(key.length).toBeGreaterThan(10);
  for (const secret of [town.provider.consumerKey, town.provider.consumerSecret, key, 'xoxb-sandbox-token'])
    expect(shown).not.toContain(secret);
  expect(shown).toContain('"token":"•••"');
});

it('pays half while the wrong amount is switched on, and what was asked when it is off again', async () => {
  const { town, url } = await open();
  const me = town.slack.person(town.slack.users.agent);
  for (const [amount, isOn] of [
    ['1500', true],
    ['400', false],
  ] as const) {
    await me.command('sales', '/pay', `prompt 0712345678 ${amount} Flour`);
    await soon(() => town.slack.modal(me.id)?.callback_id).toBe('send_prompt');
    await me.submit();
    await soon(() => town.provider.prompts.at(-1)?.amount).toBe(Number(amount));
    await act(url, { do: 'switch', name: 'wrongAmount', isOn });
    await act(url, { do: 'pay', trackingId: town.provider.prompts.at(-1)?.order_tracking_id });
    await me.close();
  }
  expect(town.provider.orders().map(({ payment }) => payment?.amount)).toEqual([750, 400]);
});
