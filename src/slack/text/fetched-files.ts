// Why a file that somebody chose in a form could not be read.

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
