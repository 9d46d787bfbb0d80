// Who may act, for everything that Slack can say about a person, and for what it does not say.
import { describe, expect, test } from 'vitest';
import { createPermissions } from '#slack/access/permissions.ts';
import { OrgWideInstall } from '#slack/connect/identity.ts';
import { REFUSALS } from '#slack/text/people.ts';
import { asMember, createHandClock, MEMBER, startPermissions as start } from './permissions-rig.ts';
import { type Answers, startSlackAnswers } from './slack-answers.ts';

describe('a person', () => {
  test.each([
    ['a member', {}, undefined],
    ['of another workspace', { team_id: 'T2' }, 'stranger'],
    ['of no workspace', { team_id: undefined }, 'stranger'],
    [
      'of an organisation with this workspace',
      { team_id: 'T2', enterprise_user: { teams: ['T3', 'T1'] } },
      undefined,
    ],
    ['of an organisation without it', { team_id: 'T2', enterprise_user: { teams: ['T3'] } }, 'stranger'],
    ['of an organisation that names no workspaces', { team_id: 'T2', enterprise_user: {} }, 'stranger'],
    ['a stranger in a shared channel', { is_stranger: true }, 'stranger'],
    ['a guest of several channels', { is_restricted: true }, 'guest'],
    ['a guest of one channel', { is_ultra_restricted: true }, 'guest'],
    ['deactivated', { deleted: true }, 'stranger'],
    ['an app', { is_bot: true }, 'stranger'],
  ])('a person who is %s may act, or not, by that', async (_, own, refusal) => {
    const { refusalFor, asked, reported } = await start(asMember(own));
    expect(await refusalFor('U1')).toBe(refusal);
    expect([asked, reported]).toEqual([['users.info'], []]);
  });

  test('of whom Slack says nothing is a stranger', async () => {
    const { refusalFor } = await start({ 'users.info': {} });
    expect(await refusalFor('U1')).toBe('stranger');
  });

  test.each([['internal_error'], [undefined]])(
    'nobody may act while Slack cannot say who they are (%s), and it is asked again',
    async (answer) => {
      const { refusalFor, asked, reported } = await start({ 'users.info': answer });
      expect(await refusalFor('U1')).toBe('person_unreadable');
      expect(await refusalFor('U1')).toBe('person_unreadable');
      expect(asked).toHaveLength(2);
      expect(reported).toEqual([1, 2].map(() => ({ what: 'Slack could not say who may act' })));
    },
  );

  test.each(['user_not_found', 'user_not_visible'])(
    'a person whom Slack does not know (%s) may not act, and is not told to try again',
    async (answer) => {
      const { refusalFor, reported } = await start({ 'users.info': answer });
      expect(await refusalFor('U1')).toBe('unknown_person');
      expect(REFUSALS.unknown_person).toMatch(/^Slack does not know you(?!.*again)/);
      expect(reported).toEqual([]);
    },
  );

  test('nobody may act while Slack has not answered within 1.2 seconds', async () => {
    const { promise } = Promise.withResolvers<never>();
    const { client } = await startSlackAnswers(asMember());
    const clock = createHandClock();
    const { refusalFor } = createPermissions({
      client,
      identity: { identify: () => promise },
      allowed: [],
      approvers: [],
      clock,
      reporter: { error: () => '', warn: () => {} },
    });
    const refusal = refusalFor('U1');
    clock.advance(1_199);
    const early = await Promise.race([
      refusal,
      new Promise((resolve) => setImmediate(resolve, 'still waiting')),
    ]);
    clock.advance(1);
    expect([early, await refusal]).toEqual(['still waiting', 'person_unreadable']);
  });

  test('where the app is installed for a whole organisation nobody may act, and nothing is logged', async () => {
    const { refusalFor, reported } = await start(asMember(), { fails: new OrgWideInstall() });
    expect(await refusalFor('U1')).toBe('org_wide');
    expect(reported).toEqual([]);
  });
});

