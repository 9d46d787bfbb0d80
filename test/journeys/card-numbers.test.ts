// A card number is refused with a sentence wherever people can write, and goes no further.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { chooseRepeat, openForm } from './agent.ts';
import { startBotProcess } from './bot-process.ts';
import { insist } from './insist.ts';
import { pressMore } from './more-fields.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

/** Numbers that the card networks publish for tests. */
const VISA = '4111 1111 1111 1111';
const AMEX = '3782-822463-10005';

let rig: Rig;
/** What earlier tests have left; one Teller serves all of them, because a card number changes nothing. */
let earlier = { answers: 0, direct: 0, runs: 0 };
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(() => {
  earlier = {
    answers: earlier.answers + answers().length,
    direct: earlier.direct + direct().length,
    runs: rig.slack.functionRuns.length,
  };
});
afterAll(() => rig.stop());

const sales = () => rig.slack.channels.sales;
const answers = () =>
  rig.slack
    .ephemerals(rig.agent.id)
    .slice(earlier.answers)
    .map((shown) => renderMessage(shown));
const direct = () =>
  rig.slack
    .history(rig.slack.dmOf(rig.agent.id))
    .filter(({ user }) => user === rig.slack.botUserId)
    .slice(earlier.direct)
    .map((message) => renderMessage(message));
const isRefused = (text: string | undefined) => text?.includes(SAYS.cardNumberHeld) === true;

async function nothingHappened(): Promise<void> {
  await rig.idle();
  expect(rig.readModal()).toBe('');
  expect(rig.cards()).toEqual([]);
  expect(rig.provider.requests.map(({ path }) => path).filter((path) => !/Auth|URLSetup/.test(path))).toEqual(
    [],
  );
  const said = rig.slack.calls.map(({ args }) => JSON.stringify(args));
  expect(said.filter((args) => /4111\D?1111|3782\D?822463/.test(args))).toEqual([]);
}

