// The history of an order, oldest first: what people did, from the audit record, and what happened to the money, from the order
// itself. Pure.
import { maskMsisdn } from '#lib/msisdn.ts';
import { type AuditLine, OPERATOR, TELLER } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import { isSameCode, type Payment } from '#orders/payment.ts';
import { refundedOf } from '#orders/payments.ts';
import { describeReference } from '#slack/text/card.ts';
import { describeDeed, HISTORY_TEXT } from '#slack/text/deeds.ts';
import { escapeMrkdwn, plain, shorten } from '#slack/text/escape.ts';
import { describeFailure, plainMoney, shortMethod, UNCLEAR_REVERSAL } from '#slack/text/orders.ts';
import { plainSection } from './blocks.ts';
import {
  bold,
  channel,
  code,
  date,
  fitsMessage,
  foreign,
  lines,
  ours,
  type Piece,
  person,
  time,
  wordsOf,
} from './line.ts';
import type { MessageContent } from './message.ts';

/** Nobody reads a list of more. Fewer when they are long. */
const MAX_LINES = 40;

/** `by`: where it belongs in the list (ms), which the provider's own time of a payment may not say. */
type HistoryLine = { readonly at: number; readonly by?: number | undefined; readonly what: readonly Piece[] };

/** `recorded`: the audit lines of the order, oldest first. `isDamaged`: some of them cannot be read. `resend`: its newest one. */
export function historyCard(
  order: Order,
  {
    recorded,
    isDamaged,
    resend,
  }: { recorded: readonly AuditLine[]; isDamaged: boolean; resend?: Order | undefined },
): MessageContent {
  const all = [...recordedLines(recorded), ...moneyLines(order, resend)].sort(
    (a, b) => (a.by ?? a.at) - (b.by ?? b.at),
  );
  const name = describeReference(order.reference);
  const last = all.at(-1);
  const text = HISTORY_TEXT.sentence(escapeMrkdwn(name), all.length, last ? wordsOf(last.what).trim() : '');
  const newest = (count: number): MessageContent => {
    const left = all.length - count;
    const notes = [
      ...(left > 0 ? [HISTORY_TEXT.earlier(left)] : []),
      ...(isDamaged ? [HISTORY_TEXT.damaged] : []),
    ];
    const shown = all.slice(left).map(({ at, what }) => [[date(at)], what]);
    return {
      text: [text, ...notes].join(' '),
      blocks: [
        lines([[bold(HISTORY_TEXT.title(name))]], ...shown),
        ...notes.map((sentence) => plainSection(sentence)),
      ],
    };
  };
  let count = Math.min(all.length, MAX_LINES);
  while (count > 1 && !fitsMessage(newest(count).blocks)) count -= 1;
  return newest(count);
}

/** Checks that follow each other are one line. */
function recordedLines(recorded: readonly AuditLine[]): HistoryLine[] {
  const shown: HistoryLine[] = [];
  for (let index = 0; index < recorded.length; ) {
    let end = index + 1;
    while (recorded[index]?.deed === 'checked' && recorded[end]?.deed === 'checked') end += 1;
    const [first, last] = [recorded[index], recorded[end - 1]];
    if (first && last)
      shown.push({
        at: first.at,
        what:
          first === last
            ? recordedLine(first)
            : [ours(`${HISTORY_TEXT.checked(end - index)} `), time(last.at)],
      });
    index = end;
  }
  return shown;
}

function recordedLine(line: AuditLine): Piece[] {
  const { who, deed, outcome } = line;
  const whoever = who === OPERATOR ? ours(HISTORY_TEXT.operator) : person(who);
  const where = deed === 'posted_payment' ? [ours(' in '), channel(outcome)] : [];
  const what = ours(`${who === TELLER ? '' : ' '}${describeDeed(line)}`);
  return [...(who === TELLER ? [] : [whoever]), what, ...where];
}

/** What the audit record does not have: it is about what people and Teller do. */
function moneyLines(order: Order, resend: Order | undefined): HistoryLine[] {
  const { state, kind, prompt, requestedAt, service, failure, charges, payments = [] } = order;
  const told = (at: number | undefined, ...what: Piece[]): HistoryLine[] =>
    at === undefined ? [] : [{ at, what }];
  const isSent = service.trackingId !== undefined && kind !== 'charge';
  const sent = prompt
    ? HISTORY_TEXT.promptSent(prompt.msisdn ? maskMsisdn(prompt.msisdn) : '•••', shortMethod(prompt.method))
    : HISTORY_TEXT.linkCreated;
  const why = failure ? describeFailure(failure, kind) : undefined;
  const because = why
    ? [ours(` ${why.what}`), ...(why.serviceText ? [ours(' '), foreign(why.serviceText)] : [])]
    : [];
  // A decision about the request has a line of its own.
  const isDecided = failure?.reason.startsWith('approval_') === true;
  return [
    ...(isSent ? told(requestedAt, ours(sent)) : []),
    ...told(order.outcomeUnknownAt, ours(HISTORY_TEXT.noAnswer)),
    ...told(order.noPinAt, ours(HISTORY_TEXT.noPin)),
    ...told(order.failedAt, ours(HISTORY_TEXT.notPaid), ...because),
    ...(state === 'not_sent' && !isDecided
      ? told(order.changedAt, ours(HISTORY_TEXT.notSent), ...because)
      : []),
    ...payments.flatMap((payment, index) => paymentLines(order, payment, index)),
    ...told(order.unclearReversalAt, ours(UNCLEAR_REVERSAL.replace(/\.$/, ''))),
    ...(charges && charges.paid > 0
      ? told(
          charges.lastAt,
          ours(
            HISTORY_TEXT.charges(
              charges.paid,
              plainMoney({ amount: charges.total, currency: order.amount.currency }),
            ),
          ),
        )
      : []),
    ...told(order.checksEndedAt, ours(HISTORY_TEXT.checksEnded)),
    ...(resend
      ? told(
          resend.createdAt,
          person(resend.agent),
          ours(` ${resend.restOf ? HISTORY_TEXT.balanceRequestedAs : HISTORY_TEXT.resentAs} `),
          foreign(resend.reference),
        )
      : []),
  ];
}

function paymentLines(order: Order, payment: Payment, index: number): HistoryLine[] {
  const { refund, entries = [] } = order;
  const { paid, method, confirmationCode, paidAt, reversedAt, isDoubtful } = payment;
  const learnedAt = entries.find((entry) => entry.payment === index)?.learnedAt;
  const money = paid ? plainMoney(paid) : HISTORY_TEXT.unstated;
  const codes = confirmationCode ? [ours(', '), code(confirmationCode)] : [];
  const by = shorten(plain(shortMethod(method)), 40);
  const back = refundedOf(order, payment);
  // An approver has said so, which the audit record has.
  const isRecorded =
    refund?.status === 'paid_back' &&
    refund.endedBy !== undefined &&
    isSameCode(refund.confirmationCode, confirmationCode);
  return [
    {
      at: paidAt ?? learnedAt ?? order.changedAt,
      by: learnedAt,
      what: [ours(isDoubtful ? HISTORY_TEXT.doubtful(money, by) : HISTORY_TEXT.paid(money, by)), ...codes],
    },
    ...(reversedAt === undefined || isRecorded
      ? []
      : [{ at: reversedAt, what: [ours(HISTORY_TEXT.refunded(back ? plainMoney(back) : money)), ...codes] }]),
  ];
}
