import { describe, expect, it } from 'vitest';
import { BOT_SCOPES } from '#slack/connect/scopes.ts';
import { startDoctor } from './rig.ts';

const without = (...scopes: string[]) => BOT_SCOPES.filter((scope) => !scopes.includes(scope));

describe('Slack’s bot token', () => {
  it('that is good is shown with the app’s name and workspace', async () => {
    const [line] = await (await startDoctor()).linesOf('Slack token');
    expect(line).toBe('good: Slack knows it as @teller in Sandbox.');
  });

  it.each(['token_revoked', 'invalid_auth', 'account_inactive', 'not_authed', 'token_expired'])(
    'that Slack refuses with %s is wrong, and nothing is said of what hangs on it',
    async (code) => {
      const doctor = await startDoctor();
      doctor.slack.faults.always('auth.test', { kind: 'error', code });
      const [line] = await doctor.linesOf('Slack token');
      expect(line).toContain(
        `wrong: Slack does not accept SLACK_BOT_TOKEN (${code}). → Copy the Bot User OAuth Token`,
      );
      expect(await doctor.linesOf('Slack scopes')).toEqual([]);
      expect(await doctor.linesOf('People')).toEqual([]);
    },
  );

  it('of a whole Enterprise organisation is wrong', async () => {
    const doctor = await startDoctor();
    doctor.slack.installOrgWide();
    const [line] = await doctor.linesOf('Slack token');
    expect(line).toContain('wrong: The Slack app is installed for a whole Enterprise organisation');
    expect(line).toContain('→ Install the app in that workspace alone');
  });

  it('that is another kind of token is wrong', async () => {
    const doctor = await startDoctor({ botToken: 'xoxb-another', appToken: 'xoxb-stand-in-token' });
    expect((await doctor.linesOf('Slack token'))[0]).toContain('(not_allowed_token_type)');
  });

  it('is wrong as well when a web page answers in Slack’s place', async () => {
    const doctor = await startDoctor();
    doctor.slack.faults.always('auth.test', { kind: 'loginPage' });
    expect((await doctor.linesOf('Slack token'))[0]).toMatch(
      /^wrong: .* answered with something that is not Slack's\./,
    );
  });

  it('is wrong as well when there is no way to Slack', async () => {
    const doctor = await startDoctor();
    await doctor.slack.stop();
    expect((await doctor.linesOf('Slack token'))[0]).toMatch(
      /^wrong: Slack at .* \(ECONNREFUSED\)\. → Check the way out/,
    );
  });

  it('goes to another host than Slack’s, which is a warning', async () => {
    const doctor = await startDoctor();
    expect((await doctor.linesOf('Slack token'))[1]).toContain("warning: SLACK_API_URL is not Slack's");
  });
});

describe('the scopes', () => {
  it('that are missing are wrong, by name', async () => {
    const doctor = await startDoctor({ scopes: without('groups:read', 'im:write') });
    expect(await doctor.linesOf('Slack scopes')).toEqual([
      'wrong: SLACK_BOT_TOKEN lacks the scopes groups:read, im:write. → Paste the present manifest.yml into the Slack app, and install the app again.',
    ]);
  });

  it('without files:read are a warning that says what does not work', async () => {
    const doctor = await startDoctor({ scopes: without('files:read') });
    expect(await doctor.linesOf('Slack scopes')).toEqual([
      expect.stringContaining('warning: The token lacks the scope files:read, so /pay bulk takes no file'),
    ]);
  });

  it('without usergroups:read are good, unless a group is named', async () => {
    const doctor = await startDoctor({ scopes: without('usergroups:read') });
    expect(await doctor.linesOf('Slack scopes')).toEqual([expect.stringMatching(/^good/)]);
    const named = { ALLOWED_USERGROUPS: 'S0TEAM' };
    expect(await doctor.linesOf('Slack scopes', named)).toEqual([
      expect.stringContaining('scope usergroups:read.'),
    ]);
    expect(await doctor.linesOf('People', named)).toEqual([
      expect.stringMatching(/^wrong: SLACK_BOT_TOKEN lacks/),
    ]);
  });

  it('that Slack does not name are a warning', async () => {
    const doctor = await startDoctor({ saysScopes: false });
    expect(await doctor.linesOf('Slack scopes')).toEqual([
      'warning: Slack did not say what the token may do. → Compare the app’s scopes with manifest.yml yourself.',
    ]);
  });
});

