// The store is down: whatever a person starts still ends in a sentence for that person, and the incident number in it
// is in the log once.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { openForm, type Sent, sendPrompt, shownTo, submitPrompt } from './agent.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { becomeKnown, insist } from './insist.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';
/** It may be saved all the same: then its form, sent again, finds it. A step has no form. */
const NOT_SAVED = SAYS.notSaved;

let rig: Rig;
let redis: RedisServer;
let bot: BotProcess;
/** A prompt that waits for the customer, one that the provider refused, and what a look-up of the first one answered. */
let pending: Sent;
let notSent: Sent;
/** One that was paid with another amount. */
let reviewed: Sent;
let status: Ephemeral;
let help: Ephemeral;
let third: Person;

beforeAll(async () => {
  if (NO_REDIS) return;
  redis = await startRedis();
  rig = await startRig();
  bot = await startBotProcess(rig, redis.url);
  third = rig.slack.person(rig.slack.addUser({ name: 'zuri', real_name: 'Zuri Agent' }).id);
  rig.slack.invite(sales(), third.id);
});
afterAll(async () => {
  if (NO_REDIS) return;
  await bot.kill();
  await rig.stop();
  await redis.remove();
});

const sales = () => rig.slack.channels.sales;
const colleague = () => rig.slack.person(rig.slack.users.secondAgent);
const ephemerals = () => shownTo(rig);
const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
function opens(act: () => Promise<unknown>, words: string, person = rig.agent): Promise<void> {
  const read = () => [...shownTo(rig, person.id), ...direct()].join();
  return insist(act, read, () => rig.readModal(person).includes(words));
}
const homeText = () => {
  const home = rig.slack.home(rig.agent.id);
  return home ? renderView(home) : '';
};

/** Faults that people met while the store was down. A refresh of Home is started by nobody, so it is not counted. */
const incidents = () => bot.incidents().filter((line) => !line.includes(SAYS.homeNotShown));
let expected = 0;

