// `/pay forget`: an approver erases a customer's data, reads what was erased and what has to wait; nobody else may.
import { afterEach, describe, expect, it } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import { storedOrder } from '#test/peek.ts';
import { REFUSALS, SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, createLink, payFor, press, type Sent, sendPrompt } from './agent.ts';
import { auditEventsIn, bytesOf, postedIn } from './erased.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const PERSON = /254712345678|0712345678|Zawadi|Nyambura|zawadi@|Two bags|School fees/i;
const NAME = { first_name: 'Zawadi', last_name: 'Nyambura' };
const LINK = { ...NAME, phone_number: '0712345678', email_address: 'Zawadi@Example.com' };

let rig: Rig;
afterEach(() => rig.stop());

/** The agent is the approver. */
async function start(env: Record<string, string> = {}): Promise<void> {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT001', ...env });
  goToNoon(rig);
}

async function paid(kind: 'prompt' | 'link', values: Record<string, Typed> = {}): Promise<Sent> {
  const sent =
    kind === 'prompt' ? sendPrompt(rig, { ...NAME, ...values }) : createLink(rig, { ...LINK, ...values });
  return payFor(rig, await sent);
}

const told = () =>
  rig.slack
    .messages(rig.slack.dmOf(rig.agent.id))
    .map((message) => renderMessage(message))
    .filter((text) => text.includes(SAYS.erased));

/** Opens the form, and sends it. */
async function forget(words: string): Promise<string> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', `forget ${words}`);
  await until(() => rig.readModal().includes('== forget =='));
  const form = rig.readModal();
  const view = rig.slack.modal(rig.agent.id);
  expect(JSON.stringify(view)).not.toMatch(PERSON);
  await rig.agent.submit();
  await until(() => rig.readModal().includes(SAYS.isBeingErased));
  rig.agent.close();
  return form;
}

/** The customer has paid, and the alert of that is posted in #leads, but its answer was lost. */
async function alertWithoutAnswer(beforeAlert = () => {}): Promise<{ leads: string; sent: Sent }> {
  await start();
  const { leads, sales } = rig.slack.channels;
  rig.slack.invite(leads, rig.slack.botUserId);
  await rig.agent.command(leads, '/pay', 'alerts on');
  await until(() => rig.slack.messages(leads).some(({ user }) => user === rig.slack.botUserId));
  const sent = await sendPrompt(rig, NAME);
  rig.agent.close();
  rig.slack.onChange((change) => {
    if (change.kind !== 'posted' || change.message.channel !== sales || !change.message.thread_ts) return;
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    beforeAlert();
  });
  await rig.provider.customer.pay(sent.reference);
  const alerts = () => rig.slack.messages(leads).filter((one) => renderMessage(one).includes('Zawadi'));
  await until(() => alerts().length === 1);
  await rig.idle();
  return { leads, sent };
}

