// The store is down: whatever a person starts still ends in a sentence for that person, and the incident number in it
// is in the log once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ephemeral, Message } from '#sandbox/slack/model.ts';
import { renderMessage, renderView } from '#sandbox/slack/render.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { openForm, type Sent, sendPrompt, theCard } from './agent.ts';
import { type BotProcess, startBotProcess } from './bot-process.ts';
import { type Rig, startRig, until } from './rig.ts';

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';
const LINK = 'link 2500 School fees';
const NOT_SAVED = 'Teller cannot save the order right now, so nothing was sent.';

let rig: Rig;
let redis: RedisServer;
let bot: BotProcess;
/** A prompt that waits for the customer, one that the service refused, and what a look-up of the first one answered. */
let pending: Sent;
let notSent: Sent;
let status: Ephemeral;
let help: Ephemeral;

beforeAll(async () => {
  if (NO_REDIS) return;
  redis = await startRedis();
  rig = await startRig();
  bot = await startBotProcess(rig, redis.url);
}, 60_000);
afterAll(async () => {
  if (NO_REDIS) return;
  await bot.kill();
  await rig.stop();
  await redis.remove();
});

const sales = () => rig.slack.channels.sales;
const colleague = () => rig.slack.person(rig.slack.users.secondAgent);
const ephemerals = (userId = rig.agent.id) => rig.slack.ephemerals(userId).map((one) => renderMessage(one));
const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
const homeText = () => {
  const home = rig.slack.home(rig.agent.id);
  return home ? renderView(home) : '';
};

/** Faults that people met while the store was down. A refresh of Home is started by nobody, so it is not counted. */
const incidents = () => bot.incidents().filter((line) => !line.includes('a Home could not be shown'));
let expected = 0;

/** One more incident is in the log by now; that there are no more than expected is asserted at the end. */
async function oneIncident(): Promise<void> {
  expected += 1;
  await until(() => incidents().length >= expected);
}

describe.skipIf(NO_REDIS)(`when the store goes down while an order is being sent${LEFT_OUT}`, () => {
  async function goesDownMeanwhile(): Promise<void> {
    const before = rig.provider.requestsTo('push').length;
    await until(() => rig.provider.requestsTo('push').length > before || rig.provider.faults.list()[0]?.hits);
    await redis.kill();
  }
  afterEach(async () => {
    rig.provider.faults.clear();
    await redis.start();
    await bot.isReady();
  });

  it('the form of an order says that the store went down while the order was being sent, and what to look at before sending again', async () => {
    rig.provider.faults.slow(1_000, { operation: 'push' });
    await openForm(rig, PROMPT);
    await bot.endsInSentence(
      async () => {
        await rig.agent.submit();
        await goesDownMeanwhile();
      },
      () => rig.readModal(),
    );
    expect(rig.readModal()).toContain('Check the card in the channel before you send again');
    expect(rig.readModal()).not.toContain('Sending…');
    await rig.agent.close();
  });

  it('a workflow’s step fails with a sentence when the store goes down while its order is being sent', async () => {
    rig.provider.faults.slow(1_000, { operation: 'push' });
    const run = await rig.slack.runFunction('send_prompt', promptInputs());
    await bot.endsInSentence(goesDownMeanwhile, () => endOf(run.function_execution_id)?.error);
    expect(endOf(run.function_execution_id)?.state).toBe('failed');
  });
});

