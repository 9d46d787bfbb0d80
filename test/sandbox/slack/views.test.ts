import { describe, expect, test } from 'vitest';
import { asText } from '#sandbox/slack/json.ts';
import { actions, at, button, input, modal, openForm, plain, type Rig, startRig } from './rig.ts';

const field = (initial?: string) =>
  input('name', { type: 'plain_text_input', ...(initial && { initial_value: initial }) }, { optional: true });

describe('a trigger', () => {
  test('opens one modal and no second', async () => {
    const rig = await startRig();
    expect((await openForm(rig, modal([]))).ok).toBe(true);
    const trigger_id = rig.received.at(-1)?.payload.trigger_id;
    expect(await rig.call('views.open', { trigger_id, view: modal([]) })).toEqual({
      ok: false,
      error: 'exchanged_trigger_id',
    });
  });

  test('is good for three seconds', async () => {
    let now = Date.now();
    const rig = await startRig({ now: () => now });
    await rig.slack.person(rig.slack.users.agent).shortcut('open');
    now += 3001;
    const trigger_id = rig.received[0]?.payload.trigger_id;
    expect((await rig.call('views.open', { trigger_id, view: modal([]) })).error).toBe('expired_trigger_id');
  });

  test('can neither be made up nor left out', async () => {
    const { call } = await startRig();
    expect((await call('views.open', { trigger_id: '1.2.3', view: modal([]) })).error).toBe(
      'invalid_trigger_id',
    );
    expect((await call('views.open', { view: modal([]) })).error).toBe('invalid_arguments');
  });
});

test('a pushed view is above the open one, which is there again once it is closed', async () => {
  const rig = await startRig();
  const { agent } = rig.slack.users;
  const opened = await openForm(rig, modal([]));
  await rig.slack.person(agent).shortcut('open');
  const trigger_id = rig.received.at(-1)?.payload.trigger_id;
  const view = modal([], { title: plain('Above') });
  expect(at(await rig.call('views.push', { trigger_id, view }), 'view', 'previous_view_id')).toBe(
    at(opened, 'view', 'id'),
  );
  expect(rig.slack.modal(agent)?.title).toEqual(plain('Above'));
  rig.slack.person(agent).close();
  expect(rig.slack.modal(agent)?.id).toBe(at(opened, 'view', 'id'));
});

describe('updating a view', () => {
  test('changes the hash', async () => {
    const rig = await startRig();
    const opened = await openForm(rig, modal([]));
    const view = modal([], { title: plain('Second') });
    const updated = await rig.call('views.update', { view_id: at(opened, 'view', 'id'), view });
    expect(at(updated, 'view', 'hash')).not.toBe(at(opened, 'view', 'hash'));
    expect(rig.slack.modal(rig.slack.users.agent)?.title).toEqual(plain('Second'));
  });

  test('with a hash that is no longer true is a hash_conflict', async () => {
    const rig = await startRig();
    const opened = await openForm(rig, modal([]));
    const view_id = at(opened, 'view', 'id');
    const hash = at(opened, 'view', 'hash');
    expect((await rig.call('views.update', { view_id, hash, view: modal([]) })).ok).toBe(true);
    expect((await rig.call('views.update', { view_id, hash, view: modal([]) })).error).toBe('hash_conflict');
  });

  test('is not_found once the person has closed it', async () => {
    const rig = await startRig();
    const opened = await openForm(rig, modal([]));
    await rig.slack.person(rig.slack.users.agent).close();
    const answer = await rig.call('views.update', { view_id: at(opened, 'view', 'id'), view: modal([]) });
    expect(answer.error).toBe('not_found');
  });

  test('keeps what was typed, and shows a new initial value only under a new block_id', async () => {
    const rig = await startRig();
    const { agent } = rig.slack.users;
    const opened = await openForm(rig, modal([field()]));
    rig.slack.person(agent).fill({ name: 'Asha' });
    const other = input('name_2', { type: 'plain_text_input', initial_value: 'fresh' });
    await rig.call('views.update', {
      view_id: at(opened, 'view', 'id'),
      view: modal([field('ignored'), other]),
    });
    expect(rig.slack.modal(agent)?.state.values).toEqual({
      name: { name: { type: 'plain_text_input', value: 'Asha' } },
      name_2: { name_2: { type: 'plain_text_input', value: 'fresh' } },
    });
  });

  test('needs a view to be named', async () => {
    const { call } = await startRig();
    expect((await call('views.update', { view: modal([]) })).error).toBe('invalid_arguments');
    expect((await call('views.update', { view_id: 'V0', view: modal([]) })).error).toBe('not_found');
  });
});

