// The order's card: the root message of its thread, edited to show the latest state. Pure.
import type { KnownBlock } from '@slack/types';
import { formatMoney, sameMoney } from '#lib/money.ts';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Customer, Order } from '#orders/order.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import {
  describeFailure,
  describeKind,
  describeMethod,
  describeMoney,
  describeState,
  describeSuccessor,
  plainDifference,
} from '#slack/text/orders.ts';
import { buttonRow, context, type Fact, facts, section, slackDate } from './blocks.ts';
import { orderButtons } from './buttons.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import type { MessageContent } from './message.ts';
import { recurringHeadline } from './recurring.ts';

export function orderCard(order: Order): MessageContent {
  const blocks: KnownBlock[] = [
    section(recurringHeadline(order) ?? headline(order)),
    ...facts(rows(order)),
    ...address(order),
    ...successorLine(order),
    context(byWhom(order)),
    ...buttonRow(orderButtons(order)),
  ];
  return {
    text: `${formatMoney(order.amount)} · ${describeKind(order)} ${order.reference} · ${describeState(order)}`,
    blocks,
  };
}

function headline(order: Order): string {
  return `*${formatMoney(order.amount)}* · ${describeKind(order)} · *${describeState(order)}*`;
}

function rows(order: Order): Fact[] {
  const { failure, payment, recurring } = order;
  const phone = order.prompt?.msisdn ?? order.customer.phone;
  return [
    ['For', order.description],
    [
      'Customer',
      [nameOf(order.customer), phone && maskMsisdn(phone)].filter(Boolean).join(', ') || undefined,
    ],
    ['Method', order.prompt && describeMethod(order.prompt.method)],
    ['Reference', order.reference],
    ...payByHand(order),
    ['Sent again for', order.resendOf],
    ['For what is missing of', order.restOf],
    [
      'Repeats',
      recurring && `${recurring.frequency.toLowerCase()}, ${recurring.startDay} to ${recurring.endDay}`,
    ],
    ['Account number', recurring?.accountNumber],
    [
      'Please review',
      order.state === 'review' && payment ? plainDifference(order.amount, payment.paid) : undefined,
    ],
    ...paidAmount(order),
    ...paidWith(payment),
    ...otherPayment(order),
    [
      'The service says',
      failure && order.state === 'sending' ? describeFailure(failure).serviceText || undefined : undefined,
    ],
    [
      'Reason',
      failure && (order.state === 'failed' || order.state === 'not_sent') ? reason(failure) : undefined,
    ],
  ];
}

export function nameOf(customer: Customer): string | undefined {
  return [customer.firstName, customer.lastName].filter(Boolean).join(' ') || undefined;
}

function reason(failure: Failure): string {
  const { what, serviceText } = describeFailure(failure);
  return serviceText ? `${what} (${serviceText})` : what;
}

/** What was paid, where that is not what the headline says. */
function paidAmount({ state, amount, payment }: Order): Fact[] {
  if (!payment || state === 'review' || sameMoney(payment.paid, amount)) return [];
  return [['Paid', describeMoney(payment.paid)]];
}

function otherPayment({ state, payment, paidTwin }: Order): Fact[] {
  if (!paidTwin) return [];
  const { reference, confirmationCode } = paidTwin;
  return payment
    ? [
        [
          'Paid twice',
          `${payment.confirmationCode} here, ${confirmationCode} for ${reference}. Pay one of them back.`,
        ],
      ]
    : [
        [
          'Already paid',
          `${reference} has been paid (${confirmationCode}).${isOpen(state) ? ' Cancel this one.' : ''}`,
        ],
      ];
}

/** "Both business_number and account_number should be shown to the customer" (SPEC.md, Mobile money push response). */
function payByHand(order: Order): Fact[] {
  const { prompt, service, state, successor, paidTwin } = order;
  // Without the account number, which comes with the service's answer, nobody can pay by hand. And nobody should pay an
  // order that was sent again.
  if (!prompt || !service.accountNumber || !isOpen(state) || successor || paidTwin) return [];
  return [
    [
      'No prompt? Pay to business number',
      service.businessNumber ?? PAYMENT_METHODS[prompt.method].businessNumber,
    ],
    ['Account number', service.accountNumber],
  ];
}

export function paidWith(payment: Payment | undefined): Fact[] {
  if (!payment) return [];
  return [
    ['Paid with', [describeMethod(payment.method), maskNumbers(payment.payer)].filter(Boolean).join(', ')],
    ['Confirmation code', payment.confirmationCode],
  ];
}

/** The payment link as text to copy, while the customer can pay there. */
function address(order: Order): KnownBlock[] {
  const { service, state, successor, paidTwin } = order;
  const { redirectUrl } = service;
  if (!redirectUrl || !isOpen(state) || successor || paidTwin) return [];
  return facts([['Link to send to the customer', redirectUrl]], MAX_URL_LENGTH);
}

/** What became of the order that was made from this one. */
function successorLine({ restOf, successor }: Order): KnownBlock[] {
  if (!successor) return [];
  const { reference, cardUrl } = successor;
  const label = successor.restOf === restOf ? 'Sent again as ' : 'The rest is asked for with ';
  return [
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: label, style: { bold: true } },
            cardUrl ? { type: 'link', url: cardUrl, text: reference } : { type: 'text', text: reference },
            { type: 'text', text: ` · ${describeSuccessor(successor)}` },
          ],
        },
      ],
    },
  ];
}

function byWhom(order: Order): string {
  const byline = `Asked by <@${order.agent}> ${slackDate(order.createdAt)}`;
  if (order.state === 'cancelled' && order.cancelledBy)
    return `${byline} · cancelled by <@${order.cancelledBy}> ${slackDate(order.changedAt)}`;
  if (order.acceptedBy)
    return `${byline} · accepted as paid by <@${order.acceptedBy}> ${slackDate(order.changedAt)}`;
  return order.changedAt === order.createdAt ? byline : `${byline} · changed ${slackDate(order.changedAt)}`;
}
