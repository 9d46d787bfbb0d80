// Where cards can be: channels shared with others, private and archived ones, direct messages, deleted parents.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { checkFile, confirm, THREE_ROWS } from './bulks.ts';
import { pressMore } from './more-fields.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';
const notesTo = (userId: string) => rig.slack.ephemerals(userId).map((shown) => renderMessage(shown));

async function sendIn(channel: string) {
  await openForm(rig, PROMPT, channel);
  await rig.agent.submit();
  return theCard(rig, SAYS.waiting, channel);
}

describe('a channel shared with another workspace', () => {
  it('a channel shared with another workspace can have cards, and people of the other workspace can press nothing', async () => {
    const { partners } = rig.slack.channels;
    const { card, reference } = await sendIn(partners);
    const { stranger } = rig.slack.users;
    const shown = rig.cards(partners)[0] ?? card;
    for (const button of ['check_order', 'cancel_order'])
      await rig.slack.person(stranger).click(shown, button);
    await until(() => notesTo(stranger).length === 2);
    for (const answer of notesTo(stranger)) expect(answer).toContain(SAYS.servesMembers);
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
  });

  it('a channel shared with another workspace can have no alerts, and gets no report', async () => {
    goToNoon(rig);
    const { partners } = rig.slack.channels;
    await rig.agent.command(partners, '/pay', 'alerts on');
    await until(() => notesTo(rig.agent.id).some((text) => text.includes(SAYS.strangersReadThis)));
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.agent.command(partners, '/pay', 'report today');
    await until(() => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).length > 0);
    expect(rig.slack.messages(partners)).toEqual([]);
  });
});

describe('a direct message', () => {
  it('a direct message with Teller can have cards', async () => {
    const { card, reference } = await sendIn(rig.slack.dmOf(rig.agent.id));
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
  });

  it('a direct message with Teller is no channel by name, in an alert about its card or in the form of a bulk', async () => {
    const direct = rig.slack.dmOf(rig.agent.id);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'alerts on');
    const { card, reference } = await sendIn(direct);
    rig.agent.close();
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    const alert = () => rig.slack.messages(rig.slack.channels.sales).at(-1);
    await until(() => alert()?.text.includes(SAYS.alertPaidFor('KES 1,500.00')));
    expect(JSON.stringify(alert()?.blocks)).toContain(SAYS.directMessages);
    expect(JSON.stringify(alert()?.blocks)).not.toContain('channel_id');
    rig.clock.advance(11 * 60_000);
    await rig.idle();
    const form = await checkFile(rig, THREE_ROWS, { channel: direct });
    expect(form).toContain(SAYS.cardsInDirect);
    await confirm(rig);
    expect(rig.readModal()).toContain(SAYS.progressInDirect);
  });
});

describe('a form that is opened without a channel', () => {
  it('says nothing of the last channel when Teller is not there any more, and asks for one', async () => {
    await sendPrompt(rig);
    rig.agent.close();
    rig.slack.archive(rig.slack.channels.sales);
    await rig.agent.shortcut('send_prompt');
    await until(() => rig.readModal().includes('== send_prompt =='));
    expect(rig.readModal()).not.toContain(SAYS.notInChannel);
    expect(rig.readModal()).not.toContain(rig.slack.channels.sales);
  });
});

describe('a direct message between two colleagues', () => {
  it('a form that is opened there suggests the last channel, and nobody is told to invite Teller there', async () => {
    const { agent, secondAgent } = rig.slack.users;
    const members = [agent, secondAgent];
    const theirs = rig.slack.addChannel({ name: 'between', id: 'D0BETWEEN1', kind: 'private', members }).id;
    await sendPrompt(rig, { amount: '700' });
    rig.agent.close();
    await openForm(rig, PROMPT, theirs);
    expect(rig.readModal()).not.toContain(SAYS.notInChannel);
    await pressMore(rig);
    expect(rig.readModal()).toContain(rig.slack.channels.sales);
    await rig.agent.submit({ channel: theirs });
    await until(() => rig.readModal().includes(SAYS.notBetweenPeople));
    rig.agent.close();
    for (const words of ['alerts on', 'digest daily 18:00']) {
      const before = notesTo(agent).length;
      await rig.agent.command(theirs, '/pay', words);
      await until(() => notesTo(agent).length > before);
      expect(notesTo(agent).at(-1)).toContain(SAYS.notBetweenPeople);
    }
  });
});

describe('a private channel', () => {
  it('a private channel can have cards once Teller was invited', async () => {
    const { leads } = rig.slack.channels;
    rig.slack.invite(leads, rig.slack.botUserId);
    const { card, reference } = await sendIn(leads);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
  });
});

describe('a place that is gone', () => {
  it('a channel that was archived before the form is sent is named at the form', async () => {
    await openForm(rig, PROMPT);
    await pressMore(rig);
    rig.slack.archive(rig.slack.channels.sales);
    await rig.agent.submit();
    await until(() => Object.keys(rig.slack.modal(rig.agent.id)?.errors ?? {}).length > 0);
    expect(rig.slack.modal(rig.agent.id)?.errors).toHaveProperty('channel');
    expect(rig.provider.requestsTo('push')).toEqual([]);
  });

  it.each([
    ['the card was deleted', (rig: Rig, channel: string, ts: string) => rig.slack.deleteMessage(channel, ts)],
    ['Teller was thrown out', (rig: Rig, channel: string) => rig.slack.remove(channel, rig.slack.botUserId)],
    ['the channel was archived', (rig: Rig, channel: string) => rig.slack.archive(channel)],
  ])('a payment is announced once although its place is gone, because %s', async (_, goAway) => {
    const { card, reference } = await sendPrompt(rig);
    goAway(rig, card.channel, card.ts);
    await rig.provider.customer.pay(reference);
    const announced = () =>
      [...rig.slack.messages(rig.slack.dmOf(rig.agent.id)), ...rig.slack.messages(card.channel)].filter(
        ({ text }) => text.includes(SAYS.alertPaidFor('KES 1,500.00')),
      );
    await until(() => {
      rig.clock.advance(2_000);
      return announced().length > 0;
    });
    for (let round = 0; round < 4; round += 1) {
      rig.clock.advance(30_000);
      await rig.idle();
    }
    expect(announced()).toHaveLength(1);
  });
});

describe('who may act is asked again', () => {
  it('somebody who became a guest while the form was open sends nothing', async () => {
    await openForm(rig, PROMPT);
    rig.slack.addUser({ id: rig.agent.id, name: 'amina', real_name: 'Amina Agent', is_restricted: true });
    rig.clock.advance(61_000);
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.onlyFullMembers));
    expect(rig.provider.requestsTo('push')).toEqual([]);
    expect(rig.cards()).toEqual([]);
  });
});
