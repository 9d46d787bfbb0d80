// Make a new order from an earlier one: send it again, or request its balance. Both open the order's form, filled in, and change
// nothing; the store decides when it is submitted. And end a review by accepting another amount, once the provider has said what
// has come by now.
import type { Clock } from '#lib/clock.ts';
import { type Money, typedAmount } from '#lib/money.ts';
import { mayBeAtService } from '#orders/at-service.ts';
import { applyEvent } from '#orders/events.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { ResendField } from '#orders/order-fields.ts';
import { parseStoredReference, type Reference } from '#orders/reference.ts';
import { isBeingPaidBack, isLeftToPeople, missingMoney, predecessorOf } from '#orders/successor.ts';
import type { Origin, Successors } from '#payments/ordering/successors.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import { ProviderError } from '#provider/errors.ts';
import { buttonRow } from '#slack/cards/blocks.ts';
import { acceptButton, isReviewRow, reviewRowId } from '#slack/cards/buttons.ts';
import { type MessageContent, messageWithCard, plainMessage } from '#slack/cards/message.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import type { Prefill } from '#slack/forms/command-words.ts';
import { customerOf } from '#slack/forms/customer-choice.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import {
  type Accepting,
  describeAccepted,
  describeImpossible,
  describeUnaccepted,
  mayStillBePaid,
} from '#slack/text/successors.ts';
import type { OrderStore } from '#store/store.ts';
import type { Opening, OrderForms } from './order-forms.ts';

/** Each answers what the person reads, or undefined when a form was opened. All reject when the store is down. */
export function createSuccessorTasks(deps: {
  orders: Pick<OrderStore, 'get'>;
  updates: Pick<OrderUpdates, 'updateWith'>;
  checkOrder: CheckOrder;
  logFailure: LogFailure;
  successors: Pick<Successors, 'plan'>;
  orderForms: Pick<OrderForms, 'open'>;
  outbound: Pick<Outbound, 'permalink'>;
  clock: Clock;
}) {
  const { orders, updates, checkOrder, logFailure, successors, orderForms, outbound, clock } = deps;
  type Person = Pick<Opening, 'userId' | 'triggerId'>;

  async function openForm(origin: Origin, person: Person): Promise<MessageContent | undefined> {
    const plan = await successors.plan(origin);
    if (plan.status !== 'possible') {
      const card = 'order' in plan ? plan.order.card : undefined;
      return messageWithCard(
        describeImpossible(plan),
        card && (await outbound.permalink(card.channel, card.ts)),
      );
    }
    const { newest } = plan;
    const restOf = origin.restOf ?? newest.restOf;
    const reviewed = restOf && (await orders.get(restOf));
    const missing = reviewed && missingMoney(reviewed);
    const isResend = newest.reference !== restOf;
    await orderForms.open(newest.kind === 'prompt' ? 'prompt' : 'link', {
      ...person,
      channel: newest.channel,
      prefill: prefillFrom(newest, missing),
      warnings: isResend ? warningsAbout(await newestAtService(newest)) : [],
      ...(isResend ? { resendOf: newest.reference } : {}),
      ...(restOf ? { restOf } : {}),
    });
    return undefined;
  }

  /** This order, or the newest before it that the service may have: nobody can pay what it never had, or refused. */
  async function newestAtService(order: Order | undefined): Promise<Order | undefined> {
    if (!order || mayBeAtService(order)) return order;
    const before = predecessorOf(order);
    return before && newestAtService(await orders.get(before));
  }

  /** `row`: the id of that which was pressed. What has come since is accepted by nobody who has not read of it. */
  function accept(before: Order, by: string, row: string | undefined) {
    return updates.updateWith<Accepting>(before.reference, (newest) => {
      const more = cameSince(row, before, newest);
      if (more || !isLeftToPeople(newest)) return { status: more ?? 'as_it_stands' };
      const order = applyEvent(newest, { event: 'accepted_as_paid', by }, clock.now());
      return { status: 'as_it_stands', order };
    });
  }

  return {
    sendAgain: (reference: Reference | undefined, person: Person) =>
      reference ? openForm({ resendOf: reference }, person) : plainMessage(UNKNOWN_ORDER),
    askForRest: (reference: Reference | undefined, person: Person) =>
      reference ? openForm({ restOf: reference }, person) : plainMessage(UNKNOWN_ORDER),
    /** `row`: the id of the row with the button. `order`: as it stands then. */
    async acceptAsPaid(
      reference: Reference | undefined,
      by: string,
      row = '',
    ): Promise<{ readonly answer: MessageContent; readonly order?: Order }> {
      const order = reference && (await orders.get(reference));
      if (!order) return { answer: plainMessage(UNKNOWN_ORDER) };
      try {
        // More may have come without anybody hearing of it. As cancelling and sending again do, nothing is done without an answer.
        if (order.state === 'review' && isLeftToPeople(order)) await checkOrder(order);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return { answer: plainMessage(describeUnaccepted(order, logFailure(error, order))), order };
      }
      // A message of an older version has no such id, and shows what was stored, unless its edit was slow.
      const { status, order: newest } = await accept(order, by, isReviewRow(row) ? row : reviewRowId(order));
      return { answer: answerTo(newest, by, status), order: newest };
    },
  };
}

