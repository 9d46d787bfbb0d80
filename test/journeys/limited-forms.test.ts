// Slack asks to change a form later: the person reads how it ended all the same, in the form or as a direct message.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt } from './agent.ts';
import { pass, THREE_ROWS } from './bulks.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const directly = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));

/** Opens the form that cancels a prompt, which is paid by then, so that nothing is cancelled. */
async function openPaidCancel(): Promise<void> {
  const { card, reference } = await sendPrompt(rig);
  await rig.agent.command(card.channel, '/pay', `cancel ${reference}`);
  await until(() => rig.readModal().includes('== cancel_order =='));
  rig.provider.faults.noNotification();
  await rig.provider.customer.pay(reference);
}

async function openBulk(): Promise<void> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'bulk');
  await until(() => rig.readModal().includes('== bulk =='));
}

const theFile = () => ({ file: [rig.agent.upload({ name: 'customers.csv', content: THREE_ROWS })] });

/** Sends the form that is open. */
async function submitLimited(retryAfterSeconds: number, times: number, values = {}): Promise<void> {
  const updates = rig.slack.callsTo('views.update').length;
  rig.slack.faults.next('views.update', { kind: 'rateLimited', retryAfterSeconds }, times);
  await rig.agent.submit(values);
  await until(() => rig.slack.callsTo('views.update').length > updates);
  await pass(rig, 20);
}

it('after a short limit the form shows why nothing is cancelled', async () => {
  await openPaidCancel();
  await submitLimited(1, 1);
  expect(rig.readModal()).toContain(SAYS.moneyHasArrived);
  expect(directly()).toEqual([]);
});

it('after a short limit the form shows what is in a file', async () => {
  await openBulk();
  await submitLimited(1, 1, theFile());
  expect(rig.readModal()).toContain(SAYS.bulkPromptsAsked('3'));
  expect(directly()).toEqual([]);
});

it.each(['lostAnswer', 'http500AfterWork', 'reset'] as const)(
  'the form shows why nothing is cancelled, and nobody is told of an error, when Slack’s word about it is lost (%s)',
  async (kind) => {
    await openPaidCancel();
    rig.slack.faults.next('views.update', { kind });
    await rig.agent.submit({});
    await until(
      () => rig.slack.callsTo('views.update').length > 0 && rig.readModal().includes(SAYS.moneyHasArrived),
    );
    await pass(rig, 2);
    expect(rig.readModal()).toContain(SAYS.moneyHasArrived);
    expect(rig.readModal()).not.toContain(SAYS.wentWrong);
    expect(directly()).toEqual([]);
  },
);

it.each([
  ['limited twice', 1, 2],
  ['limited for a minute', 60, 1],
])('why nothing is cancelled is told directly, once, when the form is %s', async (_, seconds, times) => {
  await openPaidCancel();
  await submitLimited(seconds, times);
  expect(directly()).toEqual([expect.stringContaining(SAYS.moneyHasArrived)]);
});

it('that what is in a file cannot be shown is told directly, once, when its form stays limited', async () => {
  await openBulk();
  await submitLimited(60, 2, theFile());
  expect(directly()).toEqual([
    expect.stringMatching(inLine(SAYS.somethingWentWrong, SAYS.nothingSentTryAgain)),
  ]);
});
