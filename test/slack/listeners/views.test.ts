// What replaces a submitted form waits for Slack to read the answer to it first.
import type { App, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { expect, test } from 'vitest';
import type { ListenerDeps } from '#slack/listeners/guard.ts';
import { listenToViews } from '#slack/listeners/views.ts';
import { createHandClock } from '#test/slack/access/permissions-rig.ts';

type Submitted = SlackViewMiddlewareArgs<ViewSubmitAction>;

test('the outcome of a form is shown a quarter of a second after its answer, however fast it is', async () => {
  const { submit, said, clock } = listen();
  const submitted = submit('cancel_order');
  await settled();
  expect(said).toEqual(['answer: One moment…']);
  clock.advance(249);
  await settled();
  expect(said).toEqual(['answer: One moment…']);
  clock.advance(1);
  await submitted;
  expect(said).toEqual(['answer: One moment…', 'update: Cancelled.']);
});

test('an outcome that takes longer is shown at once', async () => {
  const { submit, said, clock, cancelled } = listen({ isSlow: true });
  const submitted = submit('cancel_order');
  await settled();
  clock.advance(2_000);
  cancelled();
  await settled();
  clock.advance(0);
  await submitted;
  expect(said).toEqual(['answer: One moment…', 'update: Cancelled.']);
});

test('an outcome does not wait for longer because the clock was set back', async () => {
  const { submit, said, clock, cancelled } = listen({ isSlow: true });
  void submit('cancel_order');
  await settled();
  clock.advance(250);
  clock.advance(-4 * 60_000);
  cancelled();
  await settled();
  expect(said).toEqual(['answer: One moment…', 'update: Cancelled.']);
});

/** The listeners with a task that cancels at once, or when it is told to. */
function listen({ isSlow = false } = {}) {
  const handlers = new Map<string, (args: Submitted) => Promise<void>>();
  const app = {
    view: (id: string, handler: (args: Submitted) => Promise<void>) => handlers.set(id, handler),
  };
  const clock = createHandClock();
  const said: string[] = [];
  const say = (how: string, { view }: { view?: unknown } = {}) =>
    said.push(`${how}: ${/"text":"([^"]*)","emoji":false/.exec(JSON.stringify(view))?.[1]}`);
  const ending = Promise.withResolvers<void>();
  if (!isSlow) ending.resolve();
  const cancel = {
    confirmed: () => ending.promise.then(() => ({ sentence: 'Cancelled.', isDone: true })),
  };
  listenToViews(
    app as unknown as App,
    {
      tasks: { cancel },
      clock,
      client: { views: { update: async (update: { view: unknown }) => say('update', update) } },
      guard: (_start: unknown, work: () => Promise<void>) => work(),
    } as unknown as ListenerDeps,
  );
  const view = { id: 'V1', private_metadata: 'INV-7', state: { values: {} }, blocks: [] };
  return {
    submit: (id: string) =>
      handlers.get(id)?.({
        ack: async (answer?: { view?: unknown }) => say('answer', answer),
        body: { user: { id: 'U1' } },
        view,
      } as unknown as Submitted),
    said,
    clock,
    cancelled: () => ending.resolve(),
  };
}

/** All that can go on without time has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