describe.skipIf(NO_REDIS)(`while the store is down${LEFT_OUT}`, () => {
  beforeAll(async () => {
    pending = await sendPrompt(rig, { id: 'INV-PENDING' });
    await rig.agent.close();
    rig.provider.faults.refuse({ code: 'declined', message: 'Declined' }, { operation: 'push', times: 1 });
    await openForm(rig, PROMPT);
    await rig.agent.submit({ id: 'INV-REFUSED' });
    await until(() => rig.readModal().includes('declined'));
    await rig.agent.close();
    notSent = await theCard(rig, '*Not sent*');
    status = await answerTo('status INV-PENDING');
    help = await answerTo('help');
    await rig.agent.openHome();
    await until(() => homeText().includes('INV-PENDING'));
    await colleague().command(sales(), '/pay', 'cancel INV-PENDING');
    await until(() => rig.readModal(colleague()).includes('Cancel the order for'));
    await redis.kill();
    expected = incidents().length;
  }, 60_000);
  afterEach(oneIncident);

  it.each([
    'status INV-PENDING',
    'cancel',
    'cancel INV-PENDING',
    'open',
    'report',
    'alerts',
    'alerts quiet',
    'alerts list',
  ])('“/pay %s” is answered with an incident number while the store is down', async (words) => {
    await bot.endsWithNew(() => rig.agent.command(sales(), '/pay', words), ephemerals);
  });

  it.each<[button: string, card: () => Message | Ephemeral]>([
    ['check_order', () => pending.card],
    ['cancel_order', () => pending.card],
    ['share_order', () => status],
    ['send_again', () => notSent.card],
  ])('the button %s is answered with an incident number while the store is down', async (button, card) => {
    await bot.endsWithNew(() => rig.agent.click(newest(card()), button), ephemerals);
  });

  it.each(['check_order', 'cancel_order'])(
    'the button %s of Home is answered with an incident number in a direct message while the store is down',
    async (button) => {
      const home = rig.slack.home(rig.agent.id);
      if (!home) throw new Error('no home');
      await bot.endsWithNew(() => rig.agent.click(home, button, { value: 'INV-PENDING' }), direct);
    },
  );

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
  });

  it('the form that cancels an order shows an incident number while the store is down, and does not stay at “One moment…”', async () => {
    await bot.endsInSentence(
      () => colleague().submit(),
      () => rig.readModal(colleague()),
    );
    expect(rig.readModal(colleague())).not.toContain('One moment…');
  });

  it('the form that looks a payment up shows an incident number while the store is down, and does not stay at “One moment…”', async () => {
    await rig.agent.shortcut('look_up');
    await until(() => rig.readModal().includes('Reference or tracking id'));
    await bot.endsInSentence(
      () => rig.agent.submit({ id: 'INV-PENDING' }),
      () => rig.readModal(),
    );
    expect(rig.readModal()).not.toContain('One moment…');
    await rig.agent.close();
  });

  it.each<[way: string, open: () => Promise<unknown>, form: string]>([
    ['“/pay prompt”', () => rig.agent.command(sales(), '/pay', PROMPT), '[Send prompt]'],
    ['“/pay link”', () => rig.agent.command(sales(), '/pay', LINK), '[Create link]'],
    ['the shortcut', () => rig.agent.shortcut('send_prompt'), '[Send prompt]'],
    ['the other shortcut', () => rig.agent.shortcut('create_link'), '[Create link]'],
    ['the button of help', () => rig.agent.click(help, 'send_prompt'), '[Send prompt]'],
    ['the other button of help', () => rig.agent.click(help, 'create_link'), '[Create link]'],
  ])(
    'the form that %s opens says at a field that the order cannot be saved while the store is down',
    async (_, open, form) => {
      await open();
      await until(() => rig.readModal().includes(form));
      await rig.agent.submit({
        channel: sales(),
        amount: '10',
        description: 'Tea',
        ...(form === '[Send prompt]' ? { msisdn: '0712345678' } : { currency: 'KES' }),
      });
      await until(() => Object.keys(rig.slack.modal(rig.agent.id)?.errors ?? {}).length > 0);
      expect(rig.slack.modal(rig.agent.id)?.errors).toEqual({ channel: expect.stringContaining(NOT_SAVED) });
      await rig.agent.close();
    },
  );

  it.each<[step: string, inputs: () => Record<string, string>]>([
    ['send_prompt', promptInputs],
    ['create_link', () => ({ ...commonInputs(), currency: 'KES' })],
  ])('the workflow’s step %s fails with a sentence while the store is down', async (step, inputs) => {
    const run = await rig.slack.runFunction(step, inputs());
    await until(() => endOf(run.function_execution_id)?.state === 'failed');
    expect(endOf(run.function_execution_id)?.error).toContain(NOT_SAVED);
  });
});

describe.skipIf(NO_REDIS)(`when the store is back${LEFT_OUT}`, () => {
  it('after the store was down each fault has one incident in the log, nothing was sent meanwhile, and look-ups work again', async () => {
    expect(incidents()).toHaveLength(expected);
    await redis.start();
    await bot.isReady();
    await answerTo('status INV-PENDING');
    expect(ephemerals().at(-1)).toContain('Waiting for the customer’s PIN');
    expect(rig.provider.find('INV-PENDING')).toBeDefined();
    // The two that were being sent when the store went down, the one that waits and the one that was refused.
    expect(rig.provider.requestsTo('push')).toHaveLength(4);
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

function commonInputs(): Record<string, string> {
  return { agent: rig.agent.id, channel: sales(), amount: '1500', description: 'Flour' };
}

function promptInputs(): Record<string, string> {
  return { ...commonInputs(), msisdn: '0712345678', payment_method: 'MpesaKE' };
}

function endOf(executionId: string) {
  return rig.slack.functionRuns.find((run) => run.function_execution_id === executionId);
}
