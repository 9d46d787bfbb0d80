// A recurring link over its year: its card counts the charges, and a charge that never comes is noticed.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { atEnd, SAYS } from '#test/slack/text/phrases.ts';
import { answersTo, answerTo, createLink, repliesOf, type Sent, shownTo } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const DAY = 24 * 60 * 60_000;

/** Moves the clock to noon in East Africa on that day. */
async function goTo(day: string): Promise<void> {
  rig.clock.advance(Date.parse(`${day}T09:00:00Z`) - rig.clock.now());
  await rig.idle();
}

/** KES 2,500 each month from 15 January to 15 December 2031, made and first paid on 10 January. */
async function subscribe(): Promise<Sent> {
  await goTo('2031-01-10');
  const sent = await createLink(rig, {
    frequency: 'MONTHLY',
    start_date: '2031-01-15',
    end_date: '2031-12-15',
    account_number: 'SUBSCRIBER-7',
  });
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Jan'));
  rig.agent.close();
  return sent;
}

async function charge(
  { reference }: Sent,
  how: { amount?: number; declined?: boolean } = {},
): Promise<string> {
  const { order_tracking_id } = await rig.provider.customer.charge(reference, how);
  await rig.idle();
  return order_tracking_id;
}

function newestReply({ card }: Sent): Message {
  const reply = rig.slack.thread(card.channel, card.ts).at(-1);
  if (!reply) throw new Error('there is no reply');
  return reply;
}

const headline = ({ card }: Sent) => rig.readCard(card).split('\n')[0];

