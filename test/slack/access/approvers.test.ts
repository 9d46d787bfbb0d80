// Who may approve, and who may act where the settings name people one by one.
import { describe, expect, test } from 'vitest';
import { asMember, startPermissions as start } from './permissions-rig.ts';
import type { Answers } from './slack-answers.ts';

describe('where people are named one by one', () => {
  test('whoever is named may act without any group being read, and everybody else may not', async () => {
    const { refusalFor, asked } = await start(asMember(), { allowed: ['U1', 'W2'] });
    expect([await refusalFor('U1'), await refusalFor('W2'), await refusalFor('U3')]).toEqual([
      undefined,
      undefined,
      'not_in_group',
    ]);
    expect(asked).toEqual(['users.info', 'users.info', 'users.info']);
  });

  test('a guest who is named may not act', async () => {
    const { refusalFor } = await start(asMember({ is_restricted: true }), { allowed: ['U1'] });
    expect(await refusalFor('U1')).toBe('guest');
  });

  test('whoever is named may act while a group beside them cannot be read', async () => {
    const answers = { ...asMember(), 'usergroups.users.list': 'no_such_subteam' };
    const { refusalFor } = await start(answers, { allowed: ['S1', 'U1'] });
    expect([await refusalFor('U1'), await refusalFor('U2')]).toEqual([undefined, 'group_unreadable']);
  });
});

describe('approvers', () => {
  const inGroups = (groups: Record<string, readonly string[]>): Answers => ({
    ...asMember(),
    'usergroups.users.list': (fields) => ({ users: groups[fields.get('usergroup') ?? ''] }),
  });
  const RIGHTS = ['act', 'approve', 'either', 'accept'] as const;

  test.each([
    ['nobody is named', {}, [undefined, 'no_approvers', undefined, undefined]],
    ['somebody else is', { approvers: ['U9'] }, [undefined, 'not_approver', undefined, 'not_approver']],
    ['the person is', { approvers: ['U1'] }, [undefined, undefined, undefined, undefined]],
    ['a group of the person is', { approvers: ['S1'] }, [undefined, undefined, undefined, undefined]],
    [
      'the person approves and may not act',
      { allowed: ['U9'], approvers: ['U1'] },
      ['not_in_group', undefined, undefined, undefined],
    ],
    [
      'the person may do neither',
      { allowed: ['U9'], approvers: ['U9'] },
      ['not_in_group', 'not_approver', 'not_in_group', 'not_approver'],
    ],
    [
      'nobody approves and the person may not act',
      { allowed: ['U9'] },
      ['not_in_group', 'no_approvers', 'not_in_group', 'not_in_group'],
    ],
  ])('who may act, approve, either, and accept as paid when %s', async (_, own, refusals) => {
    const { refusalFor, approverRefusalFor } = await start(inGroups({ S1: ['U1'] }), own);
    expect(await Promise.all(RIGHTS.map((right) => refusalFor('U1', right)))).toEqual(refusals);
    expect(await approverRefusalFor('U1')).toBe(refusals[1]);
  });

  test.each(['is_restricted', 'is_ultra_restricted', 'is_stranger', 'deleted', 'is_bot'])(
    'an approver must be a full member: %s',
    async (fault) => {
      const { refusalFor } = await start(asMember({ [fault]: true }), { approvers: ['U1'] });
      const expected = fault.includes('restricted') ? 'guest' : 'stranger';
      for (const right of RIGHTS) expect(await refusalFor('U1', right), right).toBe(expected);
    },
  );

  test('nobody approves while the approvers’ group cannot be read, and acting goes on', async () => {
    const answers = { ...asMember(), 'usergroups.users.list': 'no_such_subteam' };
    const { refusalFor } = await start(answers, { approvers: ['S1'] });
    const refusals = await Promise.all(RIGHTS.map((right) => refusalFor('U1', right)));
    expect(refusals).toEqual([undefined, 'group_unreadable', undefined, 'group_unreadable']);
  });

  test('an approver who is named goes on while the group of those who may act cannot be read', async () => {
    const answers = { ...asMember(), 'usergroups.users.list': 'no_such_subteam' };
    const { refusalFor } = await start(answers, { allowed: ['S1'], approvers: ['U1'] });
    const refusals = await Promise.all(RIGHTS.map((right) => refusalFor('U1', right)));
    expect(refusals).toEqual(['group_unreadable', undefined, undefined, undefined]);
  });

  test('an answer about acting is not taken for one about approving', async () => {
    const { refusalFor, asked } = await start(asMember(), { approvers: ['U9'] });
    expect([await refusalFor('U1'), await refusalFor('U1', 'approve')]).toEqual([undefined, 'not_approver']);
    expect([await refusalFor('U1'), await refusalFor('U1', 'approve')]).toEqual([undefined, 'not_approver']);
    expect(asked).toEqual(['users.info']);
  });
});