describe('a card number', () => {
  it.each([
    `prompt 0712345678 1500 ${VISA}`,
    `link 2500 Fees ${AMEX}`,
    `find ${VISA}`,
    `find ${VISA.replaceAll(' ', '')}`,
    VISA.replaceAll(' ', ''),
    VISA,
    `flour ${AMEX}`,
    `cancel ${VISA}`,
    `report ${VISA}`,
    `help ${VISA}`,
    `<tel:${VISA}|${VISA}>`,
    `link 2500 Fees ${VISA.replaceAll(' ', '.')}`,
    `link 2500 Fees ${AMEX.replaceAll('-', '/')}`,
    'link 2500 Fees ４１１１　１１１１　１１１１　１１１１',
  ])('after the command is answered with the sentence and nothing else: /pay %s', async (words) => {
    await rig.agent.command(sales(), '/pay', words);
    await until(() => answers().length > 0);
    expect(answers()).toEqual([expect.stringContaining(SAYS.holdsCardNumber)]);
    expect(answers()[0]).not.toContain(SAYS.deleteMessage);
    await nothingHappened();
  });

  it.each([VISA, `prompt 0712345678 1500 ${VISA}`, `find ${AMEX}`, `hello, my card is ${VISA}`])(
    'in a direct message is answered with the sentence and nothing else: %s',
    async (words) => {
      rig.agent.say(rig.slack.dmOf(rig.agent.id), words);
      await until(() => direct().length > 0);
      expect(direct()).toEqual([expect.stringContaining(SAYS.deleteMessage)]);
      await nothingHappened();
    },
  );

  it.each([`find ${VISA}`, VISA, `Jane’s card is ${AMEX}`])(
    'after a mention is answered with the sentence, which only the person sees: %s',
    async (words) => {
      const { message } = await rig.agent.mention(sales(), words);
      await until(() => answers().some(isRefused));
      await nothingHappened();
      expect(rig.slack.thread(sales(), message.ts)).toHaveLength(1);
    },
  );

  it.each([
    ['prompt', 'msisdn'],
    ['prompt', 'amount'],
    ['prompt', 'description'],
    ['prompt', 'id'],
    ['prompt', 'first_name'],
    ['prompt', 'last_name'],
    ['link', 'amount'],
    ['link', 'description'],
    ['link', 'id'],
    ['link', 'first_name'],
    ['link', 'last_name'],
    ['link', 'phone_number'],
    ['link', 'email_address'],
    ['link', 'account_number'],
  ])('in a field of the form is refused at the field: %s %s', async (kind, field) => {
    await openForm(rig, kind === 'prompt' ? 'prompt 0712345678 1500 Flour' : 'link 2500 Fees');
    const number = VISA.replaceAll(' ', '');
    if (field === 'account_number') {
      await chooseRepeat(rig, 'MONTHLY');
      rig.agent.fill({ start_date: '2031-01-15', end_date: '2031-12-15' });
    }
    await rig.agent.submit({ [field]: field === 'email_address' ? `${number}@duka.test` : number });
    expect(rig.slack.modal(rig.agent.id)?.errors).toEqual({
      [field]: expect.stringContaining(SAYS.cardNumber),
    });
    rig.agent.close();
    await nothingHappened();
  });

  it.each(['.', '/', '−'])('with “%s” between its groups is refused at the field', async (gap) => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit({ description: `Flour ${VISA.replaceAll(' ', gap)}` });
    expect(rig.slack.modal(rig.agent.id)?.errors).toEqual({
      description: expect.stringContaining(SAYS.cardNumber),
    });
    rig.agent.close();
    await nothingHappened();
  });

  it('every text field of the two forms is among those tried', async () => {
    const textFields = new Set<string>();
    for (const words of ['prompt', 'link']) {
      await openForm(rig, words);
      if (words === 'link') await chooseRepeat(rig, 'MONTHLY');
      await pressMore(rig);
      for (const block of rig.slack.modal(rig.agent.id)?.blocks ?? [])
        if (/text_input/.test(JSON.stringify(block['element']))) textFields.add(block.block_id);
      rig.agent.close();
    }
    expect([...textFields].sort()).toEqual(
      [
        'account_number',
        'amount',
        'description',
        'email_address',
        'first_name',
        'id',
        'last_name',
        'msisdn',
        'phone_number',
      ].sort(),
    );
  });

  it('in several fields is refused at each of them, before anything else is read', async () => {
    await openForm(rig, 'prompt');
    await rig.agent.submit({ msisdn: '12', amount: '-1', description: `Card ${VISA}`, first_name: AMEX });
    expect(Object.keys(rig.slack.modal(rig.agent.id)?.errors ?? {}).sort()).toEqual([
      'description',
      'first_name',
    ]);
    rig.agent.close();
  });

  it('in the look-up form is refused at its field', async () => {
    await rig.agent.shortcut('look_up');
    await until(() => rig.readModal().includes('== look_up =='));
    await rig.agent.submit({ id: VISA.replaceAll(' ', '') });
    expect(rig.slack.modal(rig.agent.id)?.errors).toEqual({ id: expect.stringContaining(SAYS.cardNumber) });
    rig.agent.close();
    await nothingHappened();
  });

  it.each(['msisdn', 'amount', 'description', 'id'])(
    'in an input of a step fails the step: %s',
    async (field) => {
      const inputs = {
        agent: rig.agent.id,
        channel: sales(),
        msisdn: '0712345678',
        payment_method: 'MpesaKE',
        amount: '1500',
        description: 'Flour',
      };
      await rig.slack.runFunction('send_prompt', { ...inputs, [field]: VISA });
      const run = () => rig.slack.functionRuns[earlier.runs];
      await until(() => run()?.state === 'failed');
      expect(run()?.error).toContain(SAYS.holdsCardNumber);
      await nothingHappened();
    },
  );

  it.each([
    '0712345678 1000 Flour',
    '254712345678 1000 Flour',
    '5412345678901234 is no card: its sum is wrong',
  ])('is not seen in what is none: %s', async (words) => {
    await rig.agent.command(sales(), '/pay', `link 2500 ${words}`);
    await until(() => rig.readModal().includes('== create_link =='));
    rig.agent.close();
  });

  it('is neither stored nor logged, whichever way it was written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'teller-card-'));
    const bot = await startBotProcess(rig, `sqlite:${join(folder, 'teller.sqlite')}`);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await insist(
      () => rig.agent.command(sales(), '/pay', `find ${VISA}`),
      () => answers().join(),
      () => answers().some(isRefused),
    );
    await rig.agent.mention(sales(), `find ${VISA}`);
    await until(() => answers().filter(isRefused).length === 2);
    rig.agent.say(rig.slack.dmOf(rig.agent.id), VISA);
    await until(() => direct().some(isRefused));
    await openForm(rig, 'prompt');
    await rig.agent.submit({ description: VISA });
    rig.agent.close();
    await rig.agent.command(sales(), '/pay', 'flour, which is stored');
    await until(() => answers().some((text) => text.includes('“flour”')));
    await bot.kill();
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    expect(files.join()).toContain(SAYS.whichIsStored);
    expect(files.join()).not.toMatch(/4111.?1111/);
    expect(bot.linesWith('').join('\n')).not.toMatch(/4111.?1111/);
  });
});
