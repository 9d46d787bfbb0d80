// Alerts and digests in somebody's direct messages with Teller, once that person may not use Teller any more.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { User } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { digestChannels } from './digest-channels.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const GROUP = { id: 'S0AGENTS', handle: 'agents', name: 'Agents' };
const DAY_MS = 24 * 60 * 60_000;

let rig: Rig;
let person: User;
let direct: string;
beforeEach(async () => {
  rig = await startRig({ ALLOWED_USERGROUPS: GROUP.id });
  person = rig.slack.addUser({ id: 'U0PERSON1', name: 'person' });
  rig.slack.addUsergroup({ ...GROUP, users: [rig.agent.id, person.id] });
  direct = rig.slack.dmOf(person.id);
});
afterEach(() => rig.stop());

const WAYS: readonly (readonly [who: string, become: Partial<User> | undefined])[] = [
  ['was deactivated', { deleted: true }],
  ['became a guest', { is_restricted: true }],
  ['left the group that may use Teller', undefined],
];

function endMembership(become: Partial<User> | undefined): void {
  if (become) rig.slack.addUser({ ...person, ...become });
  else rig.slack.addUsergroup({ ...GROUP, users: [rig.agent.id] });
  // Longer than Teller keeps what Slack has said of somebody.
  rig.clock.advance(61_000);
}

async function pay(amount: string): Promise<void> {
  const { card, reference } = await sendPrompt(rig, { amount });
  rig.agent.close();
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  await rig.idle();
}

const read = () => rig.slack.messages(direct).map((message) => renderMessage(message));
const told = () => read().filter((text) => text.includes(SAYS.noLongerAllowed));

it.each(WAYS)('alerts in the direct messages of somebody who %s end, with one word', async (_, become) => {
  rig.slack.person(person.id).say(direct, 'alerts on');
  await until(() => alertChannels(rig).switches(direct).length === 1);
  await pay('1500');
  await until(() => read().join().includes('1,500.00'));
  endMembership(become);
  for (const amount of ['1600', '1700']) await pay(amount);
  await until(() => told().length > 0);
  expect(told()).toHaveLength(1);
  expect(read().join()).not.toMatch(/1,[67]00/);
  await alertChannels(rig).say(rig.slack.channels.sales, 'list', 'No channel has alerts on');
});

it.each(WAYS)('a digest in the direct messages of somebody who %s ends, with one word', async (_, become) => {
  const { digests, switches, untilTime } = digestChannels(rig);
  const advance = async (ms: number) => {
    rig.clock.advance(ms);
    await rig.idle();
  };
  await advance(untilTime('12:00'));
  rig.slack.person(person.id).say(direct, 'digest daily 18:00');
  await until(() => switches(direct).length === 1);
  await advance(untilTime('18:00'));
  await until(() => digests(direct).length === 1);
  endMembership(become);
  for (let day = 0; day < 2; day += 1) await advance(DAY_MS);
  await until(() => told().length > 0);
  expect(told()).toHaveLength(1);
  expect(digests(direct)).toHaveLength(1);
});

it('an alert in direct messages waits until Slack says whether its reader may still use Teller', async () => {
  rig.slack.person(person.id).say(direct, 'alerts on');
  await until(() => alertChannels(rig).switches(direct).length === 1);
  const { card, reference } = await sendPrompt(rig);
  // Before the payment: held when the second try is about to come, that would never come, and `idle` would wait for it.
  rig.clock.hold();
  rig.clock.advance(61_000);
  await rig.idle();
  // What was asked of the provider just now is not asked again for a moment, and no moment passes by itself.
  rig.clock.advance(5_000);
  rig.slack.faults.next('usergroups.users.list', { kind: 'http500' }, 2);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  await rig.idle();
  expect(read().join()).not.toContain('1,500.00');
  await until(async () => {
    rig.clock.advance(10_000);
    await rig.idle();
    return read().join().includes('1,500.00');
  });
  expect(told()).toEqual([]);
});
