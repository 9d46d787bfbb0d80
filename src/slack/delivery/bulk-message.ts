// Shows in Slack how a bulk goes: its message is posted once and edited, the file with the results is uploaded once. Each attempt
// is written down before it is made, and what may be there already is looked for before it is made again.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { LEASE_MS } from '#lib/with-lease.ts';
import type { Bulks } from '#payments/bulk/bulks.ts';
import type { Progress, RowProgress } from '#payments/bulk/progress.ts';
import type { Attempt, Bulk } from '#payments/bulk/stored-bulk.ts';
import { createCsvFile } from '#payments/reports/csv-file.ts';
import { plainSection } from '#slack/cards/blocks.ts';
import { bulkMessage, whyFailed } from '#slack/cards/bulk.ts';
import { contentHashOf } from '#slack/cards/message.ts';
import { missingScope } from '#slack/connect/slack-failure.ts';
import { notUploaded, PROGRESS_TEXT } from '#slack/text/bulk.ts';
import { describeOwnState } from '#slack/text/orders.ts';
import { type ReportDelivery, retriedOutcome } from './delivery-report.ts';
import type { Outbound } from './outbound.ts';
import {
  errorIn,
  GIVE_UP_MS,
  isChannelGone,
  isFinal,
  isMessageGone,
  type PostFailure,
  stillUnknown,
} from './post-failure.ts';

/** `gone`: nothing can be posted there any more. `failed`: to be tried again. `bulk`: as saved. */
export type Shown = { readonly bulk: Bulk } & (
  | { readonly status: 'shown' | 'gone' }
  | { readonly status: 'failed'; readonly failure: PostFailure }
);

/** The hash of what a message shows when that is not known. It differs from every hash, so the message is edited next. */
const UNKNOWN = '';

/** The bulk is being worked on by another process, because this one stood still. */
class BulkTakenOver extends Error {
  override readonly name = 'BulkTakenOver';
}

/** It is posted anew: somebody deleted it with its *Stop* and the thread for the results, or it goes to another place. */
export function withoutMessage({ message: _, posting: __, uploading: ___, ...rest }: Bulk): Bulk {
  return rest;
}

export type BulkMessages = ReturnType<typeof createBulkMessages>;

