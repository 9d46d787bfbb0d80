// Downloads a file that somebody chose in a form (Slack, File object). The bot's token goes to Slack alone.
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import { readAtMost } from '#lib/async.ts';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { ChosenFile } from '#slack/forms/fields.ts';
import { FETCH_TEXT, notFetched } from '#slack/text/bulk.ts';
import { APP_FAULT_CODES } from './error-codes.ts';
import { isOfSlack } from './limited-fetch.ts';

/** `why`: a sentence for the person. */
type FetchedFile =
  | { readonly status: 'fetched'; readonly bytes: Uint8Array }
  | { readonly status: 'failed'; readonly why: string };

/** Never rejects. */
export type FetchFile = (file: ChosenFile) => Promise<FetchedFile>;

/** The person waits in a form meanwhile. */
const TIMEOUT_MS = 10_000;

const INFO = z.object({ file: z.object({ url_private_download: z.string().optional() }) });

/**
 * `deleted`: by its owner, meanwhile. `no_access`: Slack does not give it to this token, or names an address that is not its own.
 * `unreachable`: no whole answer came in time. An error has neither token nor content in it.
 */
class FetchFailure extends Error {
  override name = 'FetchFailure';
  readonly kind: 'deleted' | 'too_large' | 'no_access' | 'unreachable';
  constructor(kind: FetchFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export function createFetchFile(deps: {
  client: WebClient;
  token: string;
  /** SLACK_API_URL: files may lie there as well. */
  apiUrl: string;
  maxBytes: number;
  reporter: Pick<Reporter, 'error'>;
}): FetchFile {
  const { client, token, apiUrl, maxBytes, reporter } = deps;

  return async ({ id, url_private_download: address }) => {
    try {
      return { status: 'fetched', bytes: await download(address ?? (await addressOf(id))) };
    } catch (error) {
      const { kind } = error instanceof FetchFailure ? error : { kind: 'unreachable' as const };
      if (kind === 'deleted' || kind === 'too_large') return { status: 'failed', why: FETCH_TEXT[kind] };
      const incident = reporter.error(error, { what: 'a file could not be read from Slack' });
      return { status: 'failed', why: notFetched(kind, incident) };
    }
  };

  async function addressOf(id: string): Promise<string> {
    const { file } = INFO.parse(await client.files.info({ file: id }).catch(refuse));
    return file.url_private_download ?? '';
  }

  async function download(address: string): Promise<Uint8Array> {
    if (!mayHaveToken(address, apiUrl))
      throw new FetchFailure('no_access', 'Slack names an address for the file that is not its own');
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    try {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(address, { headers, redirect: 'manual', signal: controller.signal });
      check(response);
      const bytes = await readAtMost(response, maxBytes, controller.signal);
      if (!bytes) throw new FetchFailure('too_large', 'it goes on above the limit');
      return bytes;
    } catch (error) {
      if (error instanceof FetchFailure) throw error;
      const why = controller.signal.aborted
        ? `it did not come within ${TIMEOUT_MS} ms`
        : describeNetworkFailure(error);
      throw new FetchFailure('unreachable', `The file can’t be downloaded from Slack: ${why}`);
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }
}

/** Slack answers a wrong token or a missing scope with its page to log in, or with the way there. */
function check({ status, headers }: Response): void {
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '');
  if (status === 200 && !isPage) return;
  if (status === 404 || status === 410) throw new FetchFailure('deleted', `Slack answered HTTP ${status}`);
  const isLogin = status === 200 || (status >= 300 && status < 400) || status === 401 || status === 403;
  throw isLogin
    ? new FetchFailure('no_access', 'Slack refused access to the file: check the scope files:read')
    : new FetchFailure('unreachable', `Slack answered HTTP ${status} instead of the file`);
}

/** Files lie on files.slack.com, for governments on files.slack-gov.com, or where the API is. */
function mayHaveToken(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  return url.origin === new URL(apiUrl).origin || isOfSlack(url);
}

/** What files.info refused. */
function refuse(error: unknown): never {
  const code = error instanceof WebAPIPlatformError ? error.data.error : '';
  const isGone = code === 'file_deleted' || code === 'file_not_found';
  const kind = isGone ? 'deleted' : APP_FAULT_CODES.has(code) ? 'no_access' : 'unreachable';
  throw new FetchFailure(kind, 'Slack did not say where the file is', error);
}
