// The agent of a link that nobody has paid is reminded once, by direct message, until they stop that.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf } from './agent.ts';
import { directTo, newest } from './approvers.ts';
import { directly, goTo, linkUntil } from './link-until.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('the reminder of a link', () => {
  const MERCHANT = SAYS.reminderText('Duka la Amina', 'KES 2,500.00', 'School fees');

  it('at 09:00 of the day before the deadline its agent gets a text for the customer, once', async () => {
    const { reference } = await linkUntil(rig, '2031-01-14', { phone_number: '0722 000 111' });
    await goTo(rig, '2031-01-13T05:59');
    expect(directly(rig)).toEqual([]);
    await goTo(rig, '2031-01-13T06:01');
    await until(() => directly(rig).length === 1);
    const [message = ''] = directly(rig);
    for (const part of [
      'KES 2,500.00',
      SAYS.reminderState,
      'until 14 Jan',
      reference,
      MERCHANT,
      'by 14 January',
    ])
      expect(message).toContain(part);
    expect(message).toMatch(
      /\[open_whatsapp\] \(https:\/\/wa\.me\/\?text=Hello.*\) \[open_card\] .* \[stop_reminding\]/,
    );
    expect(JSON.stringify(directTo(rig, rig.agent.id))).not.toContain('722000111');
    await goTo(rig, '2031-01-14T09:00');
    expect(directly(rig)).toHaveLength(1);
  });

  it('without a deadline it comes once, at 09:00 after three days', async () => {
    await goTo(rig, '2031-01-10T09:00');
    await createLink(rig);
    await goTo(rig, '2031-01-14T05:59');
    expect(directly(rig)).toEqual([]);
    await goTo(rig, '2031-01-14T06:01');
    await until(() => directly(rig).length === 1);
    expect(directly(rig)[0]).toContain(MERCHANT);
    expect(directly(rig)[0]).not.toContain(SAYS.until);
    await goTo(rig, '2031-01-30T09:00');
    expect(directly(rig)).toHaveLength(1);
  });

  it('nobody is reminded of a link that was paid or cancelled meanwhile, or made the day before its deadline', async () => {
    const paid = await linkUntil(rig);
    const cancelled = await linkUntil(rig);
    await linkUntil(rig, '2031-01-11');
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(paid.reference);
    await rig.agent.select(newest(rig, cancelled.card), 'order_menu', `cancel_order:${cancelled.reference}`);
    await until(() => rig.readModal().includes('== cancel_order =='));
    await rig.agent.submit();
    await until(() => rig.readCard(cancelled.card).includes(SAYS.cancelledBy));
    await goTo(rig, '2031-01-13T09:00');
    await until(() => rig.readCard(paid.card).includes(SAYS.isPaid));
    await rig.idle();
    expect(directly(rig)).toEqual([]);
  });

  it.each([{ is_restricted: true }, { deleted: true }])(
    'an agent who may not act any more (%j) is not reminded, and the order goes on',
    async (what) => {
      const sent = await linkUntil(rig);
      rig.slack.addUser({ id: rig.agent.id, name: 'amina', real_name: 'Amina Agent', ...what });
      await goTo(rig, '2031-01-13T06:01');
      await rig.idle();
      expect(directly(rig)).toEqual([]);
      await goTo(rig, '2031-01-14T21:01');
      await repliesOf(rig, sent.card, 1, SAYS.cancelled);
    },
  );

  it('an agent of whom Slack does not say who that is is reminded all the same', async () => {
    await linkUntil(rig);
    rig.slack.faults.always('users.info', { kind: 'error', code: 'internal_error' });
    await goTo(rig, '2031-01-13T06:01');
    await until(() => directly(rig).length === 1);
  });

  it('an agent who has left the workspace is tried once, and the order goes on', async () => {
    const sent = await linkUntil(rig);
    rig.slack.faults.always('conversations.open', { kind: 'error', code: 'user_disabled' });
    await goTo(rig, '2031-01-13T06:01');
    await rig.idle();
    rig.slack.faults.off();
    await goTo(rig, '2031-01-13T12:00');
    expect(directly(rig)).toEqual([]);
    await goTo(rig, '2031-01-14T21:01');
    await repliesOf(rig, sent.card, 1, SAYS.cancelled);
  });

  it('a reminder whose answer was lost stands there once', async () => {
    await linkUntil(rig);
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await goTo(rig, '2031-01-13T06:01');
    rig.clock.advance(60_000);
    await until(() => directly(rig).length === 1);
    await goTo(rig, '2031-01-13T12:00');
    expect(directly(rig)).toHaveLength(1);
  });

  it('a reminder whose answer was lost is known for erasing also when its agent stops reminders before the next try', async () => {
    rig.clock.hold();
    const { reference } = await linkUntil(rig);
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await goTo(rig, '2031-01-13T06:01');
    await until(() => directTo(rig, rig.agent.id).length === 1);
    await rig.idle();
    const [message] = directTo(rig, rig.agent.id);
    if (!message) throw new Error('there is no reminder');
    expect((await storedOrder(rig, reference)).directMessages).toEqual([]);
    await rig.agent.click(message, 'stop_reminding');
    await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
    rig.clock.advance(60_000);
    await until(async () => (await storedOrder(rig, reference)).undelivered === 0);
    expect((await storedOrder(rig, reference)).directMessages).toMatchObject([{ ts: message.ts }]);
    expect(directly(rig)).toHaveLength(1);
  });

  it('Stop reminding ends the reminders of all links, and Home switches them on again', async () => {
    await linkUntil(rig, '2031-01-14');
    await linkUntil(rig, '2031-01-16');
    await goTo(rig, '2031-01-13T06:01');
    await until(() => directly(rig).length === 1);
    const [message] = directTo(rig, rig.agent.id);
    if (!message) throw new Error('there is no reminder');
    const answers = () =>
      rig.slack
        .ephemerals(rig.agent.id)
        .map((one) => renderMessage(one))
        .join();
    await rig.agent.click(message, 'stop_reminding');
    await until(() => answers().includes(SAYS.noLongerReminded));
    await rig.agent.click(message, 'stop_reminding', { isOld: true });
    await until(() => answers().includes(SAYS.wasSwitchedOff));
    await goTo(rig, '2031-01-15T09:00');
    expect(directly(rig)).toHaveLength(1);

    await rig.agent.openHome();
    const home = () => {
      const view = rig.slack.home(rig.agent.id);
      if (!view) throw new Error('there is no Home');
      return view;
    };
    await until(() => JSON.stringify(home()).includes('remind_again'));
    await rig.agent.click(home(), 'remind_again');
    await until(() => JSON.stringify(home()).includes('stop_reminding'));
    await goTo(rig, '2031-01-20T09:00');
    await createLink(rig, { valid_until: '2031-01-25' });
    await goTo(rig, '2031-01-24T06:01');
    await until(() => directly(rig).length === 2);
  });
});
