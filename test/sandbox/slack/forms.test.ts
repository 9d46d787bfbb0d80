import { describe, expect, test } from 'vitest';
import type { Fields } from '#sandbox/slack/json.ts';
import { ACK_MS } from '#test/patience.ts';
import { at, input, modal, openForm, plain, SILENT, startRig } from './rig.ts';

const option = (value: string) => ({ text: plain(value.toUpperCase()), value });
const textField = { type: 'plain_text_input' };

async function withForm(view: Fields, options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig(options);
  const opened = await openForm(rig, view, rig.slack.channels.sales);
  if (opened.ok !== true) throw new Error(JSON.stringify(opened));
  rig.received.length = 0;
  const agent = rig.slack.person(rig.slack.users.agent);
  const top = () => {
    const shown = rig.slack.modal(agent.id);
    if (!shown) throw new Error('no modal');
    return shown;
  };
  return { ...rig, agent, top, viewId: at(opened, 'view', 'id') };
}

describe('submitting', () => {
  test('sends every field: typed, initial, and null for what was left empty', async () => {
    const { agent, received, viewId, slack } = await withForm(
      modal(
        [
          input('amount', textField),
          input('note', { ...textField, initial_value: 'thanks' }),
          input('email', { type: 'email_text_input' }, { optional: true }),
          input('currency', {
            type: 'static_select',
            options: [option('kes'), option('usd')],
            initial_option: option('kes'),
          }),
          input('days', { type: 'checkboxes', options: [option('mon'), option('tue')] }),
          input('start', { type: 'datepicker' }, { optional: true }),
          input('channel', { type: 'conversations_select', initial_conversation: 'C0SALES001' }),
        ],
        { private_metadata: 'kept' },
      ),
    );
    await agent.submit({ amount: '10.50', currency: 'usd', days: ['mon', 'TUE'] });
    expect(received[0]).toMatchObject({
      signed: true,
      payload: {
        type: 'view_submission',
        user: { id: agent.id },
        view: {
          id: viewId,
          root_view_id: viewId,
          callback_id: 'form',
          private_metadata: 'kept',
          hash: expect.stringMatching(/./),
          state: {
            values: {
              amount: { amount: { type: 'plain_text_input', value: '10.50' } },
              note: { note: { type: 'plain_text_input', value: 'thanks' } },
              email: { email: { type: 'email_text_input', value: null } },
              currency: { currency: { type: 'static_select', selected_option: option('usd') } },
              days: { days: { type: 'checkboxes', selected_options: [option('mon'), option('tue')] } },
              start: { start: { type: 'datepicker', selected_date: null } },
              channel: {
                channel: { type: 'conversations_select', selected_conversation: slack.channels.sales },
              },
            },
          },
        },
      },
    });
    expect(received[0]?.payload.view).not.toHaveProperty('errors');
    expect(slack.modal(agent.id)).toBeUndefined();
  });

  test.each([
    ['a required field left empty', input('f', textField), null, 'Please complete this required field.'],
    [
      'a bad email',
      input('f', { type: 'email_text_input' }),
      'me@home',
      'Please enter a valid email address.',
    ],
    ['a long text', input('f', { ...textField, max_length: 3 }), 'abcd', 'Must be at most 3 characters.'],
    [
      'no box checked',
      input('f', { type: 'checkboxes', options: [option('a')] }),
      null,
      'Please complete this required field.',
    ],
  ])('%s never reaches the app', async (_, block, typed, sentence) => {
    const { agent, received, top } = await withForm(modal([block]));
    expect(await agent.submit({ f: typed })).toMatchObject({ sent: false, problem: 'refused_by_form' });
    expect(received).toEqual([]);
    expect(top().errors).toEqual({ f: sentence });
  });

  test('what a person could not type or pick is a mistake in the test', async () => {
    const { agent } = await withForm(
      modal([
        input('date', { type: 'datepicker' }),
        input('currency', { type: 'static_select', options: [option('kes')] }),
        input('channel', { type: 'conversations_select', filter: { include: ['public'] } }),
      ]),
    );
    await expect(agent.submit({ amount: '1' })).rejects.toThrow(
      'no field "amount"; it has: date, currency, channel',
    );
    await expect(agent.submit({ date: 'tomorrow' })).rejects.toThrow('"tomorrow"');
    await expect(agent.submit({ currency: 'eur' })).rejects.toThrow('it offers: kes');
    await expect(agent.submit({ channel: 'leads' })).rejects.toThrow('not offered');
    agent.close();
    await expect(agent.submit()).rejects.toThrow('no modal open');
  });

  test('several times at once reaches the app as often, and is one form', async () => {
    const { agent, received, slack } = await withForm(modal([]));
    expect((await agent.submit({}, { copies: 3 })).status).toBe(200);
    expect(received.map(({ payload }) => at(payload, 'view', 'id'))).toEqual(
      Array.from({ length: 3 }, () => at(received[0]?.payload, 'view', 'id')),
    );
    expect(slack.modal(agent.id)).toBeUndefined();
  });
});

