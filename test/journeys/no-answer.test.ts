// Orders whose request the provider answers with nothing but errors: the card and the thread say so, with the provider's own
// words, and in the end the order can be sent again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { askStatus, openForm, repliesOf, shownTo, theCard } from './agent.ts';
import { newest, openAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SORRY = 'Object reference not set';
const NO_ANSWER_YET = SAYS.noProviderAnswerYetChecking;
const NO_ANSWER = `${SAYS.noProviderAnswer}\n`;

async function pass(...waits: readonly number[]): Promise<void> {
  for (const wait of waits) {
    rig.clock.advance(wait);
    await rig.idle();
  }
}

const DAY_OF_CHECKS = [21_000, 25_000, 45_000, 90_000, 8 * MINUTE, HOUR, 6 * HOUR, 18 * HOUR, HOUR] as const;

async function submit(words: string): Promise<void> {
  await openForm(rig, words);
  await rig.agent.submit();
  await theCard(rig, NO_ANSWER_YET);
}

describe('a link that the service answers with HTTP 500', () => {
  beforeEach(() => {
    rig.provider.faults.refuse({ message: SORRY, httpStatus: 500 }, { operation: 'submitOrder' });
  });

  it('the form and the card say that there is no answer yet, with the service’s own words', async () => {
    await submit('link 2500 School fees');
    await until(() => rig.readModal().includes(SAYS.providerSaid(SORRY)));
    const { card } = await theCard(rig, NO_ANSWER_YET);
    expect(rig.readCard(card)).toContain(SAYS.providerSaid(SORRY));
    expect(rig.readCard(card)).not.toContain(SAYS.sending);
    expect(rig.readCard(card)).not.toContain('[send_again]');
  });

  it('when its day of checks is over, thread and card say so once, and it can be sent again', async () => {
    await submit('link 2500 School fees');
    await pass(...DAY_OF_CHECKS);
    const { card } = await theCard(rig, NO_ANSWER);
    const [ended] = await repliesOf(rig, card, 1, NO_ANSWER);
    expect(ended).toContain(SAYS.stoppedAskingForLink);
    expect(ended).toContain(SAYS.providerSaid(SORRY));
    expect(rig.readCard(card)).toContain('[send_again]');
    await pass(2 * 24 * HOUR);
    expect(rig.replies(card)).toHaveLength(1);

    rig.agent.close();
    rig.provider.faults.clear();
    await openAgain(rig, newest(rig, card));
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    await until(() => rig.readCard(card).includes(SAYS.wasResentAs));
    expect(rig.provider.orders()).toHaveLength(1);
    expect(rig.readCard(card)).toContain(SAYS.notSentAmount('00'));
  });

  it('when the service answers before its checks are over, the link is on the card', async () => {
    await submit('link 2500 School fees');
    await pass(21_000, 25_000);
    rig.provider.faults.clear();
    await pass(45_000);
    const { card } = await theCard(rig, SAYS.waitingForPayment);
    expect(rig.readCard(card)).toContain('[open_payment_page]');
    expect(rig.readCard(card)).not.toContain(SORRY);
  });
});

describe('a link that the service has, but whose answer was lost', () => {
  it('Check now finds it, and its address follows with the next check', async () => {
    const lost = rig.provider.faults.lostAnswer({ operation: 'submitOrder' });
    await submit('link 2500 School fees');
    const { card } = await theCard(rig, NO_ANSWER_YET);
    await rig.agent.click(newest(rig, card), 'check_order');
    const [found] = await repliesOf(rig, card, 1, SAYS.waitingForPayment);
    expect(found).toContain(SAYS.linkLater);
    expect(rig.readCard(card)).not.toContain('[open_payment_page]');
    lost.end();
    await pass(2 * MINUTE);
    await until(() => rig.readCard(card).includes('[open_payment_page]'));
    expect(rig.provider.orders()).toHaveLength(1);
  });
});

describe('a prompt whose answer was lost', () => {
  it('the card says that there is no answer yet', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push' });
    rig.provider.faults.unavailable({ operation: 'getTransactionByMerchantReference' });
    await submit('prompt 0712345678 1500 Two bags of flour');
    const { card } = await theCard(rig, NO_ANSWER_YET);
    expect(rig.readCard(card)).not.toContain(SAYS.sending);
  });

  it('Check now says that the provider has no such order, and until when Teller checks', async () => {
    rig.provider.faults.reset({ operation: 'push' });
    await submit('prompt 0712345678 1500 Two bags of flour');
    const { card, reference } = await theCard(rig, NO_ANSWER_YET);
    const until24h = Math.floor((rig.clock.now() + 24 * HOUR) / 1000);
    const checked = async () => {
      const before = shownTo(rig).length;
      await rig.agent.click(newest(rig, card), 'check_order');
      await until(() => shownTo(rig).length > before);
      return JSON.stringify(rig.slack.ephemerals(rig.agent.id).at(-1));
    };
    const answer = await checked();
    expect(answer).toContain(SAYS.keepsCheckingUntilDate);
    expect(Math.abs(Number(/until <!date\^(\d+)/.exec(answer)?.[1]) - until24h)).toBeLessThan(60);
    expect(answer.toLowerCase()).not.toContain(SAYS.noAnswer);

    const down = rig.provider.faults.down();
    expect((await checked()).toLowerCase()).toContain(SAYS.noProviderAnswerYet.toLowerCase());
    down.end();
    await rig.agent.mention(rig.slack.channels.sales, 'status', { thread_ts: card.ts });
    const [, reply] = await repliesOf(rig, card, 2, NO_ANSWER_YET);
    expect(reply).toContain(SAYS.keepsCheckingUntil);
    await pass(21_000, 25_000, 45_000, 91_000);
    expect(await askStatus(rig, reference)).toContain(SAYS.keepsCheckingOrder);
    await pass(25 * HOUR);
    expect(await askStatus(rig, reference)).not.toContain(SAYS.keepsChecking);
  });

  it('HTTP 500 and then no order: not sent, with the service’s own words', async () => {
    rig.provider.faults.refuse({ message: SORRY, httpStatus: 500 }, { operation: 'push' });
    await submit('prompt 0712345678 1500 Two bags of flour');
    await theCard(rig, SORRY);
    await pass(21_000, 25_000, 45_000, 91_000);
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    const [reply] = await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(reply).toContain(SAYS.orderNeverReceived);
    expect(reply).toContain(SAYS.providerSaid(SORRY));
  });

  it('when the service can never be asked about it either, that is told once, and nothing is sent again before it is known', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push' });
    rig.provider.faults.refuse(
      { message: SORRY, httpStatus: 500 },
      { operation: 'getTransactionByMerchantReference' },
    );
    await submit('prompt 0712345678 1500 Two bags of flour');
    await pass(...DAY_OF_CHECKS);
    const { card, reference } = await theCard(rig, NO_ANSWER_YET);
    expect(rig.replies(card)).toEqual([]);
    await pass(24 * HOUR);
    const [ended] = await repliesOf(rig, card, 1, NO_ANSWER);
    expect(ended).toContain(SAYS.phoneAskedUnknown);
    await pass(24 * HOUR, 24 * HOUR);
    expect(rig.replies(card)).toHaveLength(1);

    rig.agent.close();
    await openAgain(rig, newest(rig, card));
    await rig.agent.submit();
    await until(() => rig.cards().length === 2);
    const again = await theCard(rig, SAYS.couldNotCheck(reference));
    expect(rig.readCard(again.card)).toContain(SORRY);
    expect(rig.provider.prompts).toHaveLength(1);
  });
});

describe('a look-up that the service answers with HTTP 500', () => {
  it('the answer has the service’s own words, and does not say that it cannot be reached', async () => {
    rig.provider.faults.refuse(
      { message: SORRY, httpStatus: 500 },
      { operation: 'getTransactionByMerchantReference' },
    );
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'status INV-77');
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    const { text } = rig.slack.ephemerals(rig.agent.id)[0] ?? {};
    expect(text).toContain(SORRY);
    expect(text).not.toContain(SAYS.cannotBeReached);
  });
});
