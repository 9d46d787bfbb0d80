// What the app was allowed at its installation: which scope each method needs, as Slack's reference lists them.
import { type Args, createArgs } from './args.ts';
import type { Fields } from './json.ts';
import type { Channel } from './model.ts';
import { isIn, postingPlace, visibleChannel } from './places.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

export type Scopes = {
  has(scope: string): boolean;
  /** Refuses with missing_scope, or with not_in_channel where only `chat:write.public` would let a post through. */
  check(method: string, args: Fields): void;
};

/** Without `granted` the app may do everything. */
export function createScopes(world: World, granted: readonly string[] | undefined): Scopes {
  const has = (scope: string) => granted === undefined || granted.includes(scope);

  return {
    has,
    check(method, given) {
      if (granted === undefined) return;
      const args = createArgs(given);
      const missing = (NEEDED[method]?.(world, args) ?? []).filter((scope) => !has(scope));
      if (missing.length > 0) {
        throw new Refusal('missing_scope', { needed: missing.join(','), provided: granted.join(',') });
      }
      if (method === 'chat.postMessage' && !has('chat:write.public')) checkMembership(world, args);
    },
  };
}

type Needed = (world: World, args: Args) => string[];

const always =
  (...scopes: string[]): Needed =>
  () =>
    scopes;

const AREA = { public: 'channels', private: 'groups', im: 'im' } as const;

/** The scope depends on the kind of the channel; one that the bot can't see is asked for as a public one. */
const byChannel =
  (right: 'history' | 'read'): Needed =>
  (world, args) => {
    const channel = found(() => visibleChannel(world, args.text('channel') ?? ''));
    return [`${AREA[channel?.kind ?? 'public']}:${right}`];
  };

const AREA_OF_TYPE: Record<string, string> = {
  public_channel: 'channels',
  private_channel: 'groups',
  im: 'im',
  mpim: 'mpim',
};

const byTypes: Needed = (_, args) =>
  (args.text('types') || 'public_channel')
    .split(',')
    .flatMap((type) => AREA_OF_TYPE[type.trim()] ?? [])
    .map((area) => `${area}:read`);

/** Methods that are not here need no scope: auth.test, chat.getPermalink, views.*, functions.*. */
const NEEDED: Record<string, Needed> = {
  'bots.info': always('users:read'),
  'chat.delete': always('chat:write'),
  'chat.postEphemeral': always('chat:write'),
  'chat.postMessage': always('chat:write'),
  'chat.update': always('chat:write'),
  'conversations.history': byChannel('history'),
  'conversations.info': byChannel('read'),
  'conversations.list': byTypes,
  'conversations.members': byChannel('read'),
  'conversations.open': always('im:write'),
  'conversations.replies': byChannel('history'),
  'files.completeUploadExternal': always('files:write'),
  'files.getUploadURLExternal': always('files:write'),
  'usergroups.list': always('usergroups:read'),
  'usergroups.users.list': always('usergroups:read'),
  'users.info': always('users:read'),
  'users.list': always('users:read'),
};

function checkMembership(world: World, args: Args): void {
  const channel = found(() => postingPlace(world, args.text('channel') ?? ''));
  if (channel && !isIn(world, channel)) throw new Refusal('not_in_channel');
}

/** A channel that is not there is the method's to tell. */
function found(look: () => Channel): Channel | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