describe.skipIf(NO_REDIS)(`while the store is down${LEFT_OUT}`, () => {
  beforeAll(async () => {
    pending = await sendPrompt(rig, { id: 'INV-PENDING' });
    rig.agent.close();
    rig.provider.faults.refuse({ code: 'declined', message: 'Declined' }, { operation: 'push', times: 1 });
    await openForm(rig, PROMPT);
    notSent = await submitPrompt(
      rig,
      { id: 'INV-REFUSED', amount: '1600' },
      { shows: SAYS.notSentAmount('00') },
    );
    reviewed = await sendPrompt(rig, { id: 'INV-REVIEW', msisdn: '0722000111' });
    rig.agent.close();
    await rig.provider.customer.pay('INV-REVIEW', { amount: 175 });
    await until(() => rig.readCard(reviewed.card).includes('[accept_as_paid]'));
    status = await answerTo('status INV-PENDING');
    help = await answerTo('help');
    await rig.agent.openHome();
    await until(() => homeText().includes('INV-PENDING'));
    const cancel = () => colleague().command(sales(), '/pay', 'cancel INV-PENDING');
    await opens(cancel, '== cancel_order ==', colleague());
    await opens(() => third.click(newest(notSent.card), 'send_again'), '== send_prompt ==', third);
    await redis.kill();
    expected = incidents().length;
  });
  // A form that was refused has no button any more, and a step is not repeated.
  beforeEach(() => becomeKnown(rig, [rig.agent, colleague(), third]));
  /** Each test here is one fault. That there are no more incidents than faults is asserted when all have ended. */
  afterEach(async () => {
    expected += 1;
    await until(() => incidents().length >= expected);
  });

  it.each([
    'status INV-PENDING',
    'cancel',
    'cancel INV-PENDING',
    'open',
    'report',
    'alerts',
    'alerts quiet',
    'alerts list',
    'settings',
  ])('“/pay %s” is answered with an incident number while the store is down', async (words) => {
    await bot.endsWithNew(() => rig.agent.command(sales(), '/pay', words), ephemerals);
    expect(ephemerals().at(-1)).toContain(SAYS.nothingSentTryAgain);
  });

  it.each<[button: string, card: () => Message | Ephemeral]>([
    ['check_order', () => pending.card],
    ['cancel_order', () => pending.card],
    ['share_order', () => status],
    ['send_again', () => notSent.card],
    ['accept_as_paid', () => reviewed.card],
    ['ask_for_rest', () => reviewed.card],
  ])('the button %s is answered with an incident number while the store is down', async (button, card) => {
    await bot.endsWithNew(() => rig.agent.click(newest(card()), button), ephemerals);
  });

  it.each(['check_order', 'cancel_order'])(
    'the item %s of a menu in Home is answered with an incident number in a direct message while the store is down',
    async (item) => {
      const home = rig.slack.home(rig.agent.id);
      if (!home) throw new Error('no home');
      await bot.endsWithNew(() => rig.agent.select(home, 'order_menu', `${item}:INV-PENDING`), direct);
    },
  );

  it('an answer that Slack does not take is in the log with the incident number that it would have had', async () => {
    rig.slack.faults.next('response_url', { kind: 'http500' }, 2);
    await rig.agent.command(sales(), '/pay', 'open');
    await until(() => bot.linesWith(SAYS.personNotTold).length === 1);
    const [line = ''] = bot.linesWith(SAYS.personNotTold);
    const { incident } = JSON.parse(line) as { incident: string };
    expect(incidents().filter((error) => error.includes(incident))).toHaveLength(1);
  });

  it('the message shortcut is answered with an incident number while the store is down', async () => {
    await bot.endsWithNew(() => rig.agent.messageShortcut('look_up_message', pending.card), ephemerals);
  });

  it('a mention is answered with an incident number while the store is down', async () => {
    await bot.endsWithNew(
      () => rig.agent.mention(sales(), 'status', { thread_ts: pending.card.ts }),
      ephemerals,
    );
  });

  it('Home shows an incident number while the store is down', async () => {
    await bot.endsInSentence(() => rig.agent.openHome(), homeText);
    expect(homeText()).not.toContain(SAYS.checkCard);
  });

  it('the form that cancels an order shows an incident number while the store is down, and does not stay at “One moment…”', async () => {
    await bot.endsInSentence(
      () => colleague().submit(),
      () => rig.readModal(colleague()),
    );
    expect(rig.readModal(colleague())).not.toContain(SAYS.oneMomentDots);
  });

  it('Resend: the form stays open and says that the order may not be saved while the store is down', async () => {
    await third.submit();
    await until(() => rig.readModal(third).includes(SAYS.notSavedTryAgain(NOT_SAVED)));
    expect(rig.readModal(third)).toContain('== send_prompt ==');
  });

  it('the form that looks a payment up shows an incident number while the store is down, and does not stay at “One moment…”', async () => {
    await opens(() => rig.agent.shortcut('look_up'), '== look_up ==');
    await bot.endsInSentence(
      () => rig.agent.submit({ id: 'INV-PENDING' }),
      () => rig.readModal(),
    );
    expect(rig.readModal()).not.toContain(SAYS.oneMomentDots);
    rig.agent.close();
  });

  it.each<[way: string, open: () => Promise<unknown>, form: string]>([
    ['“/pay prompt”', () => rig.agent.command(sales(), '/pay', PROMPT), '== send_prompt =='],
    ['“/pay link”', () => rig.agent.command(sales(), '/pay', 'link 2500 Fees'), '== create_link =='],
    ['the shortcut', () => rig.agent.shortcut('send_prompt'), '== send_prompt =='],
    ['the other shortcut', () => rig.agent.shortcut('create_link'), '== create_link =='],
    ['the button of help', () => rig.agent.click(help, 'send_prompt'), '== send_prompt =='],
    ['the other button of help', () => rig.agent.click(help, 'create_link'), '== create_link =='],
  ])(
    'the form that %s opens says at a field that the order cannot be saved while the store is down',
    async (_, open, form) => {
      await opens(open, form);
      await rig.agent.submit({
        channel: sales(),
        amount: '10',
        description: 'Tea',
        ...(form === '== send_prompt ==' ? { msisdn: '0712345678' } : { currency: 'KES' }),
      });
      await until(() => Object.keys(rig.slack.modal(rig.agent.id)?.errors ?? {}).length > 0);
      expect(rig.slack.modal(rig.agent.id)?.errors).toEqual({
        channel: SAYS.notSavedTryAgain(NOT_SAVED),
      });
      rig.agent.close();
    },
  );

  it.each<[step: string, inputs: () => Record<string, string>]>([
    ['send_prompt', promptInputs],
    ['create_link', () => ({ ...commonInputs(), currency: 'KES' })],
  ])('the workflow’s step %s fails with a sentence while the store is down', async (step, inputs) => {
    const run = await rig.slack.runFunction(step, inputs());
    await until(() => endOf(run.function_execution_id)?.state === 'failed');
    expect(endOf(run.function_execution_id)?.error).toBe(SAYS.notSavedLookForCard(NOT_SAVED));
  });
});

describe.skipIf(NO_REDIS)(`when the store is back${LEFT_OUT}`, () => {
  it('after the store was down each fault has one incident in the log, nothing was sent meanwhile, and look-ups work again', async () => {
    expect(incidents()).toHaveLength(expected);
    await redis.start();
    await bot.isReady();
    const ask = () => rig.agent.command(sales(), '/pay', 'status INV-PENDING');
    const answer = () => ephemerals().at(-1) ?? '';
    await insist(ask, answer, () => answer().includes(SAYS.waitingForPin));
    expect(rig.provider.find('INV-PENDING')).toBeDefined();
    // The one that waits, the one that was refused and the one under review.
    expect(rig.provider.requestsTo('push')).toHaveLength(3);
    expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
  });
});

/** The answer to `/pay …`. */
async function answerTo(words: string): Promise<Ephemeral> {
  const before = rig.slack.ephemerals(rig.agent.id).length;
  await rig.agent.command(sales(), '/pay', words);
  await until(() => rig.slack.ephemerals(rig.agent.id).length > before);
  const answer = rig.slack.ephemerals(rig.agent.id).at(-1);
  if (!answer) throw new Error('no answer');
  return answer;
}

/** As it stands now: with the buttons that belong to its state. */
function newest(message: Message | Ephemeral): Message | Ephemeral {
  return rig.cards().find(({ ts }) => ts === message.ts) ?? message;
}

const commonInputs = () => ({ agent: rig.agent.id, channel: sales(), amount: '1500', description: 'Flour' });
const promptInputs = () => ({ ...commonInputs(), msisdn: '0712345678', payment_method: 'MpesaKE' });

const endOf = (execution: string) =>
  rig.slack.functionRuns.find(({ function_execution_id }) => function_execution_id === execution);
