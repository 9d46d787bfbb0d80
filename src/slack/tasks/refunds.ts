// Ask to pay a customer back: from a card's menu, from news, by `/pay refund`. Another person then approves it (requests.ts).
import type { WebClient } from '@slack/web-api';
import type { Order } from '#orders/order.ts';
import { whyNotRefundable } from '#orders/refunding.ts';
import { findByCode } from '#payments/finding/by-code.ts';
import type { Refunds } from '#payments/ordering/refunds.ts';
import type { Finder } from '#payments/status/find.ts';
import type { Permissions, Right } from '#slack/access/permissions.ts';
import { button, buttonRow, note } from '#slack/cards/blocks.ts';
import { type MessageContent, messageWithCard, plainMessage } from '#slack/cards/message.ts';
import type { FieldErrors, FormState } from '#slack/forms/fields.ts';
import { contentView, messageView } from '#slack/forms/outcome.ts';
import { REFUND_TITLE, readRefundForm, refundForm } from '#slack/forms/refund-form.ts';
import { REFUSALS } from '#slack/text/people.ts';
import { describeRefundAsked, REFUND_TEXT, WHY_NO_REFUND } from '#slack/text/refunds.ts';
import type { OrderStore } from '#store/store.ts';
import type { CardUrlOf } from './card-url.ts';
import type { Submission } from './order-forms.ts';

/** What a person means, with the right that asking for its refund needs; or why there is nothing to ask for. */
export type Refundable =
  | { readonly status: 'found'; readonly order: Order; readonly right: Right }
  | { readonly status: 'not_found'; readonly why: string };

export type RefundTasks = ReturnType<typeof createRefundTasks>;

/** All reject when the store is down. */
export function createRefundTasks(deps: {
  client: WebClient;
  orders: Pick<OrderStore, 'search'>;
  finder: Pick<Finder, 'findOrderIn'>;
  refunds: Pick<Refunds, 'askRefund'>;
  permissions: Pick<Permissions, 'hasApprovers'>;
  cardUrlOf: CardUrlOf;
}) {
  const { client, orders, finder, refunds, permissions, cardUrlOf } = deps;

  async function orderFor(query: string): Promise<Order | 'several' | undefined> {
    const named = await finder.findOrderIn([query]);
    if (named) return named;
    const [order, ...others] = await findByCode(orders, query);
    return others.length > 0 ? 'several' : order;
  }

  const withCard = async (order: Order, sentence: string) =>
    messageWithCard(sentence, await cardUrlOf(order));

  return {
    /** `query`: a reference, a tracking id, a confirmation code, or the value of a button. */
    async find(query: string): Promise<Refundable> {
      if (!permissions.hasApprovers) return { status: 'not_found', why: REFUSALS.no_approvers };
      if (!query) return { status: 'not_found', why: REFUND_TEXT.which };
      const order = await orderFor(query);
      if (order === 'several') return { status: 'not_found', why: REFUND_TEXT.several };
      if (!order) return { status: 'not_found', why: REFUND_TEXT.notFound };
      return { status: 'found', order, right: order.kind === 'elsewhere' ? 'approve' : 'act' };
    },
    /** Opens the form; an answer where nobody can ask for it now. Without a trigger it answers with a button that opens the form. */
    async open(order: Order, triggerId: string | undefined): Promise<MessageContent | undefined> {
      const why = whyNotRefundable(order);
      if (why || !order.payment) return withCard(order, WHY_NO_REFUND[why ?? 'not_paid']);
      if (triggerId === undefined) return offer(order);
      const view = refundForm({ ...order, payment: order.payment, memory: order.reference });
      await client.views.open({ trigger_id: triggerId, view });
      return undefined;
    },
    /** The form was sent: asks, or says at the fields what is wrong. */
    async submit(order: Order, { userId, state, show, showErrors }: RefundSubmission): Promise<void> {
      const why = whyNotRefundable(order);
      if (why || !order.payment) return show(messageView(REFUND_TITLE, WHY_NO_REFUND[why ?? 'not_paid']));
      const read = readRefundForm(state, order.payment);
      if (read.status === 'invalid') return showErrors(read.errors);
      await show(messageView(REFUND_TITLE, REFUND_TEXT.wait));
      const result = await refunds.askRefund(order.reference, read.input, userId);
      const { blocks } = await withCard(order, describeRefundAsked(result));
      await show(contentView(REFUND_TITLE, blocks));
    },
  };
}

type RefundSubmission = Pick<Submission, 'userId' | 'show'> & {
  readonly state: FormState;
  showErrors(errors: FieldErrors): Promise<void>;
};

function offer({ reference }: Order): MessageContent {
  const { text } = plainMessage(REFUND_TEXT.offer);
  return {
    text,
    blocks: [note(REFUND_TEXT.offer), ...buttonRow([button('refund_order', REFUND_TEXT.open, reference)])],
  };
}
