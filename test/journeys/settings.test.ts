// `/pay settings`: the form, what the channel reads of it, and where it is refused.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm } from './agent.ts';
import { branchesSent, KAMPALA, openSettings, saidOfSettings, setHabits } from './channel-settings.ts';
import { goToNoon } from './noon.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let sales: string;
beforeEach(async () => {
  rig = await startRig({ PROVIDER_BRANCH: 'Head office' });
  sales = rig.slack.channels.sales;
});
afterEach(() => rig.stop());

const errors = () => rig.slack.modal(rig.agent.id)?.errors ?? {};

describe('/pay settings', () => {
  it('says in the channel who changed what, and opens with it the next time', async () => {
    await openSettings(rig);
    expect(rig.readModal()).toContain(SAYS.settingsCurrency);
    expect(rig.readModal()).toContain(SAYS.settingsMethod);
    rig.agent.close();
    await setHabits(rig, KAMPALA);
    expect(saidOfSettings(rig)).toEqual([expect.stringMatching(SAYS.settingsChangedTo)]);
    await openSettings(rig, rig.slack.person(rig.slack.users.secondAgent));
    const form = rig.readModal(rig.slack.person(rig.slack.users.secondAgent));
    for (const shown of ['UGX', 'Airtel Money Uganda', 'Kampala']) expect(form).toContain(shown);
  });

  it('that is left empty or as the merchant has it is as before', async () => {
    await setHabits(rig, KAMPALA);
    await setHabits(rig, { currency: 'MERCHANT', payment_method: 'MERCHANT', branch: '' });
    expect(saidOfSettings(rig).at(-1)).toContain(SAYS.settingsMerchant);
    await openForm(rig, 'link 2500 School fees');
    expect(rig.readModal()).toContain('currency: KES');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    expect(branchesSent(rig)).toEqual(['Head office']);
  });

  it('that changes nothing, as the second copy of one that was just saved, says how it is, and the channel hears nothing', async () => {
    await setHabits(rig, KAMPALA);
    await openSettings(rig);
    await rig.agent.submit();
    await until(() => SAYS.settingsInChannel.test(rig.readModal()));
    expect(saidOfSettings(rig)).toHaveLength(1);
  });

  it('says at the field what is wrong, and changes nothing', async () => {
    await openSettings(rig);
    await rig.agent.submit({ branch: 'Card 4111 1111 1111 1111' });
    await until(() => Object.keys(errors()).length > 0);
    expect(errors()).toHaveProperty('branch');
    rig.agent.close();
    await openSettings(rig);
    expect(rig.readModal()).not.toContain('4111');
    expect(saidOfSettings(rig)).toEqual([]);
  });

  it('a branch cannot mention or format anything where it is said', async () => {
    await setHabits(rig, { branch: '<!channel> *x* & <@U1>' });
    expect(JSON.stringify(rig.slack.messages(sales))).not.toContain('<!channel>');
    expect(rig.slack.messages(sales)[0]?.text).toContain('&lt;!channel&gt;');
  });

  it('leaves a line in the audit record, without the words of the branch', async () => {
    await rig.stop();
    rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002' });
    goToNoon(rig);
    await setHabits(rig, KAMPALA);
    const brian = rig.slack.person(rig.slack.users.secondAgent);
    await brian.command(sales, '/pay', 'report audit');
    await until(() => rig.slack.files().at(-1)?.content !== undefined);
    const file = String(rig.slack.files().at(-1)?.content);
    expect(file).toMatch(/U0AGENT001.*changed_settings.*C0SALES001 UGX AirtelUG branch/);
    expect(file).not.toContain('Kampala');
  });

  it('is refused where Teller is not, and works where people of another workspace read along', async () => {
    await rig.agent.command(rig.slack.channels.finance, '/pay', 'settings');
    const note = () => rig.slack.ephemerals(rig.agent.id, rig.slack.channels.finance).at(-1)?.text ?? '';
    await until(() => note().includes(SAYS.settingsNotInChannel));
    expect(note()).toContain('/invite');
    const { partners } = rig.slack.channels;
    await setHabits(rig, { branch: 'Partners' }, rig.agent, partners);
    expect(saidOfSettings(rig, partners)).toHaveLength(1);
  });

  it('says so when Teller has left the channel while the form was open', async () => {
    await openSettings(rig);
    rig.slack.faults.always('conversations.info', { kind: 'error', code: 'channel_not_found' });
    await rig.agent.submit(KAMPALA);
    await until(() => rig.readModal().includes(SAYS.settingsNotInChannel));
    expect(saidOfSettings(rig)).toEqual([]);
  });

  it('in a direct message says that settings are those of a channel', async () => {
    const direct = rig.slack.dmOf(rig.agent.id);
    rig.agent.say(direct, 'settings');
    await until(() => rig.slack.messages(direct).some(({ text }) => text.includes(SAYS.settingsOfChannel)));
  });

  it('after a mention says how it is, and how it is changed', async () => {
    await setHabits(rig, { branch: 'Kampala' });
    await rig.agent.mention(sales, 'settings', {});
    const note = () => rig.slack.ephemerals(rig.agent.id).at(-1)?.text ?? '';
    await until(() => note().includes(SAYS.settingsBranch('Kampala')));
    expect(note()).toContain(SAYS.settingsSetBy(`<@${rig.agent.id}>`));
    expect(note()).toContain(SAYS.settingsType);
  });
});
