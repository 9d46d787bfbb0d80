// What counts as an answer to Slack, and as one that failed, for the metric teller_slack_answer_seconds.
import { expect, it } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { createSlackApp } from '#slack/connect/app.ts';
import { createReceive } from '#slack/connect/receive.ts';
import { EVENTS, eventOf, INTERACTIONS } from './payload-samples.ts';

const reporter = { error: () => '7f3a-91c2', warn: () => {}, failing: () => {}, working: () => {} };

/** The outcomes of what is received. */
function received() {
  const { app } = createSlackApp({
    botToken: 'xoxb-1',
    apiUrl: 'http://127.0.0.1:1/api/',
    signingSecret: 'shh',
    appToken: undefined,
    identity: { known: () => undefined },
    clock: systemClock,
    reporter,
  });
  const outcomes: string[] = [];
  const receive = createReceive({
    app,
    reporter,
    answered(outcome, ms) {
      expect(ms).toBeGreaterThanOrEqual(0);
      outcomes.push(outcome);
    },
  });
  const send = (payload: unknown, ack = async () => {}) => receive({ payload, ack, refuse: async () => {} });
  return { app, outcomes, send };
}

it('an answer counts once, whether a listener gives it or nobody listens', async () => {
  const { app, outcomes, send } = received();
  app.view('form', async ({ ack }) => {
    await ack();
    await ack();
  });
  await send(INTERACTIONS.form);
  await send(eventOf(EVENTS.home));
  expect(outcomes).toEqual(['ok', 'ok']);
});

it('an answer that Slack was not there for any more counts as failed', async () => {
  const { app, outcomes, send } = received();
  app.view('form', async ({ ack }) => ack());
  await send(INTERACTIONS.form, () => Promise.reject(new Error('the socket is closed')));
  expect(outcomes).toEqual(['failed']);
});

it('an error before the answer counts as failed, and one after it does not', async () => {
  const { app, outcomes, send } = received();
  app.view('form', async () => {
    throw new Error('a bug');
  });
  app.action('press', async ({ ack }) => {
    await ack();
    throw new Error('a bug');
  });
  await send(INTERACTIONS.form);
  await send(INTERACTIONS.press);
  expect(outcomes).toEqual(['failed', 'ok']);
});

it('what cannot be read does not count, because nobody waits for it', async () => {
  const { outcomes, send } = received();
  await send('nothing that Slack sends');
  expect(outcomes).toEqual([]);
});