describe('Socket Mode', () => {
  it('is good when Slack gives an address, and not used without a token', async () => {
    const doctor = await startDoctor();
    expect(await doctor.linesOf('Socket Mode')).toEqual(['good: Slack lets Teller open a connection.']);
    const overHttp = { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: 'a-secret' };
    const [line] = await doctor.linesOf('Socket Mode', overHttp);
    expect(line).toContain('good: Not used');
    expect(line).toContain('SLACK_SIGNING_SECRET');
  });

  it.each([
    ['invalid_auth', 'Slack does not accept SLACK_APP_TOKEN (invalid_auth).'],
    ['missing_scope', 'SLACK_APP_TOKEN lacks the scope connections:write.'],
  ])('is wrong when Slack refuses the app-level token with %s', async (code, words) => {
    const doctor = await startDoctor();
    doctor.slack.faults.always('apps.connections.open', { kind: 'error', code });
    expect(await doctor.linesOf('Socket Mode')).toEqual([
      expect.stringContaining(
        `wrong: ${words} → Generate an app-level token with the scope connections:write`,
      ),
    ]);
    expect(doctor.slack.sockets.count()).toBe(0);
  });
});

describe('people and groups', () => {
  it('need not be named', async () => {
    expect(await (await startDoctor()).linesOf('People')).toEqual([
      'good: All full members of the workspace may act.',
      'good: Nobody is named to approve.',
    ]);
  });

  it('that are named and can be found are good', async () => {
    const doctor = await startDoctor();
    const { agent, secondAgent } = doctor.slack.users;
    doctor.slack.addUsergroup({ id: 'S0TEAM', handle: 'sales', name: 'Sales', users: [agent] });
    const named = { ALLOWED_USERGROUPS: `S0TEAM,${secondAgent}`, APPROVER_USERGROUPS: secondAgent };
    expect(await doctor.linesOf('People', named)).toEqual([
      'good: Whom ALLOWED_USERGROUPS names can be found in Slack.',
      'good: Whom APPROVER_USERGROUPS names can be found in Slack.',
    ]);
  });

  it('that cannot act are wrong, each with its reason', async () => {
    const doctor = await startDoctor();
    const { agent, guest, stranger } = doctor.slack.users;
    doctor.slack.addUsergroup({ id: 'S0EMPTY', handle: 'nobody', name: 'Nobody', users: [] });
    doctor.slack.addUsergroup({ id: 'S0OLD', handle: 'old', name: 'Old', users: [agent], date_delete: 1 });
    const ids = ['S0GONE', 'S0EMPTY', 'S0OLD', guest, stranger, 'U0NOBODY', agent];
    const lines = await doctor.linesOf('People', { APPROVER_USERGROUPS: ids.join(',') });
    const reasons = lines
      .slice(1)
      .map((line) => /names (\w+): (.*)\. → Correct APPROVER_USERGROUPS/.exec(line)?.slice(1));
    expect(reasons).toEqual([
      ['S0GONE', 'there is no such user group in this workspace'],
      ['S0EMPTY', 'nobody is in the user group @nobody'],
      ['S0OLD', 'the user group @old is disabled, so nobody is in it'],
      [guest, 'a guest, and guests may not act'],
      [stranger, 'no member of this workspace, or no longer, or a bot'],
      ['U0NOBODY', 'there is no such person in this workspace'],
    ]);
  });

  it('that are groups are wrong on a plan without user groups', async () => {
    const doctor = await startDoctor();
    doctor.slack.faults.always('usergroups.list', { kind: 'error', code: 'plan_upgrade_required' });
    const [line] = await doctor.linesOf('People', { ALLOWED_USERGROUPS: 'S0TEAM' });
    expect(line).toContain('wrong: ALLOWED_USERGROUPS names S0TEAM: user groups need a paid plan of Slack');
  });

  it('are wrong when Slack does not say', async () => {
    const doctor = await startDoctor();
    doctor.slack.faults.always('users.info', { kind: 'rateLimited', retryAfterSeconds: 30 });
    const lines = await doctor.linesOf('People', { ALLOWED_USERGROUPS: doctor.slack.users.agent });
    expect(lines).toEqual([expect.stringMatching(/^wrong: Slack refused the question/)]);
  });
});
