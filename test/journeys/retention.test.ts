// RETENTION_DAYS: a customer's data goes by itself when its time is over, and nothing goes before.
import { afterEach, describe, expect, it } from 'vitest';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  answerTo,
  createLink,
  createMonthlyLink,
  payFor,
  repliesOf,
  type Sent,
  sendPrompt,
  shownTo,
} from './agent.ts';
import { openCustomerPages } from './customer-pages.ts';
import { bytesOf, postedIn } from './erased.ts';
import { paysWith, SECOND, THIRD } from './payments.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

const DAY = 24 * 60 * 60_000;
const PERSON = /254712345678|0712345678|Zawadi|Nyambura|zawadi@|Two bags/i;
const CUSTOMER = { first_name: 'Zawadi', last_name: 'Nyambura' };

let rig: Rig;
afterEach(() => rig.stop());

const paidPrompt = async () => payFor(rig, await sendPrompt(rig, CUSTOMER));
/** A link that nobody paid, once its customer is erased. */
async function erasedLink(values: Record<string, string>): Promise<Sent> {
  const sent = await createLink(rig, values);
  rig.agent.close();
  rig.clock.advance(31 * DAY);
  await until(async () => (await storedOrder(rig, sent.reference)).isWatched === false);
  await rig.idle();
  rig.clock.advance(32 * DAY);
  await until(() => rig.readCard(sent.card).includes(SAYS.customerErased));
  await rig.idle();
  return sent;
}

const restartWith = (days: string) => rig.restartWith({ RETENTION_DAYS: days });

