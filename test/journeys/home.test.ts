// One's own work: Home as it is opened and as it changes, and the same lists by /pay open.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyOf, atStart, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, sendPrompt } from './agent.ts';
import { goToNoon } from './noon.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const home = (person = rig.agent) => {
  const view = rig.slack.home(person.id);
  return view ? renderView(view) : '';
};
const published = () => rig.slack.callsTo('views.publish').length;

async function openHome(expected: string, person = rig.agent): Promise<void> {
  await person.openHome();
  await until(() => home(person).includes(expected));
  // When it was opened is saved after it is shown.
  await rig.idle();
}

/** Changes are gathered for a while before Home is refreshed. */
async function passGathering(): Promise<void> {
  await rig.idle();
  rig.clock.advance(2_000);
}

describe('Home', () => {
  it('Home of somebody new has the three ways to start, and says that there are no open orders', async () => {
    await openHome(SAYS.noOpenOrders);
    expect(home()).toContain('[send_prompt] [create_link] [look_up] [more]');
  });

  it('Home shows one’s own open orders and nobody else’s', async () => {
    const { reference } = await sendPrompt(rig);
    await openHome(reference);
    expect(home()).toContain('[… check_order | cancel_order]');
    const other = rig.slack.person(rig.slack.users.secondAgent);
    await openHome(SAYS.noOpenOrders, other);
    expect(home(other)).not.toContain(reference);
  });

  it('Home is refreshed after a payment, once for changes that come together', async () => {
    goToNoon(rig);
    const first = await sendPrompt(rig);
    const second = await createLink(rig);
    await openHome(first.reference);
    await passGathering();
    await until(() => published() >= 1);
    await rig.idle();
    const before = published();
    // However slow the machine is, both changes come in one moment.
    const bothAsked = Promise.withResolvers<void>();
    const slow = rig.provider.faults.slow(bothAsked.promise, { operation: 'getTransactionStatus', times: 2 });
    await Promise.all([first, second].map(({ reference }) => rig.provider.customer.pay(reference)));
    await until(() => slow.hits === 2);
    bothAsked.resolve();
    await repliesOf(rig, first.card, 1, SAYS.paid);
    await repliesOf(rig, second.card, 1, SAYS.paid);
    await passGathering();
    await until(() => home().includes(SAYS.noOpenOrders));
    expect(home().match(/ paid · /g)).toHaveLength(2);
    expect(home()).toContain(SAYS.todayNothingOpen(SAYS.inPayments('KES 4,000.00', '2 payments')));
    expect(published()).toBe(before + 1);
  });

  it('Home that was never opened, or not for a month, is not refreshed', async () => {
    const first = await sendPrompt(rig);
    await rig.provider.customer.pay(first.reference);
    await repliesOf(rig, first.card, 1, SAYS.paid);
    await passGathering();
    await rig.idle();
    expect(published()).toBe(0);

    await openHome(SAYS.paidAmount('KES 1,500.00'));
    rig.clock.advance(31 * 24 * 60 * 60_000);
    const second = await sendPrompt(rig);
    await rig.provider.customer.pay(second.reference);
    await repliesOf(rig, second.card, 1, SAYS.paid);
    await passGathering();
    await rig.idle();
    expect(published()).toBe(1);
  });

  it('Home is still refreshed by the next bot after a restart', async () => {
    const { card, reference } = await sendPrompt(rig);
    await openHome(reference);
    await rig.stopBot();
    await rig.startBot();
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await passGathering();
    await until(() => home().includes(SAYS.noOpenOrders));
  });

  it('Home that Slack does not take spoils nothing, and is refreshed with the next change', async () => {
    const first = await sendPrompt(rig);
    const second = await createLink(rig);
    await openHome(first.reference);
    await passGathering();
    await rig.idle();
    rig.slack.faults.next('views.publish', { kind: 'rateLimited', retryAfterSeconds: 30 });
    await rig.provider.customer.pay(first.reference);
    expect(await repliesOf(rig, first.card, 1, SAYS.paid)).toHaveLength(1);
    await passGathering();
    await rig.idle();
    expect(home()).toContain(first.reference);
    await rig.provider.customer.pay(second.reference);
    await repliesOf(rig, second.card, 1, SAYS.paid);
    await passGathering();
    await until(() => home().includes(SAYS.noOpenOrders));
  });

  it('Home stays as it is when Slack for once could not say who may see it', async () => {
    const { card, reference } = await sendPrompt(rig);
    await openHome(reference);
    await passGathering();
    await rig.idle();
    rig.clock.advance(61_000);
    rig.slack.faults.always('users.info', { kind: 'http500' });
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await passGathering();
    await rig.idle();
    expect(home()).toContain(SAYS.yourOpenOrders);
  });

  it('Home of a guest says why it is empty, and nothing else', async () => {
    const guest = rig.slack.person(rig.slack.users.guest);
    await openHome(SAYS.isForFullMembers, guest);
    expect(home(guest)).not.toMatch(anyOf('[', SAYS.yourOpenOrders));
  });
});

describe('/pay open', () => {
  const answers = () =>
    rig.slack.ephemerals(rig.agent.id, rig.slack.channels.sales).map((one) => renderMessage(one));

  it('/pay open says to somebody without orders that there are none', async () => {
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => answers().some((text) => text.includes(SAYS.noOpenOrders)));
  });

  it('/pay open lists open orders with their sum and the same menu as Home, and how others ended', async () => {
    goToNoon(rig);
    const ended = await sendPrompt(rig);
    await rig.provider.customer.pay(ended.reference);
    await repliesOf(rig, ended.card, 1, SAYS.paid);
    const open = await createLink(rig);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => answers().length === 1);
    await rig.idle();
    expect(answers()).toHaveLength(1);
    const [first = '', second = ''] = answers()[0]?.split(SAYS.lastOutcomes) ?? [];
    expect(first).toMatch(
      atStart(SAYS.todayOpen(SAYS.inPayments('KES 1,500.00', '1 payment'), '1', 'KES 2,500.00')),
    );
    expect(first).toContain(open.reference);
    expect(first).toContain('[… share_whatsapp | show_qr | check_order | cancel_order]');
    expect(first).toContain(`/archives/${open.card.channel}/p${open.card.ts.replace('.', '')}`);
    expect(first).not.toContain(ended.reference);
    expect(second).toContain(SAYS.paidAmount('KES 1,500.00'));
    expect(second).toContain(ended.reference);
  });

  it('the menu of an open order checks it and asks whether to cancel it', async () => {
    const { reference } = await createLink(rig);
    await openHome(reference);
    const view = rig.slack.home(rig.agent.id);
    if (!view) throw new Error('there is no Home');
    await rig.agent.select(view, 'order_menu', `cancel_order:${reference}`);
    await until(() => rig.readModal().includes('== cancel_order =='));
  });
});
