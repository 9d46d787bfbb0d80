// The sentences of bulks: the form, what was checked, the message that shows how it goes, and its end.
import { counted, hasCardNumber } from '#lib/text.ts';
import type { Bulk, BulkEnding, BulkKind } from '#payments/bulk/stored-bulk.ts';
import type { Sum } from '#payments/reports/totals.ts';
import { describeMoney } from './orders.ts';
import { isDirectMessage } from './people.ts';
import { clockTime } from './time-zone.ts';

export const BULK_TEXT = {
  intro:
    'Up to 100 rows, one per customer. The first row names the columns: phone, amount, description and, if you like, name, reference and currency. Every row is checked before anything is sent.',
  file: 'CSV file',
  fileHint: 'In your spreadsheet, choose “Save as” or “Download”, then CSV.',
  fileStays: 'The file you upload stays in Slack. You can delete it there.',
  noFile: 'Choose a file.',
  kind: 'What to send',
  kinds: { prompt: 'PIN prompts', link: 'Payment links' },
  checking: 'Checking the file… This takes a few seconds. Nothing is sent until you confirm.',
  correct: 'Nothing has been sent. Correct the file and choose it again.',
  shared:
    'That channel is shared with another workspace, and the results name customers. Choose a channel of your own workspace.',
  channelUnread: 'Slack couldn’t confirm that channel. Try again in a minute.',
  offer: 'Choose the file in a form.',
  open: 'Choose a file',
  gone: 'This was checked more than an hour ago. Nothing has been sent. Choose the file again.',
  notSent: 'Nothing has been sent.',
  confirm: 'Confirm',
  stopped: 'Stopped. Anything already sent, or on its way, stays.',
  over: 'There’s nothing to stop: sending has ended.',
  unknown: 'There’s nothing to stop: this is too old.',
} as const;

/** The app was installed before it asked for `scope`. */
export function lacksScope(scope: string): string {
  return `Bulk requests aren’t available yet, because the app lacks the scope ${scope}. ${INSTALL_AGAIN}`;
}

const INSTALL_AGAIN = 'Ask whoever runs Teller to update the app’s manifest and reinstall the app.';

export function requests(kind: BulkKind, count: number): string {
  return counted(count, kind === 'prompt' ? 'PIN prompt' : 'payment link');
}

export const SUBMIT_LABELS = { prompt: 'Send all', link: 'Create all' } as const satisfies Record<
  BulkKind,
  string
>;

export function wrongRows(wrong: number, total: number): string {
  return `${wrong} of ${counted(total, 'row')} ${wrong === 1 ? 'has an error' : 'have errors'}.`;
}

/** `sums` of them. */
export function rightRows(sums: string): string {
  return `*Rows without errors:* ${sums}.`;
}

export function askToConfirm(kind: BulkKind, count: number, channel: string): string {
  const minutes = Math.max(1, Math.ceil((count * 1.5) / 60));
  const within = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const question = kind === 'prompt' ? `Send ${requests(kind, count)}?` : `Create ${requests(kind, count)}?`;
  return `*${question}* This takes about ${within}. Progress and cards appear in ${placeOf(channel)}.`;
}

function placeOf(channel: string): string {
  return isDirectMessage(channel) ? 'your direct messages with Teller' : `<#${channel}>`;
}

export function totals(sums: readonly Sum[]): string {
  return sums.map(({ money, count }) => `${describeMoney(money)} in ${counted(count, 'row')}`).join(', ');
}

export function leftOutColumns(titles: readonly string[]): string {
  return `Ignored columns: ${titles.filter((title) => !hasCardNumber(title)).join(', ')}.`;
}

/** `name`: of the person who sent it. `timeZone`: of the time. */
export function sameFileBefore(
  { begunAt = 0 }: Pick<Bulk, 'begunAt'>,
  name: string,
  timeZone: string,
): string {
  return `The same file was sent at ${clockTime(begunAt, timeZone)} by ${name}. Its customers would get a second request.`;
}

export function sameFileMeanwhile(): string {
  return 'The same file was sent in the meantime, so nothing was sent from this form. To send it anyway, start again.';
}

