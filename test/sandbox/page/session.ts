// The page over HTTP without a browser: actions are sent as the page sends them, and what people see is read as text.
import { expect, onTestFinished } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import { startPage } from '#sandbox/page/server/page.ts';
import type { Action, ActionResult, Screen } from '#sandbox/page/server/screen.ts';
import { EMPTY_SCREEN, patched } from '#sandbox/page/web/state/screen-patch.ts';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { pressMore } from '#test/journeys/more-fields.ts';
import { renderMessage, renderView } from '#test/sandbox/slack/render/render.ts';
import { startTestEnvironment } from '#test/sandbox/test-environment.ts';

export type Session = {
  readonly environment: Environment;
  readonly url: string;
  /** As the agent, unless another user id is given. */
  act(action: Action, as?: string): Promise<ActionResult>;
  /** In the sales channel unless another is given. */
  write(text: string, where?: { channel?: string; thread?: string; as?: string }): Promise<ActionResult>;
  /** The modal on the agent's screen as text; empty when there is none. */
  modal(): string;
  /** Waits for a modal whose text holds this. */
  modalWith(text: string): Promise<string>;
  submit(values?: Record<string, string>): Promise<ActionResult>;
  /** A channel's messages as text, oldest first; replies begin with an arrow. */
  read(channel?: string): string[];
  /** What only the agent, or `as`, sees there. */
  readEphemerals(channel?: string, as?: string): string[];
  /** A payment link with this reference, through command and form. */
  createLink(reference: string, words?: string): Promise<void>;
  /** The tracking id of an order. */
  trackingId(reference: string): string;
};

/** Ends with the test; fails it if the bot called anything for which the manifest has no scope. */
export async function openSession(port = 0): Promise<Session> {
  const environment = await startTestEnvironment();
  onTestFinished(async () => {
    await environment.stop();
    const refused = environment.slack.calls.filter(({ answer }) => answer?.error === 'missing_scope');
    expect(refused.map(({ method }) => method)).toEqual([]);
  });
  const page = await startPage({ environment, port });
  onTestFinished(() => page.stop());
  const { slack, provider } = environment;
  const { agent } = slack.users;
  const { sales } = slack.channels;
  const options = { nameOf: slack.nameOf, zone: 'Africa/Nairobi' };
  const shown = (message: Message | Ephemeral) => renderMessage(message, options);

  const session: Session = {
    environment,
    url: page.url,
    act: (action, as = agent) => act(page.url, action, as),
    write: (text, { channel = sales, thread, as = agent } = {}) =>
      act(page.url, { type: 'write', channel, text, ...(thread && { thread }) }, as),
    modal() {
      const view = slack.modal(agent);
      return view ? renderView(view, options) : '';
    },
    async modalWith(text) {
      await expect.poll(session.modal, { timeout: 30_000 }).toContain(text);
      return session.modal();
    },
    async submit(values = {}) {
      const shown = slack.modal(agent)?.blocks.map(({ block_id: id }) => id) ?? [];
      if (!Object.keys(values).every((name) => shown.includes(name)))
        await pressMore({ slack }, slack.person(agent));
      return act(page.url, { type: 'submit', values }, agent);
    },
    read: (channel = sales) =>
      slack
        .messages(channel)
        .filter(({ thread_ts }) => thread_ts === undefined)
        .flatMap(({ ts }) => slack.thread(channel, ts))
        .map((message) => `${message.thread_ts ? '↳ ' : ''}${shown(message)}`),
    readEphemerals: (channel = sales, as = agent) => slack.ephemerals(as, channel).map(shown),
    async createLink(reference, words = '2500 School fees') {
      await session.write(`/pay link ${words}`);
      await session.modalWith('Create a payment link');
      await session.submit({ id: reference });
      await expect.poll(() => provider.find(reference), { timeout: 30_000 }).toBeDefined();
      await session.modalWith('Close');
      await session.act({ type: 'closeModal' });
      await expect.poll(() => session.read().join(), { timeout: 30_000 }).toContain('waiting for payment');
    },
    trackingId(reference) {
      const order = provider.find(reference);
      if (!order) throw new Error(`The service has no order ${reference}.`);
      return order.order_tracking_id;
    },
  };
  return session;
}

/** Sends any body at all as an action. */
export async function act(url: string, body: unknown, as = ''): Promise<ActionResult> {
  const response = await fetch(`${url}actions?as=${as}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ActionResult;
}

/** The screen as a page has it, once `isThere` is content with it. */
export async function watch(url: string, isThere: (screen: Screen) => boolean, as = ''): Promise<Screen> {
  const leave = new AbortController();
  const response = await fetch(`${url}events?as=${as}`, { signal: leave.signal });
  let screen = EMPTY_SCREEN;
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const events = (rest + Buffer.from(chunk).toString()).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) screen = patched(screen, JSON.parse(event.slice('data: '.length)));
    if (screen.people.length > 0 && isThere(screen)) break;
  }
  leave.abort();
  return screen;
}
