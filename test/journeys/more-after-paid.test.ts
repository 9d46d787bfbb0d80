// More comes for an order that is paid already: after a review has ended, or after payment in full. It is told once, it is in the
// books, and what is too much is said to be.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTo, createMonthlyLink, payFor, type Sent, sendPrompt } from './agent.ts';
import { goToNoon } from './noon.ts';
import { newest } from './resend.ts';
import { askForRest, paidShort, recordGrows, recordSays } from './rests.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

const MORE = 'More was paid,';
const toldOfMore = ({ card }: Pick<Sent, 'card'>) =>
  rig.replies(card).filter((reply) => reply.includes(MORE));
const notes = () => rig.slack.ephemerals(rig.agent.id).map(({ text }) => text);

async function accept({ card }: Sent): Promise<void> {
  await rig.agent.click(newest(rig, card), 'accept_as_paid');
}

async function acceptedShort(amount: number): Promise<Sent> {
  const sent = await paidShort(rig, await sendPrompt(rig), amount);
  await accept(sent);
  await until(() => rig.readCard(sent.card).includes('accepted as paid by'));
  await rig.idle();
  return sent;
}

/** Today's money, as Home and lists add it up. */
const booked = () => answerTo(rig, 'open');

describe('more that comes after somebody has accepted less', () => {
  it('is told once with both figures, is in the books, and its card shows it', async () => {
    const sent = await acceptedShort(175);
    expect(await booked()).toContain('*Today* KES 175.00 in 1 payment');
    await recordSays(rig, sent, 1000);
    await until(() => toldOfMore(sent).length === 1);
    expect(toldOfMore(sent)[0]).toContain('More was paid, KES 1,000.00 and not KES 175.00');
    expect(toldOfMore(sent)[0]).not.toContain('too much');
    await until(() =>
      rig.readCard(sent.card).includes('KES 1,000.00 paid · Two bags of flour · of KES 1,500.00, accepted'),
    );
    await recordSays(rig, sent, 1000);
    await rig.idle();
    expect(toldOfMore(sent)).toHaveLength(1);
    expect(await booked()).toContain('*Today* KES 1,000.00 in 1 payment');
  });

  it('leaves nothing accepted to be said of on the card when it is all that was asked for', async () => {
    const sent = await acceptedShort(175);
    await recordSays(rig, sent, 1500);
    await until(() => rig.readCard(sent.card).includes('KES 1,500.00 paid · Two bags of flour'));
    await rig.idle();
    expect(toldOfMore(sent)).toHaveLength(1);
    expect(rig.readCard(sent.card)).not.toContain('of KES 1,500.00, accepted');
  });

  it('is found by whoever looks it up, although its notification was lost', async () => {
    const sent = await acceptedShort(175);
    recordGrows(rig, sent.reference, 1500);
    rig.clock.advance(60_000);
    expect(await answerTo(rig, `status ${sent.reference}`)).toContain('1,500.00');
    await until(() => toldOfMore(sent).length === 1);
  });

  it('is said to be too much as far as it is more than was asked for', async () => {
    const sent = await acceptedShort(175);
    await recordSays(rig, sent, 1700);
    await until(() => toldOfMore(sent).length === 1);
    expect(toldOfMore(sent)[0]).toContain('KES 1,700.00 and not KES 175.00');
    await until(() => rig.readCard(sent.card).includes('more than the KES 1,500.00 asked'));
    expect(toldOfMore(sent)[0]).toContain('KES 200.00 too much. Send that back yourself');
  });
});

describe('more that comes for an order that was paid in full', () => {
  it('is told once as too much, in the channel as well, and the card says so', async () => {
    const sent = await payFor(rig, await sendPrompt(rig));
    await recordSays(rig, sent, 1700);
    await until(() => toldOfMore(sent).length === 1);
    expect(toldOfMore(sent)[0]).toContain(
      ':rotating_light: More was paid, KES 1,700.00 and not KES 1,500.00',
    );
    expect(toldOfMore(sent)[0]).toContain('KES 200.00 too much. Send that back yourself');
    expect(toldOfMore(sent)[0]).toContain('(also sent to the channel)');
    await until(() =>
      rig
        .readCard(sent.card)
        .includes('KES 1,700.00 paid · Two bags of flour · more than the KES 1,500.00 asked'),
    );
    expect(await booked()).toContain('*Today* KES 1,700.00 in 1 payment');
    await recordSays(rig, sent, 1800);
    await until(() => toldOfMore(sent).length === 2);
    expect(toldOfMore(sent)[1]).toContain('Another KES 100.00 too much. Send that back yourself');
    await until(() => rig.readCard(sent.card).includes('KES 1,800.00 paid'));
  });

  it('is no news when the record says less', async () => {
    const sent = await payFor(rig, await sendPrompt(rig));
    await recordSays(rig, sent, 1400);
    await rig.idle();
    expect(toldOfMore(sent)).toEqual([]);
    expect(rig.readCard(sent.card)).toContain('KES 1,500.00 paid');
    expect(await booked()).toContain('*Today* KES 1,500.00 in 1 payment');
  });

  it('is told of a charge in the thread of its link, which counts it', async () => {
    const sent = await createMonthlyLink(rig);
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes('1 of 12 paid'));
    rig.clock.advance(5 * 24 * 60 * 60_000);
    await rig.idle();
    const { order_tracking_id: charge } = await rig.provider.customer.charge(sent.reference);
    await until(() => rig.readCard(sent.card).includes('2 of 12 paid · KES 5,000.00'));
    recordGrows(rig, charge, 2600);
    rig.clock.advance(60_000);
    await rig.provider.notify(charge, { type: 'RECURRING' });
    await until(() => toldOfMore(sent).length === 1);
    expect(toldOfMore(sent)[0]).toContain(`(a charge of ${sent.reference})`);
    expect(toldOfMore(sent)[0]).toContain('KES 100.00 too much. Send that back yourself');
    await until(() => rig.readCard(sent.card).includes('2 of 12 paid · KES 5,100.00'));
  });
});

