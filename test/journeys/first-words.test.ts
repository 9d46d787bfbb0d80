// Whatever stands first after the command or a mention is understood, searched for, or answered with what it may have meant.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { anyOf, REFUSALS, SAYS } from '#test/slack/text/phrases.ts';
import { makeExternally, type Sent, sendPrompt } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterEach(() => {
  if (rig.readModal() !== '') rig.agent.close();
});
afterAll(() => rig.stop());

const sales = () => rig.slack.channels.sales;
const shown = () => rig.slack.ephemerals(rig.agent.id);
const read = (message: Message | Ephemeral | undefined) => (message ? renderMessage(message) : '');
const fromTeller = (root: string) =>
  rig.slack.thread(sales(), root).filter(({ user, ts }) => user === rig.slack.botUserId && ts !== root);

/** Does it, and waits for the next answer that only the agent sees. */
async function answerTo(act: () => unknown): Promise<Ephemeral> {
  const before = shown().length;
  await act();
  await until(() => shown().length > before);
  const answer = shown()[before];
  if (!answer) throw new Error('no answer');
  return answer;
}
const typed = (words: string) => answerTo(() => rig.agent.command(sales(), '/pay', words));

describe('/pay', () => {
  it.each([
    '0712345678 1500 Flour',
    '+254 712 345 678 1500 Flour',
    '254712345678 1500 Flour',
    '1500 0712345678 Flour',
    'send 0712345678 1500 Flour',
    'STK 0712345678 1500 Flour',
    'ask 0712345678 1500 Flour',
    'lipa 0712345678 1500 Flour',
    'request 0712345678 1500 Flour',
    'mpesa 0712345678 1500 Flour',
    '<tel:0712345678|0712345678> 1500 Flour',
    '“prompt 0712345678 1500 Flour”',
  ])('“/pay %s” opens the prompt form filled in', async (words) => {
    await rig.agent.command(sales(), '/pay', words);
    await until(() => rig.readModal().includes('== send_prompt =='));
    expect(rig.readModal()).toMatch(/712 ?345 ?678/);
    expect(rig.readModal()).toContain('1500');
    expect(rig.readModal()).toContain('Flour');
  });

  it('a payment that was made elsewhere is found without a word, and among others', async () => {
    await makeExternally(rig, 'SHOP-991', 700);
    for (const words of ['SHOP-991', 'find SHOP-991', 'find “SHOP-991”', 'find is SHOP-991 paid?'])
      expect(read(await typed(words))).toContain(SAYS.foundWaiting('KES 700.00'));
  });

  it('a misspelt subcommand that needs no form is run by its button, with the other words', async () => {
    const answer = await typed('repot last month');
    expect(read(await answerTo(() => rig.agent.click(answer, 'subcommand')))).toContain(
      SAYS.noPaymentsInBooksFor('last month'),
    );
    const list = await typed('opne');
    expect(read(await answerTo(() => rig.agent.click(list, 'subcommand')))).toContain(SAYS.noOpenOrders);
    const settings = await typed('setings');
    await rig.agent.click(settings, 'subcommand');
    await until(() => rig.readModal().includes('== settings =='));
  });

  it('the button of a misspelt subcommand asks for the right that the subcommand needs', async () => {
    const answer = await typed('forgte 0712345678');
    const refused = await answerTo(() => rig.agent.click(answer, 'subcommand'));
    expect(read(refused)).toContain(REFUSALS.no_approvers);
  });

  it('“/pay today” makes a report of today', async () => {
    expect(read(await typed('today'))).toContain(SAYS.noPayments);
  });

  it('what looks like a reference is searched for; when nothing is found, the answer says so and offers the nearest word', async () => {
    const asked = () => rig.provider.requestsTo('getTransactionByMerchantReference').length;
    const before = asked();
    const answer = await typed('NOWHERE-1');
    expect(read(answer)).toContain(SAYS.unknownToBothText('NOWHERE-1'));
    expect(read(answer)).toContain('[subcommand] [look_up');
    expect(read(answer)).not.toContain(SAYS.help);
    expect(asked()).toBe(before + 1);
    expect(read(await answerTo(() => rig.agent.click(answer, 'look_up')))).toContain('“NOWHERE-1”');
  });

  it('no value of a button has what was typed, and no label a number or more than its first word', async () => {
    for (const words of [
      'Jane Wanjiru 0712345678',
      'flour 0712345678',
      'NOWHERE-0712345678',
      'promt Wanjiru',
    ]) {
      const { blocks } = await typed(words);
      const buttons = JSON.stringify(blocks?.filter(({ type }) => type === 'actions'));
      expect(buttons).toContain('look_up');
      expect(buttons).not.toMatch(/Wanjiru|0712345678/);
      expect(buttons.match(/"value":"[^"]*"/g)?.join()).not.toMatch(/Jane|0712345678|flour|promt/);
    }
  });

  it.each(['', '  ', 'help', 'Help!', 'hello', '👍', ':wave:', '?'])(
    '“/pay %s” shows help',
    async (words) => {
      expect(read(await typed(words))).toMatch(/`\/pay find [^`]*`/);
    },
  );

  it.each([
    'x'.repeat(7_000),
    'flour '.repeat(1_000),
    '你好',
    '&amp; < >',
    'flour <!channel>*bold*',
    'constructor',
  ])('any words are answered in a short sentence: %s', async (words) => {
    const answer = read(await typed(words));
    expect(answer).toMatch(anyOf(SAYS.notAWord, SAYS.unknownToBoth, SAYS.foundNothingFor));
    expect(answer.length).toBeLessThan(600);
  });

  it('what a colleague’s name, a channel and an address become in Slack is taken off the words again', async () => {
    await rig.agent.command(
      sales(),
      '/pay',
      'prompt 2500 Flour & <sugar> for jane@duka.test, see https://duka.test/a',
    );
    await until(() => rig.readModal().includes('== send_prompt =='));
    expect(rig.readModal()).toContain('Flour & <sugar> for jane@duka.test, see https://duka.test/a');
    const sent = rig.slack.deliveries.map(({ envelope }) => envelope.payload['text']);
    expect(sent).toContain(
      'prompt 2500 Flour &amp; &lt;sugar&gt; for <mailto:jane@duka.test|jane@duka.test>, see <https://duka.test/a>',
    );
  });
});

describe('a mention', () => {
  it('that nothing was found after a mention is for its writer alone, also without a word before what was quoted', async () => {
    for (const words of ['zanele1990@example.com', 'SJK7QWERTY', 'wanjiru-mwangi']) {
      const answer = await answerTo(() => rig.agent.mention(sales(), words));
      expect(read(answer)).toContain(SAYS.foundNothing);
    }
    await rig.idle();
    expect(rig.slack.messages(sales()).filter(({ user }) => user === rig.slack.botUserId)).toEqual([]);
  });

  it('an unknown word after a mention gets a button for the nearest one in the thread, and not the whole help', async () => {
    const { message } = await rig.agent.mention(sales(), 'reprot of Jane');
    await until(() => fromTeller(message.ts).length > 0);
    const answer = fromTeller(message.ts)[0];
    expect(read(answer)).toContain(SAYS.unknownWord('reprot'));
    expect(JSON.stringify(answer?.blocks)).toMatch(/"value":"report [0-9a-f]{32}"/);
    expect(read(answer)).not.toContain(SAYS.help);
    expect(JSON.stringify(answer?.blocks)).not.toContain('Jane');
  });
});

describe('beside an order', () => {
  let order: Sent;
  beforeAll(async () => {
    await rig.stop();
    rig = await startRig();
    order = await sendPrompt(rig);
    rig.agent.close();
  });

  it.each(['find', 'status', 'check', 'search', 'lookup', 'Find', 'FIND:', ''])(
    '“/pay %s” and a reference says how the order stands, and can be posted to the channel',
    async (word) => {
      const answer = read(await typed(`${word} ${order.reference}`));
      expect(answer).toContain(SAYS.waitingForPin);
      expect(answer).toContain('[share_order]');
    },
  );

  it.each(['find', 'status', 'check', 'lookup'])(
    'a mention with the word %s and a reference is answered in the thread, for all',
    async (word) => {
      const { message } = await rig.agent.mention(sales(), `${word} ${order.reference}`);
      await until(() => fromTeller(message.ts).length > 0);
      expect(read(fromTeller(message.ts)[0])).toContain(SAYS.waitingForPin);
      expect(read(fromTeller(message.ts)[0])).not.toContain('share_order');
    },
  );

  it('the other words work after a mention too, and only the person sees the answer', async () => {
    const { card } = order;
    const mention = (words: string) => () => rig.agent.mention(sales(), words, { thread_ts: card.ts });
    expect(read(await answerTo(() => rig.agent.mention(sales(), 'open')))).toContain('Two bags of flour');
    const offer = await answerTo(() => rig.agent.mention(sales(), 'prompt 0733123456 20 Salt'));
    await rig.agent.click(offer, 'send_prompt');
    await until(() => rig.readModal().includes('0733123456'));
    rig.agent.close();
    const replies = rig.replies(card).length;
    await mention('status')();
    await until(() => rig.replies(card).length === replies + 2);
    const question = await answerTo(mention('cancel'));
    expect(read(question)).toContain(SAYS.cancelOrderOf('KES 1,500.00'));
  });

  // The last one, because it moves the clock.
  it('a misspelt word gets the nearest one, and its button searches for what was typed', async () => {
    const { reference } = order;
    const answer = await typed(`statsu of that ${reference}x`);
    expect(read(answer)).toContain(SAYS.unknownWord('statsu'));
    expect(read(answer)).not.toContain(SAYS.help);
    const found = await answerTo(() => rig.agent.click(answer, 'look_up'));
    expect(read(found)).toContain(`“${reference}x”`);
    rig.clock.advance(15 * 60_000 + 1);
    await rig.agent.click(answer, 'look_up');
    await until(() => rig.readModal().includes(SAYS.for15Minutes));
    rig.agent.close();
    const report = await typed('repot last month');
    rig.clock.advance(15 * 60_000 + 1);
    expect(read(await answerTo(() => rig.agent.click(report, 'subcommand')))).toContain(SAYS.for15Minutes);
  });
});
