// Request the refund of an external payment: for approvers. It is found at the provider, and written down as an order with a card once
// the form is sent.
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import { isStated, type StatedPayment } from '#orders/payment.ts';
import type { WriteDownElsewhere } from '#payments/ordering/elsewhere.ts';
import type { Refunds } from '#payments/ordering/refunds.ts';
import type { Finder, OtherTransaction } from '#payments/status/find.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import { type MessageContent, messageWithCard, plainMessage } from '#slack/cards/message.ts';
import { refundOffer } from '#slack/cards/requests.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import { contentView, messageView } from '#slack/forms/outcome.ts';
import {
  REFUND_TITLE,
  readRefundForm,
  refundForm,
  type ShownElsewhere,
  writeRefundMemory,
} from '#slack/forms/refund-form.ts';
import { describeUnanswered } from '#slack/text/find.ts';
import { isDirectMessage, notInChannel, wentWrong } from '#slack/text/people.ts';
import { describeRefundAsked, NOT_WRITTEN, REFUND_TEXT } from '#slack/text/refunds.ts';
import type { CardUrlOf } from './card-url.ts';
import { openForm, updateForm } from './open-form.ts';
import type { Submission } from './order-forms.ts';

/** `query`: a reference or tracking id. `channel`: where its card is posted; undefined where the person is in none. */
export type Elsewhere = { readonly query: string; readonly channel: string | undefined };

type Payable =
  | {
      readonly status: 'payable';
      readonly transaction: OtherTransaction;
      readonly payment: StatedPayment;
      readonly channel: string;
    }
  | { readonly status: 'not_payable'; readonly why: string };

/** Whoever calls has checked that the person may approve. All reject when the store is down. */
export function createElsewhereRefunds(deps: {
  client: WebClient;
  finder: Pick<Finder, 'findPayment'>;
  writeDownElsewhere: WriteDownElsewhere;
  refunds: Pick<Refunds, 'askRefund'>;
  channelAccess: ChannelAccess;
  identity: Pick<BotIdentity, 'known'>;
  cardUrlOf: CardUrlOf;
  clock: Clock;
  reporter: Pick<Reporter, 'error'>;
}) {
  const { finder, writeDownElsewhere, refunds, channelAccess, identity, cardUrlOf, reporter } = deps;

  /** Undefined when its card can be posted there. */
  async function whyNoCard(channel: string): Promise<string | undefined> {
    return (await channelAccess.check(channel)) === 'out'
      ? notInChannel(botMention(identity), channel)
      : undefined;
  }

  async function payable({ query, channel }: Elsewhere): Promise<Payable> {
    // In a direct message no other approver could read its card.
    if (channel === undefined || isDirectMessage(channel))
      return { status: 'not_payable', why: REFUND_TEXT.noChannel };
    const why = await whyNoCard(channel);
    if (why) return { status: 'not_payable', why };
    const found = await finder.findPayment(query);
    if (found.status === 'unanswered')
      return { status: 'not_payable', why: describeUnanswered(found.failure) };
    // By what the provider says of it: from now on it is found in the store.
    if (found.status === 'ours') return { status: 'not_payable', why: REFUND_TEXT.ours };
    if (found.status === 'none') return { status: 'not_payable', why: NOT_WRITTEN.none };
    const { transaction } = found;
    if (transaction.outcome !== 'completed' || !transaction.payment)
      return { status: 'not_payable', why: NOT_WRITTEN.not_paid };
    const { payment } = transaction;
    if (!payment.confirmationCode || !isStated(payment))
      return { status: 'not_payable', why: NOT_WRITTEN.no_code };
    return { status: 'payable', transaction, payment, channel };
  }

  /** The form; or in its place why nothing can be requested. */
  async function filledIn(asked: Elsewhere): Promise<ModalView> {
    const found = await payable(asked);
    if (found.status === 'not_payable') return messageView(REFUND_TITLE, found.why);
    const { transaction, payment, channel } = found;
    return refundForm({
      payment,
      reference: transaction.reference,
      note: REFUND_TEXT.elsewhere,
      memory: writeRefundMemory({ query: transaction.trackingId ?? asked.query, channel, shown: payment }),
    });
  }

  return {
    /** Opens the form at once and fills it in when the provider has answered. Where it cannot, it offers a button that does. */
    async open(asked: Elsewhere, triggerId: string | undefined): Promise<MessageContent | undefined> {
      const waiting = messageView(REFUND_TITLE, REFUND_TEXT.wait);
      const window = triggerId === undefined ? undefined : await openForm(deps, triggerId, waiting);
      if (!window) {
        const found = await payable(asked);
        if (found.status === 'not_payable') return plainMessage(found.why);
        return refundOffer(found.transaction.trackingId ?? found.transaction.reference);
      }
      const { id } = window;
      try {
        await updateForm(deps, { id }, await filledIn(asked));
      } catch (error) {
        const sentence = wentWrong(reporter.error(error, { form: 'refund_order' }));
        const view = messageView(REFUND_TITLE, sentence);
        // Where Slack does not take this either, or the window was closed, the sentence is answered instead.
        if (!(await updateForm(deps, { id }, view).catch(() => false))) return plainMessage(sentence);
      }
      return undefined;
    },
    /** The form was sent: writes the payment down and requests the refund, or says at the fields what is wrong. */
    async submit({ query, channel, shown }: ShownElsewhere, submission: Submission): Promise<void> {
      const { userId, state, show, tell, showErrors } = submission;
      const read = readRefundForm(state, shown);
      if (read.status === 'invalid') return showErrors(read.errors);
      await show(messageView(REFUND_TITLE, REFUND_TEXT.wait));
      const why = await whyNoCard(channel);
      if (why) return tell(why);
      const about = { by: userId, channel, description: REFUND_TEXT.madeElsewhere, shown };
      const written = await writeDownElsewhere(query, about);
      if (written.status === 'unanswered') return tell(describeUnanswered(written.failure));
      if (written.status !== 'written' && written.status !== 'ours') return tell(NOT_WRITTEN[written.status]);
      const { order } = written;
      const result = await refunds.askRefund(order.reference, read.input, userId);
      const content = messageWithCard(describeRefundAsked(result), await cardUrlOf(order));
      await (result.status === 'asked' ? show(contentView(REFUND_TITLE, content.blocks)) : tell(content));
    },
  };
}