export function hasBegun({ kind, rows, channel }: Bulk): string {
  return `*${sending(kind, rows.length)}.* Follow or stop this in ${placeOf(channel)}.`;
}

function sending(kind: BulkKind, count: number): string {
  return `${kind === 'prompt' ? 'Sending' : 'Creating'} ${requests(kind, count)}`;
}

/** To whoever confirms the same form once more. `stoppedBy`: also where that is not carried out yet. */
export function hasBegunBefore(bulk: Bulk, stoppedBy: string | undefined): string {
  if (bulk.state === 'running' && stoppedBy === undefined) return hasBegun(bulk);
  const { kind, rows, ending = 'stopped', isDirect, channel } = bulk;
  const where = isDirect ? 'your direct messages with Teller' : placeOf(channel);
  return `*${describeEnding(requests(kind, rows.length), ending, stoppedBy)}.* See the results in ${where}.`;
}

export function stoppedBefore(by: string): string {
  return `Already stopped by <@${by}>.`;
}

/** Teller could not reach its store. The form stays open. */
export function maybeNotBegun(incident: string): string {
  return `Something went wrong, and sending may not have started. Confirm again in a minute: nothing is sent twice. If it happens again, give whoever runs Teller the incident number ${incident}.`;
}

/** The first line of its message. */
export function headline({ kind, state, ending, stoppedBy }: Bulk, total: number): string {
  if (state !== 'ended') return sending(kind, total);
  return describeEnding(requests(kind, total), ending ?? 'sent', stoppedBy);
}

function describeEnding(what: string, ending: BulkEnding, stoppedBy: string | undefined): string {
  switch (ending) {
    case 'sent':
      return `Done: ${what}`;
    case 'stopped':
      return stoppedBy ? `${what}, stopped by <@${stoppedBy}>` : `${what}, stopped`;
    case 'stood_still':
      return `${what}, stopped because nothing could be sent for an hour`;
    case 'channel_gone':
      return `${what}, stopped because Teller can’t post in the channel any more`;
  }
}

export const PROGRESS_TEXT = {
  ofTotal: (done: number, total: number) => `${done} of ${total}`,
  paid: (count: number) => `${count} paid`,
  waiting: (count: number) => `${count} pending`,
  unanswered: (count: number) => `${count} not answered`,
  review: (count: number) => `${count} to review`,
  failed: (count: number) => `${count} failed`,
  cancelled: (count: number) => `${count} cancelled`,
  paidBack: (count: number) => `${count} refunded`,
  unsent: (count: number) => `${count} not sent`,
  row: (row: number) => `Row ${row}`,
  others: (count: number) => `and ${count} more, listed in the results file`,
  stop: 'Stop',
  confirmStop: {
    title: 'Stop sending?',
    text: 'Anything already sent stays. The remaining rows aren’t sent.',
    yes: 'Stop',
    no: 'Keep sending',
  },
  /** The title of the file with the results. */
  results: 'Bulk results',
} as const;

/** `scope`: that the app lacks for it. */
export function notUploaded(scope: string | undefined): string {
  return scope === undefined
    ? 'The results file couldn’t be uploaded. See the cards for each result.'
    : `The results file couldn’t be uploaded, because the app lacks the scope ${scope}. See the cards for each result. ${INSTALL_AGAIN}`;
}

export const FETCH_TEXT = {
  deleted: 'The file is no longer in Slack. Choose it again.',
  too_large: 'The file is over 1 MB. 100 rows take much less: keep only the columns that are needed.',
} as const;

/** `no_access`: choosing the file again would not help. */
export function notFetched(why: 'no_access' | 'unreachable', incident: string): string {
  return why === 'no_access'
    ? `Slack doesn’t let Teller read the file. Nothing was sent. Give whoever runs Teller incident number ${incident}: the app may lack the scope files:read.`
    : `Slack didn’t hand over the file. Nothing was sent. Try again in a minute. If it happens again, give whoever runs Teller incident number ${incident}.`;
}
