// A link with a deadline: its agent is reminded the day before, and Teller cancels it when the day is over.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { createLink, openForm, repliesOf, type Sent, submitLink } from './agent.ts';
import { directTo, newest } from './approvers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const OVER =
  'The deadline is over; Teller has cancelled it. If it is paid all the same, you will hear of it here.';
const direct = () => directTo(rig, rig.agent.id).map((message) => renderMessage(message));
const said = ({ card }: Sent) => rig.replies(card).join('\n');

/** Moves the clock to that time (UTC; clocks in Nairobi show three hours more). */
async function goTo(time: string): Promise<void> {
  rig.clock.advance(Date.parse(`${time}Z`) - rig.clock.now());
  await rig.idle();
}

/** Made on 10 January 2031, to be paid until the 14th. */
async function linkUntil(day = '2031-01-14', values: Record<string, string> = {}): Promise<Sent> {
  await goTo('2031-01-10T09:00');
  const sent = await createLink(rig, { valid_until: day, ...values });
  await rig.agent.close();
  return sent;
}

describe('a deadline', () => {
  it('a link with a deadline shows it, and when its day is over Teller cancels it and says so as its own deed', async () => {
    const sent = await linkUntil();
    expect(rig.readCard(sent.card)).toContain('waiting for payment until 14 Jan');
    await goTo('2031-01-14T20:59');
    expect(rig.provider.find(sent.reference)?.cancelledAt).toBeUndefined();
    await goTo('2031-01-14T21:01');
    await repliesOf(rig, sent.card, 1, 'cancelled');
    expect(rig.provider.find(sent.reference)?.cancelledAt).toBeDefined();
    expect(said(sent)).toBe(OVER);
    expect(rig.readCard(sent.card)).toContain('cancelled by Teller');
    expect(rig.readCard(sent.card)).not.toContain('@teller');
    expect(rig.readCard(sent.card)).toContain('[Send again]');
  });

  it('the history and the report say that Teller cancelled it', async () => {
    const { card, reference } = await linkUntil();
    await goTo('2031-01-14T21:01');
    await until(() => rig.readCard(card).includes('cancelled by Teller'));
    await rig.agent.select(newest(rig, card), 'order_menu', `history:${reference}`);
    const notes = () =>
      rig.slack
        .ephemerals(rig.agent.id)
        .map((one) => renderMessage(one))
        .join();
    await until(() => notes().includes('Teller cancelled it, because its deadline was over'));
  });

  it('a payment that was faster than the deadline wins, also when nobody has notified Teller', async () => {
    const sent = await linkUntil();
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(sent.reference);
    await goTo('2031-01-14T21:01');
    await repliesOf(rig, sent.card, 1, '00 paid ·');
    expect(said(sent)).not.toContain('deadline');
    expect(rig.provider.find(sent.reference)?.cancelledAt).toBeUndefined();
  });

  it('a payment after the deadline’s cancel is told, found by Teller within a day', async () => {
    const sent = await linkUntil();
    await goTo('2031-01-14T21:01');
    await repliesOf(rig, sent.card, 1, 'cancelled');
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(sent.reference);
    await goTo('2031-01-15T21:02');
    await until(() => rig.replies(sent.card).length === 2);
    expect(said(sent)).toMatch(/paid/i);
    expect(rig.readCard(sent.card)).toContain('KES 2,500.00 paid');
  });

  it('while the payment service does not answer, the cancel is repeated until it does', async () => {
    const sent = await linkUntil();
    const down = rig.provider.faults.down();
    await goTo('2031-01-14T21:01');
    await goTo('2031-01-18T09:00');
    expect(said(sent)).toBe('');
    down.end();
    rig.clock.advance(11 * 60_000);
    await repliesOf(rig, sent.card, 1, 'cancelled');
    expect(said(sent)).toBe(OVER);
  });

  it('the lost answer to the deadline’s cancel leaves it told once', async () => {
    const sent = await linkUntil();
    rig.provider.faults.lostAnswer({ operation: 'cancelOrder', times: 2 });
    await goTo('2031-01-14T21:01');
    rig.clock.advance(60_000);
    await repliesOf(rig, sent.card, 1, 'cancelled');
    await goTo('2031-01-16T21:01');
    expect(said(sent)).toBe(OVER);
  });

  it('the form takes no deadline in the past or further than 366 days, and none of a link that repeats', async () => {
    await goTo('2031-01-10T09:00');
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit({ valid_until: '2031-01-09' });
    await until(() => rig.readModal().includes('Choose today or a later day.'));
    await rig.agent.submit({ valid_until: '2032-01-12' });
    await until(() => rig.readModal().includes('Choose a day in the next 366 days.'));
    await submitLink(rig, { valid_until: '2031-01-10' });
    await until(() => rig.readModal().includes('is ready'));
  });
});

