// Which id of a channel Slack gets and which one Teller, in whatever order Slack says that they have changed.
import { expect, it } from 'vitest';
import { createChannelIds } from '#slack/connect/channel-ids.ts';

const [FIRST, SECOND, THIRD] = ['G0FIRST001', 'C0SECOND01', 'C0THIRD001'] as const;

type Moved = { now: string; at: string };

/** Of several Tellers, each with ids of its own. */
function createStore() {
  const stored = new Map<string, Moved>();
  return {
    list: async () => [...stored].map(([channel, moved]) => ({ ...moved, channel })),
    of: async (channel: string) => stored.get(channel),
    set: async (channel: string, moved: Moved) => void stored.set(channel, moved),
  };
}

const idsOn = (store: ReturnType<typeof createStore>) => createChannelIds(store, { error: () => '' });

/** Hands over an event; resolves with what Teller received, and what Slack was answered. */
async function deliver(ids: ReturnType<typeof idsOn>, event: object, answer: unknown = undefined) {
  const seen: unknown[] = [];
  const receive = ids.receiving(async ({ payload, ack }) => {
    seen.push(payload);
    await ack(answer);
  });
  await receive({
    payload: { event },
    ack: async (answered) => void seen.push(answered),
    refuse: async (why) => void seen.push(why),
  });
  return seen;
}

const change = (from: string, to: string, at: string) => ({
  ...{ type: 'channel_id_changed', old_channel_id: from, new_channel_id: to, event_ts: at },
});

it('Channel id: what comes in has the first one, and its answer the newest', async () => {
  const ids = idsOn(createStore());
  await deliver(ids, change(FIRST, SECOND, '1.1'));
  await deliver(ids, change(SECOND, THIRD, '1.2'));
  const [received, answered] = await deliver(ids, { channel: THIRD }, { view: FIRST });
  expect([received, answered]).toEqual([{ event: { channel: FIRST } }, { view: THIRD }]);
});

it.each([
  [
    'a change that Slack repeats after the next one',
    [
      [FIRST, SECOND],
      [SECOND, THIRD],
      [FIRST, SECOND],
    ],
    THIRD,
  ],
  [
    'a change back to the first id',
    [
      [FIRST, SECOND],
      [SECOND, FIRST],
    ],
    FIRST,
  ],
  ['an id that is none', [[FIRST, '']], FIRST],
])('Channel id: after %s the newest is used', async (_, changes, now) => {
  const ids = idsOn(createStore());
  for (const [from = '', to = ''] of changes)
    await deliver(ids, change(from, to, from === FIRST ? '1.1' : '1.2'));
  expect(ids.toSlack(FIRST)).toBe(now);
});

it('Channel id: a change that cannot be stored is not accepted, so that Slack sends it again', async () => {
  const ids = idsOn({ ...createStore(), set: () => Promise.reject(new Error('the store is down')) });
  expect(await deliver(ids, change(FIRST, SECOND, '1.1'))).toEqual(['failed']);
});

it('Channel id: a call to a channel that another Teller knows to have moved is made again', async () => {
  const store = createStore();
  const ids = idsOn(store);
  await deliver(idsOn(store), change(FIRST, SECOND, '1.1'));
  const sent: unknown[] = [];
  const call = ids.calling(async (_, init) => {
    sent.push(init?.body);
    const isOld = String(init?.body).includes(FIRST);
    return Response.json(isOld ? { ok: false, error: 'channel_not_found' } : { ok: true, channel: SECOND });
  });
  const answer = await call('https://slack.com/api/chat.postMessage', { body: `channel=${FIRST}` });
  expect(sent).toEqual([`channel=${FIRST}`, `channel=${SECOND}`]);
  expect(await answer.json()).toEqual({ ok: true, channel: FIRST });
});
