// Lists of more open orders than are counted at once: each page of *More* goes on behind the page before it.
import { WebClient } from '@slack/web-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createInFlight } from '#lib/in-flight.ts';
import type { Order } from '#orders/order.ts';
import { MAX_COUNTED } from '#payments/reports/own-work.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { contentOf, type MessageContent } from '#slack/cards/message.ts';
import { ALL } from '#slack/cards/open-orders.ts';
import { createHomeTask } from '#slack/tasks/home.ts';
import { HOME_TEXT } from '#slack/text/home.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const COUNT = MAX_COUNTED + 40;
const FIRST_AT = 1_700_000_000_000;

/** `COUNT` open orders of one agent; the newest is the last. Several are of one moment. */
const orders: readonly Order[] = Array.from({ length: COUNT }, (_, n) =>
  sampleOrder(`MANY-${String(n).padStart(4, '0')}`, {
    state: 'pending',
    createdAt: FIRST_AT + Math.floor(n / 3),
  }),
);
const newestFirst = orders.map(({ reference }) => reference).toReversed();

async function startTask() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  const { store } = subject;
  await Promise.all(orders.map((order) => store.orders.insert(order)));
  const home = createHomeTask({
    client: new WebClient('xoxb-1'),
    orders: store.orders,
    indexProgress: store.indexProgress,
    cardUrlOf: async () => undefined,
    waiting: { read: async () => undefined },
    switches: { read: async () => ({ isToldOfPaid: false, isReminded: true }) },
    permissions: { refusalFor: async () => undefined },
    keyValues: store.keyValues('home'),
    clock: createMovingClock(),
    timeZone: 'Africa/Nairobi',
    reporter: { error: () => '', warn: () => undefined },
    inFlight: createInFlight(),
    stopping: new AbortController().signal,
  });
  /** What *More* answers. `value`: that of its button, a reference with what stands in front of it. */
  async function more(value: string): Promise<string> {
    const answers: string[] = [];
    await home.listMore(value, {
      userId: 'U1',
      reply: async (content) => void answers.push(textOf(contentOf(content))),
    });
    return answers.join();
  }
  return { subject, store, more };
}

/** All that is written in it. */
const textOf = ({ blocks }: MessageContent) =>
  [...JSON.stringify(blocks).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join('\n');

const listed = (text: string) => [...text.matchAll(/MANY-\d{4}/g)].map(([reference]) => reference);

describe('more open orders than are counted at once', () => {
  it.each([
    ['one’s own', ''],
    ['everybody’s', ALL],
  ])('More lists those behind the thousandth as well, and says how many follow: %s', async (_, all) => {
    const { more } = await startTask();
    expect(await more(`${all}${newestFirst[4]}`)).toContain('and at least');
    const page = await more(`${all}${newestFirst[MAX_COUNTED]}`);
    expect(listed(page).length).toBeGreaterThan(10);
    expect(listed(page)).toEqual(newestFirst.slice(MAX_COUNTED + 1).slice(0, listed(page).length));
    expect(page).toContain(`… and ${COUNT - MAX_COUNTED - 1 - listed(page).length} more.`);
    const last = await more(`${all}${newestFirst.at(-3)}`);
    expect(listed(last)).toEqual(newestFirst.slice(-2));
    expect(last).not.toContain(HOME_TEXT.more);
    expect(await more(`${all}${newestFirst.at(-1)}`)).toContain('There are no more open orders');
  });

  it('that others have ended is not said of everybody’s, which may have been indexed only since', async () => {
    const { subject, store, more } = await startTask();
    expect(await more(`${ALL}${newestFirst.at(-1)}`)).toBe('There are no more open orders.');
    await subject.unindex();
    expect(await more(`${ALL}${newestFirst[MAX_COUNTED]}`)).toBe(
      'No more open orders were found. Older orders are still being indexed, so ask again in a few minutes.',
    );
    expect((await store.indexProgress()).isComplete).toBe(false);
  });
});
