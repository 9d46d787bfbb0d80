import { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { asText } from '#sandbox/slack/json.ts';
import { at, callApi, startRig } from './rig.ts';
import { silentLogger } from './silent-logger.ts';

const functions = {
  create_link: {
    title: 'Create payment link',
    description: 'A link to a page where a customer pays',
    input_parameters: {
      amount: { type: 'number', title: 'Amount', description: 'How much', is_required: true },
      agent: { type: 'slack#/types/user_id', title: 'Agent' },
    },
    output_parameters: { url: { type: 'string', title: 'Address', is_required: true } },
  },
};

async function started(options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig(options);
  const run = await rig.slack.runFunction('create_link', { amount: 12.5, agent: 'U0AGENT001' });
  const event = rig.received[0]?.payload.event;
  const token = asText(at(event, 'bot_access_token'));
  const id = run.function_execution_id;
  const succeed = (outputs: unknown, as?: string) =>
    callApi(rig.slack.apiUrl, 'functions.completeSuccess', { function_execution_id: id, outputs }, as);
  return { ...rig, run, event, token, id, succeed };
}

describe('a run', () => {
  test('sends the app the function and its inputs', async () => {
    const { event, id, run, received, slack } = await started({ functions });
    expect(run.acks).toMatchObject([{ sent: true, status: 200 }]);
    expect(received[0]).toMatchObject({ signed: true, payload: { type: 'event_callback' } });
    expect(event).toMatchObject({
      type: 'function_executed',
      function: {
        id: expect.stringMatching(/^Fn/),
        callback_id: 'create_link',
        title: 'Create payment link',
        type: 'app',
        app_id: slack.appId,
        input_parameters: [
          { name: 'amount', type: 'number', title: 'Amount', description: 'How much', is_required: true },
          { name: 'agent', type: 'slack#/types/user_id', title: 'Agent', is_required: false },
        ],
        output_parameters: [{ name: 'url', type: 'string', is_required: true }],
      },
      inputs: { amount: 12.5, agent: 'U0AGENT001' },
      function_execution_id: id,
      workflow_execution_id: expect.stringMatching(/^Wx/),
      bot_access_token: expect.stringMatching(/^xwfp-/),
    });
    expect(slack.functionRuns).toMatchObject([{ callback_id: 'create_link', state: 'running' }]);
  });

  test('ends with outputs, once', async () => {
    const { succeed, call, slack, id } = await started();
    expect(await succeed({ url: 'https://pay.test' })).toEqual({ ok: true });
    expect(slack.functionRuns).toMatchObject([{ state: 'completed', outputs: { url: 'https://pay.test' } }]);
    expect((await succeed({})).error).toBe('execution_not_in_running_state');
    const late = await call('functions.completeError', { function_execution_id: id, error: 'late' });
    expect(late.error).toBe('execution_not_in_running_state');
    expect(slack.functionRuns[0]).not.toHaveProperty('error');
  });

  test('ends with an error', async () => {
    const { call, slack, id } = await started();
    expect((await call('functions.completeError', { function_execution_id: id })).error).toBe(
      'invalid_arguments',
    );
    await call('functions.completeError', { function_execution_id: id, error: 'The service is down' });
    expect(slack.functionRuns).toMatchObject([{ state: 'failed', error: 'The service is down' }]);
  });

  test('that nobody started is not found', async () => {
    const { call } = await startRig();
    const args = { function_execution_id: 'Fx1', outputs: {}, error: 'x' };
    expect((await call('functions.completeSuccess', args)).error).toBe('function_execution_not_found');
    expect((await call('functions.completeError', args)).error).toBe('function_execution_not_found');
  });

  test('may be delivered more than once', async () => {
    const rig = await startRig();
    await rig.slack.runFunction('create_link', {}, { copies: 2 });
    const ids = rig.received.map(({ payload }) => at(payload, 'event', 'function_execution_id'));
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(rig.slack.functionRuns).toHaveLength(1);
  });
});

test("a run's own token works as the bot's until the run has ended", async () => {
  const { token, succeed, slack } = await started();
  const say = () => callApi(slack.apiUrl, 'chat.postMessage', { channel: 'sales', text: 'hi' }, token);
  expect((await say()).ok).toBe(true);
  expect(await succeed({}, token)).toEqual({ ok: true });
  expect((await say()).error).toBe('token_revoked');
  expect((await callApi(slack.apiUrl, 'auth.test', {}, 'xwfp-made-up')).error).toBe('invalid_auth');
});

test('the real client completes a run', async () => {
  const { slack, token, id } = await started({ functions });
  const client = new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    logger: silentLogger,
    retryConfig: { retries: 0 },
  });
  await client.functions.completeSuccess({ function_execution_id: id, outputs: { url: 'https://pay.test' } });
  expect(slack.functionRuns[0]?.outputs).toEqual({ url: 'https://pay.test' });
});

describe('declared parameters', () => {
  test.each([
    ['a missing output', {}, 'missing required field: url'],
    ['an output of another type', { url: 7 }, 'url must be string, not number'],
  ])('%s is refused, and the run goes on', async (_, outputs, problem) => {
    const { succeed, slack } = await started({ functions });
    const refused = await succeed(outputs);
    expect(refused).toMatchObject({ error: 'parameter_validation_failed', errors: [problem] });
    expect(slack.functionRuns[0]?.state).toBe('running');
    expect((await succeed({ url: 'https://pay.test' })).ok).toBe(true);
  });

  test('outputs that are no object are refused', async () => {
    const { succeed } = await started();
    expect((await succeed('text')).error).toBe('invalid_arguments');
    expect((await succeed(undefined)).error).toBe('invalid_arguments');
  });

  test.each([
    ['create_link', {}, 'missing required field: amount'],
    ['create_link', { amount: '12' }, 'amount must be number'],
    ['unknown', {}, 'no function unknown'],
  ])('%s with %j is a mistake of the test', async (callbackId, inputs, problem) => {
    const { slack, received } = await startRig({ functions });
    await expect(slack.runFunction(callbackId, inputs)).rejects.toThrow(problem);
    expect(received).toEqual([]);
    expect(slack.functionRuns).toEqual([]);
  });
});
