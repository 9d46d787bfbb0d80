// Socket Mode: connections that never come about, or end as soon as they stand, are given up and tried again.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { socket: true });
});
afterEach(() => rig.stop());

const OPEN_MS = 20_000;
const ready = async () => (await fetch(`${rig.botUrl}/readyz`)).status;

it.each<[string, Fault]>([
  ['is never answered', { kind: 'hang' }],
  ['no hello follows', { kind: 'hang', afterWork: true }],
])('Socket: a connection that %s is given up after 20 seconds', async (_, fault) => {
  const { sockets, faults } = rig.slack;
  const before = sockets.asked();
  faults.next('socket', fault);
  rig.clock.freeze();
  // A connection that ends sooner is followed by a pause.
  rig.clock.advance(6_000);
  sockets.cut();
  await until(() => sockets.asked() === before + 1);
  rig.clock.advance(OPEN_MS - 1);
  expect(await ready()).toBe(503);
  expect(sockets.held()).toBe(1);
  rig.clock.advance(1);
  await until(() => sockets.held() === 0);
  expect(sockets.asked()).toBe(before + 1);
  await until(() => {
    rig.clock.advance(500);
    return sockets.asked() === before + 2;
  });
  await until(async () => (await ready()) === 200);
  expect(sockets.count()).toBe(1);
});

it('Socket: one that ends as soon as it stands is opened anew after longer pauses', async () => {
  const { sockets, faults } = rig.slack;
  const opened = () => rig.slack.callsTo('apps.connections.open').map(({ at }) => at);
  const before = opened().length;
  faults.next('socket', { kind: 'lostAnswer' }, 2);
  sockets.cut();
  await until(async () => opened().length === before + 3 && sockets.count() === 1);
  const [first = 0, second = 0, third = 0] = opened().slice(before);
  expect(second - first).toBeGreaterThanOrEqual(900);
  expect(third - second).toBeGreaterThanOrEqual(1_900);
  await sendPrompt(rig);
});

it.each(['refresh_requested', 'warning'] as const)(
  'Socket: one that Slack renews for %s is opened anew at once',
  async (reason) => {
    const { sockets } = rig.slack;
    const before = sockets.asked();
    rig.clock.freeze();
    sockets.disconnect(reason);
    await until(() => sockets.asked() === before + 1 && sockets.count() === 1);
    await until(async () => (await ready()) === 200);
  },
);