describe('/pay forget', () => {
  it('shows what goes and what stays, erases it everywhere, and says what had to wait and what Teller cannot erase', async () => {
    await start();
    const prompt = await paid('prompt');
    const link = await paid('link');
    const open = await createLink(rig, LINK);
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
    await rig.idle();

    const form = await forget('+254 712-345-678');
    expect(form).toContain(SAYS.areErasedFrom('2 orders'));
    expect(form).toContain(SAYS.amountsStay);
    expect(form).toContain(SAYS.keptPayable(open.reference));
    await until(() => told().length === 1);
    expect(told()[0]).toContain(SAYS.erasedFromOrders('2'));
    expect(told()[0]).toContain(SAYS.cannotBeErasedYet('1'));
    expect(told()[0]).toContain(SAYS.keptPayable(open.reference));
    for (const left of [
      SAYS.filesInSlack,
      SAYS.peoplesMessages,
      SAYS.lookUpsElsewhere,
      SAYS.backups,
      SAYS.appendOnlyFile,
      SAYS.providersRecord,
    ])
      expect(told()[0]).toContain(left);
    expect(told()[0]).not.toContain(SAYS.ofAFile);
    for (const { card } of [prompt, link])
      await until(() => rig.readCard(card).includes(SAYS.customerErased));
    await rig.idle();
    expect(rig.readCard(open.card)).toContain('Zawadi');
    expect((await storedOrder(rig, link.reference)).customer).toEqual({});

    await press(rig, open.card, 'cancel_order');
    await until(() => rig.readCard(open.card).includes(SAYS.cancelled));
    rig.agent.close();
    await forget('0712345678');
    await until(() => told().length === 2);
    await until(() => rig.readCard(open.card).includes(SAYS.customerErased));
    await rig.idle();
    expect(postedIn(rig)).not.toMatch(PERSON);
    rig.clock.advance(16 * 60_000);
    await rig.stopBot();
    expect(await bytesOf(rig)).not.toMatch(PERSON);
    await rig.startBot();
    expect(await answerTo(rig, 'forget 0712 345 678')).toContain(SAYS.nothingLeft);
    expect(await answerTo(rig, `history ${link.reference}`)).toContain(SAYS.erasedInHistory);
  });

  it('finds by an email address in any case, and reports stay as they were, byte by byte', async () => {
    await start();
    await paid('link');
    await paid('prompt', { first_name: 'Otieno', msisdn: '0722000111' });
    const report = async () => {
      const before = rig.slack.messages(rig.slack.dmOf(rig.agent.id)).length;
      await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
      await until(() => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).length > before);
      await rig.idle();
      const [card] = rig.slack.messages(rig.slack.dmOf(rig.agent.id)).slice(before);
      // Slack's own names of the blocks are new each time.
      return JSON.stringify(card?.blocks, (key, value) => (key === 'block_id' ? '' : value));
    };
    const before = await report();
    await forget('zawadi@EXAMPLE.com');
    await until(() => told().length === 1);
    expect(await report()).toBe(before);
  });

  it('is for approvers: others read so, which leaves one line in the record, and without approvers how to set them', async () => {
    await start({ APPROVER_USERGROUPS: 'U0SOMEBODY' });
    await paid('link');
    expect(await answerTo(rig, 'forget 0712345678')).toContain(REFUSALS.not_approver);
    expect(await answerTo(rig, 'forget 0712345678')).toContain(REFUSALS.not_approver);
    expect(rig.readModal()).toBe('');
    const refused = (await auditEventsIn(rig)).filter((event) => event.startsWith('refused'));
    expect(refused).toEqual(['refused not_approver: command forget']);
    await rig.restartWith({ APPROVER_USERGROUPS: '' });
    const answer = await answerTo(rig, 'forget 0712345678');
    expect(answer).toContain(REFUSALS.no_approvers);
    expect(answer).toContain('APPROVER_USERGROUPS');
    expect(postedIn(rig)).toMatch(PERSON);
  });

  it('says what it cannot read, and asks for the country of a number that may be of two', async () => {
    await start({ DEFAULT_CURRENCY: 'UGX' });
    expect(await answerTo(rig, 'forget')).toContain(SAYS.writePhoneOrEmail);
    expect(await answerTo(rig, 'forget Zawadi')).toContain(SAYS.noPhoneNorEmail);
    expect(await answerTo(rig, 'forget 0712345678')).toContain(SAYS.countryCode);
    const nothing = await answerTo(rig, 'forget +254799999999');
    expect(nothing).toContain(SAYS.nothingLeft);
    expect(nothing).not.toContain(SAYS.aFile);
  });

  it('reaches alerts in other channels, direct messages to the agent and look-ups answered in the card’s thread', async () => {
    await start();
    const { leads, sales } = rig.slack.channels;
    rig.slack.invite(leads, rig.slack.botUserId);
    await rig.agent.command(leads, '/pay', 'alerts on');
    await until(() => rig.slack.messages(leads).some(({ user }) => user === rig.slack.botUserId));
    const { card } = await paid('prompt');
    await rig.agent.mention(sales, 'find Zawadi', { thread_ts: card.ts });
    await until(() => rig.replies(card).length >= 2);
    await until(() => /Zawadi/.test(postedIn(rig, leads)));
    await rig.idle();
    const before = rig.slack.messages(leads).length;

    await forget('254712345678');
    await until(() => told().length === 1);
    await until(() => rig.readCard(card).includes(SAYS.customerErased));
    await rig.idle();
    expect(postedIn(rig, leads)).not.toMatch(PERSON);
    expect(postedIn(rig, leads)).toContain(SAYS.stoodHere);
    expect(rig.slack.messages(leads)).toHaveLength(before);
  });

  it.each([
    ['reaches an alert that an earlier try has posted without hearing of it', false],
    ['reaches such an alert also where alerts were switched off before the next try', true],
  ])('%s', async (_, isSwitchedOff) => {
    const { leads, sent } = await alertWithoutAnswer();
    if (isSwitchedOff) {
      await rig.agent.command(leads, '/pay', 'alerts off');
      await until(() => postedIn(rig, leads).includes(SAYS.alertsOnlyHere));
    }
    await until(async () => {
      rig.clock.advance(2_000);
      await rig.idle();
      return (await storedOrder(rig, sent.reference)).undelivered === 0;
    });
    await forget('254712345678');
    await until(() => told().length === 1);
    await until(async () => !(await storedOrder(rig, sent.reference)).isErasing);
    expect(postedIn(rig, leads)).not.toMatch(PERSON);
  });

  it('reaches an alert that could not be looked for yet when the customer was forgotten', async () => {
    const { sent, leads } = await alertWithoutAnswer(() =>
      rig.slack.faults.always('conversations.history', { kind: 'http500' }),
    );
    await forget('254712345678');
    await until(() => rig.readCard(sent.card).includes(SAYS.customerErased));
    rig.clock.advance(60_000);
    await rig.idle();
    rig.slack.faults.off();
    await until(async () => {
      rig.clock.advance(60_000);
      await rig.idle();
      return !(await storedOrder(rig, sent.reference)).isErasing;
    });
    expect(postedIn(rig, leads)).not.toMatch(PERSON);
  });
});
