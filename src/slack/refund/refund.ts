// Request a refund: from a card's menu, from an announcement, by `/pay refund`. Another person then approves it (approval/). An external
// payment is found at the provider, and written down as an order with a card once the form is sent.

import type { ModalView } from '@slack/types';
import type { Order } from '#orders/order.ts';
import { isAsShown, isStated, type StatedPayment } from '#orders/payment.ts';
import { onlyPayment, paymentWith } from '#orders/payments.ts';
import { quotedReference } from '#orders/reference.ts';
import { type WhyNoRefund, whyNotRefundable } from '#orders/refunding.ts';
import type { ExternalPaymentResult } from '#payments/ordering/external-payment.ts';
import type { AskRefundResult } from '#payments/ordering/refunds.ts';
import { findByCode } from '#payments/status/find.ts';
import { botMention } from '#slack/bolt/identity.ts';
import { cardUrlOf } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Submission } from '#slack/feature.ts';
import { wordsOrThread } from '#slack/find/find.ts';
import { describeUnanswered } from '#slack/find/status.ts';
import { agreedTo, contentView, messageView } from '#slack/order/outcome.ts';
import { maybeSent } from '#slack/people/guard.ts';
import type { Right } from '#slack/people/permissions.ts';
import { isDirectMessage, notInChannel, REFUSALS, wentWrong } from '#slack/text/people.ts';
import { press } from '#slack/ui/blocks.ts';
import {
  type MessageContent,
  messageWithCard,
  offerMessage,
  plainMessage,
  type Reply,
} from '#slack/ui/message.ts';
import { openForm, updateForm } from '#slack/ui/open-form.ts';
import { say } from '#slack/ui/say.ts';
import {
  memory,
  questionOfBoth,
  REFUND_TITLE,
  type RefundMemory,
  readRefundForm,
  refundForm,
} from './form.ts';

/** The right that a refund needs depends on the order, so `either` comes first, and then the guard once more. */
export const refund: Feature = {
  subcommands: {
    refund: {
      label: 'Refund a payment',
      help: ['<reference or code>', say`Request a refund`],
      right: 'either',
      async run(ctx, { words, place, ...person }) {
        const query = await wordsOrThread(ctx, { words, place });
        return startRefund(ctx, query, { ...person, channel: place.channel });
      },
    },
  },
  actions: {
    refund_order: {
      right: 'either',
      isAboutOrder: true,
      run: (ctx, { value, ...person }) => startRefund(ctx, value, person),
    },
  },
  forms: {
    refund_order: { title: REFUND_TITLE, right: 'either', run: submitRefundForm },
  },
};

/** `query`: a reference or tracking id. `channel`: where its card is posted; undefined where the person is in none. */
type ExternalPayment = { readonly query: string; readonly channel: string | undefined };

/** What a person means, with the right that requesting its refund needs; or a sentence why nothing can be requested. */
type Refundable =
  | string
  | { readonly order: Order; readonly right: Right }
  | { readonly external: ExternalPayment; readonly right: Right };

/** Longer than our references: other systems of the merchant may have longer ones. */
const MAX_QUERY_LENGTH = 150;

const NOT_FOUND =
  'No payment here has this reference or confirmation code. Try “find” for other search terms. Approvers can also refund payments made outside Teller, by reference or tracking id.';

/**
 * `query`: a reference, a tracking id, a confirmation code, or the value of a button. Without `triggerId` a button is offered that opens
 * the form. Rejects when the store is down, as what follows does.
 */
async function startRefund(
  ctx: SlackContext,
  query: string,
  person: Pick<ExternalPayment, 'channel'> & {
    readonly userId: string;
    readonly triggerId?: string | undefined;
    readonly reply: Reply;
  },
): Promise<string | undefined> {
  const { userId, channel, triggerId, reply } = person;
  const found = await findRefundable(ctx, query, { userId, channel });
  if (typeof found === 'string') return found;
  await ctx.guard({ userId, right: found.right, about: { event: 'refund' }, reply }, async () => {
    const answer =
      'order' in found
        ? await openRefundForm(ctx, found.order, triggerId)
        : await openExternalRefund(ctx, found.external, triggerId);
    if (answer) await reply(answer);
  });
  return undefined;
}

async function submitRefundForm(ctx: SlackContext, form: Submission): Promise<void> {
  const { userId, tell } = form;
  const opened = memory.read(form.memory);
  const found = opened?.channel ? undefined : await findOpened(ctx, opened, form);
  if (typeof found === 'string') return tell(found);
  const request = { userId, right: found?.right ?? 'approve', about: { view: 'refund_order' }, reply: tell };
  await ctx.guard({ ...request, whenFailed: maybeSent }, async () => {
    if (found) await requestRefund(ctx, found.order, form);
    else if (opened?.channel) await requestExternalRefund(ctx, opened, opened.channel, form);
  });
}

