// Who may act, for everything that Slack can say about a person, and while Slack cannot say it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import type { User } from '#sandbox/slack/state/model.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let count = 0;

function addPerson(user: Partial<User> = {}): string {
  count += 1;
  const { id } = rig.slack.addUser({ name: `person-${count}`, ...user });
  rig.slack.invite(rig.slack.channels.sales, id);
  return id;
}

/** Whether `/pay link` opens its form, or else is answered to the person alone. */
async function mayAct(id: string): Promise<boolean> {
  const before = rig.slack.ephemerals(id).length;
  await rig.slack.person(id).command(rig.slack.channels.sales, '/pay', 'link 1500 Flour');
  await until(() => rig.slack.modal(id) || rig.slack.ephemerals(id).length > before);
  const may = rig.slack.modal(id)?.callback_id === 'create_link';
  expect(rig.slack.ephemerals(id)).toHaveLength(may ? before : before + 1);
  if (may) rig.slack.person(id).close();
  return may;
}

describe('where nobody is named', () => {
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.stop());

  it.each<[who: string, may: boolean, user: Partial<User>]>([
    ['a member', true, {}],
    ['a member of another workspace', false, { team_id: 'T0NORTH' }],
    ['a stranger in a shared channel', false, { is_stranger: true }],
    ['a guest of several channels', false, { is_restricted: true }],
    ['a guest of one channel', false, { is_restricted: true, is_ultra_restricted: true }],
    ['a former member', false, { deleted: true }],
    ['another app', false, { is_bot: true }],
  ])('Person: %s may act: %s', async (_, may, user) => {
    expect(await mayAct(addPerson(user))).toBe(may);
  });

  it.each<[string, Fault]>([
    ['does not know the person', { kind: 'error', code: 'user_not_found' }],
    ['does not show the person', { kind: 'error', code: 'user_not_visible' }],
    ['fails', { kind: 'error', code: 'internal_error' }],
    ['breaks off', { kind: 'reset' }],
  ])('Person: nobody acts while Slack %s', async (_, fault) => {
    rig.slack.faults.next('users.info', fault, 9);
    expect(await mayAct(addPerson())).toBe(false);
    rig.slack.faults.off('users.info');
  });

  it('Person: whom Slack could not describe at first may act with the next try', async () => {
    const id = addPerson();
    rig.slack.faults.next('users.info', { kind: 'error', code: 'internal_error' });
    expect([await mayAct(id), await mayAct(id)]).toEqual([false, true]);
  });

  it('Person: Slack is asked once a minute who somebody is', async () => {
    const id = addPerson();
    const asked = () => rig.slack.callsTo('users.info').filter(({ args }) => args['user'] === id).length;
    await mayAct(id);
    await mayAct(id);
    expect(asked()).toBe(1);
    rig.clock.advance(60_000);
    await mayAct(id);
    expect(asked()).toBe(2);
  });
});

describe('where people are named while no group can be read', () => {
  const [named, guest, approver] = ['U0NAMED001', 'U0NAMED002', 'U0NAMED003'];
  beforeAll(async () => {
    rig = await startRig({
      ALLOWED_USERGROUPS: `S0AGENTS, ${named}, ${guest}`,
      APPROVER_USERGROUPS: `S0APPROVERS, ${approver}`,
    });
    rig.slack.faults.always('usergroups.users.list', { kind: 'error', code: 'no_such_subteam' });
    addPerson({ id: named });
    addPerson({ id: guest, is_restricted: true });
    addPerson({ id: approver });
  });
  afterAll(() => rig.stop());

  it.each([
    ['named to act', true, named],
    ['a guest who is named', false, guest],
    ['named to approve only', false, approver],
    ['not named', false, undefined],
  ])('Named person: who is %s may act: %s', async (_, may, id) => {
    expect(await mayAct(id ?? addPerson())).toBe(may);
  });

  it('Named person: an approver opens the lists that others are refused', async () => {
    const answer = async (id: string, words: string) => {
      const before = rig.slack.ephemerals(id).length;
      await rig.slack.person(id).command(rig.slack.channels.sales, '/pay', words);
      await until(() => rig.slack.ephemerals(id).length > before);
      return rig.slack.ephemerals(id).at(-1)?.text;
    };
    const outsider = addPerson();
    for (const words of ['open', 'open all'])
      expect(await answer(approver, words)).not.toBe(await answer(outsider, words));
  });
});
