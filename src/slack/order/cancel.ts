// Cancels an unpaid order, which is always confirmed first.
import { formatMoney } from '#lib/money.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import { isOpen } from '#orders/lifecycle.ts';
import { canonicalReference, parseReference } from '#orders/reference.ts';
import { canStillBePaid } from '#orders/resends.ts';
import { type CancelResult, closedStatus } from '#payments/ordering/cancel.ts';
import { cancelButton, TELL_CUSTOMER } from '#slack/card/buttons.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Typed } from '#slack/feature.ts';
import { wordsOrThread } from '#slack/find/find.ts';
import { ordersToCancel } from '#slack/home/home.ts';
import { maybeSent } from '#slack/people/guard.ts';
import { providerWords } from '#slack/text/escape.ts';
import { describeFailure, describeWhat, providerSays } from '#slack/text/orders.ts';
import { buttonRow, type Fact, facts, plainSection, section } from '#slack/ui/blocks.ts';
import { form } from '#slack/ui/fields.ts';
import { type Answer, message, plainMessage } from '#slack/ui/message.ts';
import { openForm } from '#slack/ui/open-form.ts';
import { say } from '#slack/ui/say.ts';
import { messageView, withReference } from './outcome.ts';

const CANCEL_TITLE = 'Cancel order';

export const cancel: Feature = {
  subcommands: {
    cancel: {
      label: 'Cancel an order',
      help: ['[reference]', say`Cancel an unpaid order`],
      run: async (ctx, typed) => startCancel(ctx, { ...typed, words: await wordsOrThread(ctx, typed) }),
    },
  },
  actions: {
    cancel_order: {
      isAboutOrder: true,
      whenFailed: maybeSent,
      run: async (ctx, { value, userId }) => (await confirmCancel(ctx, value, userId)).sentence,
    },
  },
  // The items of a menu cannot each ask to confirm, so cancelling opens its form.
  menuItems: {
    cancel_order: {
      isAboutOrder: true,
      run: (ctx, press) => startCancel(ctx, { ...press, words: press.value }),
    },
  },
  forms: {
    cancel_order: {
      title: CANCEL_TITLE,
      whenFailed: maybeSent,
      async run(ctx, { userId, memory, show, tell }) {
        await show(messageView(CANCEL_TITLE, 'One moment…'));
        const { sentence, isDone } = await confirmCancel(ctx, memory, userId);
        await (isDone
          ? show(messageView(CANCEL_TITLE, sentence))
          : tell(withReference(plainMessage(sentence), parseReference(memory))));
      },
    },
  },
};

/** Without a trigger no form can be opened, so a button asks to confirm. */
async function startCancel(
  ctx: SlackContext,
  { userId, words, triggerId }: Pick<Typed, 'userId' | 'words' | 'triggerId'>,
): Promise<Answer> {
  const which = 'Which order do you want to cancel?';
  if (!words) return (await ordersToCancel(ctx, userId, which)) ?? 'You have no open orders to cancel.';
  if (!parseReference(words) && !canonicalReference(words))
    return 'A reference has at most 50 letters, digits, - _ . or :, without spaces. Use “find” to search for anything else.';
  const order = await ctx.store.orders.findByReference(words);
  if (!order) return CANCELLED.unknown_order;
  if (!isOpen(order.state)) return describeCancel({ status: closedStatus(order), order });
  const money = formatMoney(order.amount);
  const lines: Fact[] = [
    ['For', describeWhat(order)],
    ['Reference', order.reference],
  ];
  const question = [section(say`*Cancel ${money}?*`), ...facts(lines)];
  if (triggerId === undefined) return message([...question, ...buttonRow([cancelButton(order)])]);
  const confirm = { title: CANCEL_TITLE, submit: 'Cancel order', close: 'Keep it', memory: order.reference };
  const blocks = [...question, plainSection(TELL_CUSTOMER)];
  await openForm(ctx, triggerId, form('cancel_order', confirm, blocks));
}

/** `isDone`: the card and its thread say so as well. Never rejects. */
async function confirmCancel({ payments }: SlackContext, value: string, userId: string) {
  const reference = parseReference(value);
  if (!reference) return { sentence: CANCELLED.unknown_order, isDone: false };
  try {
    const result = await payments.cancelOrder(reference, userId);
    return { sentence: describeCancel(result), isDone: result.status === 'cancelled' };
  } catch (error) {
    const failure = payments.logFailure(error, { reference });
    const { what, providerText, incident } = describeFailure(failure);
    const notKnown =
      'Couldn’t confirm the cancellation. If its card doesn’t show it in a minute, cancel it again.';
    const says = [what, providerSays(providerText), notKnown, incident && `Incident ${incident}.`];
    return { sentence: says.filter(Boolean).join(' '), isDone: false };
  }
}

const CANCELLED = {
  cancelled: 'Cancelled.',
  already_cancelled: 'This order is already cancelled.',
  too_late: 'Too late to cancel: money has already arrived. See the card.',
  never_sent: 'This order was never sent, so there’s nothing to cancel.',
  waits: 'This order needs approval and isn’t sent yet. Its requester can withdraw it.',
  approved: 'This order is approved and not sent yet. Its requester can withdraw it.',
  not_yet: 'Pesapal hasn’t confirmed this order yet. Try again in a minute.',
  being_cancelled:
    'This order is being cancelled. If its card doesn’t show that in a minute, cancel it again.',
  refused: 'Pesapal didn’t cancel this order. Press Check now on its card, then try again.',
  unknown_order: 'There’s no order with this reference. You can only cancel orders made in Slack.',
} satisfies Record<CancelResult['status'] | 'approved', string>;

export function describeCancel(result: CancelResult): string {
  const order = 'order' in result ? result.order : undefined;
  const isApproved = result.status === 'waits' && order && waitsToBeSent(order);
  const resentAs = order?.resentAs;
  const says = [
    isApproved ? CANCELLED.approved : CANCELLED[result.status],
    result.status === 'refused' && providerSays(providerWords(result.providerMessage, 200)),
    resentAs && canStillBePaid(resentAs) && `Its resend ${resentAs.reference} can still be paid.`,
  ];
  return says.filter(Boolean).join(' ');
}