/** Whoever reads that more came accepts that right there: Slack may let nobody edit the card, which then goes on naming less. */
function answerTo(order: Order, by: string, status: Accepting): MessageContent {
  const said = plainMessage(describeAccepted(order, by, status));
  if (status !== 'more_came') return said;
  return { ...said, blocks: [...said.blocks, ...buttonRow(acceptButton(order), reviewRowId(order))] };
}

function cameSince(
  row: string | undefined,
  before: Order,
  newest: Order,
): Exclude<Accepting, 'as_it_stands'> | undefined {
  if (before.state !== 'review' || newest.acceptedBy !== undefined) return undefined;
  if (newest.state === 'paid') return 'paid_by_now';
  const mayBeAccepted = newest.state === 'review' && isLeftToPeople(newest) && !isBeingPaidBack(newest);
  return mayBeAccepted && row !== reviewRowId(newest) ? 'more_came' : undefined;
}

/** What the agent should know before sending it again. */
function warningsAbout(order: Order | undefined): string[] {
  if (!order || wasPaid(order.state)) return [];
  return [mayStillBePaid(order)];
}

/**
 * How each field that carries over fills in the form; the kind and the channel are those of the form. What is missing of a recurring
 * order is asked for once.
 */
function prefillFrom(order: Order, missing: Money | undefined): Prefill {
  const { amount, description, customer, prompt, recurring, language } = order;
  const asked = missing ?? amount;
  const filled: Readonly<Record<Exclude<ResendField, 'kind' | 'channel'>, Prefill | undefined>> = {
    amount: { amount: typedAmount(asked), currency: asked.currency },
    description: order.erasedAt === undefined ? { description } : undefined,
    customer: { customer },
    prompt: prompt && { ...(prompt.msisdn ? { phone: `+${prompt.msisdn}` } : {}), method: prompt.method },
    recurring: recurring && !missing ? { recurring } : undefined,
    language: language && { language },
  };
  return Object.assign({}, ...Object.values(filled));
}

/** Answers what the person reads, or undefined when the form was opened. Rejects when the store is down. */
type AskAgain = (
  reference: string,
  person: Pick<Opening, 'userId' | 'triggerId'>,
) => Promise<MessageContent | undefined>;

export function createAskAgain(deps: {
  orders: Pick<OrderStore, 'get'>;
  orderForms: Pick<OrderForms, 'open'>;
}): AskAgain {
  const { orders, orderForms } = deps;
  return async (value, person) => {
    const reference = parseStoredReference(value);
    const order = reference && (await orders.get(reference));
    if (!order) return plainMessage(UNKNOWN_ORDER);
    await orderForms.open(order.kind === 'prompt' ? 'prompt' : 'link', {
      ...person,
      channel: order.channel,
      prefill: {},
      customer: customerOf(order),
    });
    return undefined;
  };
}
