// The record of a payment names another amount than before: after a review has ended, or after payment in full. That is told once, it
// is in the books, and the sum says how the order stands.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, createMonthlyLink, payFor, type Sent, sendPrompt } from './agent.ts';
import { paidShort, recordGrows, recordSays, requestBalance } from './balances.ts';
import { goToNoon } from './noon.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

/** The replies that name both figures: what the record says now, and what it said before. */
const toldOf = ({ card }: Pick<Sent, 'card'>, now: string, before: string) =>
  rig.replies(card).filter((reply) => reply.includes(now) && reply.includes(before));
const notes = () => rig.slack.ephemerals(rig.agent.id).map(({ text }) => text);

async function accept({ card }: Sent): Promise<void> {
  await rig.agent.click(newest(rig, card), 'accept_as_paid');
}

async function acceptedShort(amount: number): Promise<Sent> {
  const sent = await paidShort(rig, await sendPrompt(rig), amount);
  await accept(sent);
  await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
  await rig.idle();
  return sent;
}

/** Today's money, as Home and lists add it up. */
const booked = () => answerTo(rig, 'open');

describe('more that comes after somebody has accepted less', () => {
  it('is told once with both figures, is in the books, and is under review', async () => {
    const sent = await acceptedShort(175);
    expect(await booked()).toContain(SAYS.today(SAYS.inPayments('KES 175.00', '1 payment')));
    await recordSays(rig, sent, 1000);
    await until(() => rig.readCard(sent.card).includes('[ask_for_rest KES 500.00] [accept_as_paid]'));
    await recordSays(rig, sent, 1000);
    await rig.idle();
    expect(toldOf(sent, 'KES 1,000.00', 'KES 175.00')).toHaveLength(1);
    expect(rig.replies(sent.card)).toHaveLength(3);
    expect(rig.readCard(sent.card)).not.toContain(SAYS.acceptedWord);
    expect(await booked()).toContain(SAYS.today(SAYS.inPayments('KES 1,000.00', '1 payment')));
    await accept(sent);
    await until(() =>
      rig
        .readCard(sent.card)
        .includes(SAYS.acceptedInPart('KES 1,000.00', 'Two bags of flour', 'KES 1,500.00')),
    );
  });

  it('leaves nothing accepted to be said of on the card when it is all that was asked for', async () => {
    const sent = await acceptedShort(175);
    await recordSays(rig, sent, 1500);
    await until(() =>
      rig.readCard(sent.card).includes(SAYS.paidForDescription('KES 1,500.00', 'Two bags of flour')),
    );
    await rig.idle();
    expect(toldOf(sent, 'KES 1,500.00', 'KES 175.00')).toHaveLength(2);
    expect(rig.replies(sent.card)).toHaveLength(3);
    expect(rig.readCard(sent.card)).not.toContain(SAYS.acceptedOf('KES 1,500.00'));
  });

  it('is found by whoever looks it up, although its notification was lost', async () => {
    const sent = await acceptedShort(175);
    recordGrows(rig, sent.reference, 1500);
    rig.clock.advance(60_000);
    expect(await answerTo(rig, `status ${sent.reference}`)).toContain('1,500.00');
    await until(() => rig.replies(sent.card).length === 3);
  });

  it('is under review when it is more than was asked for', async () => {
    const sent = await acceptedShort(175);
    await recordSays(rig, sent, 1700);
    await until(() => toldOf(sent, 'KES 1,700.00', 'KES 175.00').length === 1);
    await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
    expect(rig.readCard(sent.card)).toContain('KES 1,700.00');
    expect(rig.readCard(sent.card)).not.toContain('ask_for_rest');
  });
});

describe('another amount for an order that was paid in full', () => {
  it('is told once, in the channel as well, and the order is under review', async () => {
    const sent = await payFor(rig, await sendPrompt(rig));
    await recordSays(rig, sent, 1700);
    await until(() => toldOf(sent, 'KES 1,700.00', 'KES 1,500.00').length === 1);
    expect(rig.replies(sent.card)[1]).toContain('(also sent to the channel)');
    await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
    expect(rig.readCard(sent.card)).toMatch(/^:warning:.*KES 1,700\.00/);
    expect(await booked()).toContain(SAYS.today(SAYS.inPayments('KES 1,700.00', '1 payment')));
    await recordSays(rig, sent, 1800);
    await until(() => toldOf(sent, 'KES 1,800.00', 'KES 1,700.00').length === 1);
    await until(() => rig.readCard(sent.card).includes('KES 1,800.00'));
  });

  it('is told and missing when the record says less', async () => {
    const sent = await payFor(rig, await sendPrompt(rig));
    await recordSays(rig, sent, 1400);
    await until(() => toldOf(sent, 'KES 1,400.00', 'KES 1,500.00').length === 1);
    await until(() => rig.readCard(sent.card).includes('[ask_for_rest KES 100.00] [accept_as_paid]'));
    expect(await booked()).toContain(SAYS.today(SAYS.inPayments('KES 1,400.00', '1 payment')));
  });

  it('is told of a charge in the thread of its link, which does not count it until it is accepted', async () => {
    const sent = await createMonthlyLink(rig);
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('1', '12')));
    rig.agent.close();
    rig.clock.advance(5 * 24 * 60 * 60_000);
    await rig.idle();
    const { order_tracking_id: charge } = await rig.provider.customer.charge(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaidSum('2', '12', 'KES 5,000.00')));
    recordGrows(rig, charge, 2600);
    rig.clock.advance(60_000);
    await rig.provider.notify(charge, { type: 'RECURRING' });
    await until(() => toldOf(sent, 'KES 2,600.00', 'KES 2,500.00').length === 1);
    expect(rig.replies(sent.card)[2]).toContain(SAYS.chargeBracket(sent.reference));
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaidSum('1', '12', 'KES 2,500.00')));
    const news = rig.slack.thread(sent.card.channel, sent.card.ts).at(-1);
    await rig.agent.click(news ?? sent.card, 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaidSum('2', '12', 'KES 5,100.00')));
  });
});

