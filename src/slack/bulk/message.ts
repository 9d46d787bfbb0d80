// Shows how a bulk goes: its message is posted once and edited, its results are uploaded once.
import { randomUUID } from 'node:crypto';
import type { KnownBlock } from '@slack/types';
import { counted } from '#lib/text.ts';
import { LEASE_MS } from '#lib/with-lease.ts';
import type { Progress, RowProgress } from '#payments/bulk/progress.ts';
import type { Attempt, Bulk, BulkEnding, BulkKind, RowRefusal } from '#payments/bulk/stored-bulk.ts';
import { createCsvFile } from '#payments/reports/csv-file.ts';
import {
  errorIn,
  GIVE_UP_MS,
  isChannelGone,
  isFinal,
  isMessageGone,
  missingScope,
  type PostFailure,
} from '#slack/bolt/errors.ts';
import { CARD_TEXT } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import { type Outbound, postTo } from '#slack/outbox/outbound.ts';
import { reportSent } from '#slack/outbox/send-once.ts';
import { asSentence } from '#slack/text/escape.ts';
import { describeFailure, describeOwnState, describeResentOrder, plainMoney } from '#slack/text/orders.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import { buttonRow, confirmation, context, type Fact, facts, press, section } from '#slack/ui/blocks.ts';
import { channel, emoji, foreign, MAX_TEXT_LENGTH, person } from '#slack/ui/line.ts';
import { contentHashOf, type MessageContent, message, plainMessage } from '#slack/ui/message.ts';
import { type Said, say } from '#slack/ui/say.ts';

const MAX_FAILED = 8;
const BAR_LENGTH = 20;
const NEWS = 'bulk';
/** The hash of unknown content differs from every other, so the message is edited next. */
const UNKNOWN = '';

export const REINSTALL = 'Ask whoever runs Teller to update the app’s manifest and reinstall the app.';

const STOPPING = 'Anything already sent stays. The remaining rows aren’t sent.';
const STOP = {
  ...confirmation('Stop sending?', STOPPING, 'Stop', 'Keep sending'),
  style: 'danger',
} as const;

const REFUSALS = {
  reference_taken: 'The reference was used in the meantime.',
  same_again: 'This number got the same request in the meantime, or has paid an earlier one.',
  too_many_prompts: 'This number already had three unpaid prompts in ten minutes.',
  impossible: 'This request couldn’t be created.',
  not_reached: 'Not sent: sending ended before this row.',
} as const satisfies Record<RowRefusal, string>;

/** `isGone`: nothing can be posted there any more; else a `failure` is to be tried again. */
export type Shown = { bulk: Bulk; failure?: PostFailure; isGone?: boolean };

export async function showBulk(ctx: SlackContext, before: Bulk, progress: Progress): Promise<Shown> {
  if (before.message) return edit(ctx, before, before.message, progress);
  return makeAttempt(ctx, before, 'posting', async (bulk, { tries, at: sinceMs }, outbound) => {
    const { id: reference, by: userId, channel } = bulk;
    const to = bulk.isDirect ? { userId } : { channel };
    if (tries > 1) {
      const found = await outbound.findOwn({ ...to, sinceMs }, reference);
      if (found.status !== 'found') return failed(ctx, bulk, found);
      const ts = found.messages.get(NEWS);
      const message = ts && { channel: found.channel, ts, contentHash: UNKNOWN };
      if (message) return saved(ctx, { ...bulk, message });
    }
    const content = buildBulkMessage(bulk, progress);
    const posted = await postTo(outbound, to, { ...content, metadata: { reference, news: NEWS } });
    if (posted.status !== 'posted') return failed(ctx, bulk, posted);
    ctx.report('bulk', 'posted', { reference });
    const { ts } = posted;
    const message = { channel: posted.channel, ts, contentHash: contentHashOf(content) };
    return saved(ctx, { ...bulk, message });
  });
}

