// The history of an order: people's part from the audit record, the money's from the order.
import { maskMsisdn } from '#lib/msisdn.ts';
import { counted } from '#lib/text.ts';
import { type AuditEventName, type AuditLine, OPERATOR, TELLER } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import { isSameCode, type Payment } from '#orders/payment.ts';
import { refundedOf } from '#orders/payments.ts';
import { parseStoredReference } from '#orders/reference.ts';
import { describeReference } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature } from '#slack/feature.ts';
import { wordsOrThread } from '#slack/find/find.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { describeFailure, plainMoney, shortMethod, UNCLEAR_REVERSAL } from '#slack/text/orders.ts';
import { plainSection } from '#slack/ui/blocks.ts';
import { bold, channel, code, date, fitsMessage, lines, ours, person, time } from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { type Said, say } from '#slack/ui/say.ts';

export const history: Feature = {
  subcommands: {
    history: {
      label: 'History',
      help: ['<reference>', say`What happened to an order`],
      async run(ctx, typed) {
        const reference = (await wordsOrThread(ctx, typed)).trim();
        if (!reference)
          return 'Add the order’s reference after “history”, or choose History in the menu of its card.';
        return showHistory(ctx, await ctx.store.orders.findByReference(reference));
      },
    },
  },
  actions: {
    history: {
      isAboutOrder: true,
      async run(ctx, { value }) {
        const reference = parseStoredReference(value);
        return showHistory(ctx, reference && (await ctx.store.orders.get(reference)));
      },
    },
  },
};

async function showHistory({ store }: SlackContext, order: Order | undefined) {
  if (!order)
    return 'There’s no order with this reference. Check it, or search for something else with “find”.';
  const { lines: recorded, damaged } = await store.audit.linesOf(order.reference);
  const resend = order.resentAs && (await store.orders.get(order.resentAs.reference));
  return historyCard(order, { recorded, isDamaged: damaged.length > 0, resend });
}

/** `by`: the place in the list (ms), which the provider's time of a payment may not say. */
type HistoryLine = { readonly at: number; readonly by?: number | undefined; readonly what: Said };

/** `recorded`: oldest first. `isDamaged`: some lines cannot be read. */
export function historyCard(
  order: Order,
  from: { recorded: readonly AuditLine[]; isDamaged: boolean; resend?: Order | undefined },
): MessageContent {
  const all = [...recordedLines(from.recorded), ...moneyLines(order, from.resend)];
  all.sort((a, b) => (a.by ?? a.at) - (b.by ?? b.at));
  const name = describeReference(order.reference);
  const newest = (count: number): MessageContent => {
    const left = all.length - count;
    const notes = [
      ...(left > 0 ? [`${counted(left, 'earlier line')} ${left === 1 ? 'isn’t' : 'aren’t'} shown.`] : []),
      ...(from.isDamaged ? ['Part of this history can’t be read. Contact whoever runs Teller.'] : []),
    ];
    const shown = all.slice(left).map(({ at, what }) => [[date(at)], what]);
    return message([lines([[bold(`History of ${name}`)]], ...shown), ...notes.map(plainSection)]);
  };
  let count = Math.min(all.length, 40);
  while (count > 1 && !fitsMessage(newest(count).blocks)) count -= 1;
  return newest(count);
}

function recordedLines(recorded: readonly AuditLine[]): HistoryLine[] {
  const runs: [AuditLine, ...AuditLine[]][] = [];
  for (const line of recorded) {
    const run = runs.at(-1);
    if (run && run[0].event === 'checked' && line.event === 'checked') run.push(line);
    else runs.push([line]);
  }
  return runs.map(([first, ...others]) => {
    const last = others.at(-1);
    const checks = ours(`Checked ${others.length + 1} times, last `);
    return { at: first.at, what: last ? [checks, time(last.at)] : recordedLine(first) };
  });
}

function recordedLine(line: AuditLine): Said {
  const { who, event, outcome } = line;
  if (who === TELLER) return [ours(describeAuditEvent(line))];
  const whoever = who === OPERATOR ? ours('Whoever runs Teller') : person(who);
  const where = event === 'posted_payment' ? say` in ${channel(outcome)}` : [];
  return [whoever, ours(` ${describeAuditEvent(line)}`), ...where];
}

function moneyLines(order: Order, resend: Order | undefined): HistoryLine[] {
  const { state, kind, prompt, provider, failure, charges, payments = [] } = order;
  const isSent = provider.trackingId !== undefined && kind !== 'charge';
  const sent = prompt
    ? `Prompt sent to ${prompt.msisdn ? maskMsisdn(prompt.msisdn) : '•••'} by ${shortMethod(prompt.method)}`
    : 'Payment link created';
  const why = failure && describeFailure(failure, kind);
  const because = why ? [ours(` ${why.what}`), ...(why.providerText ? say` ${why.providerText}` : [])] : [];
  // A decision about the request is in the audit record.
  const isNotSent = state === 'not_sent' && !failure?.reason.startsWith('approval_');
  const total = charges && plainMoney({ amount: charges.total, currency: order.amount.currency });
  const charged = charges?.paid ? `${counted(charges.paid, 'later charge')} paid, ${total} in all` : '';
  const resent = ours(resend?.balanceOf ? ' requested the remaining amount as ' : ' sent this again as ');
  const resentAs = resend ? say`${person(resend.agent)}${resent}${resend.reference}` : [];
  return [
    ...lineAt(isSent ? order.requestedAt : undefined, ours(sent)),
    ...lineAt(order.outcomeUnknownAt, ours('No answer from Pesapal')),
    ...lineAt(order.noPinAt, ours('No PIN yet')),
    ...lineAt(order.failedAt, ours('Not paid:'), ...because),
    ...lineAt(isNotSent ? order.changedAt : undefined, ours('Not sent:'), ...because),
    ...payments.flatMap((payment, index) => paymentLines(order, payment, index)),
    ...lineAt(order.unclearReversalAt, ours(UNCLEAR_REVERSAL.replace(/\.$/, ''))),
    ...(charged ? lineAt(charges?.lastAt, ours(charged)) : []),
    ...lineAt(order.checksEndedAt, ours('Checks ended without a payment')),
    ...lineAt(resend?.createdAt, ...resentAs),
  ];
}