describe('more that comes for an order whose rest was paid with another one', () => {
  async function paidWithRest(): Promise<{ sent: Sent; rest: Sent }> {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    const rest = await askForRest(rig, sent);
    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.readCard(sent.card).includes('KES 1,500.00 paid'));
    await rig.idle();
    return { sent, rest };
  }

  it('makes both say that they were paid twice, when it is all that was asked for', async () => {
    const { sent, rest } = await paidWithRest();
    await recordSays(rig, sent, 1500);
    for (const { card } of [sent, rest])
      await until(() => rig.replies(card).some((reply) => reply.includes('*Paid twice*')));
    await rig.idle();
    expect(toldOfMore(sent)).toHaveLength(1);
    expect(toldOfMore(sent)[0]).toContain('KES 1,500.00 and not KES 175.00');
    // One of the two goes back: nobody pays back the difference as well.
    expect(toldOfMore(sent)[0]).not.toContain('too much');
    for (const { card } of [sent, rest]) {
      expect(rig.replies(card).filter((reply) => reply.includes('*Paid twice*'))).toHaveLength(1);
      expect(rig.readCard(card)).toContain('paid twice');
    }
    expect(await booked()).toContain('*Today* KES 2,825.00 in 2 payments');
  });

  it('leaves both cards saying that they were paid twice when more comes after that', async () => {
    const { sent, rest } = await paidWithRest();
    await recordSays(rig, sent, 1500);
    for (const { card } of [sent, rest]) await until(() => rig.readCard(card).includes('paid twice'));
    await recordSays(rig, sent, 1700);
    await until(() => toldOfMore(sent).length === 2);
    await rig.idle();
    for (const { card } of [sent, rest]) {
      expect(rig.replies(card).filter((reply) => reply.includes('*Paid twice*'))).toHaveLength(1);
      expect(rig.readCard(card)).toContain('paid twice');
    }
  });

  it('is all too much, because nothing was missing', async () => {
    const { sent, rest } = await paidWithRest();
    await recordSays(rig, sent, 1000);
    await until(() => toldOfMore(sent).length === 1);
    expect(toldOfMore(sent)[0]).toContain('KES 825.00 too much. Send that back yourself');
    await rig.idle();
    expect([...rig.replies(sent.card), ...rig.replies(rest.card)].join()).not.toContain('Paid twice');
  });

  it('keeps it paid when the rest goes back and all of it has come for itself', async () => {
    const { sent, rest } = await paidWithRest();
    await recordSays(rig, sent, 1700);
    await until(() => toldOfMore(sent).length === 1);
    expect(toldOfMore(sent)[0]).toContain('KES 1,525.00 too much. Send that back yourself');
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(rest.reference);
    await until(() => rig.readCard(rest.card).includes('paid back'));
    await rig.idle();
    expect(rig.replies(sent.card).join()).not.toContain('Not paid in full any more');
    expect(rig.readCard(sent.card)).toContain(
      'KES 1,700.00 paid · Two bags of flour · more than the KES 1,500.00 asked',
    );
  });
});

describe('accepting as paid asks the payment service first', () => {
  it('an order that is paid in full by then is told as paid, and nothing is accepted', async () => {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    recordGrows(rig, sent.reference, 1500);
    await accept(sent);
    await until(() => notes().at(-1)?.includes('has been paid in full by now, so nothing was accepted'));
    await until(() => rig.readCard(sent.card).includes('KES 1,500.00 paid'));
    await rig.idle();
    expect(rig.replies(sent.card).join()).not.toContain('Accepted as paid');
    expect(rig.readCard(sent.card)).not.toContain('accepted');
  });

  it('what is more than whoever pressed has read is not accepted unread', async () => {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    recordGrows(rig, sent.reference, 1000);
    await accept(sent);
    await until(() => notes().at(-1)?.includes('KES 1,000.00 has come'));
    expect(notes().at(-1)).toContain('nothing was accepted');
    await until(() => rig.readCard(sent.card).includes('KES 500.00 missing'));
    await accept(sent);
    await until(() =>
      rig.readCard(sent.card).includes('KES 1,000.00 paid · Two bags of flour · of KES 1,500.00, accepted'),
    );
  });

  it('without an answer of the service nothing is accepted, and it can be tried again', async () => {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    await rig.idle();
    const down = rig.provider.faults.unavailable();
    await accept(sent);
    await until(() => notes().at(-1)?.includes('nothing was accepted'));
    expect(rig.readCard(sent.card)).toContain('[Accept as paid]');
    down.end();
    await accept(sent);
    await until(() => rig.readCard(sent.card).includes('accepted as paid by'));
  });
});
