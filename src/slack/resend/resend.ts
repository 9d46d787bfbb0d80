// Make a new order from an earlier one: send it again, or request its balance. Both open the order's form, filled in, and change
// nothing; the store decides when it is submitted. And end a review by accepting another amount, once the provider has said what
// has come by now. A button answers nothing when it opened a form. All of it rejects when the store is down.
import { type Money, typedAmount } from '#lib/money.ts';
import { mayBeAtProvider } from '#orders/at-provider.ts';
import { applyEvent } from '#orders/events.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { ResendField } from '#orders/order-fields.ts';
import { parseReference, parseStoredReference, type Reference } from '#orders/reference.ts';
import { isBeingPaidBack, isLeftToPeople, missingMoney, predecessorOf } from '#orders/resends.ts';
import { ProviderError } from '#provider/errors.ts';
import { acceptButton, isReviewRow, reviewRowId } from '#slack/card/buttons.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature } from '#slack/feature.ts';
import { customerOf } from '#slack/order/form-fields.ts';
import { type Opening, openOrderForm } from '#slack/order/order.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import { buttonRow } from '#slack/ui/blocks.ts';
import { type MessageContent, messageWithCard, plainMessage } from '#slack/ui/message.ts';
import type { Prefill } from '#slack/words/command-words.ts';
import {
  type Accepting,
  describeAccepted,
  describeImpossible,
  describeUnaccepted,
  mayStillBePaid,
} from './text.ts';

type Person = Pick<Opening, 'userId' | 'triggerId'>;

export const resend: Feature = {
  actions: {
    send_again: {
      isAboutOrder: true,
      run: (ctx, { value, ...person }) => openFormFrom(ctx, { resendOf: parseReference(value) }, person),
    },
    ask_for_rest: {
      isAboutOrder: true,
      run: (ctx, { value, ...person }) =>
        openFormFrom(ctx, { balanceOf: parseStoredReference(value) }, person),
    },
    accept_as_paid: {
      right: 'accept',
      isAboutOrder: true,
      async run(ctx, { value, blockId, userId, removeButtons }) {
        const { answer, order } = await acceptAsPaid(ctx, parseStoredReference(value), userId, blockId);
        // A card is redrawn; a charge has none, and its announcement would keep the buttons.
        if (order?.kind === 'charge' && order.state !== 'review') await removeButtons();
        return answer;
      },
    },
    ask_again: {
      isAboutOrder: true,
      run: (ctx, { value, ...person }) => openForCustomer(ctx, parseStoredReference(value), person),
    },
  },
};

/** A new order for the customer of an earlier one. */
async function openForCustomer(
  ctx: SlackContext,
  reference: Reference | undefined,
  person: Person,
): Promise<MessageContent | undefined> {
  const order = reference && (await ctx.store.orders.get(reference));
  if (!order) return plainMessage(UNKNOWN_ORDER);
  await openOrderForm(ctx, order.kind === 'prompt' ? 'prompt' : 'link', {
    ...person,
    channel: order.channel,
    customer: customerOf(order),
  });
  return undefined;
}

/** Nothing is possible without the order: a button of another app may have any value. */
async function openFormFrom(
  ctx: SlackContext,
  origin: { readonly resendOf?: Reference | undefined; readonly balanceOf?: Reference | undefined },
  person: Person,
): Promise<MessageContent | undefined> {
  const { resendOf } = origin;
  if (!resendOf && !origin.balanceOf) return plainMessage(UNKNOWN_ORDER);
  const plan = await ctx.payments.resends.plan({
    ...(resendOf ? { resendOf } : {}),
    ...(origin.balanceOf ? { balanceOf: origin.balanceOf } : {}),
  });
  if (plan.status !== 'possible') {
    const card = 'order' in plan ? plan.order.card : undefined;
    const cardUrl = card && (await ctx.outbound.permalink(card.channel, card.ts));
    return messageWithCard(describeImpossible(plan), cardUrl);
  }
  const { newest } = plan;
  const balanceOf = origin.balanceOf ?? newest.balanceOf;
  const reviewed = balanceOf && (await ctx.store.orders.get(balanceOf));
  const isResend = newest.reference !== balanceOf;
  const earlier = isResend ? await newestAtProvider(ctx, newest) : undefined;
  await openOrderForm(ctx, newest.kind === 'prompt' ? 'prompt' : 'link', {
    ...person,
    channel: newest.channel,
    prefill: prefillFrom(newest, reviewed && missingMoney(reviewed)),
    // What the agent should know before sending it again.
    warnings: earlier && !wasPaid(earlier.state) ? [mayStillBePaid(earlier)] : [],
    ...(isResend ? { resendOf: newest.reference } : {}),
    ...(balanceOf ? { balanceOf } : {}),
  });
  return undefined;
}

/** This order, or the newest before it that the provider may have: nobody can pay what it never had, or refused. */
async function newestAtProvider(ctx: SlackContext, order: Order | undefined): Promise<Order | undefined> {
  if (!order || mayBeAtProvider(order)) return order;
  const before = predecessorOf(order);
  return before && newestAtProvider(ctx, await ctx.store.orders.get(before));
}

/**
 * `row`: the id of the row with the button. What has come since is accepted by nobody who has not read of it. `order`: as it stands
 * then.
 */
async function acceptAsPaid(
  ctx: SlackContext,
  reference: Reference | undefined,
  by: string,
  row: string,
): Promise<{ readonly answer: MessageContent; readonly order?: Order }> {
  const before = reference && (await ctx.store.orders.get(reference));
  if (!before) return { answer: plainMessage(UNKNOWN_ORDER) };
  try {
    // More may have come without anybody hearing of it. As cancelling and resending do, nothing is done without an answer.
    if (before.state === 'review' && isLeftToPeople(before)) await ctx.payments.checkOrder(before);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const sentence = describeUnaccepted(before, ctx.payments.logFailure(error, before));
    return { answer: plainMessage(sentence), order: before };
  }
  // A message of an older version has no such id, and shows what was stored, unless its edit was slow.
  const pressed = isReviewRow(row) ? row : reviewRowId(before);
  const { status, order } = await ctx.payments.updates.updateWith<Accepting>(before.reference, (newest) => {
    const more = cameSince(pressed, before, newest);
    if (more || !isLeftToPeople(newest)) return { status: more ?? 'as_it_stands' };
    const accepted = applyEvent(newest, { event: 'accepted_as_paid', by }, ctx.clock.now());
    return { status: 'as_it_stands', order: accepted };
  });
  const said = plainMessage(describeAccepted(order, by, status));
  // Whoever reads that more came accepts that right there: Slack may let nobody edit the card, which then goes on naming less.
  const button = status === 'more_came' ? buttonRow(acceptButton(order), reviewRowId(order)) : [];
  return { answer: { ...said, blocks: [...said.blocks, ...button] }, order };
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