describe('when RETENTION_DAYS are over', () => {
  it('a paid order loses its customer: on its card, in its thread, on its receipt, in searches and in the file’s bytes', async () => {
    rig = await startRig({ RETENTION_DAYS: '31' });
    const { card, reference } = await paidPrompt();
    const pages = openCustomerPages(rig);
    expect(postedIn(rig)).toMatch(PERSON);
    expect(await bytesOf(rig)).toMatch(PERSON);

    rig.clock.advance(31 * DAY - 60_000);
    await rig.idle();
    expect(rig.readCard(card)).toContain('Zawadi');

    rig.clock.advance(60_000);
    await until(() => rig.readCard(card).includes(SAYS.customerErased));
    await until(async () => !(await storedOrder(rig, reference)).isErasing);
    expect(postedIn(rig)).not.toMatch(PERSON);
    expect(rig.readCard(card)).toContain(SAYS.customerErasedPaid('KES 1,500.00'));
    expect(rig.replies(card)).toHaveLength(1);
    expect(rig.replies(card)[0]).toContain(SAYS.stoodHerePaid);
    expect(await pages.receipt(reference)).toMatch(/^404 /);
    await rig.idle();
    expect(await bytesOf(rig)).not.toMatch(PERSON);

    expect(await answerTo(rig, 'find 0712345678')).not.toContain(reference);
    expect(await answerTo(rig, 'find Zawadi')).not.toContain(reference);
    expect(await answerTo(rig, `find ${reference}`)).toContain('1,500.00');
    expect(await answerTo(rig, `history ${reference}`)).toContain(SAYS.erasedInHistory);
  });

  it('Several payments: each loses its payer, and one that comes later has none', async () => {
    rig = await startRig({ RETENTION_DAYS: '31' });
    const sent = await paidPrompt();
    await paysWith(rig, sent, SECOND);
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
    await rig.idle();
    const payers = async () => (await storedOrder(rig, sent.reference)).payers;
    expect(await payers()).not.toContain('');
    rig.clock.advance(32 * DAY);
    await until(() => rig.readCard(sent.card).includes(SAYS.customerErased));
    await rig.idle();
    expect(await payers()).toEqual(['', '']);
    await paysWith(rig, sent, THIRD);
    expect(await payers()).toEqual(['', '', '']);
    expect(rig.readCard(sent.card)).toContain('4,500.00');
    expect(postedIn(rig)).not.toMatch(PERSON);
  });

  it('a link that is paid late is told without its payer, whom nothing brings back', async () => {
    rig = await startRig({ RETENTION_DAYS: '31' });
    const email_address = 'zawadi@example.com';
    const values = { ...CUSTOMER, phone_number: '0712345678', email_address };
    const { card, reference } = await erasedLink(values);

    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes(SAYS.paidAmount('KES 2,500.00')));
    await rig.idle();
    const order = await storedOrder(rig, reference);
    expect(order).toMatchObject({ state: 'paid', customer: {}, payers: [''] });
    expect(postedIn(rig)).not.toMatch(PERSON);
    expect(rig.replies(card).at(-1)).toContain(SAYS.receivedAmount('KES 2,500.00'));
  });

  it('a recurring link that nobody paid is kept until its last day is over, so that its charges are known, and costs no calls for that', async () => {
    rig = await startRig({ RETENTION_DAYS: '31' });
    const dayFrom = (days: number) => new Date(rig.clock.now() + days * DAY).toISOString().slice(0, 10);
    const { card, reference } = await createLink(rig, {
      ...CUSTOMER,
      phone_number: '0712345678',
      frequency: 'MONTHLY',
      start_date: dayFrom(100),
      end_date: dayFrom(200),
      account_number: 'SUBSCRIBER-7',
    });
    rig.agent.close();
    rig.clock.advance(31 * DAY);
    await until(async () => (await storedOrder(rig, reference)).isWatched === false);
    await rig.idle();
    rig.clock.advance(32 * DAY);
    await rig.idle();
    const calls = () => rig.provider.requestsTo('getTransactionStatus').length;
    const before = calls();
    for (let day = 0; day < 10; day += 1) {
      rig.clock.advance(DAY);
      await rig.idle();
    }
    expect(calls()).toBe(before);
    expect(rig.readCard(card)).toContain('Zawadi');
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 2, 'KES 2,500.00');
    rig.clock.advance(27 * DAY);
    await rig.provider.customer.charge(reference);
    await repliesOf(rig, card, 3, 'KES 5,000.00');
    await rig.idle();
    rig.clock.advance(150 * DAY);
    await until(() => rig.readCard(card).includes(SAYS.customerErased));
  });

  it('a charge is kept as long as its link, and costs no calls for that', async () => {
    rig = await startRig({ RETENTION_DAYS: '31' });
    const { card, reference } = await createMonthlyLink(rig);
    rig.agent.close();
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes(SAYS.chargesPaid('1', '12')));
    rig.clock.advance(31 * DAY);
    await rig.idle();
    await rig.provider.customer.charge(reference);
    await until(() => rig.readCard(card).includes(SAYS.chargesPaid('2', '12')));
    await rig.idle();
    // By now somebody was told that the next one did not come, and the charge would be erased if its link did not go on.
    for (const days of [34, 5]) {
      rig.clock.advance(days * DAY);
      await rig.idle();
    }
    const calls = () => rig.provider.requestsTo('getTransactionStatus').length;
    const before = calls();
    for (let day = 0; day < 8; day += 1) {
      rig.clock.advance(DAY);
      await rig.idle();
    }
    expect(calls()).toBe(before);
  });

  it('a link that is still unpaid is not passed on any more, and can be sent again', async () => {
    rig = await startRig({ RETENTION_DAYS: '31' });
    const sent = await erasedLink({ ...CUSTOMER, phone_number: '0712345678' });
    expect(rig.readCard(sent.card)).toContain('[send_again]');
    expect(rig.readCard(sent.card)).not.toMatch(/share_whatsapp|show_qr|open_payment_page|https?:/);
    expect(await answerTo(rig, `find ${sent.reference}`)).not.toMatch(/share_whatsapp|show_qr/);
    const before = shownTo(rig).length;
    // Answers of before keep their buttons.
    for (const action of ['share_whatsapp', 'show_qr'])
      await rig.agent.click(sent.card, action, { isOld: true });
    await until(() => shownTo(rig).length === before + 2);
    for (const answer of shownTo(rig).slice(before)) expect(answer).toContain(SAYS.nothingToShare);
  });

  it('orders stored before the setting was made get their turn, and a longer setting gives those that are left more time', async () => {
    rig = await startRig();
    const { card, reference } = await paidPrompt();
    const isErased = async () => (await storedOrder(rig, reference)).isErased;
    rig.clock.advance(20 * DAY);
    await restartWith('31');
    await rig.idle();
    rig.clock.advance(10 * DAY);
    await rig.idle();
    await restartWith('40');
    rig.clock.advance(2 * DAY);
    await rig.idle();
    expect(await isErased()).toBe(false);
    await restartWith('');
    rig.clock.advance(20 * DAY);
    await rig.idle();
    expect(await isErased()).toBe(false);
    expect(rig.readCard(card)).toContain('Zawadi');
    await restartWith('40');
    await until(async () => {
      rig.clock.advance(1_000);
      return isErased();
    });
    await until(() => rig.readCard(card).includes(SAYS.customerErased));
  });
});
