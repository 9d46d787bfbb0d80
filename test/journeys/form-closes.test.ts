// The form for a prompt closes when it is submitted, and the card shows what comes after that.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, shownTo, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';

const directly = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id));

it('Prompt form: it closes before the provider answers, and its card shows the progress', async () => {
  const answered = Promise.withResolvers<void>();
  rig.provider.faults.slow(answered.promise, { operation: 'push' });
  await openForm(rig, PROMPT);
  await rig.agent.submit();
  expect(rig.readModal()).toBe('');
  await until(() => rig.provider.requestsTo('push').length === 1);
  const [card] = rig.cards();
  expect(card && rig.readCard(card)).toContain(SAYS.sending.toLowerCase());
  answered.resolve();
  await theCard(rig, SAYS.waitingForPin);
  await rig.idle();
  // The card is enough: nothing else is posted or shown.
  expect([...directly(), ...shownTo(rig)]).toEqual([]);
  expect(rig.readModal()).toBe('');
  expect(rig.slack.callsTo('views.update')).toEqual([]);
});

it('Prompt form: submitted again once it is sent, it closes and makes nothing', async () => {
  await openForm(rig, PROMPT);
  await rig.agent.submit({}, { copies: 2 });
  expect(rig.readModal()).toBe('');
  await theCard(rig, SAYS.waitingForPin);
  await rig.idle();
  expect(rig.cards()).toHaveLength(1);
  expect(rig.provider.prompts).toHaveLength(1);
});

it('Link form: submitted again while the link is created, it makes one link and shows it', async () => {
  const answered = Promise.withResolvers<void>();
  rig.provider.faults.slow(answered.promise, { operation: 'submitOrder' });
  await openForm(rig, 'link 2500 School fees');
  await rig.agent.submit({}, { copies: 2 });
  expect(rig.readModal()).toContain(SAYS.creatingLink);
  answered.resolve();
  await until(() => rig.readModal().includes(SAYS.linkReady));
  await theCard(rig, SAYS.waitingForPayment);
  await rig.idle();
  expect(rig.cards()).toHaveLength(1);
  expect(rig.provider.orders()).toHaveLength(1);
});

it('Prompt form: opened from anywhere, its card in the channel is all that is posted', async () => {
  await rig.agent.shortcut('send_prompt');
  await until(() => rig.readModal().includes('== send_prompt =='));
  const { sales } = rig.slack.channels;
  await rig.agent.submit({ msisdn: '0712345678', amount: '50', description: 'Tea', channel: sales });
  expect(rig.readModal()).toBe('');
  await theCard(rig, SAYS.waitingForPin);
  await rig.idle();
  expect([...directly(), ...shownTo(rig)]).toEqual([]);
});
