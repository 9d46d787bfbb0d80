// Why a file that somebody chose in a form could not be read.

export const FETCH_TEXT = {
  deleted: 'The file is not in Slack any more. Choose it again.',
  too_large:
    'The file is larger than 1 MB. A file of 100 rows is much smaller: save only the columns that are needed.',
} as const;

/** `no_access`: choosing the file again would not help. */
export function notFetched(why: 'no_access' | 'unreachable', incident: string): string {
  return why === 'no_access'
    ? `Slack does not let Teller read the file. Nothing was sent. Tell whoever runs Teller the incident number ${incident}: the app may lack the scope files:read.`
    : `The file could not be read from Slack. Nothing was sent. Try again in a minute; if it happens again, tell whoever runs Teller the incident number ${incident}.`;
}
