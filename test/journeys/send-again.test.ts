// Sending again: one order at a time follows another, whoever presses, wherever and however often, and nothing is sent
// before the provider has said that the earlier one is not paid.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, createLink, repliesOf, type Sent, sendPrompt, theCard } from './agent.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE = 60_000;

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const colleague = () => rig.slack.person(rig.slack.users.secondAgent);

/** The card of the order that was not sent, the newest of so many. */
async function unsent(count = 2): Promise<Sent> {
  await until(() => rig.cards().length === count);
  expect(rig.readModal()).toBe('');
  return theCard(rig, SAYS.notSentAmount('00'));
}

const notes = (person = rig.agent) => rig.slack.ephemerals(person.id).map(({ text }) => text);

describe('sending again', () => {
  it('a declined prompt that was sent again and paid cannot be sent a third time from its old card', async () => {
    const first = await sendDeclined(rig);
    const old = newest(rig, first.card);
    await openAgain(rig, old);
    const second = await submitAgain(rig);
    await rig.provider.customer.pay(second.reference);
    await repliesOf(rig, second.card, 1, SAYS.paid);

    await colleague().click(old, 'send_again', { isOld: true });
    await until(() => notes(colleague()).some((text) => text.includes(SAYS.hasBeenPaid)));
    expect(notes(colleague()).at(-1)).toContain(second.reference);
    const [answer] = rig.slack.ephemerals(colleague().id).slice(-1);
    expect(JSON.stringify(answer?.blocks)).toContain('open_card');
    expect(rig.provider.prompts).toHaveLength(2);
  });

  it('the old card names the order that was sent again with its state and a link, and loses its buttons', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await until(() => rig.readCard(first.card).includes(SAYS.waitingForCustomer));
    expect(rig.readCard(first.card)).toContain(SAYS.resentAs(second.reference));
    expect(rig.readCard(first.card).match(/\[.*\]/g)).toEqual(['[… history]']);
    expect(JSON.stringify(newest(rig, first.card).blocks)).toContain(second.card.ts.replace('.', ''));
    expect(rig.readCard(second.card)).toContain(SAYS.resendOf(first.reference));

    await rig.provider.customer.pay(second.reference);
    await until(() => rig.readCard(first.card).includes(SAYS.endsPaid));
  });

  it('sending again while the second prompt waits is refused with a link to that one', async () => {
    const first = await sendDeclined(rig);
    const old = newest(rig, first.card);
    await openAgain(rig, old);
    const second = await submitAgain(rig);
    await rig.agent.click(old, 'send_again', { isOld: true });
    await until(() => notes().some((text) => text.includes(SAYS.stillWaits)));
    expect(notes().at(-1)).toContain(second.reference);
    expect(rig.provider.prompts).toHaveLength(2);
  });

  it('two people who open the form at the same moment and both send it make one order', async () => {
    const first = await sendDeclined(rig);
    const old = newest(rig, first.card);
    await Promise.all([openAgain(rig, old), openAgain(rig, old, colleague())]);
    await Promise.all([rig.agent.submit(), colleague().submit()]);
    const outcomes = () => [rig.readModal(), rig.readModal(colleague())];
    await until(() => rig.provider.prompts.length === 2);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(2);
    expect(outcomes().filter((modal) => modal === '')).toHaveLength(1);
    expect(outcomes().filter((modal) => modal.includes(SAYS.nothingSent))).toHaveLength(1);
  });

  it('a form that was sent twice by an impatient click sends one prompt again', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    await rig.agent.submit({}, { copies: 2 });
    await until(() => rig.provider.prompts.length === 2);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(2);
    expect(rig.cards()).toHaveLength(2);
  });

  it('sending again acts on the newest order of a chain, from whichever card', async () => {
    const first = await sendDeclined(rig);
    const old = newest(rig, first.card);
    await openAgain(rig, old);
    const second = await submitAgain(rig);
    await rig.provider.customer.decline(second.reference);
    await until(() => rig.readCard(second.card).includes('[send_again]'));
    rig.agent.close();

    await openAgain(rig, old);
    const third = await submitAgain(rig);
    expect(rig.readCard(third.card)).toContain(SAYS.resendOf(second.reference));
    await until(() => rig.readCard(first.card).includes(SAYS.resentAs(third.reference)));
    await until(() => rig.readCard(second.card).includes(SAYS.resentAs(third.reference)));
  });

  it('the form warns that the first prompt may still be paid, and asks for the SMS', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    expect(rig.readModal()).toContain(SAYS.mayStillBePaidByHand);
    expect(rig.readModal()).toContain(SAYS.whetherSmsCame);
    expect(rig.readModal()).toContain('Jane');
  });

  it('when the first prompt was paid meanwhile and its notification was lost, the new card says so and nothing is sent', async () => {
    const first = await sendDeclined(rig);
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(first.reference);
    await openAgain(rig, newest(rig, first.card));
    await rig.agent.submit();
    const second = await unsent();
    expect(rig.readCard(second.card)).toContain(SAYS.receivedPayment(first.reference));
    await repliesOf(rig, first.card, 2, SAYS.paid);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.readCard(second.card)).not.toContain('[send_again]');
  });

  it('while the payment service does not answer about the first prompt, nothing is sent, and it can be sent again later', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    rig.provider.faults.down();
    await rig.agent.submit();
    const second = await unsent();
    expect(rig.readCard(second.card)).toContain(SAYS.couldNotCheck(first.reference));
    rig.provider.faults.clear();
    expect(rig.provider.prompts).toHaveLength(1);

    await openAgain(rig, newest(rig, second.card));
    await submitAgain(rig);
    expect(rig.provider.prompts).toHaveLength(2);
  });

  it('a cancelled order can be sent again, and one that never reached the service as well', async () => {
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await rig.agent.click(newest(rig, sent.card), 'cancel_order');
    await until(() => rig.readCard(sent.card).includes('[send_again]'));
    await openAgain(rig, newest(rig, sent.card));
    await submitAgain(rig);
    expect(rig.provider.prompts).toHaveLength(2);
  });

  it('a reference that is taken is said at its field before the first order is touched', async () => {
    rig.clock.hold();
    const other = await createLink(rig, { id: 'INV-7' });
    rig.agent.close();
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const { length } = rig.provider.requestsTo('getTransactionStatus');
    await rig.agent.submit({ id: other.reference });
    await until(() => rig.readModal().includes(SAYS.referenceUsed));
    expect(rig.provider.requestsTo('getTransactionStatus')).toHaveLength(length);
  });
});