test('the Home tab is published for one person, and knows hash conflicts', async () => {
  const { call, slack } = await startRig();
  const user_id = slack.users.agent;
  const home = (text: string) => ({ type: 'home', blocks: [{ type: 'header', text: plain(text) }] });
  const first = await call('views.publish', { user_id, view: home('one') });
  await call('views.publish', { user_id, view: home('two') });
  const late = await call('views.publish', {
    user_id,
    view: home('three'),
    hash: asText(at(first, 'view', 'hash')),
  });
  expect(late.error).toBe('hash_conflict');
  expect(slack.home(user_id)?.blocks).toMatchObject([{ text: plain('two') }]);
  expect(slack.home(slack.users.secondAgent)).toBeUndefined();
  expect((await call('views.publish', { user_id: 'U0NOBODY', view: home('x') })).error).toBe(
    'user_not_found',
  );
});

describe('a view that is pushed', () => {
  const below = modal([field(), ...actions(button('push', '1'))]);
  const above = modal([{ type: 'header', text: plain('Scan this') }]);

  async function push(rig: Rig, view = above) {
    const { agent } = rig.slack.users;
    const shown = rig.slack.modal(agent);
    if (!shown) throw new Error('No modal is open.');
    await rig.slack.person(agent).click(shown, 'push');
    return rig.call('views.push', { trigger_id: rig.received.at(-1)?.payload.trigger_id, view });
  }

  test('lies on the form, which comes back as it was filled in', async () => {
    const rig = await startRig();
    const { agent } = rig.slack.users;
    const opened = await openForm(rig, below);
    rig.slack.person(agent).fill({ name: 'Asha' });
    const pushed = await push(rig);
    const root = at(opened, 'view', 'id');
    expect(pushed.view).toMatchObject({ root_view_id: root, previous_view_id: root });
    expect(rig.slack.modal(agent)?.blocks).toMatchObject([{ type: 'header' }]);
    const updated = await rig.call('views.update', {
      view_id: root,
      view: { ...below, title: plain('Later') },
    });
    expect(updated.ok).toBe(true);
    rig.slack.person(agent).close();
    expect(rig.slack.modal(agent)).toMatchObject({
      title: plain('Later'),
      state: { values: { name: { name: { value: 'Asha' } } } },
    });
  });

  test('ends alone when it is submitted, and with clear so do those below', async () => {
    const rig = await startRig();
    const agent = rig.slack.person(rig.slack.users.agent);
    await openForm(rig, below);
    await push(rig);
    await agent.submit();
    expect(rig.slack.modal(agent.id)?.blocks).toHaveLength(2);
    await push(rig);
    rig.app(() => ({ response_action: 'clear' }));
    await agent.submit();
    expect(rig.slack.modal(agent.id)).toBeUndefined();
  });

  test('is the third at most, and needs a form below it', async () => {
    const rig = await startRig();
    await openForm(rig, below);
    await push(rig, below);
    expect((await push(rig, below)).ok).toBe(true);
    expect((await push(rig)).error).toBe('push_limit_reached');
    await rig.slack.person(rig.slack.users.secondAgent).shortcut('open');
    const trigger_id = rig.received.at(-1)?.payload.trigger_id;
    expect((await rig.call('views.push', { trigger_id, view: above })).error).toBe('not_found');
  });
});

test('one field of a view may have the focus when it opens, and no second', async () => {
  const rig = await startRig();
  const focused = (id: string) => input(id, { type: 'plain_text_input', focus_on_load: true });
  expect((await openForm(rig, modal([focused('a'), field()]))).ok).toBe(true);
  expect((await openForm(rig, modal([focused('a'), focused('b')]))).error).toBe('invalid_arguments');
});