export async function uploadResult(ctx: SlackContext, before: Bulk, progress: Progress): Promise<Shown> {
  if (!before.message) return { bulk: before };
  // Slack also takes files for the thread of a deleted message: an edit shows that it is there.
  const edited = await edit(ctx, before, { ...before.message, contentHash: UNKNOWN }, progress);
  const { message } = edited.bulk;
  if (edited.failure || !message) return edited;
  const thread = { channel: message.channel, threadTs: message.ts };
  return makeAttempt(ctx, edited.bulk, 'uploading', async (bulk, { tries }, outbound) => {
    const about = { reference: bulk.id };
    const reported = { ...bulk, isReported: true } as const;
    // By its name the file is found again after a lost answer.
    const filename = `bulk-${bulk.id}.csv`;
    if (tries > 1) {
      const found = await outbound.findUpload(thread, filename);
      if (found.status === 'found') return saved(ctx, reported);
      if (found.status !== 'missing') return failed(ctx, bulk, found);
    }
    const file = { filename, title: 'Bulk results', content: buildResults(progress) };
    const uploaded = await outbound.uploadInThread({ ...thread, ...file });
    if (uploaded.status === 'uploaded') {
      ctx.report('bulk', 'posted', about);
      return saved(ctx, reported);
    }
    const scope = missingScope(errorIn(uploaded));
    const isRefused = isGivenUp(ctx, uploaded, bulk) || scope !== undefined;
    const isThreadGone = isMessageGone(uploaded) || isChannelGone(uploaded);
    if (isThreadGone || !isRefused) return failed(ctx, bulk, uploaded);
    const sentence =
      scope === undefined
        ? 'The results file couldn’t be uploaded. See the cards for each result.'
        : `The results file couldn’t be uploaded, because the app lacks the scope ${scope}. See the cards for each result. ${REINSTALL}`;
    const metadata = { ...about, news: 'no-result' };
    if (tries > 1) {
      const found = await outbound.findOwn(thread, bulk.id);
      if (found.status !== 'found') return failed(ctx, bulk, found);
      if (found.messages.has(metadata.news)) return saved(ctx, reported);
    }
    const posted = await outbound.post({ ...thread, ...plainMessage(sentence), metadata });
    if (posted.status !== 'posted') return failed(ctx, bulk, posted);
    ctx.report('bulk', 'undeliverable', about, errorIn(uploaded));
    return saved(ctx, reported);
  });
}

/** Saves the attempt, then makes it: after a crash the next one looks for what it posted. */
async function makeAttempt(
  ctx: SlackContext,
  before: Bulk,
  kind: 'posting' | 'uploading',
  make: (bulk: Bulk, attempt: Attempt, outbound: Outbound) => Promise<Shown>,
): Promise<Shown> {
  const { clock, payments } = ctx;
  const { tries = 0, at = clock.now() } = before[kind] ?? {};
  const attempt = { run: randomUUID(), tries: tries + 1, at };
  const bulk = await payments.bulks.save({ ...before, [kind]: attempt });
  const takenOver = new Error(`another process shows the bulk ${bulk.id}`);
  const outbound = ctx.outboundFor(async () => {
    const askedAt = clock.now();
    const newest = await payments.bulks.read(bulk.id);
    if (newest?.[kind]?.run !== attempt.run || clock.now() - askedAt > LEASE_MS / 2) throw takenOver;
  });
  return make(bulk, attempt, outbound).catch((error: unknown) => {
    if (error !== takenOver) throw error;
    return failed(ctx, bulk, { status: 'unknown', error });
  });
}

async function edit(
  ctx: SlackContext,
  before: Bulk,
  message: NonNullable<Bulk['message']>,
  progress: Progress,
): Promise<Shown> {
  const { bulks } = ctx.payments;
  const content = buildBulkMessage(before, progress);
  const contentHash = contentHashOf(content);
  if (contentHash === message.contentHash) return { bulk: before };
  const { channel, ts } = message;
  // A process that dies before Slack answers leaves the hash unknown.
  const bulk = await bulks.save({ ...before, message: { ...message, contentHash: UNKNOWN } });
  const metadata = { reference: bulk.id, news: NEWS };
  const edited = await ctx.outboundFor(bulks.confirmLead).update(ts, { channel, ...content, metadata });
  if (edited.status !== 'posted') {
    // A deleted message stays away once its thread has had the results.
    const isPostedAnew = isMessageGone(edited) && !bulk.isReported;
    if (!isGivenUp(ctx, edited, bulk) || isChannelGone(edited) || isPostedAnew)
      return failed(ctx, bulk, edited);
    // After a refusal that may end the hash stays unknown: payments are counted for a month.
    if (!isFinal(edited, 0)) return { bulk };
  }
  return saved(ctx, { ...bulk, message: { ...message, contentHash } });
}

/** An unknown refusal is given up a day after the end, or two where the message goes to a person. */
function isGivenUp({ clock }: SlackContext, failure: PostFailure, { endedAt, isDirect }: Bulk): boolean {
  const endedMs = endedAt === undefined ? 0 : clock.now() - endedAt;
  return isFinal(failure, endedMs - (isDirect ? GIVE_UP_MS : 0));
}

async function saved({ payments }: SlackContext, bulk: Bulk): Promise<Shown> {
  return { bulk: await payments.bulks.save(bulk) };
}

async function failed(ctx: SlackContext, bulk: Bulk, failure: PostFailure): Promise<Shown> {
  if (isMessageGone(failure)) return saved(ctx, withoutMessage(bulk));
  const isGone = isGivenUp(ctx, failure, bulk);
  reportSent(ctx, 'bulk', { reference: bulk.id }, { ...failure, isDone: isGone });
  return { bulk, failure, isGone };
}

