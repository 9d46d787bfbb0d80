// The provider's token, which ends after an hour, and its limit of one registration in eight seconds.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const statusOf = ({ answer }: { answer: { status: number } | 'lost' | undefined }) =>
  typeof answer === 'object' ? answer.status : answer;

it('Token: renewed before it expires, and no call is refused', async () => {
  await sendPrompt(rig);
  rig.agent.close();
  expect(rig.provider.requestsTo('requestToken')).toHaveLength(1);
  rig.clock.advance(55 * MINUTE);
  await rig.idle();
  await sendPrompt(rig);
  rig.agent.close();
  expect(rig.provider.requestsTo('requestToken')).toHaveLength(1);
  for (const wait of [4.5, 10]) {
    rig.clock.advance(wait * MINUTE);
    await rig.idle();
    const { card, reference } = await sendPrompt(rig, { amount: '1600' });
    rig.agent.close();
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
  }
  expect(rig.provider.requestsTo('requestToken')).toHaveLength(2);
  expect(rig.provider.requests.map(statusOf).filter((status) => status !== 200)).toEqual([]);
});

it('Registration: a 409 is waited out, and the new address is registered once', async () => {
  rig.clock.hold();
  await rig.restartWith({ IPN_KEY: 'another-unguessable-key' });
  const registering = () => rig.provider.requestsTo('registerIpn').map(statusOf);
  await until(() => registering()[1] !== undefined);
  expect(registering()).toEqual([200, 409]);
  for (let second = 0; second < 20; second += 1) {
    rig.clock.advance(1_000);
    await rig.idle();
  }
  await until(() => rig.provider.registrations().length === 2);
  expect(rig.provider.registrations().at(-1)?.url).toBe(rig.ipnUrl);
  expect(registering()).toEqual([200, 409, 200]);
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
});
