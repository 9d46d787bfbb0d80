import { describe, expect, it } from 'vitest';
import { BOT_SCOPES, describeNeededScopes, missingScopes } from '#slack/bolt/identity.ts';
import { readManifest } from '#test/manifest.ts';

const NOBODY = { allowedUsergroups: [], approverUsergroups: [] };
const without = (...scopes: string[]) => BOT_SCOPES.filter((scope) => !scopes.includes(scope));

describe('the scopes of the token', () => {
  it('are compared with those of the manifest', () => {
    expect(BOT_SCOPES).toEqual(readManifest().oauth_config.scopes.bot);
  });

  it('are complete when Slack names all of the manifest, in any order and with others', () => {
    const granted = ['chat:write.public', ...without().reverse()];
    const missing = missingScopes(granted, NOBODY);
    expect(missing).toEqual({ needed: [], withoutBulk: false });
    expect(describeNeededScopes(missing)).toBeUndefined();
  });

  it('that are missing are named, with what to do', () => {
    expect(describeNeededScopes(missingScopes(without('im:write'), NOBODY))).toBe(
      'SLACK_BOT_TOKEN is missing the scope im:write. Paste the current manifest.yml into the Slack app, then install it again.',
    );
    expect(describeNeededScopes(missingScopes(without('groups:read', 'im:write'), NOBODY))).toContain(
      'is missing the scopes groups:read, im:write.',
    );
  });

  it('may lack files:read, without which only many at once does not work', () => {
    expect(missingScopes(without('files:read'), NOBODY)).toEqual({ needed: [], withoutBulk: true });
  });

  it('need usergroups:read only where the settings name a group', () => {
    const granted = without('usergroups:read');
    expect(missingScopes(granted, { ...NOBODY, allowedUsergroups: ['U0AGENT001'] }).needed).toEqual([]);
    for (const named of [
      { allowedUsergroups: ['S0GROUP'] },
      { approverUsergroups: ['U0AGENT001', 'S0GROUP'] },
    ])
      expect(missingScopes(granted, { ...NOBODY, ...named }).needed).toEqual(['usergroups:read']);
  });
});
