// What customers, agents and the provider do to an order; the journal of it is for the audit.
import { paymentWith } from '#orders/payments.ts';
import type { SandboxOrder, SandboxPayment } from '#sandbox/provider/orders.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import type { Course, Done, Journal } from './course.ts';
import type { Dice } from './dice.ts';
import type { Environment } from './environment.ts';
import type { Posts } from './posts.ts';
import { createRefundActions } from './refund-actions.ts';
import { createResendActions } from './resend-actions.ts';
import type { Action, How } from './steps.ts';
import { closeAll, confirmCancel } from './taking-orders.ts';

export function createActions(deps: {
  environment: Environment;
  posts: Posts;
  dice: Dice;
  journal: Journal;
}) {
  const { environment, posts, dice, journal } = deps;
  const { provider, slack, now } = environment;
  const resends = createResendActions({ environment, posts, dice, race });
  const { cardWith } = resends;
  const refunds = createRefundActions({ environment, posts, dice, journal, cardWith, changed });

  /** Does a course's next step. `not yet`: come again. */
  async function perform(course: Course, action: Action): Promise<Done> {
    const { agent, references } = course;
    const isEarlier = 'earlier' in action && action.earlier;
    const newest = references.findLast((one) => provider.find(one) !== undefined);
    const reference = (isEarlier ? undefined : newest) ?? references[0];
    const order = provider.find(reference);
    switch (action.do) {
      case 'pay':
      case 'decline':
        if (!order || !(await hasReached(order.kind, reference))) return 'not yet';
        if (order.payment && order.payment.status_code !== 2) return 'never';
        return order.payment && action.do === 'decline' ? 'never' : pay(order.order_tracking_id, action);
      case 'pay again':
        return order && order.payments.length > 0 ? payAgain(order, action) : 'not yet';
      case 'reverse':
        if (!order?.payment) return 'not yet';
        if (order.payment.status_code !== 1) return 'never';
        if (order.payments.length > 1 && !(await isKnown(reference, order.payment))) return 'not yet';
        await provider.customer.reverse(order.order_tracking_id, { notify: false });
        return changed(order.order_tracking_id, 'reversed', action.how, { mustBeNotified: true });
      case 'charge':
      case 'charge differently':
        // A subscription that was not paid once is not charged again, and Teller learns of it before the day is over.
        if (order?.payment?.status_code !== 1) return 'not yet';
        return charge(reference, action.do === 'charge' ? order.amount : order.amount + 1, action.how);
      case 'reverse charge':
        return reverseCharge(order?.account_number ?? '', action.how);
      case 'notify again':
        if (!order) return 'not yet';
        await provider.notify(order.order_tracking_id, { copies: action.copies });
        return 'done';
      case 'cancel':
        if (!order) return 'not yet';
        await Promise.all([
          press(agent, reference, 'cancel_order'),
          action.racing ? race(order.order_tracking_id) : undefined,
        ]);
        return 'done';
      case 'check':
        return press(agent, reference, 'check_order');
      case 'ask status':
        await agent.command(slack.dmOf(agent.id), '/pay', `status ${reference}`);
        return 'done';
      case 'send again':
        return resends.sendAgain(course, action);
      case 'end review':
        return resends.endReview(course, action.by);
      case 'ask refund':
        return refunds.ask(course, action.inPart ?? false);
      case 'decide refund':
        return refunds.decide(course, 'refund', action.by);
      case 'decide order':
        return refunds.decide(course, 'order', action.by);
      case 'send now':
        return refunds.sendNow(course);
      case 'carry out refund':
        return refunds.carryOut(course, action.how);
      case 'delete card': {
        const card = posts.cardOf(reference);
        if (!card || isArchived(card.channel)) return 'not yet';
        slack.deleteMessage(card.channel, card.ts);
        return 'done';
      }
    }
  }

  /** Of several payments Teller could not tell which went back if it had never seen that one in the record. */
  async function isKnown(reference: string, { confirmation_code }: SandboxPayment): Promise<boolean> {
    const order = await environment.store.orders.get(referenceOf(reference)).catch(() => undefined);
    return order !== undefined && paymentWith(order, confirmation_code) !== undefined;
  }

  /** A prompt rings by itself; a link reaches the customer only when the agent has it. */
  async function hasReached(kind: string, reference: string): Promise<boolean> {
    if (kind !== 'link') return true;
    const order = await environment.store.orders.get(referenceOf(reference)).catch(() => undefined);
    return order?.provider.redirectUrl !== undefined;
  }

  async function pay(trackingId: string, action: Extract<Action, { do: 'pay' | 'decline' }>): Promise<Done> {
    if (action.do === 'decline') {
      await provider.customer.decline(trackingId, { notify: false });
      return changed(trackingId, 'declined', action.how);
    }
    const { amount, currency } = action;
    await provider.customer.pay(trackingId, {
      notify: false,
      ...(amount === undefined ? {} : { amount }),
      ...(currency === undefined ? {} : { currency }),
    });
    return changed(trackingId, 'paid', action.how);
  }

  async function payAgain(
    { order_tracking_id: trackingId, amount, currency, payments }: Readonly<SandboxOrder>,
    action: Extract<Action, { do: 'pay again' }>,
  ): Promise<Done> {
    const missing = payments
      .filter((one) => one.status_code === 1 && one.currency === currency)
      .reduce((left, one) => left - one.amount, amount);
    const rest = missing > 0 ? missing : amount;
    const what = { same: amount, rest }[String(action.amount)] ?? Number(action.amount);
    await provider.customer.pay(trackingId, { again: true, notify: false, amount: what });
    return changed(trackingId, 'paid again', action.how, { mustBeNotified: true });
  }

  /** The customer pays within so many milliseconds, if the order is not paid yet. */
  async function race(trackingId: string, withinMs = 40): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, dice.between(0, withinMs)));
    if (provider.find(trackingId)?.payment?.status_code !== 1)
      await pay(trackingId, { do: 'pay', how: 'notified' });
  }

  async function charge(reference: string, amount: number, how: How): Promise<Done> {
    const { order_tracking_id } = await provider.customer.charge(reference, { amount, notify: false });
    return changed(order_tracking_id, 'charged', how, { mustBeNotified: true });
  }

  async function reverseCharge(accountNumber: string, how: How): Promise<Done> {
    const last = provider
      .orders()
      .findLast((one) => one.kind === 'charge' && one.account_number === accountNumber);
    if (last?.payment?.status_code !== 1) return 'not yet';
    await provider.customer.reverse(last.order_tracking_id, { notify: false });
    return changed(last.order_tracking_id, 'reversed', how, { mustBeNotified: true });
  }

  async function changed(
    trackingId: string,
    what: string,
    how: How,
    { mustBeNotified = false } = {},
  ): Promise<Done> {
    const at = now();
    journal.changes.push({ trackingId, what, at });
    if (mustBeNotified) journal.mustBeNotified.push({ trackingId, at });
    if (how === 'notified late') journal.late.push({ trackingId, at: at + dice.between(20, 600) * 1_000 });
    if (how === 'notified') await provider.notify(trackingId);
    if (how === 'notified many times') await provider.notify(trackingId, { copies: dice.between(2, 8) });
    return 'done';
  }

  /** Presses a button of the order's card or an item of its menu, if it is there. */
  async function press(person: Person, reference: string, action: string): Promise<Done> {
    const message = resends.cardWith(reference, action);
    if (!message) return 'never';
    const inMenu = `${action}:${reference}`;
    if (!JSON.stringify(message.blocks).includes(`"${inMenu}"`))
      await person.click(message, action, { value: reference });
    else {
      await closeAll(environment, person);
      await person.select(message, 'order_menu', inMenu);
      if (action === 'cancel_order') await confirmCancel(environment, person);
    }
    return 'done';
  }

  function isArchived(channel: string): boolean {
    return environment.closed.has(channel);
  }

  return { perform, press, answer: pay };
}
