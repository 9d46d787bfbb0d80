// What customers, agents and the service do to an order, and what is known afterwards about who was told of it.
import type { Person } from '#sandbox/slack/person.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import type { Dice } from './dice.ts';
import type { Ears } from './heard.ts';
import type { Deed, How, Plan, Step } from './plan.ts';
import { closeAll, submitOpened } from './taking-orders.ts';
import type { Town } from './town.ts';

/** An order on its way through the storm. */
export type Course = {
  readonly plan: Plan;
  readonly reference: string;
  readonly agent: Person;
  readonly steps: Step[];
  /** When the next step is due. */
  dueAt: number;
  /** How often the next step found that its time had not come. */
  waits: number;
};

/** What happened at the service, which the audit could not see from how things stand in the end. */
export type Journal = {
  /** Changes of transactions, oldest first. */
  readonly changes: { readonly trackingId: string; readonly what: string; readonly at: number }[];
  /** Changes that nobody but a notification tells of; the service goes on until one is accepted. */
  readonly mustBeTold: { readonly trackingId: string; readonly at: number }[];
  /** Notifications that the service sends with delay. */
  readonly late: { readonly trackingId: string; readonly at: number }[];
  /** References that an agent asked to cancel. */
  readonly cancels: Set<string>;
};

export type Done = 'done' | 'not yet' | 'never' | { readonly another: string };

export function createDeeds(deps: { town: Town; ears: Ears; dice: Dice; journal: Journal }) {
  const { town, ears, dice, journal } = deps;
  const { provider, slack, now } = town;

  /** Does a course's next step. `not yet`: come again. */
  async function perform(course: Course, deed: Deed): Promise<Done> {
    const { reference, agent } = course;
    const order = provider.find(reference);
    switch (deed.do) {
      case 'pay':
      case 'decline':
        if (!order || !(await hasReached(order.kind, reference))) return 'not yet';
        if (order.payment && order.payment.status_code !== 2) return 'never';
        return order.payment && deed.do === 'decline' ? 'never' : pay(order.order_tracking_id, deed);
      case 'reverse':
        if (!order?.payment) return 'not yet';
        if (order.payment.status_code !== 1) return 'never';
        await provider.customer.reverse(order.order_tracking_id, { notify: false });
        return changed(order.order_tracking_id, 'reversed', deed.how, { mustBeTold: true });
      case 'charge':
      case 'charge differently':
        // A subscription that was not paid once is not charged again, and Teller learns of it before the day is over.
        if (order?.payment?.status_code !== 1) return 'not yet';
        return charge(course, deed.do === 'charge' ? order.amount : order.amount + 1, deed.how);
      case 'reverse charge':
        return reverseCharge(order?.account_number ?? '', deed.how);
      case 'notify again':
        if (!order) return 'not yet';
        await provider.notify(order.order_tracking_id, { copies: deed.copies });
        return 'done';
      case 'cancel':
        if (!order) return 'not yet';
        await Promise.all([
          press(agent, reference, 'cancel_order'),
          deed.racing ? race(order.order_tracking_id) : undefined,
        ]);
        return 'done';
      case 'check':
        return press(agent, reference, 'check_order');
      case 'ask status':
        await agent.command(slack.dmOf(agent.id), '/pay', `status ${reference}`);
        return 'done';
      case 'send again':
        return sendAgain(agent, reference);
      case 'delete card': {
        const card = ears.cardOf(reference);
        if (!card || isArchived(card.channel)) return 'not yet';
        slack.deleteMessage(card.channel, card.ts);
        return 'done';
      }
    }
  }

  /** A prompt rings by itself; a link reaches the customer only when the agent has it. */
  async function hasReached(kind: string, reference: string): Promise<boolean> {
    if (kind !== 'link') return true;
    const order = await town.store.orders.get(referenceOf(reference)).catch(() => undefined);
    return order?.service.redirectUrl !== undefined;
  }

  async function pay(trackingId: string, deed: Extract<Deed, { do: 'pay' | 'decline' }>): Promise<Done> {
    if (deed.do === 'decline') {
      await provider.customer.decline(trackingId, { notify: false });
      return changed(trackingId, 'declined', deed.how);
    }
    const { amount, currency } = deed;
    await provider.customer.pay(trackingId, {
      notify: false,
      ...(amount === undefined ? {} : { amount }),
      ...(currency === undefined ? {} : { currency }),
    });
    return changed(trackingId, 'paid', deed.how);
  }

  async function race(trackingId: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, dice.between(0, 40)));
    if (provider.find(trackingId)?.payment?.status_code !== 1)
      await pay(trackingId, { do: 'pay', how: 'told' });
  }

  async function charge({ reference }: Course, amount: number, how: How): Promise<Done> {
    const { order_tracking_id } = await provider.customer.charge(reference, { amount, notify: false });
    return changed(order_tracking_id, 'charged', how, { mustBeTold: true });
  }

  async function reverseCharge(accountNumber: string, how: How): Promise<Done> {
    const last = provider
      .orders()
      .findLast((one) => one.kind === 'charge' && one.account_number === accountNumber);
    if (last?.payment?.status_code !== 1) return 'not yet';
    await provider.customer.reverse(last.order_tracking_id, { notify: false });
    return changed(last.order_tracking_id, 'reversed', how, { mustBeTold: true });
  }

  async function changed(
    trackingId: string,
    what: string,
    how: How,
    { mustBeTold = false } = {},
  ): Promise<Done> {
    const at = now();
    journal.changes.push({ trackingId, what, at });
    if (mustBeTold) journal.mustBeTold.push({ trackingId, at });
    if (how === 'told late') journal.late.push({ trackingId, at: at + dice.between(20, 600) * 1_000 });
    if (how === 'told') await provider.notify(trackingId);
    if (how === 'told many times') await provider.notify(trackingId, { copies: dice.between(2, 8) });
    return 'done';
  }

  /** Presses a button of the order's card, if it is there. */
  async function press(person: Person, reference: string, action: string): Promise<Done> {
    const card = ears.cardOf(reference);
    const message = card && !isArchived(card.channel) && slack.thread(card.channel, card.ts)[0];
    if (!message || !JSON.stringify(message.blocks ?? []).includes(`"${action}"`)) return 'never';
    if (action === 'cancel_order') journal.cancels.add(reference);
    await person.click(message, action, { value: reference });
    return 'done';
  }

  async function sendAgain(person: Person, reference: string): Promise<Done> {
    await closeAll(town, person);
    const pressed = await press(person, reference, 'send_again');
    if (pressed !== 'done') return pressed;
    const form = await submitOpened(town, person);
    return form ? { another: form.reference } : 'never';
  }

  function isArchived(channel: string): boolean {
    return town.closed.has(channel);
  }

  return { perform, press };
}
