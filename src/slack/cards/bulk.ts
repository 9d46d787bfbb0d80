// The message that shows how a bulk goes, and the rows of its form. Pure.
import type { KnownBlock } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import type { Progress, RowProgress } from '#payments/bulk/progress.ts';
import type { Bulk, BulkRow } from '#payments/bulk/stored-bulk.ts';
import { headline, PROGRESS_TEXT } from '#slack/text/bulk.ts';
import { ROW_REFUSAL_TEXT } from '#slack/text/bulk-rows.ts';
import { CARD_TEXT } from '#slack/text/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import { asSentence } from '#slack/text/escape.ts';
import {
  describeFailure,
  describeMoney,
  describeSuccessor,
  describeWhat,
  shortMethod,
} from '#slack/text/orders.ts';
import { button, buttonRow, confirmation, context, type Fact, facts, section } from './blocks.ts';
import type { MessageContent } from './message.ts';

const BAR_LENGTH = 20;
/** How many rows that failed, or were sent again, the message names; the file has them all. */
const MAX_FAILED = 8;

/** Its content follows from the bulk and its orders alone, so that it is edited only when they have changed. */
export function bulkMessage(bulk: Bulk, progress: Progress): MessageContent {
  const { count } = progress;
  const total = bulk.rows.length;
  const done = total - count.unsent - notReached(progress);
  const title = headline(bulk, total);
  const counts = countsOf(progress).join(' · ');
  const isRunning = bulk.state === 'running';
  return {
    text: `${title}: ${PROGRESS_TEXT.ofTotal(done, total)}. ${counts}`,
    blocks: [
      section(`:${iconOf(bulk, progress)}: *${title}*`),
      section(`${bar(done, total)} ${PROGRESS_TEXT.ofTotal(done, total)}${counts && `\n${counts}`}`),
      ...failedRows(progress),
      ...(isRunning ? buttonRow([stopButton(bulk)]) : []),
      context(`<@${bulk.by}>`),
    ],
  };
}

function iconOf({ state, ending }: Bulk, { count }: Progress): string {
  if (state === 'running') return 'hourglass_flowing_sand';
  return ending === 'sent' && count.failed === 0 ? 'white_check_mark' : 'warning';
}

function bar(done: number, total: number): string {
  const full = Math.floor((done / Math.max(total, 1)) * BAR_LENGTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)}`;
}

/** It was stopped, or came to an end, before the row was sent. */
function isNotReached({ refused, order }: RowProgress): boolean {
  return refused?.why === 'not_reached' || order?.failure?.reason === 'bulk_over';
}

function notReached({ rows }: Progress): number {
  return rows.filter(isNotReached).length;
}

function countsOf(progress: Progress): string[] {
  const { count, paid } = progress;
  const unsent = notReached(progress);
  const sum = paid.map(({ money }) => describeMoney(money)).join(', ');
  const lines: readonly (readonly [number, string])[] = [
    [count.paid, `${PROGRESS_TEXT.paid(count.paid)}${sum && `, ${sum}`}`],
    [count.waiting, PROGRESS_TEXT.waiting(count.waiting)],
    [count.unanswered, PROGRESS_TEXT.unanswered(count.unanswered)],
    [count.review, PROGRESS_TEXT.review(count.review)],
    [count.failed - unsent, PROGRESS_TEXT.failed(count.failed - unsent)],
    [count.cancelled, PROGRESS_TEXT.cancelled(count.cancelled)],
    [count.paid_back, PROGRESS_TEXT.paidBack(count.paid_back)],
    [unsent, PROGRESS_TEXT.unsent(unsent)],
  ];
  return lines.filter(([number]) => number > 0).map(([, words]) => words);
}

function failedRows({ rows }: Progress): KnownBlock[] {
  const failed = rows.filter((one) => isSentAgain(one) || (one.state === 'failed' && !isNotReached(one)));
  const named = failed
    .slice(0, MAX_FAILED)
    .map((one): Fact => [PROGRESS_TEXT.row(one.row), `${one.reference} · ${whyFailed(one)}`]);
  const others = failed.length - named.length;
  return [...facts(named, 300), ...(others > 0 ? [context(PROGRESS_TEXT.others(others))] : [])];
}

/** Its customer may have paid with another order by now. */
function isSentAgain({ state, order }: RowProgress): boolean {
  return order?.successor !== undefined && (state === 'failed' || state === 'cancelled');
}

/** Why a row failed, in one sentence, or what it was sent again as; '' for any other. */
export function whyFailed(row: RowProgress): string {
  const { state, refused, order } = row;
  if (refused) return ROW_REFUSAL_TEXT[refused.why];
  if (order?.successor && isSentAgain(row))
    return `${CARD_TEXT.sentAgain} ${order.successor.reference} · ${describeSuccessor(order.successor)}`;
  if (state !== 'failed' || !order?.failure) return '';
  const { what, serviceText } = describeFailure(order.failure, order.kind);
  return [what, asSentence(serviceText)].filter(Boolean).join(' ');
}

function stopButton({ id }: Bulk) {
  const { title, text, yes, no } = PROGRESS_TEXT.confirmStop;
  const confirm = { ...confirmation(title, text, yes, no), style: 'danger' as const };
  return { ...button('stop_bulk', PROGRESS_TEXT.stop, id), confirm };
}

/** Some rows a block, because a block's text is limited. */
const ROWS_A_BLOCK = 20;

/** `max`: characters of each. */
export function rowBlocks(rows: readonly Fact[], max = 250): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  for (let at = 0; at < rows.length; at += ROWS_A_BLOCK)
    blocks.push(...facts(rows.slice(at, at + ROWS_A_BLOCK), max));
  return blocks;
}

/** “Row 2: KES 1,500.00 · Jane Wanjiru · +254 7•• ••• 678 · M-PESA · Flour · INV-1” */
export function rowFact(order: BulkRow): Fact {
  const { row, amount, customer, prompt } = order;
  const phone = prompt?.msisdn ?? customer.phone;
  const parts = [
    formatMoney(amount),
    nameOf(order),
    phone && maskMsisdn(phone),
    prompt && shortMethod(prompt.method),
    describeWhat(order),
    order.typedReference ? order.reference : '',
  ];
  return [PROGRESS_TEXT.row(row), parts.filter(Boolean).join(' · ')];
}
