// What stands behind a file's url_private_download: its bytes for the bot's token, and a page to log in for anybody else.

import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import { mimeTypeOf } from '#sandbox/slack/state/uploads.ts';
import { LOGIN_PAGE, type Reply } from './answering.ts';
import type { Scopes } from './scopes.ts';
import type { TokenCheck } from './tokens.ts';

export function createDownloads(
  state: WorkspaceState,
  { tokens, scopes }: { tokens: TokenCheck; scopes: Scopes },
): (place: string, authorization: string | undefined) => Reply {
  /** `place`: team and file, as in T0SANDBOX-F000. */
  return (place, authorization) => {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
    if (tokens.problemOf('files.info', token) !== undefined || !scopes.has('files:read')) return LOGIN_PAGE;
    const file = state.files.get(place.replace(`${state.team.id}-`, ''));
    if (!file?.content) return { status: 404, body: 'The requested file could not be found.' };
    const headers = { 'content-type': mimeTypeOf(file.name), 'content-disposition': 'attachment' };
    return { status: 200, body: file.content, headers };
  };
}