describe('more that comes for an order whose rest was paid with another one', () => {
  async function paidWithBalance(): Promise<{ sent: Sent; rest: Sent }> {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    const rest = await requestBalance(rig, sent);
    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.paidAmount('KES 1,500.00')));
    await rig.idle();
    return { sent, rest };
  }

  it('makes both say that they were paid twice, when it is all that was asked for', async () => {
    const { sent, rest } = await paidWithBalance();
    await recordSays(rig, sent, 1500);
    for (const { card } of [sent, rest])
      await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.duplicatePaymentBold)));
    await rig.idle();
    const [told = ''] = toldOf(sent, 'KES 1,500.00', 'KES 175.00').slice(1);
    // One of the two goes back: nobody pays back the difference as well.
    expect(told).not.toContain(SAYS.tooMuch);
    for (const { card } of [sent, rest]) {
      expect(rig.replies(card).filter((reply) => reply.includes(SAYS.duplicatePaymentBold))).toHaveLength(1);
      expect(rig.readCard(card)).toContain(SAYS.paidTwice);
    }
    expect(await booked()).toContain(SAYS.today(SAYS.inPayments('KES 2,825.00', '2 payments')));
  });

  it('leaves both cards saying that they were paid twice when more comes after that', async () => {
    const { sent, rest } = await paidWithBalance();
    await recordSays(rig, sent, 1500);
    for (const { card } of [sent, rest]) await until(() => rig.readCard(card).includes(SAYS.paidTwice));
    await recordSays(rig, sent, 1700);
    await until(() => toldOf(sent, 'KES 1,700.00', 'KES 1,500.00').length === 1);
    await rig.idle();
    for (const { card } of [sent, rest]) {
      expect(rig.replies(card).filter((reply) => reply.includes(SAYS.duplicatePaymentBold))).toHaveLength(1);
      expect(rig.readCard(card)).toContain(SAYS.paidTwice);
    }
  });

  it('is under review with what is too much of the sum, because nothing was missing', async () => {
    const { sent, rest } = await paidWithBalance();
    await recordSays(rig, sent, 1000);
    await until(() => toldOf(sent, 'KES 1,000.00', 'KES 175.00').length === 1);
    await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
    await rig.idle();
    expect(rig.readCard(sent.card)).toMatch(/^:warning:/);
    expect(rig.readCard(sent.card)).not.toContain('ask_for_rest');
    expect([...rig.replies(sent.card), ...rig.replies(rest.card)].join()).not.toContain(
      SAYS.duplicatePayment,
    );
  });

  it('is all that it has when the rest goes back', async () => {
    const { sent, rest } = await paidWithBalance();
    await recordSays(rig, sent, 1000);
    await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(rest.reference);
    await until(() => rig.readCard(rest.card).includes(SAYS.paidBack));
    await until(() => rig.readCard(sent.card).includes('[ask_for_rest KES 500.00]'));
  });

  it('keeps it paid when the rest goes back and all of it has come for itself', async () => {
    const { sent, rest } = await paidWithBalance();
    await recordSays(rig, sent, 1500);
    await until(() => rig.readCard(sent.card).includes(SAYS.paidTwice));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(rest.reference);
    await until(() => rig.readCard(rest.card).includes(SAYS.paidBack));
    await until(() => !rig.readCard(sent.card).includes(SAYS.paidTwice));
    await rig.idle();
    expect(rig.replies(sent.card).join()).not.toContain(SAYS.notPaidInFullAnyMore);
    expect(rig.readCard(sent.card)).toContain(SAYS.paidForDescription('KES 1,500.00', 'Two bags of flour'));
  });
});

describe('accepting as paid asks the payment service first', () => {
  it('an order that is paid in full by then is told as paid, and nothing is accepted', async () => {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    recordGrows(rig, sent.reference, 1500);
    await accept(sent);
    await until(() => notes().at(-1)?.includes(SAYS.paidInFullNothingAccepted));
    await until(() => rig.readCard(sent.card).includes(SAYS.paidAmount('KES 1,500.00')));
    await rig.idle();
    expect(rig.replies(sent.card).join()).not.toContain(SAYS.accepted);
    expect(rig.readCard(sent.card)).not.toContain(SAYS.acceptedWord);
  });

  it('what is more than whoever pressed has read is not accepted unread', async () => {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    recordGrows(rig, sent.reference, 1000);
    await accept(sent);
    await until(() => notes().at(-1)?.includes(SAYS.amountHasCome('KES 1,000.00')));
    expect(notes().at(-1)).toContain(SAYS.nothingAccepted);
    await until(() => rig.readCard(sent.card).includes(SAYS.missingAmount('KES 500.00')));
    await accept(sent);
    await until(() =>
      rig
        .readCard(sent.card)
        .includes(SAYS.acceptedInPart('KES 1,000.00', 'Two bags of flour', 'KES 1,500.00')),
    );
  });

  it('without an answer of the service nothing is accepted, and it can be tried again', async () => {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    await rig.idle();
    const down = rig.provider.faults.unavailable();
    await accept(sent);
    await until(() => notes().at(-1)?.includes(SAYS.nothingAccepted));
    expect(rig.readCard(sent.card)).toContain('[accept_as_paid]');
    down.end();
    await accept(sent);
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
  });
});
