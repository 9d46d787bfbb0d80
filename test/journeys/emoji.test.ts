// Slack hands emoji over as `:bread:`. Customers read none of that, wherever it was typed.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, sendPrompt, theCard } from './agent.ts';
import { cardsOf, checkFile, confirm, untilBulkSays } from './bulks.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** What the provider was sent, and so what customers read. */
const sent = (operation: 'push' | 'submitOrder') =>
  JSON.stringify(rig.provider.requestsTo(operation).at(-1)?.body);

describe('emoji in typed text', () => {
  it('Emoji: a command leaves their names out of what the customer reads', async () => {
    await openForm(rig, 'link 1500 :bread: Bread and :flag-ke: tea at 10:30:45');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    expect(sent('submitOrder')).toContain('"Bread and tea at 10:30:45"');
  });

  it('Emoji: a direct message and a mention leave their names out', async () => {
    const words = 'prompt 0712345678 :moneybag: 1500 Flour:bread: :woman-running::skin-tone-3:';
    const direct = rig.slack.dmOf(rig.agent.id);
    rig.agent.say(direct, words);
    await until(() => rig.slack.history(direct).length === 2);
    const { message } = await rig.agent.mention(rig.slack.channels.sales, `:wave: ${words}`);
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    expect(rig.slack.thread(message.channel, message.ts)).toHaveLength(1);
    for (const offer of [rig.slack.history(direct)[1], rig.slack.ephemerals(rig.agent.id)[0]]) {
      if (!offer) throw new Error('there is no offer');
      await rig.agent.click(offer, 'send_prompt');
      await until(() => rig.readModal().includes('== send_prompt =='));
      expect(rig.readModal()).toMatch(/0712345678.*1500.*Flour\n/s);
      expect(rig.readModal()).not.toMatch(/moneybag|bread|running|skin-tone/);
      rig.agent.close();
    }
  });

  it('Emoji: forms leave their names out of the description and of names', async () => {
    await sendPrompt(rig, {
      description: 'Ratio 3:2:1 :+1:, a:b:c',
      first_name: ':heart:Jane',
      last_name: 'Wanjiru:rose:',
    });
    expect(sent('push')).toContain('"Ratio 3:2:1, a:b:c"');
    const { card } = await theCard(rig, SAYS.waitingForPin);
    expect(rig.readCard(card)).toContain('Jane Wanjiru');
    rig.agent.close();
    await createLink(rig, { first_name: ':heart:', last_name: 'Asha 🌹' });
    expect(sent('submitOrder')).toMatch(/"last_name":"Asha 🌹"/);
    expect(sent('submitOrder')).not.toContain('heart');
  });

  it('Emoji: a field with nothing else is empty, and asked for', async () => {
    await openForm(rig, 'link 1500 :bread:');
    await rig.agent.submit({ description: ':bread: :flag-ke:' });
    await until(() => rig.readModal().includes(SAYS.fewWords));
    await rig.idle();
    expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
  });

  it('Emoji: no card number hides behind them', async () => {
    await openForm(rig, 'link 1500 Flour');
    await rig.agent.submit({ description: '4111 1111 :credit_card: 1111 1111' });
    await until(() => rig.readModal().includes(SAYS.holdsCardNumber));
  });

  it('Emoji: a step of a workflow and a row of a file leave their names out', async () => {
    await rig.slack.runFunction('create_link', {
      agent: rig.agent.id,
      channel: rig.slack.channels.sales,
      amount: '2,500',
      currency: 'KES',
      description: ':school: School fees',
    });
    await theCard(rig, SAYS.waitingForPayment);
    expect(sent('submitOrder')).toContain('"School fees"');
    await checkFile(rig, 'phone,amount,description,name\n0712345678,1500,:bread: Bread,:heart: Jane Doe');
    await confirm(rig);
    await untilBulkSays(rig, SAYS.promptsDone('1'));
    expect(sent('push')).toContain('"Bread"');
    const card = cardsOf(rig).at(-1);
    expect(card && rig.readCard(card)).toContain('Jane Doe');
  });
});