describe('a recurring link', () => {
  it('a recurring link counts and sums its charges over a year, a failed one and one that is paid back not among them', async () => {
    const sent = await subscribe();
    const { card } = sent;
    expect(headline(sent)).toBe(
      SAYS.recurringState('KES 2,500.00', 'School fees', '1', '12', 'KES 2,500.00', '15 Jan'),
    );
    await goTo('2031-01-15');
    await charge(sent);
    await repliesOf(rig, card, 2, SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Feb'));

    await goTo('2031-02-15');
    await charge(sent, { declined: true });
    const [, , failed] = await repliesOf(
      rig,
      card,
      3,
      SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Mar'),
    );
    expect(failed).toContain(SAYS.chargeNotPaid);
    // The card of a paid link has no Send again.
    expect(failed).not.toContain('send_again');
    expect(failed).toContain(SAYS.customerOrNewLink);

    await goTo('2031-03-15');
    const march = await charge(sent);
    await repliesOf(rig, card, 4, SAYS.chargesPaidNext('3', '12', 'KES 7,500.00', '15 Apr'));
    await goTo('2031-03-20');
    await rig.provider.customer.reverse(march);
    await repliesOf(rig, card, 5, SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Apr'));

    for (const month of ['04', '05', '06', '07', '08', '09', '10', '11', '12']) {
      await goTo(`2031-${month}-15`);
      await charge(sent);
    }
    await repliesOf(rig, card, 14, SAYS.chargesPaidSum('11', '12', 'KES 27,500.00'));
    expect(headline(sent)).toMatch(
      atEnd(` monthly · School fees · ${SAYS.chargesPaidSum('11', '12', 'KES 27,500.00')}`),
    );
    await goTo('2033-01-01');
    expect(rig.replies(card)).toHaveLength(14);
    expect(rig.replies(card).join('\n')).not.toContain(SAYS.chargeMissed);
  });

  it('a recurring link that is charged as often as was agreed expects nothing more', async () => {
    const sent = await subscribe();
    for (let count = 2; count <= 12; count += 1) {
      await goTo(`2031-${String(count - 1).padStart(2, '0')}-15`);
      await charge(sent);
    }
    await repliesOf(rig, sent.card, 12, SAYS.chargesPaidSum('12', '12', 'KES 30,000.00'));
    await goTo('2032-06-01');
    expect(rig.replies(sent.card)).toHaveLength(12);
  });

  it('a recurring link shows the same count in /pay status, in the ended list and to whoever is mentioned in its thread', async () => {
    const sent = await subscribe();
    await goTo('2031-01-15');
    await charge(sent);
    const expected = SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Feb');
    await repliesOf(rig, sent.card, 2, expected);
    for (const words of [`status ${sent.reference}`, 'open']) {
      const answer = await answersTo(rig, words);
      await until(() => answer().includes(expected));
    }
    await rig.agent.mention(sent.card.channel, 'status', { thread_ts: sent.card.ts });
    await until(() => rig.replies(sent.card).at(-1)?.includes(expected));
  });

  it('a charge of another amount is not counted while it is under review', async () => {
    const sent = await subscribe();
    await goTo('2031-01-15');
    await charge(sent, { amount: 2_000 });
    const [, review] = await repliesOf(
      rig,
      sent.card,
      2,
      SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Feb'),
    );
    expect(review).toContain(SAYS.receivedInPart('KES 2,000.00', 'KES 2,500.00'));
  });

  it('a recurring link whose first payment went back still says how many of its payments were paid', async () => {
    const sent = await subscribe();
    await goTo('2031-01-12');
    await rig.provider.customer.reverse(sent.reference);
    await until(() => headline(sent)?.includes(SAYS.paidBack));
    expect(headline(sent)).toBe(SAYS.recurringPaidBack('KES 2,500.00', 'School fees', '0', '12'));
    await goTo('2031-01-15');
    await charge(sent);
    await until(() => headline(sent)?.includes(SAYS.chargesPaidSum('1', '12', 'KES 2,500.00')));
  });

  it('a charge of another amount is counted as it was paid when a person accepts it, and no more when it is paid back', async () => {
    const sent = await subscribe();
    await goTo('2031-01-15');
    const trackingId = await charge(sent, { amount: 2_000 });
    await repliesOf(rig, sent.card, 2, SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Feb'));
    await rig.agent.click(newestReply(sent), 'accept_as_paid');
    await repliesOf(rig, sent.card, 3, SAYS.chargesPaidNext('2', '12', 'KES 4,500.00', '15 Feb'));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(trackingId);
    await repliesOf(rig, sent.card, 4, SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Feb'));
  });

  it('a charge of which too little was paid is counted in full when the rest of it is paid', async () => {
    const sent = await subscribe();
    await goTo('2031-01-15');
    await charge(sent, { amount: 2_000 });
    await repliesOf(rig, sent.card, 2, SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 Feb'));
    await rig.agent.click(newestReply(sent), 'ask_for_rest');
    await until(() => rig.readModal().includes('== create_link =='));
    await rig.agent.submit();
    await until(() => rig.cards().length === 2 && rig.readModal().includes(SAYS.linkReady));
    const rest = rig.cards().at(-1);
    expect(rest && rig.readCard(rest)).toContain(SAYS.balanceOfCharge(sent.reference));
    await rig.provider.customer.pay(String(rest?.metadata?.event_payload['reference']));
    await repliesOf(rig, sent.card, 3, SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Feb'));
  });

  it('a charge is named by its recurring link, and who did what with it is in the menu of its reply', async () => {
    const sent = await subscribe();
    await goTo('2031-01-15');
    await charge(sent, { amount: 2_000 });
    await repliesOf(rig, sent.card, 2, SAYS.chargesPaid('1', '12'));
    const reply = newestReply(sent);
    expect(JSON.stringify(reply.blocks)).toContain(`(${sent.reference}).`);
    const found = await answerTo(rig, 'find 2000 review');
    const [answer] = rig.slack.ephemerals(rig.agent.id).slice(-1);
    expect(found + answer?.text).not.toContain(`${sent.reference}/`);
    await rig.agent.click(reply, 'accept_as_paid');
    await repliesOf(rig, sent.card, 3, SAYS.chargesPaid('2', '12'));
    await rig.agent.select(
      reply,
      'order_menu',
      /history:[^"]+/.exec(JSON.stringify(reply.blocks))?.[0] ?? '',
    );
    await until(() => shownTo(rig).at(-1)?.includes(SAYS.historyOfCharge(sent.reference)));
    expect(shownTo(rig).at(-1)).toContain(SAYS.acceptedInHistory(`@${rig.agent.id}`));
  });

  it('a recurring link counts a charge once, however often it is notified and checked', async () => {
    const sent = await subscribe();
    await goTo('2031-01-15');
    const trackingId = await charge(sent);
    for (let round = 0; round < 3; round += 1) {
      await rig.provider.notify(trackingId, { type: 'RECURRING', copies: 20 });
      rig.clock.advance(30_000);
      await rig.idle();
    }
    await repliesOf(rig, sent.card, 2, SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15 Feb'));
    await rig.idle();
    expect(rig.replies(sent.card)).toHaveLength(2);
  });
});

describe('a charge that never comes', () => {
  it('a charge that never comes is told once, two days after its day, and the next is expected again', async () => {
    const sent = await subscribe();
    await goTo('2031-01-15');
    await charge(sent);
    await goTo('2031-02-16');
    rig.clock.advance(DAY / 2 - 60_000);
    await rig.idle();
    expect(rig.replies(sent.card)).toHaveLength(2);
    rig.clock.advance(2 * 60_000);
    const [, , missed] = await repliesOf(
      rig,
      sent.card,
      3,
      SAYS.chargesPaidNext('2', '12', 'KES 5,000.00', '15'),
    );
    expect(missed).toContain(SAYS.chargeMissedLook('15 Feb'));
    await goTo('2031-03-10');
    expect(rig.replies(sent.card)).toHaveLength(3);
    await goTo('2031-03-15');
    await charge(sent);
    await repliesOf(rig, sent.card, 4, SAYS.chargesPaidNext('3', '12', 'KES 7,500.00', '15 Apr'));
  });

  it('charges that never come while Teller is stopped are told as one, the latest, also while the service is down', async () => {
    const sent = await subscribe();
    await rig.stopBot();
    const fault = rig.provider.faults.unavailable({ operation: 'getTransactionStatus' });
    rig.clock.advance(100 * DAY);
    await rig.startBot();
    const [, missed] = await repliesOf(
      rig,
      sent.card,
      2,
      SAYS.chargesPaidNext('1', '12', 'KES 2,500.00', '15 May'),
    );
    expect(missed).toContain(SAYS.chargeMissedOn('15 Apr'));
    // The check that comes with it is repeated, and tells nothing again.
    await until(() => fault.hits >= 1);
    await rig.idle();
    rig.clock.advance(60_000);
    await until(() => fault.hits >= 2);
    await rig.idle();
    expect(rig.replies(sent.card)).toHaveLength(2);
  });

  it('nothing is missed of a link that nobody paid, nor after its last day', async () => {
    await goTo('2031-01-10');
    const sent = await createLink(rig, {
      frequency: 'WEEKLY',
      start_date: '2031-01-15',
      end_date: '2031-02-15',
      account_number: 'SUBSCRIBER-8',
    });
    for (const day of ['2031-01-20', '2031-02-08', '2031-02-12']) await goTo(day);
    await repliesOf(rig, sent.card, 1, SAYS.notAnswered);
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 2, SAYS.chargesPaidSum('1', '5', 'KES 2,500.00'));
    await goTo('2032-01-01');
    expect(rig.replies(sent.card)).toHaveLength(2);
  });
});
