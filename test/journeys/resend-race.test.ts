// What happens while an order is sent again: somebody else does the same, or cancels, or Teller stands still.
import { expect, it, onTestFinished } from 'vitest';
import { createStoreReader } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, press, repliesOf, type Sent, sendPrompt, theCard } from './agent.ts';
import { newest, openAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE = 60_000;

/** A prompt without a PIN, with the form open in which it is cancelled and sent again. */
async function openUnanswered(rig: Rig): Promise<Sent> {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  rig.clock.advance(3 * MINUTE + 1_000);
  await until(() => rig.readCard(sent.card).includes('[send_again]'));
  await openAgain(rig, newest(rig, sent.card));
  await rig.idle();
  return sent;
}

/** The provider works on the next check and answers once the returned function is called. */
async function submitUntilChecked(rig: Rig): Promise<() => void> {
  const answers = Promise.withResolvers<void>();
  const slow = rig.provider.faults.slow(answers.promise, {
    operation: 'getTransactionStatus',
    afterWork: true,
    times: 1,
  });
  await rig.agent.submit();
  await until(() => slow.hits === 1);
  return () => answers.resolve();
}

it('Resend: of two people who resend a link at the same moment one does', async () => {
  const rig = await startRig();
  try {
    const { card } = await createLink(rig);
    rig.agent.close();
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.agent.close();
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    const old = newest(rig, card);
    await openAgain(rig, old);
    await openAgain(rig, old, colleague);
    await Promise.all([rig.agent.submit(), colleague.submit()]);
    await rig.idle();
    expect(rig.provider.orders()).toHaveLength(2);
    expect(rig.provider.requestsTo('submitOrder')).toHaveLength(2);
    expect(rig.cards()).toHaveLength(2);
  } finally {
    await rig.stop();
  }
});

it('Resend: beside a cancel of somebody else it rings only once the provider says that nothing was paid', async () => {
  const rig = await startRig();
  onTestFinished(() => rig.stop());
  const first = await openUnanswered(rig);
  const colleague = rig.slack.person(rig.slack.users.secondAgent);
  const cancelled = Promise.withResolvers<void>();
  rig.provider.faults.noNotification();
  rig.provider.faults.slow(cancelled.promise, { operation: 'cancelOrder', afterWork: true, times: 1 });
  await press(rig, first.card, 'cancel_order', colleague);
  await until(() => rig.provider.find(first.reference)?.cancelledAt !== undefined);
  const reader = createStoreReader({
    redis: undefined,
    sqliteFile: rig.storeUrl.slice('sqlite:'.length),
    now: rig.clock.now,
  });
  onTestFinished(() => reader.close());
  const checkedAt = async () =>
    (await reader.orders()).find(({ reference }) => reference === first.reference)?.checkedAt;
  const before = await checkedAt();
  const answerCheck = await submitUntilChecked(rig);
  answerCheck();
  await until(async () => (await checkedAt()) !== before);
  rig.provider.faults.down({ operation: 'getTransactionStatus' });
  await rig.provider.customer.pay(first.reference);
  cancelled.resolve();
  const second = await theCard(rig, SAYS.notSentAmount('00'));
  expect(rig.readCard(second.card)).toContain(SAYS.couldNotCheck(first.reference));
  expect(rig.provider.prompts).toHaveLength(1);
});

it('Resend: after standing still for eleven minutes nothing is cancelled or sent', async () => {
  const rig = await startRig();
  onTestFinished(() => rig.stop());
  const first = await openUnanswered(rig);
  const answerCheck = await submitUntilChecked(rig);
  rig.clock.advance(11 * MINUTE);
  answerCheck();
  const second = await theCard(rig, SAYS.notSentAmount('00'));
  await rig.idle();
  expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
  expect(rig.readCard(first.card)).not.toContain(SAYS.cancelledAmount('00'));
  expect(rig.readCard(second.card)).toContain('[send_again]');
  expect(rig.provider.prompts).toHaveLength(1);
});
