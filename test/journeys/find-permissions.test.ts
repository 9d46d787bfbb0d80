// Who may find payments: on every surface full members of the workspace and of the allowed groups, and nobody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#sandbox/slack/state/model.ts';
import { REFUSALS, SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent, sendPrompt } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const GROUP = { id: 'S0CASHIERS', handle: 'cashiers', name: 'Cashiers' };

let rig: Rig;
let flour: Sent;
let code: string;

beforeAll(async () => {
  rig = await startRig({ ALLOWED_USERGROUPS: GROUP.id });
  rig.slack.addUsergroup({ ...GROUP, users: [rig.agent.id] });
  flour = await sendPrompt(rig, { first_name: 'Jane' });
  await rig.provider.customer.pay(flour.reference);
  await repliesOf(rig, flour.card, 1, SAYS.paid);
  [, code = ''] = /`(\w+)`/.exec(rig.readCard(flour.card)) ?? [];
  rig.agent.close();
});
afterAll(() => rig.stop());

/** Somebody who may act, is in the channel and has the form open. */
async function member(number: number) {
  const { addUser, invite, channels } = rig.slack;
  const person = addUser({ id: `U0PERSON${number}`, name: `person-${number}` });
  invite(channels.sales, person.id);
  rig.slack.addUsergroup({ ...GROUP, users: [rig.agent.id, person.id] });
  // Who is in a group is kept for a minute.
  rig.clock.advance(61_000);
  await rig.slack.person(person.id).shortcut('look_up');
  await until(() => rig.slack.modal(person.id)?.callback_id === 'look_up');
  return person;
}

/** All that this person reads of Teller where others do not: ephemeral answers, direct messages, the form. */
function readBy(id: string): string {
  const direct = rig.slack.history(rig.slack.dmOf(id)).filter(({ user }) => user === rig.slack.botUserId);
  const own = [...rig.slack.ephemerals(id), ...direct].map((message) => renderMessage(message));
  return [...own, rig.slack.modal(id) ? rig.readModal(rig.slack.person(id)) : ''].join('\n');
}

const SURFACES: readonly [surface: string, use: (id: string) => Promise<unknown>][] = [
  ['the form, opened while they were allowed', (id) => rig.slack.person(id).submit({ id: code })],
  ['the command', (id) => rig.slack.person(id).command(rig.slack.channels.sales, '/pay', `find ${code}`)],
  ['a mention', (id) => rig.slack.person(id).mention(rig.slack.channels.sales, `find ${code}`, {})],
  ['a direct message', async (id) => rig.slack.person(id).say(rig.slack.dmOf(id), `find ${code}`)],
  ['the shortcut', (id) => rig.slack.person(id).shortcut('look_up')],
  [
    'the shortcut on a message',
    async (id) => {
      const message = await rig.agent.say(rig.slack.channels.sales, `Is ${code} paid?`);
      await rig.slack.person(id).messageShortcut('look_up_message', message);
    },
  ],
];

const OTHERS: readonly [who: string, become: Partial<User> | undefined, refusal: string][] = [
  ['a guest', { is_restricted: true }, REFUSALS.guest],
  ['a guest of one channel', { is_restricted: true, is_ultra_restricted: true }, REFUSALS.guest],
  ['a stranger of a shared channel', { is_stranger: true, team_id: 'T0STRANGER' }, REFUSALS.stranger],
  [
    'somebody of another workspace of the organisation',
    { team_id: 'T0NORTH', enterprise_user: { teams: ['T0NORTH'] } },
    REFUSALS.stranger,
  ],
  ['somebody who is in none of the allowed groups', undefined, REFUSALS.not_in_group],
];

describe('who may find payments', () => {
  it.each(OTHERS.map((other, number) => [number, ...other] as const))(
    '%d: %s finds nothing on any surface, and reads why',
    async (number, _, become, refusal) => {
      const person = await member(number);
      if (become) rig.slack.addUser({ ...person, ...become });
      else rig.slack.addUsergroup({ ...GROUP, users: [rig.agent.id] });
      // So is who somebody is.
      rig.clock.advance(61_000);
      const posted = () =>
        rig.slack.messages(rig.slack.channels.sales).filter(({ user }) => user === rig.slack.botUserId);
      const before = posted().length;
      const count = () => readBy(person.id).split(refusal).length - 1;
      for (const [surface, use] of SURFACES) {
        const already = count();
        await use(person.id);
        await until(() => count() > already).catch(() => {
          throw new Error(`${surface}: ${readBy(person.id)}`);
        });
      }
      await rig.idle();
      for (const secret of [flour.reference, 'Jane']) expect(readBy(person.id)).not.toContain(secret);
      expect(posted()).toHaveLength(before);
    },
  );

  it('a full member of an allowed group finds on all of them', async () => {
    const person = await member(OTHERS.length);
    const { sales } = rig.slack.channels;
    const inThreads = () =>
      rig.slack
        .history(sales)
        .flatMap(({ ts }) => rig.slack.thread(sales, ts).map((each) => renderMessage(each)));
    const answers = () =>
      [readBy(person.id), ...inThreads()].join('\n').split(`${flour.reference} · `).length;
    for (const [surface, use] of SURFACES) {
      const already = answers();
      await use(person.id);
      const isForm = surface === 'the shortcut';
      const isOpen = () => rig.slack.modal(person.id)?.callback_id === 'look_up';
      await until(() => (isForm ? isOpen() : answers() > already));
    }
  });
});