/** Rejects when the store is down. */
export function createBulkMessages(deps: {
  outboundFor: (confirm: () => Promise<void>) => Outbound;
  bulks: Pick<Bulks, 'read' | 'save' | 'confirmLead'>;
  clock: Clock;
  report: ReportDelivery;
}) {
  const { outboundFor, bulks, clock, report } = deps;

  /** What Slack refuses for an unknown reason is given up after the end alone; after the channel the person is tried as long. */
  function isOver(failure: PostFailure, { endedAt = clock.now(), isDirect }: Bulk): boolean {
    return isFinal(failure, clock.now() - endedAt - (isDirect ? GIVE_UP_MS : 0));
  }

  const metadataOf = ({ id }: Bulk) => ({ reference: id, news: 'bulk' });

  function attemptAfter(before: Attempt | undefined): Attempt {
    const now = clock.now();
    return { run: randomUUID(), tries: (before?.tries ?? 0) + 1, at: before?.at ?? now };
  }

  /** Posts only while the attempt is the newest one, and was so a moment ago. */
  function outboundUnder(bulk: Bulk, of: (bulk: Bulk | undefined) => Attempt | undefined): Outbound {
    const run = of(bulk)?.run;
    return outboundFor(async () => {
      const askedAt = clock.now();
      const newest = await bulks.read(bulk.id);
      if (of(newest)?.run !== run || clock.now() - askedAt > LEASE_MS / 2)
        throw new BulkTakenOver(`another process shows the bulk ${bulk.id}`);
    });
  }

  async function post(before: Bulk, progress: Progress): Promise<Shown> {
    const attempt = attemptAfter(before.posting);
    const bulk = await bulks.save({ ...before, posting: attempt });
    const outbound = outboundUnder(bulk, (one) => one?.posting);
    const metadata = metadataOf(bulk);
    if (attempt.tries > 1) {
      const sinceMs = attempt.at;
      const place = bulk.isDirect ? { sinceMs, userId: bulk.by } : { sinceMs, channel: bulk.channel };
      const found = await outbound.findOwn(place, bulk.id);
      if (found.status !== 'found') return failed(bulk, found, stillUnknown(found));
      const ts = found.messages.get(metadata.news);
      if (ts) return shown(bulk, { channel: found.channel, ts, contentHash: UNKNOWN });
    }
    const content = bulkMessage(bulk, progress);
    const posted = await unlessTakenOver(
      bulk.isDirect
        ? outbound.postToPerson(bulk.by, { ...content, metadata })
        : outbound.post({ channel: bulk.channel, ...content, metadata }),
    );
    if (posted.status !== 'posted') return failed(bulk, posted);
    report('bulk', 'posted', { reference: bulk.id });
    const { channel, ts } = posted;
    return shown(bulk, { channel, ts, contentHash: contentHashOf(content) });
  }

  async function edit(
    before: Bulk,
    message: NonNullable<Bulk['message']>,
    progress: Progress,
  ): Promise<Shown> {
    const content = bulkMessage(before, progress);
    const contentHash = contentHashOf(content);
    if (contentHash === message.contentHash) return { status: 'shown', bulk: before };
    const { channel, ts } = message;
    // Until Slack has answered it is not known which of the two it shows, so it is edited next whatever it is to show then.
    const bulk = await bulks.save({ ...before, message: { ...message, contentHash: UNKNOWN } });
    const outbound = outboundFor(bulks.confirmLead);
    const edited = await outbound.update(ts, { channel, ...content, metadata: metadataOf(bulk) });
    if (edited.status === 'posted') return shown(bulk, { ...message, contentHash });
    // It stays as it is where Slack lets nobody edit it, and stays away once its thread has had the results.
    const isPostedAnew = isMessageGone(edited) && !bulk.isReported;
    const isLeft = isOver(edited, bulk) && !isChannelGone(edited) && !isPostedAnew;
    if (!isLeft) return failed(bulk, edited);
    // Payments are counted for a month: a refusal that says nothing of what lasts leaves the hash unknown, and it is edited later.
    return isFinal(edited, 0) ? shown(bulk, { ...message, contentHash }) : { status: 'shown', bulk };
  }

  async function shown(bulk: Bulk, message: NonNullable<Bulk['message']>): Promise<Shown> {
    return { status: 'shown', bulk: await bulks.save({ ...bulk, message }) };
  }

  async function failed(bulk: Bulk, cause: PostFailure, failure = cause): Promise<Shown> {
    if (isMessageGone(cause)) return { status: 'shown', bulk: await bulks.save(withoutMessage(bulk)) };
    const isGone = isOver(cause, bulk);
    const outcome = isGone ? 'undeliverable' : retriedOutcome(cause);
    report('bulk', outcome, { reference: bulk.id }, errorIn(cause));
    return isGone ? { status: 'gone', bulk } : { status: 'failed', bulk, failure };
  }

  return {
    /** Posts the message, or edits it when it should look different. */
    async show(bulk: Bulk, progress: Progress): Promise<Shown> {
      return bulk.message ? edit(bulk, bulk.message, progress) : post(bulk, progress);
    },

    /** Uploads the file with the results into the message's thread. A message that was deleted is posted anew first. */
    async uploadResult(before: Bulk, progress: Progress): Promise<Shown> {
      if (!before.message) throw new Error('a bulk without a message has no thread');
      // Slack also takes files for the thread of a deleted message, where nobody looks for them: an edit shows that it is there.
      const edited = await edit(before, { ...before.message, contentHash: UNKNOWN }, progress);
      if (edited.status !== 'shown' || !edited.bulk.message) return edited;
      const { message } = edited.bulk;
      const attempt = attemptAfter(edited.bulk.uploading);
      const bulk = await bulks.save({ ...edited.bulk, uploading: attempt });
      const outbound = outboundUnder(bulk, (one) => one?.uploading);
      const thread = { channel: message.channel, threadTs: message.ts };
      const file = bulkResult(bulk, progress);
      if (attempt.tries > 1) {
        const found = await outbound.findUpload(thread, file.filename);
        if (found.status === 'found') return reported(bulk);
        if (found.status !== 'missing') return failed(bulk, found, stillUnknown(found));
      }
      const uploaded = await unlessTakenOver(outbound.uploadInThread({ ...thread, ...file }));
      if (uploaded.status === 'uploaded') {
        report('bulk', 'posted', { reference: bulk.id });
        return reported(bulk);
      }
      const hasNoThread = isMessageGone(uploaded) || isChannelGone(uploaded);
      const isRefused = isOver(uploaded, bulk) || missingScope(errorIn(uploaded)) !== undefined;
      if (hasNoThread || !isRefused) return failed(bulk, uploaded);
      return sayNotUploaded(bulk, { attempt, outbound, thread, cause: uploaded });
    },
  };

  /** In place of the file, once. */
  async function sayNotUploaded(
    bulk: Bulk,
    how: {
      attempt: Attempt;
      outbound: Outbound;
      thread: { channel: string; threadTs: string };
      cause: PostFailure;
    },
  ): Promise<Shown> {
    const { attempt, outbound, thread, cause } = how;
    const text = notUploaded(missingScope(errorIn(cause)));
    const metadata = { reference: bulk.id, news: 'no-result' };
    if (attempt.tries > 1) {
      const found = await outbound.findOwn(thread, bulk.id);
      if (found.status !== 'found') return failed(bulk, found, stillUnknown(found));
      if (found.messages.has(metadata.news)) return reported(bulk);
    }
    const said = await unlessTakenOver(
      outbound.post({ ...thread, text, blocks: [plainSection(text)], metadata }),
    );
    if (said.status !== 'posted') return failed(bulk, said);
    report('bulk', 'undeliverable', { reference: bulk.id }, errorIn(cause));
    return reported(bulk);
  }

  async function reported(bulk: Bulk): Promise<Shown> {
    return { status: 'shown', bulk: await bulks.save({ ...bulk, isReported: true }) };
  }
}

async function unlessTakenOver<Result>(posting: Promise<Result>): Promise<Result | PostFailure> {
  try {
    return await posting;
  } catch (error) {
    if (error instanceof BulkTakenOver) return { status: 'unknown', error };
    throw error;
  }
}

const TITLES = ['Row', 'Reference', 'Link', 'Outcome'] as const;

function bulkResult(
  { id }: Bulk,
  { rows }: Progress,
): { readonly filename: string; readonly title: string; readonly content: Buffer } {
  const file = createCsvFile(TITLES);
  for (const one of rows)
    file.add([
      String(one.row),
      one.order ? one.reference : '',
      one.order?.service.redirectUrl ?? '',
      outcomeOf(one),
    ]);
  // By its name the file is found again after a lost answer.
  return { filename: `bulk-${id}.csv`, title: PROGRESS_TEXT.results, content: file.end().content };
}

function outcomeOf(row: RowProgress): string {
  return [row.order && describeOwnState(row.order), whyFailed(row)].filter(Boolean).join(': ');
}