describe('the answer to a submission', () => {
  test('errors stand at their fields until the next try', async () => {
    const { agent, app, top, slack } = await withForm(modal([input('amount', textField)]));
    app(() => ({ response_action: 'errors', errors: { amount: 'Too much' } }));
    await agent.submit({ amount: '1000' });
    expect(top().errors).toEqual({ amount: 'Too much' });
    app(() => undefined);
    await agent.submit({ amount: '10' });
    expect(slack.modal(agent.id)).toBeUndefined();
  });

  test('update changes the view, and none closes it', async () => {
    const { agent, app, top, slack } = await withForm(modal([]));
    app(() => ({ response_action: 'update', view: modal([], { title: plain('Sending…') }) }));
    await agent.submit();
    expect(top().title).toEqual(plain('Sending…'));
    app(() => undefined);
    await agent.submit();
    expect(slack.modal(agent.id)).toBeUndefined();
  });

  test.each([
    ['an error at a field that is not there', { response_action: 'errors', errors: { phone: 'x' } }],
    ['an empty error', { response_action: 'errors', errors: { amount: '' } }],
    ['no errors at all', { response_action: 'errors', errors: {} }],
    ['a view that Slack refuses', { response_action: 'update', view: modal([{ type: 'nonsense' }]) }],
    ['an action that Slack does not know', { response_action: 'explode' }],
  ])('%s is trouble, and the form stays', async (_, answer) => {
    const { agent, app, top } = await withForm(modal([input('amount', textField)]));
    app(() => answer);
    expect((await agent.submit({ amount: '1' })).problem).toBe('invalid_answer');
    expect(top()).toMatchObject({
      trouble: 'We had some trouble connecting. Try again?',
      callback_id: 'form',
    });
  });

  test('that does not come in time leaves the form, with what was typed, for another try', async () => {
    const { agent, app, top, slack } = await withForm(modal([input('amount', textField)]), {
      ackTimeoutMs: ACK_MS,
    });
    app(() => SILENT);
    expect((await agent.submit({ amount: '7' })).problem).toBe('operation_timeout');
    expect(top().trouble).toContain('trouble connecting');
    expect(at(top().state.values, 'amount', 'amount', 'value')).toBe('7');
    app(() => undefined);
    // On a busy machine an answer may come too late again.
    await expect.poll(() => slack.modal(agent.id) && agent.submit()).toBeUndefined();
  });
});

describe('a field that dispatches', () => {
  test('sends the app an action at once, with all that is typed so far', async () => {
    const select = { type: 'static_select', options: [option('once'), option('monthly')] };
    const { agent, received, top } = await withForm(
      modal([input('frequency', select, { dispatch_action: true }), input('note', textField)]),
    );
    agent.fill({ note: 'so far' });
    await agent.select(top(), 'frequency', 'monthly');
    expect(received[0]?.payload).toMatchObject({
      type: 'block_actions',
      container: { type: 'view', view_id: top().id },
      actions: [{ block_id: 'frequency', action_id: 'frequency', selected_option: option('monthly') }],
      view: { state: { values: { note: { note: { value: 'so far' } } } } },
    });
    expect(received[0]?.payload).not.toHaveProperty('channel');
  });

  test('and one that does not, does not', async () => {
    const { agent, received, top } = await withForm(modal([input('day', { type: 'datepicker' })]));
    expect(await agent.select(top(), 'day', '2027-01-31')).toMatchObject({ sent: false });
    expect(received).toEqual([]);
    expect(at(top().state.values, 'day', 'day', 'selected_date')).toBe('2027-01-31');
  });
});
