// Downloads a file that somebody chose in a form. The bot's token goes to Slack alone.
import type { WebClient } from '@slack/web-api';
import { readAtMost } from '#lib/async.ts';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import type { Reporter } from '#observability/reporter.ts';
import { MAX_BYTES } from '#payments/bulk/read-rows.ts';
import { isOfSlack } from '#slack/bolt/clients.ts';
import { APP_FAULT_CODES, hasCode } from '#slack/bolt/errors.ts';
import type { ChosenFile } from '#slack/ui/fields.ts';

/** The file's bytes, or a sentence for the person. Never rejects. */
export type FetchFile = (file: ChosenFile) => Promise<Uint8Array | string>;

export const TOO_LARGE =
  'The file is over 1 MB. 100 rows take much less: keep only the columns that are needed.';
const DELETED = 'The file is no longer in Slack. Choose it again.';
const DELETED_CODES = new Set(['file_deleted', 'file_not_found']);
const TIMEOUT_MS = 10_000;

/** Has neither token nor content in it. */
class FetchFailure extends Error {
  override name = 'FetchFailure';
}
/** Slack does not give the file to this token, or names an address that is not its own. */
class AccessRefused extends FetchFailure {}

export function createFetchFile(deps: {
  client: WebClient;
  token: string;
  apiUrl: string;
  reporter: Pick<Reporter, 'error'>;
}): FetchFile {
  const { client, token, apiUrl, reporter } = deps;

  return async ({ id, url_private_download }) => {
    try {
      const address = url_private_download ?? (await findAddress(id));
      return address === undefined ? DELETED : await download(address);
    } catch (cause) {
      const error = cause instanceof FetchFailure ? cause : unreachable(describeNetworkFailure(cause));
      const incident = reporter.error(error, { what: 'a file could not be read from Slack' });
      return error instanceof AccessRefused
        ? `Slack doesn’t let Teller read the file. Nothing was sent. Give whoever runs Teller incident number ${incident}: the app may lack the scope files:read.`
        : `Slack didn’t hand over the file. Nothing was sent. Try again in a minute. If it happens again, give whoever runs Teller incident number ${incident}.`;
    }
  };

  async function findAddress(id: string): Promise<string | undefined> {
    try {
      const { file } = await client.files.info({ file: id });
      return file?.url_private_download ?? '';
    } catch (cause) {
      if (hasCode(cause, DELETED_CODES)) return undefined;
      const Failure = hasCode(cause, APP_FAULT_CODES) ? AccessRefused : FetchFailure;
      throw new Failure('Slack did not say where the file is', { cause });
    }
  }

  async function download(address: string): Promise<Uint8Array | string> {
    if (!mayHaveToken(address, apiUrl))
      throw new AccessRefused('Slack names an address for the file that is not its own');
    const controller = new AbortController();
    const { signal } = controller;
    const late = unreachable(`it did not come within ${TIMEOUT_MS} ms`);
    const timer = setTimeout(() => controller.abort(late), TIMEOUT_MS);
    try {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(address, { headers, redirect: 'manual', signal });
      if (response.status === 404 || response.status === 410) return DELETED;
      check(response);
      return (await readAtMost(response, MAX_BYTES, signal)) ?? TOO_LARGE;
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }
}

function unreachable(why: string): FetchFailure {
  return new FetchFailure(`The file can’t be downloaded from Slack: ${why}`);
}

/** Slack answers a wrong token or a missing scope with its page to log in. */
function check({ status, headers }: Response): void {
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '');
  if (status === 200 && !isPage) return;
  if (status === 200 || (status >= 300 && status < 400) || status === 401 || status === 403)
    throw new AccessRefused('Slack refused access to the file: check the scope files:read');
  throw new FetchFailure(`Slack answered HTTP ${status} instead of the file`);
}

/** Files lie on Slack's hosts, or where the API is. */
function mayHaveToken(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  return url.origin === new URL(apiUrl).origin || isOfSlack(url);
}
