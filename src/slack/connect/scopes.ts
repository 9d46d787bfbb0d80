// The bot scopes of manifest.yml, compared with those that Slack says the token has: an app that was made from an older
// manifest, or with a scope left out, works until somebody needs that scope.

export const BOT_SCOPES = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'usergroups:read',
  'users:read',
] as const;

type MissingScopes = {
  /** Without these Teller does not work as it should. */
  readonly needed: readonly string[];
  /** Only /pay bulk needs files:read, which whoever installs the app may leave out (`bot_optional` in manifest.yml). */
  readonly withoutBulk: boolean;
};

/** `granted` is what Slack answers. User groups (S…) need a scope where the settings name any. */
export function missingScopes(
  granted: readonly string[],
  settings: { allowedUsergroups: readonly string[]; approverUsergroups: readonly string[] },
): MissingScopes {
  const named = [...settings.allowedUsergroups, ...settings.approverUsergroups];
  const namesGroups = named.some((id) => id.startsWith('S'));
  const missing = BOT_SCOPES.filter((scope) => !granted.includes(scope));
  return {
    needed: missing.filter((scope) => scope !== 'files:read' && (scope !== 'usergroups:read' || namesGroups)),
    withoutBulk: missing.includes('files:read'),
  };
}

const RENEW_SCOPES = 'Paste the current manifest.yml into the Slack app, then install it again.';

/** For the log and the doctor; undefined when no scope is missing that Teller needs. */
export function describeNeededScopes({ needed }: MissingScopes): string | undefined {
  if (needed.length === 0) return undefined;
  const scopes = needed.length === 1 ? 'the scope' : 'the scopes';
  return `SLACK_BOT_TOKEN is missing ${scopes} ${needed.join(', ')}. ${RENEW_SCOPES}`;
}