async function findRefundable(
  ctx: SlackContext,
  query: string,
  { userId, channel }: Pick<ExternalPayment, 'channel'> & { readonly userId: string },
): Promise<Refundable> {
  const { permissions } = ctx;
  if (!permissions.hasApprovers) return REFUSALS.no_approvers;
  if (!query)
    return 'Which payment? Add its reference or confirmation code after “refund”. In the thread of an order’s card you can leave it out.';
  const order = await findOrder(ctx, query);
  if (order === 'several') return 'Several payments have this code. Use the reference of the one you mean.';
  if (order) return { order, right: order.kind === 'elsewhere' ? 'approve' : 'act' };
  const mayBeExternal = query.length <= MAX_QUERY_LENGTH && !/\s/.test(query);
  if (!mayBeExternal || (await permissions.approverRefusalFor(userId))) return NOT_FOUND;
  return { external: { query, channel }, right: 'approve' };
}

async function findOrder(ctx: SlackContext, query: string): Promise<Order | 'several' | undefined> {
  const named = await ctx.payments.finder.findOrderIn([query]);
  if (named) return named;
  const found = await findByCode(ctx.store.orders, query);
  // One payment that is on two orders is refunded from the one whose ledger has it.
  const [order, ...others] = found.filter((one) => !paymentWith(one, query)?.alsoOn?.isBookedThere);
  return others.length > 0 ? 'several' : order;
}

/** The order that the form was opened for, while its payment is as the form showed it. */
async function findOpened(
  ctx: SlackContext,
  opened: RefundMemory | undefined,
  form: Submission,
): Promise<Exclude<Refundable, { external: ExternalPayment }>> {
  const { userId } = form;
  const found = await findRefundable(ctx, opened?.query ?? form.memory, { userId, channel: undefined });
  if (typeof found === 'string') return found;
  if (!('order' in found)) return NOT_FOUND;
  const payment = onlyPayment(found.order);
  return payment && opened && !isAsShown(payment, opened.shown)
    ? 'The payment has changed since you opened the form. Check its card, then request the refund again.'
    : found;
}

/** The payment that can be refunded, or why none can. */
function findPayment(order: Order): StatedPayment | string {
  const why = whyNotRefundable(order);
  const payment = onlyPayment(order);
  return why || !payment || !isStated(payment) ? WHY_NO_REFUND[why ?? 'not_paid'] : payment;
}

/** Opens the form; an answer where nobody can request it now. Without a trigger the answer is a button that opens it. */
async function openRefundForm(
  ctx: SlackContext,
  order: Order,
  triggerId: string | undefined,
): Promise<MessageContent | undefined> {
  const payment = findPayment(order);
  if (typeof payment === 'string') return messageWithCard(payment, await cardUrlOf(ctx, order));
  if (triggerId === undefined) return offerForm(order.reference);
  const view = refundForm({
    description: order.description,
    reference: quotedReference(order.reference),
    payment,
    question: questionOfBoth(order, payment),
    memory: memory.write({ query: order.reference, shown: payment }),
  });
  await openForm(ctx, triggerId, view);
  return undefined;
}

/** For a message, which cannot open a form by itself. `value`: a reference or tracking id. */
function offerForm(value: string): MessageContent {
  return offerMessage('Continue in the form.', press('refund_order', 'Refund', value));
}

/** Requests the refund, or says at the fields what is wrong. */
async function requestRefund(ctx: SlackContext, order: Order, form: Submission): Promise<void> {
  const payment = findPayment(order);
  if (typeof payment === 'string') return form.tell(payment);
  const read = readRefundForm(form.state, payment);
  if (read.status === 'invalid') return form.showErrors(read.errors);
  const question = questionOfBoth(order, payment);
  const areBoth = question !== undefined && agreedTo(form.state).includes(question.key);
  if (question && !areBoth) return form.ask([question]);
  await form.show(messageView(REFUND_TITLE, WAIT));
  await answerRequested(
    ctx,
    order,
    await ctx.payments.refunds.askRefund(order.reference, { ...read.input, areBoth }, form.userId),
    form,
  );
}

async function answerRequested(
  ctx: SlackContext,
  order: Order,
  { status }: AskRefundResult,
  { show, tell }: Submission,
): Promise<void> {
  const sentences = {
    ...WHY_NO_REFUND,
    asked: 'Refund requested. An approver has 24 hours; you’ll see the decision in the thread.',
    unknown_order: NOT_FOUND,
  };
  const content = messageWithCard(sentences[status], await cardUrlOf(ctx, order));
  await (status === 'asked' ? show(contentView(REFUND_TITLE, content.blocks)) : tell(content));
}

/** Opens the form at once and fills it in when the provider has answered. */
async function openExternalRefund(
  ctx: SlackContext,
  external: ExternalPayment,
  triggerId: string | undefined,
): Promise<MessageContent | undefined> {
  const waiting = messageView(REFUND_TITLE, WAIT);
  const window = triggerId === undefined ? undefined : await openForm(ctx, triggerId, waiting);
  if (!window) {
    const found = await findExternal(ctx, external);
    return typeof found === 'string' ? plainMessage(found) : offerForm(found.query);
  }
  const { id } = window;
  try {
    const found = await findExternal(ctx, external);
    const view = typeof found === 'string' ? messageView(REFUND_TITLE, found) : found.form;
    await updateForm(ctx, { id }, view);
  } catch (error) {
    const sentence = wentWrong(ctx.reporter.error(error, { form: 'refund_order' }));
    // Where Slack does not take this either, or the window was closed, the sentence is answered instead.
    const isShown = await updateForm(ctx, { id }, messageView(REFUND_TITLE, sentence)).catch(() => false);
    if (!isShown) return plainMessage(sentence);
  }
  return undefined;
}