describe('the reminder of a link', () => {
  const MERCHANT = 'Hello from Duka la Amina: a friendly reminder to pay KES 2,500.00 for School fees';

  it('at 09:00 of the day before the deadline its agent gets a text for the customer, once', async () => {
    const { reference } = await linkUntil('2031-01-14', { phone_number: '0722 000 111' });
    await goTo('2031-01-13T05:59');
    expect(direct()).toEqual([]);
    await goTo('2031-01-13T06:01');
    await until(() => direct().length === 1);
    const [message = ''] = direct();
    for (const part of ['KES 2,500.00', 'not paid yet', 'until 14 Jan', reference, MERCHANT, 'by 14 January'])
      expect(message).toContain(part);
    expect(message).toMatch(
      /\[Share by WhatsApp\] \(https:\/\/wa\.me\/\?text=Hello.*\) \[Open its card\] .* \[Stop reminding\]/,
    );
    expect(JSON.stringify(directTo(rig, rig.agent.id))).not.toContain('722000111');
    await goTo('2031-01-14T09:00');
    expect(direct()).toHaveLength(1);
  });

  it('without a deadline it comes once, at 09:00 after three days', async () => {
    await goTo('2031-01-10T09:00');
    await createLink(rig);
    await goTo('2031-01-14T05:59');
    expect(direct()).toEqual([]);
    await goTo('2031-01-14T06:01');
    await until(() => direct().length === 1);
    expect(direct()[0]).toContain(MERCHANT);
    expect(direct()[0]).not.toContain('until');
    await goTo('2031-01-30T09:00');
    expect(direct()).toHaveLength(1);
  });

  it('nobody is reminded of a link that was paid or cancelled meanwhile, or made the day before its deadline', async () => {
    const paid = await linkUntil();
    const cancelled = await linkUntil();
    await linkUntil('2031-01-11');
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(paid.reference);
    await rig.agent.select(newest(rig, cancelled.card), 'order_menu', `cancel_order:${cancelled.reference}`);
    await until(() => rig.readModal().includes('Cancel'));
    await rig.agent.submit();
    await until(() => rig.readCard(cancelled.card).includes('cancelled by'));
    await goTo('2031-01-13T09:00');
    await until(() => rig.readCard(paid.card).includes('paid'));
    await rig.idle();
    expect(direct()).toEqual([]);
  });

  it('Stop reminding ends the reminders of all links, and Home switches them on again', async () => {
    await linkUntil('2031-01-14');
    await linkUntil('2031-01-16');
    await goTo('2031-01-13T06:01');
    await until(() => direct().length === 1);
    const [message] = directTo(rig, rig.agent.id);
    if (!message) throw new Error('there is no reminder');
    const answers = () =>
      rig.slack
        .ephemerals(rig.agent.id)
        .map((one) => renderMessage(one))
        .join();
    await rig.agent.click(message, 'stop_reminding');
    await until(() => answers().includes('Teller no longer reminds you of your unpaid links.'));
    await rig.agent.click(message, 'stop_reminding', { isOld: true });
    await until(() => answers().includes('that was switched off before'));
    await goTo('2031-01-15T09:00');
    expect(direct()).toHaveLength(1);

    await rig.agent.openHome();
    const home = () => {
      const view = rig.slack.home(rig.agent.id);
      if (!view) throw new Error('there is no Home');
      return view;
    };
    await until(() => JSON.stringify(home()).includes('Remind me again'));
    await rig.agent.click(home(), 'remind_again');
    await until(() => JSON.stringify(home()).includes('stop_reminding'));
    await goTo('2031-01-20T09:00');
    await createLink(rig, { valid_until: '2031-01-25' });
    await goTo('2031-01-24T06:01');
    await until(() => direct().length === 2);
  });
});
