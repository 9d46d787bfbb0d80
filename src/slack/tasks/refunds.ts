// Request a refund: from a card's menu, from news, by `/pay refund`. Another person then approves it (requests.ts).
import type { WebClient } from '@slack/web-api';
import type { Order } from '#orders/order.ts';
import { isAsShown, isStated } from '#orders/payment.ts';
import { onlyPayment, paymentWith } from '#orders/payments.ts';
import { quotedReference } from '#orders/reference.ts';
import { whyNotRefundable } from '#orders/refunding.ts';
import type { Refunds } from '#payments/ordering/refunds.ts';
import { type Finder, findByCode } from '#payments/status/find.ts';
import type { Permissions, Right } from '#slack/access/permissions.ts';
import { type MessageContent, messageWithCard } from '#slack/cards/message.ts';
import { refundOffer } from '#slack/cards/requests.ts';
import { contentView, messageView } from '#slack/forms/outcome.ts';
import { agreedTo } from '#slack/forms/questions.ts';
import {
  questionOfBoth,
  REFUND_TITLE,
  readRefundForm,
  readRefundMemory,
  refundForm,
  type ShownElsewhere,
  writeRefundMemory,
} from '#slack/forms/refund-form.ts';
import { REFUSALS } from '#slack/text/people.ts';
import { describeRefundAsked, REFUND_TEXT, WHY_NO_REFUND } from '#slack/text/refunds.ts';
import type { OrderStore } from '#store/store.ts';
import type { CardUrlOf } from './card-url.ts';
import { openForm } from './open-form.ts';
import type { Submission } from './order-forms.ts';
import { createElsewhereRefunds, type Elsewhere } from './refund-elsewhere.ts';

/**
 * What a person means, with the right that requesting its refund needs; or why nothing can be requested. `elsewhere`: Teller does not
 * have it, and the provider may.
 */
type Refundable<Asked = Elsewhere> =
  | { readonly status: 'found'; readonly order: Order; readonly right: Right }
  | { readonly status: 'elsewhere'; readonly asked: Asked; readonly right: Right }
  | { readonly status: 'not_found'; readonly why: string };

/** Longer than our references: other systems of the merchant may have longer ones. */
const MAX_QUERY_LENGTH = 150;

/** All reject when the store is down. */
export function createRefundTasks(
  deps: {
    client: WebClient;
    orders: Pick<OrderStore, 'search'>;
    finder: Pick<Finder, 'findOrderIn'>;
    refunds: Pick<Refunds, 'askRefund'>;
    permissions: Pick<Permissions, 'hasApprovers' | 'approverRefusalFor'>;
    cardUrlOf: CardUrlOf;
  } & Parameters<typeof createElsewhereRefunds>[0],
) {
  const { orders, finder, refunds, permissions, cardUrlOf } = deps;

  async function orderFor(query: string): Promise<Order | 'several' | undefined> {
    const named = await finder.findOrderIn([query]);
    if (named) return named;
    const found = await findByCode(orders, query);
    // One payment that is on two orders is refunded from the one whose ledger has it.
    const [order, ...others] = found.filter((one) => !paymentWith(one, query)?.alsoOn?.isBookedThere);
    return others.length > 0 ? 'several' : order;
  }

  const elsewhere = createElsewhereRefunds(deps);

  /** `query`: a reference, a tracking id, a confirmation code, or the value of a button. */
  async function find(
    query: string,
    { userId, channel }: { userId: string; channel: string | undefined },
  ): Promise<Refundable> {
    if (!permissions.hasApprovers) return { status: 'not_found', why: REFUSALS.no_approvers };
    if (!query) return { status: 'not_found', why: REFUND_TEXT.which };
    const order = await orderFor(query);
    if (order === 'several') return { status: 'not_found', why: REFUND_TEXT.several };
    if (order) return { status: 'found', order, right: order.kind === 'elsewhere' ? 'approve' : 'act' };
    const mayBeElsewhere = query.length <= MAX_QUERY_LENGTH && !/\s/.test(query);
    if (!mayBeElsewhere || (await permissions.approverRefusalFor(userId)))
      return { status: 'not_found', why: REFUND_TEXT.notFound };
    return { status: 'elsewhere', asked: { query, channel }, right: 'approve' };
  }

  const withCard = async (order: Order, sentence: string) =>
    messageWithCard(sentence, await cardUrlOf(order));

  return {
    find,
    /** What the form was opened for. */
    async opened(memory: string, userId: string): Promise<Refundable<ShownElsewhere>> {
      const asked = readRefundMemory(memory);
      if (asked?.channel !== undefined)
        return { status: 'elsewhere', asked: { ...asked, channel: asked.channel }, right: 'approve' };
      const found = await find(asked?.query ?? memory, { userId, channel: undefined });
      if (found.status === 'elsewhere') return { status: 'not_found', why: REFUND_TEXT.notFound };
      const payment = found.status === 'found' ? onlyPayment(found.order) : undefined;
      const isOther = payment && asked && !isAsShown(payment, asked.shown);
      return isOther ? { status: 'not_found', why: REFUND_TEXT.changed } : found;
    },
    openElsewhere: elsewhere.open,
    submitElsewhere: elsewhere.submit,
    /** Opens the form; an answer where nobody can request it now. Without a trigger the answer is a button that opens it. */
    async open(order: Order, triggerId: string | undefined): Promise<MessageContent | undefined> {
      const why = whyNotRefundable(order);
      const payment = onlyPayment(order);
      if (why || !payment || !isStated(payment)) return withCard(order, WHY_NO_REFUND[why ?? 'not_paid']);
      if (triggerId === undefined) return refundOffer(order.reference);
      const view = refundForm({
        description: order.description,
        reference: quotedReference(order.reference),
        payment,
        question: questionOfBoth(order, payment),
        memory: writeRefundMemory({ query: order.reference, shown: payment }),
      });
      await openForm(deps, triggerId, view);
      return undefined;
    },
    /** The form was sent: requests the refund, or says at the fields what is wrong. */
    async submit(order: Order, { userId, state, show, tell, showErrors, ask }: Submission): Promise<void> {
      const why = whyNotRefundable(order);
      const payment = onlyPayment(order);
      if (why || !payment || !isStated(payment)) return tell(WHY_NO_REFUND[why ?? 'not_paid']);
      const read = readRefundForm(state, payment);
      if (read.status === 'invalid') return showErrors(read.errors);
      const question = questionOfBoth(order, payment);
      const areBoth = question !== undefined && agreedTo(state).includes(question.key);
      if (question && !areBoth) return ask([question]);
      await show(messageView(REFUND_TITLE, REFUND_TEXT.wait));
      const result = await refunds.askRefund(order.reference, { ...read.input, areBoth }, userId);
      const content = await withCard(order, describeRefundAsked(result));
      await (result.status === 'asked' ? show(contentView(REFUND_TITLE, content.blocks)) : tell(content));
    },
  };
}
