// The menu of an order's card: what is done rarely, and asking the same customer for something new.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, press, repliesOf, sendPrompt, submitPrompt, theCard } from './agent.ts';
import { choose, shows } from './customers.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const JANE = { first_name: 'Jane', last_name: 'Wanjiru' };
const notes = (userId = rig.agent.id) => rig.slack.ephemerals(userId).map(({ text }) => text);

async function askAgain({ card, reference }: { card: Message; reference: string }): Promise<void> {
  await rig.agent.select(newest(rig, card), 'order_menu', `ask_again:${reference}`);
  await until(() => /== (send_prompt|create_link) ==/.test(rig.readModal()));
}

describe('the menu of a link’s card', () => {
  it('checks the order at once, and says in one line how it stands', async () => {
    const { card } = await createLink(rig);
    await press(rig, card, 'check_order');
    await until(() => notes().includes(`:link: ${SAYS.waitingForPaymentChecked}`));
  });

  it('asks in a form before it cancels, and cancels nothing when the form is closed', async () => {
    const { card, reference } = await createLink(rig);
    rig.agent.close();
    await rig.agent.select(newest(rig, card), 'order_menu', `cancel_order:${reference}`);
    await until(() => rig.readModal().includes(SAYS.cancelOrderOf('KES 2,500.00')));
    rig.agent.close();
    await rig.idle();
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);

    await press(rig, card, 'cancel_order');
    await until(() => rig.readModal().includes(SAYS.cancelledSentence));
    expect(await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'))).toEqual([
      SAYS.cancelledSentenceBy(`@${rig.agent.id}`),
    ]);
  });

  it('of an old card says that a cancelled order is cancelled', async () => {
    const { card, reference } = await createLink(rig);
    const old = newest(rig, card);
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.agent.close();
    await rig.agent.select(old, 'order_menu', `cancel_order:${reference}`, { isOld: true });
    await until(() => notes().some((text) => text.includes(SAYS.alreadyCancelled)));
  });

  it.each([
    ['guest', 'sales', SAYS.onlyFullMembers],
    ['stranger', 'partners', SAYS.membersThatInstalled],
  ] as const)('does nothing for a %s, also on a card of before', async (who, where, refusal) => {
    const channel = rig.slack.channels[where];
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit({ ...JANE, channel });
    const { card, reference } = await theCard(rig, SAYS.waitingForPayment, channel);
    const waiting = structuredClone(card);
    rig.agent.close();
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    const paid = rig.cards(channel).at(-1) ?? card;
    const userId = rig.slack.users[who];
    const person = rig.slack.person(userId);
    const { length } = rig.provider.requestsTo('getTransactionStatus');
    const press = (shown: Message, item: string) =>
      person.select(shown, 'order_menu', `${item}:${reference}`, { isOld: true });
    await press(waiting, 'check_order');
    await press(waiting, 'cancel_order');
    await press(paid, 'ask_again');
    await until(() => notes(userId).filter((text) => text.includes(refusal)).length === 3);
    await rig.idle();
    expect(rig.slack.modal(userId)).toBeUndefined();
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
    expect(rig.provider.requestsTo('getTransactionStatus')).toHaveLength(length);
  });
});

describe('New prompt for this customer', () => {
  it('opens the form for the same customer, whose number the store has, and makes an order without a link to the old one', async () => {
    const first = await sendPrompt(rig, JANE);
    rig.agent.close();
    await rig.provider.customer.pay(first.reference);
    await repliesOf(rig, first.card, 1, SAYS.paid);
    await askAgain(first);
    expect(shows(rig, 'Jane Wanjiru · +254 7•• ••• 678')).toBe(true);
    expect(rig.readModal()).toContain('description: ‹');
    expect(JSON.stringify(rig.slack.modal(rig.agent.id))).not.toContain('712345678');
    await submitPrompt(rig, { amount: '350', description: 'Milk' });
    expect(rig.provider.prompts.at(-1)).toMatchObject({ msisdn: '254712345678', amount: 350 });
    const second = await theCard(rig, 'Milk');
    expect(second.card.channel).toBe(first.card.channel);
    expect(rig.readCard(second.card)).not.toContain(first.reference);
    expect(rig.readCard(first.card)).not.toContain(SAYS.resent);
  });

  it('of a link opens the form for a link, and another customer can be chosen there', async () => {
    await sendPrompt(rig, { msisdn: '0733 123 456', payment_method: 'AirtelKE', first_name: 'Otieno' });
    const sent = await createLink(rig, { ...JANE, phone_number: '0712 345 678' });
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.paid);
    await askAgain(sent);
    expect(rig.readModal()).toContain('== create_link ==');
    expect(shows(rig, 'Jane Wanjiru · +254 7•• ••• 678')).toBe(true);
    await rig.agent.search(rig.slack.modal(rig.agent.id) ?? fail(), 'customer', '');
    await choose(rig, 'Otieno · +254 7•• ••• 456');
    await until(() => shows(rig, 'Otieno · +254 7•• ••• 456'));
  });

  it('is not offered where nobody knows the customer', async () => {
    const { card, reference } = await createLink(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.readCard(card)).not.toContain('ask_again');
  });
});

function fail(): never {
  throw new Error('no form is open');
}