/** The message is posted anew: somebody deleted it, or it goes elsewhere. */
export function withoutMessage({ message: _, posting: __, uploading: ___, ...bulk }: Bulk): Bulk {
  return bulk;
}

export function buildBulkMessage(bulk: Bulk, { rows, count, paid }: Progress): MessageContent {
  const isRunning = bulk.state === 'running';
  const isWell = bulk.ending === 'sent' && count.failed === 0;
  const icon = isWell ? 'white_check_mark' : 'warning';
  const title = describeBulk(bulk);
  const total = bulk.rows.length;
  const unreached = rows.filter(isUnreached).length;
  const done = total - count.unsent - unreached;
  const full = Math.floor((done / Math.max(total, 1)) * BAR_LENGTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_LENGTH - full);
  const sum = paid.map(({ money }) => plainMoney(money)).join(', ');
  const counts = [
    [count.paid, `paid${sum && `, ${sum}`}`],
    [count.waiting, 'pending'],
    [count.unanswered, 'not answered'],
    [count.review, 'to review'],
    [count.failed - unreached, 'failed'],
    [count.cancelled, 'cancelled'],
    [count.paid_back, 'refunded'],
    [unreached, 'not sent'],
  ] as const;
  const shown = counts.filter(([number]) => number > 0).map((one) => one.join(' '));
  const words = shown.length > 0 ? [foreign(shown.join(' · '), MAX_TEXT_LENGTH)] : [];
  return message([
    section(say`${emoji(isRunning ? 'hourglass_flowing_sand' : icon)} *${title}*`),
    section(say`${bar} ${done} of ${total}${words.length > 0 ? say`\n${words}` : []}`),
    ...failedRows(rows),
    ...(isRunning ? buttonRow([press('stop_bulk', 'Stop', bulk.id, { confirm: STOP })]) : []),
    context([person(bulk.by)]),
  ]);
}

/** `stoppedBy`: also before the bulk has ended. */
export function describeBulk({ kind, state, rows, ending, ...bulk }: Bulk, stoppedBy = bulk.stoppedBy): Said {
  const what = countRequests(kind, rows.length);
  if (state !== 'ended' && stoppedBy === undefined)
    return say`${kind === 'prompt' ? 'Sending' : 'Creating'} ${what}`;
  const sentences = {
    sent: say`Done: ${what}`,
    stopped: stoppedBy ? say`${what}, stopped by ${person(stoppedBy)}` : say`${what}, stopped`,
    stood_still: say`${what}, stopped because nothing could be sent for an hour`,
    channel_gone: say`${what}, stopped because Teller can’t post in the channel any more`,
  } satisfies Record<BulkEnding, Said>;
  return sentences[ending ?? 'stopped'];
}

export function countRequests(kind: BulkKind, count: number): string {
  return counted(count, kind === 'prompt' ? 'PIN prompt' : 'payment link');
}

export function placeOf({ channel: id, isDirect }: Pick<Bulk, 'channel' | 'isDirect'>): Said {
  return isDirect || isDirectMessage(id) ? say`your direct messages with Teller` : [channel(id)];
}

function failedRows(rows: Progress['rows']): KnownBlock[] {
  const failed = rows.filter((one) => isSentAgain(one) || (one.state === 'failed' && !isUnreached(one)));
  const all = failed.map((one): Fact => [`Row ${one.row}`, `${one.reference} · ${whyFailed(one)}`]);
  const others = all.length - MAX_FAILED;
  const more = others > 0 ? [context(say`and ${others} more, listed in the results file`)] : [];
  return [...facts(all.slice(0, MAX_FAILED), 300), ...more];
}

function isUnreached({ refused, order }: RowProgress): boolean {
  return refused?.why === 'not_reached' || order?.failure?.reason === 'bulk_over';
}

function isSentAgain({ state, order }: RowProgress): boolean {
  return order?.resentAs !== undefined && (state === 'failed' || state === 'cancelled');
}

function whyFailed(row: RowProgress): string {
  const { state, refused, order } = row;
  if (refused) return REFUSALS[refused.why];
  if (order?.resentAs && isSentAgain(row))
    return `${CARD_TEXT.sentAgain} ${order.resentAs.reference} · ${describeResentOrder(order.resentAs)}`;
  if (state !== 'failed' || !order?.failure) return '';
  const { what, providerText } = describeFailure(order.failure, order.kind);
  return [what, asSentence(providerText)].filter(Boolean).join(' ');
}

function buildResults({ rows }: Progress): Buffer {
  const file = createCsvFile(['Row', 'Reference', 'Link', 'Outcome']);
  for (const one of rows) {
    const { row, order, reference } = one;
    const outcome = [order && describeOwnState(order), whyFailed(one)].filter(Boolean).join(': ');
    file.add([String(row), order ? reference : '', order?.provider.redirectUrl ?? '', outcome]);
  }
  return file.end().content;
}