function lineAt(at: number | undefined, ...what: Said): HistoryLine[] {
  return at === undefined ? [] : [{ at, what }];
}

function paymentLines(order: Order, payment: Payment, index: number): HistoryLine[] {
  const { refund, entries = [] } = order;
  const { paid, method, confirmationCode, paidAt, reversedAt, isDoubtful } = payment;
  const learnedAt = entries.find((entry) => entry.payment === index)?.learnedAt;
  const money = paid ? plainMoney(paid) : 'An unstated amount';
  const codes = confirmationCode ? say`, ${code(confirmationCode)}` : [];
  const by = shorten(plain(shortMethod(method)), 40);
  const back = refundedOf(order, payment);
  const refunded = ours(`Refunded ${back ? plainMoney(back) : money}`);
  // An approver's word is in the audit record.
  const isEnded = refund?.status === 'paid_back' && refund.endedBy !== undefined;
  const isRecorded = isEnded && isSameCode(refund.confirmationCode, confirmationCode);
  const arrived = ours(`${isDoubtful ? 'Failed with a receipt for' : 'Paid'} ${money} by ${by}`);
  return [
    { at: paidAt ?? learnedAt ?? order.changedAt, by: learnedAt, what: [arrived, ...codes] },
    ...lineAt(isRecorded ? undefined : reversedAt, refunded, ...codes),
  ];
}

/** What follows "@amina", or begins a line of Teller's. */
const AUDIT_EVENT_TEXT = {
  asked: 'requested this payment',
  sent_again: 'sent this again after an earlier order',
  requested_balance: 'requested the remaining amount of an earlier order',
  written_down: 'recorded an external payment',
  cancelled: 'cancelled this',
  cancelled_at_deadline: 'cancelled this at its deadline',
  accepted_as_paid: 'accepted this as paid',
  approved: 'approved this',
  declined: 'declined this',
  withdrawn: 'withdrew the request',
  ran_out: 'closed the request: not approved and sent in time',
  lapsed: 'closed the request: nothing left to approve',
  sent_now: 'sent this after a late approval',
  refund_asked: 'requested a refund',
  refund_requested: 'requested the refund from Pesapal',
  refund_answered: 'received Pesapal’s answer to the refund request',
  refund_ended: 'closed the refund',
  forgotten: 'erased the customer’s data',
  searched: 'searched by a customer’s data',
  exported_report: 'exported a report',
  exported_audit: 'exported the audit record',
  posted_report: 'posted a report',
  posted_payment: 'posted this',
  shared: 'shared the link',
  receipt: 'opened the receipt to send it',
  checked: 'checked this',
  switched_alerts: 'changed alerts',
  switched_digest: 'changed the digest',
  begun_bulk: 'started bulk requests',
  stopped_bulk: 'stopped bulk requests',
  changed_settings: 'changed the channel defaults',
  refused: 'was refused: no permission',
} as const satisfies Record<AuditEventName, string>;

/** By event and outcome; "refund" stands for any request for a refund. */
const OUTCOME_TEXT: ReadonlyMap<string, string> = new Map([
  ['approved refund', 'approved the refund'],
  ['declined refund', 'declined the refund'],
  ['withdrawn refund', 'withdrew the refund request'],
  ['ran_out refund', 'closed the refund request: not approved in time'],
  ['lapsed refund', 'closed the refund request: nothing left to refund'],
  ['shared whatsapp', 'shared the link by WhatsApp'],
  ['shared qr', 'shared the link as a QR code'],
  [
    'refund_requested once more',
    'requested the refund from Pesapal again, because the first answer was lost',
  ],
  ['refund_answered received', 'Pesapal received the refund request'],
  ['refund_answered received_before', 'someone already requested this refund outside Teller'],
  ['refund_answered refused', 'Pesapal refused the refund'],
  ['refund_answered unknown', 'no answer from Pesapal about the refund'],
  ['refund_ended paid_back', 'marked this as refunded'],
  ['refund_ended not_paid_back', 'marked this as not refunded'],
]);

export function describeAuditEvent({
  who,
  event,
  outcome,
}: Pick<AuditLine, 'who' | 'event' | 'outcome'>): string {
  const ended = outcome.startsWith('refund ') ? 'refund' : outcome;
  const text = OUTCOME_TEXT.get(`${event} ${ended}`) ?? AUDIT_EVENT_TEXT[event];
  return who === TELLER ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