describe('what is open of an order that was sent again', () => {
  it('/pay open counts it once, and not at all when the second one is paid', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    rig.agent.close();
    expect(await answerTo(rig, 'open')).toContain(SAYS.openOutstanding('1', 'KES 1,500.00'));
    await rig.provider.customer.pay(second.reference);
    await until(() => rig.readCard(first.card).includes(SAYS.endsPaid));
    await rig.idle();
    expect(await answerTo(rig, 'open')).toContain(SAYS.nothingOpen);
  });
});

describe('cancelling and sending again', () => {
  async function sendUnanswered(): Promise<Sent> {
    const sent = await sendPrompt(rig);
    rig.agent.close();
    rig.clock.advance(3 * MINUTE + 1_000);
    await until(() => rig.readCard(sent.card).includes(SAYS.noPinYet));
    return sent;
  }

  it('a prompt without a PIN after three minutes is cancelled at the service before it is sent again', async () => {
    const first = await sendUnanswered();
    await openAgain(rig, newest(rig, first.card));
    // The press alone has cancelled nothing.
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
    const second = await submitAgain(rig);
    expect(rig.provider.requestsTo('cancelOrder')).toHaveLength(1);
    await until(() => rig.readCard(first.card).includes(SAYS.resentAs(second.reference)));
    expect(rig.readCard(first.card)).toContain(SAYS.cancelledAmount('00'));
  });

  it('a prompt that is paid in the very moment is not sent again', async () => {
    const first = await sendUnanswered();
    await openAgain(rig, newest(rig, first.card));
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(first.reference);
    await rig.agent.submit();
    const second = await unsent();
    expect(rig.readCard(second.card)).toContain(SAYS.receivedPayment(first.reference));
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
  });

  it('when the service refuses to cancel the first prompt, nothing is sent, and the new card has its words', async () => {
    const first = await sendUnanswered();
    await openAgain(rig, newest(rig, first.card));
    rig.provider.faults.refuse({ message: 'Order is locked' }, { operation: 'cancelOrder' });
    await rig.agent.submit();
    const second = await unsent();
    expect(rig.readCard(second.card)).toContain(SAYS.notCancelledByProvider(first.reference));
    expect(rig.readCard(second.card)).toContain('Order is locked');
    expect(rig.readCard(second.card)).toContain('[send_again]');
    expect(rig.readCard(first.card)).not.toContain(SAYS.cancelledAmount('00'));
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('when the service cancels the first prompt and then does not say whether it was paid meanwhile, nothing is sent', async () => {
    const first = await sendUnanswered();
    await openAgain(rig, newest(rig, first.card));
    rig.provider.faults.noNotification();
    const paid = Promise.withResolvers<void>();
    rig.provider.faults.slow(paid.promise, { operation: 'cancelOrder', afterWork: true });
    await rig.agent.submit();
    await until(() => rig.provider.find(first.reference)?.cancelledAt !== undefined);
    rig.provider.faults.down({ operation: 'getTransactionStatus' });
    await rig.provider.customer.pay(first.reference);
    paid.resolve();
    const second = await unsent();
    expect(rig.readCard(second.card)).toContain(SAYS.couldNotCheck(first.reference));
    rig.provider.faults.clear();
    expect(rig.provider.prompts).toHaveLength(1);

    // The provider is asked again by the next one who presses.
    await openAgain(rig, newest(rig, second.card));
    await rig.agent.submit();
    const third = await unsent(3);
    expect(rig.readCard(third.card)).toContain(SAYS.receivedPayment(first.reference));
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a prompt that rang less than three minutes ago is not sent again', async () => {
    const sent = await sendPrompt(rig);
    expect(rig.readCard(sent.card)).not.toContain('[send_again]');
  });
});