/** The form of the payment as the provider has it, and by what it is found there; or why its refund cannot be requested. */
async function findExternal(
  ctx: SlackContext,
  { query, channel }: ExternalPayment,
): Promise<string | { readonly query: string; readonly form: ModalView }> {
  // In a direct message no other approver could read its card.
  if (channel === undefined || isDirectMessage(channel))
    return 'This refund needs a card in a channel that other approvers read. Use “refund” and the reference there.';
  const why = await findCardFault(ctx, channel);
  if (why) return why;
  const found = await ctx.payments.finder.findPayment(query);
  if (found.status === 'unanswered') return describeUnanswered(found.failure);
  // By what the provider says of the payment: from now on it is found in the store.
  if (found.status === 'ours') return 'This payment is already here. Request its refund again.';
  if (found.status === 'none') return NOT_WRITTEN.none;
  const { trackingId, reference, outcome, payment } = found.transaction;
  if (outcome !== 'completed' || !payment) return NOT_WRITTEN.not_paid;
  if (!payment.confirmationCode || !isStated(payment)) return NOT_WRITTEN.no_code;
  return {
    query: trackingId ?? reference,
    form: refundForm({
      payment,
      reference,
      note: 'This payment wasn’t made with Teller. It gets a card here, and reports include only its refund.',
      memory: memory.write({ query: trackingId ?? query, channel, shown: payment }),
    }),
  };
}

/** Writes the payment down and requests the refund, or says at the fields what is wrong. */
async function requestExternalRefund(
  ctx: SlackContext,
  { query, shown }: RefundMemory,
  channel: string,
  form: Submission,
): Promise<void> {
  const { userId, tell } = form;
  const read = readRefundForm(form.state, shown);
  if (read.status === 'invalid') return form.showErrors(read.errors);
  await form.show(messageView(REFUND_TITLE, WAIT));
  const why = await findCardFault(ctx, channel);
  if (why) return tell(why);
  const about = { by: userId, channel, description: 'Made elsewhere', shown };
  const written = await ctx.payments.recordExternal(query, about);
  if (written.status === 'unanswered') return tell(describeUnanswered(written.failure));
  if (written.status !== 'written' && written.status !== 'ours') return tell(NOT_WRITTEN[written.status]);
  const { order } = written;
  await answerRequested(
    ctx,
    order,
    await ctx.payments.refunds.askRefund(order.reference, read.input, userId),
    form,
  );
}

/** Undefined when a card can be posted there. */
async function findCardFault(ctx: SlackContext, channel: string): Promise<string | undefined> {
  return (await ctx.channelAccess.check(channel)) === 'out'
    ? notInChannel(botMention(ctx.identity), channel)
    : undefined;
}

const WAIT = 'One moment…';

export const WHY_NO_REFUND = {
  not_paid: 'This order isn’t paid, so there’s nothing to refund.',
  already_asked: 'A refund of this payment was already requested. Its card shows the status.',
  asked_in_vain:
    'Pesapal takes one refund request per payment, and this one wasn’t carried out. Refund it in the Pesapal dashboard.',
  paid_back: 'This payment was already refunded.',
  balance_requested:
    'The customer can still pay the remaining amount. Cancel or withdraw that order first, then refund this payment.',
  no_code:
    'Pesapal hasn’t given a confirmation code and amount for this payment yet. Press Check now on its card, or in the menu of a charge’s reply. Or use the Pesapal dashboard.',
  several:
    'This order has several payments. Refund the one you mean in the Pesapal dashboard; its card shows it once Pesapal has processed it.',
  on_other: 'Another order has this payment. Request the refund there: this order’s card links to it.',
  other_requested:
    'Someone just requested a refund of the duplicate payment. To refund both, open the form again.',
  not_positive: 'Enter an amount above zero.',
  other_currency: 'Use the currency of the payment.',
  too_much: 'Enter no more than was paid.',
  only_in_full: 'Mobile money can’t be refunded in part.',
} satisfies Record<WhyNoRefund, string>;

/** Why the refund of an external payment cannot be requested. */
const NOT_WRITTEN = {
  none: 'Neither Teller nor Pesapal has this payment. Check the reference or tracking id.',
  not_paid: 'Pesapal doesn’t show this as paid, so there’s nothing to refund.',
  no_code:
    'Pesapal doesn’t give this payment’s confirmation code, amount and currency. Refund it in the Pesapal dashboard.',
  changed:
    'The payment has changed since you opened the form, or another has the same reference. Request the refund again, with the tracking id.',
  no_name: 'Teller can’t look up this payment by its reference. Refund it in the Pesapal dashboard.',
} satisfies Record<Exclude<ExternalPaymentResult['status'], 'written' | 'ours' | 'unanswered'>, string>;
