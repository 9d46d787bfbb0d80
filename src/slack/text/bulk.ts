// The sentences of bulks: the form, what was checked, the message that shows how it goes, and its end.
import { hasCardNumber } from '#lib/card-number.ts';
import { counted } from '#lib/counted.ts';
import type { Bulk, BulkEnding, BulkKind } from '#payments/bulk/stored-bulk.ts';
import type { Sum } from '#payments/reports/totals.ts';
import { describeMoney } from './orders.ts';
import { isDirectMessage } from './people.ts';
import { clockTime } from './time-zone.ts';

export const BULK_TEXT = {
  intro:
    'One row for each customer, up to 100. The first row names the columns: phone, amount, description, and if you like name, reference and currency. Every row is checked before anything is sent.',
  file: 'CSV file',
  fileHint: 'In your spreadsheet: “Save as” or “Download”, then CSV.',
  fileStays: 'The uploaded file stays in Slack, and is yours to delete.',
  noFile: 'Choose a file.',
  kind: 'What to send',
  kinds: { prompt: 'PIN prompts', link: 'Payment links' },
  checking: 'Checking the file… This takes a few seconds. Nothing is sent before you confirm it.',
  correct:
    'Nothing has been sent. Correct the file and choose it again. Only a file without faults is sent, so that nobody is asked twice.',
  shared:
    'People of another workspace read that channel, and the results name customers. Choose a channel of your own workspace.',
  channelUnread: 'Teller could not check that channel with Slack. Try again in a minute.',
  offer: 'A file can be chosen in a form only.',
  open: 'Choose a file',
  gone: 'This was checked more than an hour ago. Nothing has been sent: choose the file again.',
  notSent: 'Nothing has been sent.',
  stopped: 'Stopped. What was sent stays, and so does a row that is on its way.',
  over: 'There is nothing to stop: sending has ended. Its message says how each row stands.',
  unknown: 'Teller does not know this any more. There is nothing to stop.',
} as const;

/** The app was installed before it asked for `scope`. */
export function lacksScope(scope: string): string {
  return `Many at once is not possible yet, because the app lacks the scope ${scope}: Slack would not let Teller read the file. ${INSTALL_AGAIN}`;
}

const INSTALL_AGAIN =
  'Ask whoever runs Teller to put the present manifest into the Slack app and to install the app again.';

export function requests(kind: BulkKind, count: number): string {
  return counted(count, kind === 'prompt' ? 'PIN prompt' : 'payment link');
}

/** At most 24 characters (Slack, Limits). */
export function submitLabel(kind: BulkKind, count: number): string {
  return kind === 'prompt' ? `Send ${counted(count, 'prompt')}` : `Create ${counted(count, 'link')}`;
}

export function wrongRows(wrong: number, total: number): string {
  return `${counted(wrong, 'row')} ${wrong === 1 ? 'is' : 'are'} wrong, of ${total}.`;
}

/** `sums` of them. */
export function rightRows(sums: string): string {
  return `*These rows are right:* ${sums}.`;
}

export function askToConfirm(kind: BulkKind, count: number, channel: string): string {
  const minutes = Math.max(1, Math.ceil((count * 1.5) / 60));
  const where = isDirectMessage(channel) ? 'your messages with Teller' : `<#${channel}>`;
  return `*${submitLabel(kind, count)}?* The cards go to ${where}, one after the other, in about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

export function totals(sums: readonly Sum[]): string {
  return sums.map(({ money, count }) => `${describeMoney(money)} in ${counted(count, 'row')}`).join(', ');
}

export function leftOutColumns(titles: readonly string[]): string {
  return `Not read: ${titles.filter((title) => !hasCardNumber(title)).join(', ')}.`;
}

/** `name`: of the person who sent it. `timeZone`: of the time. */
export function sameFileBefore(
  { begunAt = 0 }: Pick<Bulk, 'begunAt'>,
  name: string,
  timeZone: string,
): string {
  return `The same file was sent at ${clockTime(begunAt, timeZone)} by ${name}. Its customers would be asked again.`;
}

export function sameFileMeanwhile(): string {
  return 'The same file has been sent by somebody meanwhile. Nothing was sent from this form: type the command again if you want to send it all the same.';
}

export function hasBegun({ kind, rows, channel }: Bulk): string {
  const where = isDirectMessage(channel)
    ? 'Your messages with Teller show how it goes, and you'
    : `<#${channel}> shows how it goes, and anybody who may act`;
  return `*${requests(kind, rows.length)}* will be sent. ${where} can stop it there.`;
}

/** To whoever confirms the same form once more. `stoppedBy`: also where that is not carried out yet. */
export function hasBegunBefore(bulk: Bulk, stoppedBy: string | undefined): string {
  if (bulk.state === 'running' && stoppedBy === undefined) return hasBegun(bulk);
  const { kind, rows, ending = 'stopped', isDirect, channel } = bulk;
  const where = isDirect || isDirectMessage(channel) ? 'A direct message' : `<#${channel}>`;
  return `*${describeEnding(requests(kind, rows.length), ending, stoppedBy)}.* ${where} shows how each row stands.`;
}

export function stoppedBefore(by: string): string {
  return `Already stopped by <@${by}>. What was sent stays.`;
}

/** Teller could not reach its store. The form stays open. */
export function maybeNotBegun(incident: string): string {
  return `Something went wrong in Teller. It is not sure whether sending began. Confirm again in a minute: nothing is sent twice. If it happens again, tell whoever runs Teller the incident number ${incident}.`;
}

/** The first line of its message. */
export function headline({ kind, state, ending, stoppedBy }: Bulk, total: number): string {
  if (state !== 'ended') return `Sending ${requests(kind, total)}`;
  return describeEnding(requests(kind, total), ending ?? 'sent', stoppedBy);
}

function describeEnding(what: string, ending: BulkEnding, stoppedBy: string | undefined): string {
  switch (ending) {
    case 'sent':
      return `Done: ${what}`;
    case 'stopped':
      return stoppedBy ? `${what}, stopped by <@${stoppedBy}>` : `${what}, stopped`;
    case 'stood_still':
      return `${what}, stopped by Teller, because nothing could be sent for an hour`;
    case 'channel_gone':
      return `${what}, stopped by Teller, because it cannot post in the channel any more`;
  }
}

export const PROGRESS_TEXT = {
  ofTotal: (done: number, total: number) => `${done} of ${total}`,
  paid: (count: number) => `${count} paid`,
  waiting: (count: number) => `${count} waiting`,
  unanswered: (count: number) => `${count} not answered`,
  review: (count: number) => `${count} to review`,
  failed: (count: number) => `${count} failed`,
  cancelled: (count: number) => `${count} cancelled`,
  paidBack: (count: number) => `${count} paid back`,
  unsent: (count: number) => `${count} not sent`,
  row: (row: number) => `Row ${row}`,
  others: (count: number) => `and ${count} more, in the file`,
  stop: 'Stop',
  confirmStop: {
    title: 'Stop sending?',
    text: 'What was sent stays. The other rows are not sent.',
    yes: 'Stop',
    no: 'Go on',
  },
  /** The title of the file with the results. */
  results: 'Results of many at once',
} as const;

/** `scope`: that the app lacks for it. */
export function notUploaded(scope: string | undefined): string {
  const said = 'The file with the results could not be uploaded';
  const rows = 'The cards in the channel say how each row stands.';
  return scope === undefined
    ? `${said}. ${rows}`
    : `${said}, because the app lacks the scope ${scope}. ${rows} ${INSTALL_AGAIN}`;
}
