// What the app was allowed at its installation: which scope each method needs, as Slack's reference lists them.

import { asFieldsList, type Fields, isFields } from '#sandbox/slack/json.ts';
import { isIn, postingPlace, visibleChannel } from '#sandbox/slack/state/channel-access.ts';
import type { Channel } from '#sandbox/slack/state/model.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import { type Args, createArgs } from './args.ts';

export type Scopes = {
  has(scope: string): boolean;
  /** Refuses with missing_scope, or with not_in_channel where only `chat:write.public` would let a post through. */
  check(method: string, args: Fields): void;
};

/** Without `granted` the app may do everything. */
export function createScopes(state: WorkspaceState, granted: readonly string[] | undefined): Scopes {
  const has = (scope: string) => granted === undefined || granted.includes(scope);

  return {
    has,
    check(method, given) {
      if (granted === undefined) return;
      const args = createArgs(given);
      const missing = (NEEDED[method]?.(state, args) ?? []).filter((scope) => !has(scope));
      if (missing.length > 0) {
        throw new Refusal('missing_scope', { needed: missing.join(','), provided: granted.join(',') });
      }
      if (method === 'chat.postMessage' && !has('chat:write.public')) checkMembership(state, args);
    },
  };
}

type Needed = (state: WorkspaceState, args: Args) => string[];

const always =
  (...scopes: string[]): Needed =>
  () =>
    scopes;

const AREA = { public: 'channels', private: 'groups', im: 'im' } as const;

/** The scope depends on the kind of the channel; one that the bot can't see counts as public. */
const byChannel =
  (right: 'history' | 'read'): Needed =>
  (state, args) => {
    const channel = found(() => visibleChannel(state, args.text('channel') ?? ''));
    return [`${AREA[channel?.kind ?? 'public']}:${right}`];
  };

/** A form that takes files needs the scope to read them (Slack, File input element). */
const byElements: Needed = (_, args) => {
  const view = args.nested('view');
  const takesFiles = asFieldsList(isFields(view) && view.blocks).some(
    ({ element }) => isFields(element) && element.type === 'file_input',
  );
  return takesFiles ? ['files:read'] : [];
};

/** Methods that are not here need no scope: auth.test, chat.getPermalink, views.publish, functions.*. */
const NEEDED: Record<string, Needed> = {
  'chat.postEphemeral': always('chat:write'),
  'chat.postMessage': always('chat:write'),
  'chat.update': always('chat:write'),
  'conversations.history': byChannel('history'),
  'conversations.info': byChannel('read'),
  'conversations.open': always('im:write'),
  'conversations.replies': byChannel('history'),
  'files.completeUploadExternal': always('files:write'),
  'files.getUploadURLExternal': always('files:write'),
  'files.info': always('files:read'),
  'usergroups.list': always('usergroups:read'),
  'usergroups.users.list': always('usergroups:read'),
  'users.info': always('users:read'),
  'users.list': always('users:read'),
  'views.open': byElements,
  'views.push': byElements,
  'views.update': byElements,
};

function checkMembership(state: WorkspaceState, args: Args): void {
  const channel = found(() => postingPlace(state, args.text('channel') ?? ''));
  if (channel && !isIn(state, channel)) throw new Refusal('not_in_channel');
}

/** Undefined for a channel that is not there: the method itself then refuses. */
function found(search: () => Channel): Channel | undefined {
  try {
    return search();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
