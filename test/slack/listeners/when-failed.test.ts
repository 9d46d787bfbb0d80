// What somebody reads when what they started fails: to look at a card only where something may have been sent.
import type { App } from '@slack/bolt';
import { expect, test } from 'vitest';
import { listenToActions } from '#slack/listeners/actions.ts';
import { createGuard, type ListenerDeps } from '#slack/listeners/guard.ts';
import { listenToShortcuts } from '#slack/listeners/shortcuts.ts';
import { listenToViews } from '#slack/listeners/views.ts';
import { createAnswerWords } from '#slack/listeners/words.ts';

const MAY_BE_SENT = 'Check the card in the channel before you send again';
const NOTHING_SENT = 'Nothing was sent. Try again';
const MAY_BE_DECIDED = 'It is not certain whether this was decided';
const MAY_BE_POSTED = 'Look in the channel before you press again';
const MAY_GO_ON = 'Rows may still be sent. Press Stop again';

test('a failed button sends people to a card only where it may have cancelled or sent something', async () => {
  const { actions, press } = listen();
  const said = new Map<string, string>();
  for (const action of actions()) if (action !== 'order_menu') said.set(action, await press(action, 'INV-7'));
  const { [NOTHING_SENT]: others, ...known } = Object.groupBy(
    said.keys(),
    (action) => said.get(action) ?? '',
  );
  expect(known).toEqual({
    [MAY_BE_SENT]: ['cancel_order', 'send_now'],
    [MAY_BE_DECIDED]: ['approve', 'withdraw', 'refund_done', 'refund_not_done'],
    'Nothing was decided': ['decline'],
    [MAY_BE_POSTED]: ['share_order', 'share_report'],
    [MAY_GO_ON]: ['stop_bulk'],
  });
  expect(others).toEqual(expect.arrayContaining(['check_order', 'send_again', 'history', 'send_prompt']));
});

test('a failed item of a menu says the same as its button, and cancelling there opens a form first', async () => {
  const { press } = listen();
  expect(await press('order_menu', 'send_now:INV-7#1')).toBe(MAY_BE_SENT);
  expect(await press('order_menu', 'withdraw:INV-7#1')).toBe(MAY_BE_DECIDED);
  expect(await press('order_menu', 'cancel_order:INV-7')).toBe(NOTHING_SENT);
  expect(await press('order_menu', 'check_order:INV-7')).toBe(NOTHING_SENT);
});

test('a failed form sends people to a card only where it asks for an order, its end or a refund', async () => {
  const { submit } = listen();
  for (const form of ['send_prompt', 'create_link', 'cancel_order', 'refund_order'])
    expect([form, await submit(form)]).toEqual([form, MAY_BE_SENT]);
  for (const form of ['look_up', 'settings', 'forget'])
    expect([form, await submit(form)]).toEqual([form, NOTHING_SENT]);
});

test('a file that could not be checked was not sent, and one that was confirmed may have been', async () => {
  const { submit } = listen();
  expect(await submit('bulk', JSON.stringify({ files: 0 }))).toBe(NOTHING_SENT);
  expect(await submit('bulk', JSON.stringify({ files: 0, id: 'a1' }))).toBe(MAY_BE_SENT);
});

test.each([
  'prompt',
  'link',
  'bulk',
  'find jane',
  'cancel',
  'refund 7K',
  'open',
  'history',
  'report',
  'alerts',
])('what is written sends nothing by itself, so nobody is sent to a card when it fails: %s', async (text) => {
  expect(await listen().write(text)).toBe(NOTHING_SENT);
});

test('a failed shortcut has sent nothing', async () => {
  for (const id of ['send_prompt', 'create_link', 'look_up'])
    expect(await listen().shortcut(id)).toBe(NOTHING_SENT);
});

/** No time passes, and nobody waits. */
const AT_ONCE = {
  now: () => 0,
  after(_delayMs: number, callback: () => void) {
    setImmediate(callback);
    return () => {};
  },
};

type Handler = (args: unknown) => Promise<void>;

/** All listeners, whose tasks all fail. */
function listen() {
  const handlers = new Map<string, Handler>();
  const app = {
    action: (which: { action_id?: string }, handler: Handler) => keep(`action ${which.action_id}`, handler),
    view: (id: string, handler: Handler) => keep(`view ${id}`, handler),
    shortcut: (which: { callback_id: string }, handler: Handler) =>
      keep(`shortcut ${which.callback_id}`, handler),
  } as unknown as App;
  const keep = (name: string, handler: Handler) => handlers.set(name, handler);
  let said = '';
  const say = async (content: unknown) => {
    said = JSON.stringify(content);
  };
  const deps = depsSaying(say);
  const answerWords = createAnswerWords(deps);
  listenToActions(app, deps);
  listenToViews(app, deps);
  listenToShortcuts(app, deps);
  const started = async (name: string, args: object): Promise<string> => {
    said = '';
    await handlers.get(name)?.({ ack: async (answer?: unknown) => answer && say(answer), ...args });
    return readSentence(said);
  };
  const user = { id: 'U1' };
  const view = { id: 'V1', state: { values: {} }, blocks: [] };
  return {
    actions: () =>
      [...handlers.keys()].flatMap((name) => /^action (?!undefined)(.*)$/.exec(name)?.slice(1) ?? []),
    press: (id: string, value: string) =>
      started(`action ${id}`, { body: { user }, action: { type: 'button', value, block_id: '' } }),
    submit: (id: string, memory = '') =>
      started(`view ${id}`, { body: { user }, view: { ...view, private_metadata: memory } }),
    shortcut: (id: string) => started(`shortcut ${id}`, { shortcut: { user, trigger_id: 'T1' } }),
    async write(text: string) {
      const reply = say;
      const place = { channel: 'C1' };
      const asked = { text, place, userId: 'U1', triggerId: 'T1', command: '/pay', about: {} };
      await answerWords({ ...asked, reply, replyToAll: reply });
      return readSentence(said);
    },
  };
}

function depsSaying(say: (content: unknown) => Promise<void>): ListenerDeps {
  const fails = () => {
    throw new Error('the store is down');
  };
  const failing = (answers: object = {}) =>
    new Proxy(fails, { get: (_, name) => Reflect.get(answers, name) ?? fails });
  const found = async () => ({ status: 'found', right: 'act' });
  const tasks: Record<string, unknown> = {
    find: failing({ isMore: () => false }),
    home: failing({ isEverybodys: () => false }),
    refunds: failing({ opened: found, find: found }),
    requests: failing(),
  };
  const guard = createGuard({
    permissions: { refusalFor: async () => undefined },
    recorder: {},
    reporter: { error: () => '7f3a-91c2' },
    inFlight: { track: (work: Promise<void>) => work },
  } as unknown as Parameters<typeof createGuard>[0]);
  return {
    tasks: new Proxy(tasks, { get: (known, name) => known[String(name)] ?? failing() }),
    replies: { directly: () => say },
    client: {},
    clock: AT_ONCE,
    reporter: { warn: () => {} },
    guard,
  } as unknown as ListenerDeps;
}

/** How the sentence begins, after that something went wrong. */
function readSentence(said: string): string {
  const starts = [MAY_BE_SENT, NOTHING_SENT, MAY_BE_DECIDED, MAY_BE_POSTED, MAY_GO_ON, 'Nothing was decided'];
  return starts.find((start) => said.includes(start)) ?? said;
}