describe('where user groups are set', () => {
  const listed = (groups: Record<string, readonly string[] | undefined>): Answers => ({
    ...asMember(),
    'usergroups.users.list': (fields) => ({ users: groups[fields.get('usergroup') ?? ''] }),
  });

  test.each([
    ['in the first group', { S1: ['U9', 'U1'], S2: [] }, undefined],
    ['in the second group', { S1: [], S2: ['U1'] }, undefined],
    ['in none', { S1: ['U2'], S2: ['U3'] }, 'not_in_group'],
    ['in groups of which Slack names nobody', {}, 'not_in_group'],
  ])('a member %s may act, or not, by that', async (_, groups, refusal) => {
    const { refusalFor } = await start(listed(groups), { allowed: ['S1', 'S2'] });
    expect(await refusalFor('U1')).toBe(refusal);
  });

  test('forty people who act at once, and all who do within the next minute, are looked up in the list of one call', async () => {
    const people = Array.from({ length: 40 }, (_, index) => `U${index}`);
    const { refusalFor, asked, clock } = await start(listed({ S1: people }), {
      allowed: ['S1'],
      approvers: ['S1'],
    });
    const lists = () => asked.filter((method) => method === 'usergroups.users.list').length;
    const half = people.slice(0, 20);
    expect(await Promise.all(half.map((person) => refusalFor(person)))).toEqual(half.map(() => undefined));
    clock.advance(59_999);
    for (const person of people) expect(await refusalFor(person, 'approve')).toBe(undefined);
    expect(lists()).toBe(1);
    clock.advance(1);
    expect(await refusalFor('U1')).toBe(undefined);
    expect(lists()).toBe(2);
  });

  test('whoever has left a group may not act a minute later, whenever they were asked about in between', async () => {
    const groups: Record<string, string[]> = { S1: ['U1'] };
    const { refusalFor, clock } = await start(listed(groups), { allowed: ['S1'] });
    expect(await refusalFor('U2')).toBe('not_in_group');
    groups['S1'] = [];
    clock.advance(59_999);
    expect(await refusalFor('U1')).toBe(undefined);
    clock.advance(1);
    expect(await refusalFor('U1')).toBe('not_in_group');
  });

  test('a guest in a group may not act, and the groups are not asked for', async () => {
    const answers = { ...listed({ S1: ['U1'] }), ...asMember({ is_restricted: true }) };
    const { refusalFor, asked } = await start(answers, { allowed: ['S1'] });
    expect(await refusalFor('U1')).toBe('guest');
    expect(asked).toEqual(['users.info']);
  });

  test('while one group cannot be read the members of another may act, and whoever is in none of those is refused', async () => {
    const { refusalFor, reported } = await start(
      {
        ...asMember(),
        'usergroups.users.list': (fields) =>
          fields.get('usergroup') === 'S1' ? { ok: false, error: 'no_such_subteam' } : { users: ['U1'] },
      },
      { allowed: ['S1', 'S2'], approvers: ['S2', 'S1'] },
    );
    for (const right of ['act', 'approve'] as const) {
      expect(await refusalFor('U1', right)).toBe(undefined);
      expect(await refusalFor('U2', right)).toBe('group_unreadable');
    }
    expect(reported).toEqual([1, 2, 3, 4].map(() => ({ what: 'Slack could not say who may act' })));
  });

  test('nobody may act while a group cannot be read, and it is asked again', async () => {
    const answers = { ...asMember(), 'usergroups.users.list': 'no_such_subteam' };
    const { refusalFor, asked, reported } = await start(answers, { allowed: ['S1'] });
    expect(await refusalFor('U1')).toBe('group_unreadable');
    expect(await refusalFor('U1')).toBe('group_unreadable');
    expect(asked).toEqual(['users.info', 'usergroups.users.list', 'usergroups.users.list']);
    expect(reported).toEqual([1, 2].map(() => ({ what: 'Slack could not say who may act' })));
  });
});

describe('an answer', () => {
  test('an answer holds for a minute, for each person alone, also when it is a refusal', async () => {
    const { refusalFor, clock, asked } = await start({
      'users.info': (fields) => ({ user: { ...MEMBER, is_restricted: fields.get('user') === 'U2' } }),
    });
    expect([await refusalFor('U1'), await refusalFor('U2')]).toEqual([undefined, 'guest']);
    clock.advance(59_999);
    expect([await refusalFor('U1'), await refusalFor('U2')]).toEqual([undefined, 'guest']);
    expect(asked).toHaveLength(2);
    clock.advance(1);
    expect(await refusalFor('U1')).toBe(undefined);
    expect(asked).toHaveLength(3);
  });

  test('an answer does not hold for longer because the clock was set back', async () => {
    let isGuest = false;
    const { refusalFor, clock } = await start({
      'users.info': () => ({ user: { ...MEMBER, is_restricted: isGuest } }),
    });
    expect(await refusalFor('U1')).toBe(undefined);
    isGuest = true;
    clock.advance(-60 * 60_000);
    clock.advance(60_000);
    expect(await refusalFor('U1')).toBe('guest');
  });
});
