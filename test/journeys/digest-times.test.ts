// A digest's minute where clocks are moved, and which digest has a payment from around its minute.
import { afterEach, expect, it } from 'vitest';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { follow, request } from './request.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
afterEach(() => rig.stop());

async function goTo(moment: string): Promise<void> {
  rig.clock.advance(Date.parse(moment) - rig.clock.now());
  await rig.idle();
}

/** What stands in the channel beside cards and replies; the first one says who set the digest. */
const digests = () =>
  rig.slack
    .messages(rig.slack.channels.sales)
    .filter(
      ({ thread_ts, ts, metadata }) =>
        (!thread_ts || thread_ts === ts) && metadata?.event_payload['news'] !== 'card',
    )
    .slice(1)
    .map((message) => renderMessage(message));

async function set(words: string): Promise<void> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', `digest ${words}`);
  await until(() => rig.slack.messages(rig.slack.channels.sales).length > 0);
}

it.each([
  ['skips that time', '03:00', '2031-03-30T01:00', '2031-03-31T00:30'],
  ['shows that time twice', '02:30 the first time', '2031-10-26T00:30', '2031-10-27T01:30'],
])('Digest at 02:30 in Berlin: when the clock %s it comes once, at %s', async (_, __, at, next) => {
  rig = await startRig({ TIME_ZONE: 'Europe/Berlin' });
  await goTo(`${at.slice(0, 10)}T00:00Z`);
  await set('daily 02:30');
  const minute = Date.parse(`${at}Z`);
  await goTo(new Date(minute - 60_000).toISOString());
  expect(digests()).toEqual([]);
  await goTo(new Date(minute + 5_000).toISOString());
  await until(() => digests().length === 1);
  for (let half = 1; half <= 6; half += 1) await goTo(new Date(minute + half * 30 * 60_000).toISOString());
  expect(digests()).toHaveLength(1);
  await goTo(`${next}:05Z`);
  await until(() => digests().length === 2);
});

it('Digest: a payment right before and right after its minute is in one digest each', async () => {
  rig = await startRig();
  const pay = async (words: string) => {
    const sent = await request(rig, words);
    await follow(rig, sent, () => rig.provider.customer.pay(sent.reference));
  };
  await goTo('2031-05-06T12:00Z');
  await set('daily 18:00');
  await goTo('2031-05-06T14:50Z');
  await pay('prompt 0712345678 111 Salt');
  await goTo('2031-05-06T15:00:05Z');
  await until(() => digests().length === 1);
  await pay('prompt 0722000001 222 Sugar');
  await goTo('2031-05-07T15:00:05Z');
  await until(() => digests().length === 2);
  const [first = '', second = ''] = digests();
  expect(first).toContain('KES 111.00');
  expect(first).not.toMatch(/222\.00|333\.00/);
  expect(second).toContain('KES 222.00');
  expect(second).not.toContain('333.00');
});
