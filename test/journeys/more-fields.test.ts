// What the order forms show at once, what stands behind More, and the warning about a channel that others read.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFields } from '#sandbox/slack/json.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, theCard } from './agent.ts';
import { form } from './customers.ts';
import { pressMore } from './more-fields.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const fields = () =>
  form(rig)
    .blocks.filter(({ type }) => type === 'input')
    .map(({ block_id: id }) => id);
const focused = () =>
  form(rig)
    .blocks.filter(({ element }) => isFields(element) && element.focus_on_load === true)
    .map(({ block_id: id }) => id);

describe('the prompt form', () => {
  it('Prompt form: five fields, the rest behind More', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    expect(fields()).toEqual(['customer', 'msisdn', 'amount', 'payment_method', 'description']);
    rig.agent.fill({ amount: '1,600' });
    await pressMore(rig);
    expect(fields().slice(5)).toEqual(['first_name', 'last_name', 'id', 'channel']);
    await rig.agent.submit({ first_name: 'Jane', id: 'INV-7' });
    const { card, reference } = await theCard(rig, SAYS.waitingForPin);
    expect([card.channel, reference]).toEqual([rig.slack.channels.sales, 'INV-7']);
    expect(rig.provider.prompts).toMatchObject([{ amount: 1600 }]);
  });

  it.each([
    ['', 'customer'],
    ['0712345678', 'amount'],
    ['0712345678 1500', 'description'],
    ['1500 Flour', 'customer'],
  ])('Prompt form: after “prompt %s” the focus is on %s', async (words, field) => {
    await openForm(rig, `prompt ${words}`);
    expect(focused()).toEqual([field]);
  });

  it('Prompt form: a phone number that is refused leaves the amount beside it', async () => {
    await openForm(rig, 'prompt 071234567 1500 flour');
    expect(rig.readModal()).toContain('amount: 1500');
    expect(rig.readModal()).toContain('description: flour');
    expect(rig.readModal()).toContain('msisdn: ‹');
    expect(rig.readModal()).toContain(SAYS.promptsDoNotReach);
  });
});

describe('the link form', () => {
  it('Link form: six fields, the rest behind More, the account number of a recurring link too', async () => {
    await openForm(rig, 'link 2500 Fees');
    const first = ['customer', 'amount', 'currency', 'description', 'frequency'];
    expect(fields()).toEqual([...first, 'valid_until']);
    await rig.agent.select(form(rig), 'frequency', 'MONTHLY');
    await until(() => fields().includes('end_date'));
    expect(fields()).toEqual([...first, 'start_date', 'end_date']);
    await pressMore(rig);
    expect(fields().slice(7)).toEqual([
      'first_name', 'last_name', 'phone_number', 'email_address', 'language', 'id', 'account_number', 'channel',
    ]); // biome-ignore format: one list
  });

  it('Link form: the merchant’s currency is offered first, then those of the neighbours', async () => {
    await rig.stop();
    rig = await startRig({ DEFAULT_CURRENCY: 'TZS' });
    await openForm(rig, 'link 2500 Fees');
    const select = form(rig).blocks.find(({ block_id: id }) => id === 'currency');
    expect(JSON.stringify(select)).toMatch(/"options":\[[^\]]*?TZS.*?KES.*?UGX.*?USD.*?GBP/);
  });

  it('Link form: a typed number or address is seen, so More is open', async () => {
    await openForm(rig, 'link 0712345678 2500 Fees');
    expect(rig.readModal()).toContain('phone_number (optional): +254712345678');
  });
});

describe('what is wrong behind More', () => {
  it('More: an error behind it opens it and stands above its field', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    rig.slack.remove(rig.slack.channels.sales, rig.slack.botUserId);
    await rig.agent.submit();
    await until(() => fields().includes('channel'));
    expect(rig.readModal()).toContain(SAYS.notInThatChannel);
    expect(rig.readModal()).toContain('msisdn: 0712345678');
    await rig.idle();
    expect(rig.provider.prompts).toEqual([]);
    rig.slack.invite(rig.slack.channels.sales, rig.slack.botUserId);
    await rig.agent.submit();
    await until(() => rig.provider.prompts.length === 1);
  });

  it('More: is open where no usable channel is known', async () => {
    await rig.agent.shortcut('send_prompt');
    await until(() => rig.readModal().includes('== send_prompt =='));
    expect(fields()).toContain('channel');
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Flour', rig.slack.channels.leads);
    expect(fields()).toContain('channel');
  });
});

describe('a channel shared with other companies', () => {
  const isWarned = () => rig.readModal().includes(SAYS.othersReadCard);

  it('Shared channel: the form warns when it opens there, and nothing has to be ticked', async () => {
    rig.slack.invite(rig.slack.channels.partners, rig.slack.botUserId);
    await openForm(rig, 'prompt 0712345678 1500 Flour', rig.slack.channels.partners);
    expect(isWarned()).toBe(true);
    await rig.agent.submit();
    await theCard(rig, SAYS.waitingForPin, rig.slack.channels.partners);
  });

  it('Shared channel: the warning follows the channel that is chosen', async () => {
    rig.slack.invite(rig.slack.channels.partners, rig.slack.botUserId);
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    expect(isWarned()).toBe(false);
    await pressMore(rig);
    await rig.agent.select(form(rig), 'channel', rig.slack.channels.partners);
    await until(isWarned);
    await rig.agent.select(form(rig), 'channel', rig.slack.channels.sales);
    await until(() => !isWarned());
  });
});
